#!/usr/bin/env bash
# See that there is a chromium for the browser tests; where there can be none, say why they are skipped.
set -uo pipefail

command -v chromium >/dev/null && exit 0

say() { printf 'browser tests are skipped: %s\n' "$*" >&2; exit 0; }

command -v apt-get >/dev/null || say "no chromium, and no apt-get to install it with"
[ "$(id -u)" = 0 ] || say "no chromium, and only root can install it: apt-get install chromium"

export DEBIAN_FRONTEND=noninteractive
install() { apt-get install --yes --no-install-recommends chromium >/dev/null 2>&1; }
install || { apt-get update >/dev/null 2>&1 && install; } || say "apt-get could not install chromium"
