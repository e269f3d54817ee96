"""Gives commands to the command line: in this process, in a forked one, or as a person's shell does.

A forked one is a process of its own with its own streams and exit code; what it would import is there already.
"""

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import cli

ROOT = Path(__file__).parents[2]
WITHIN = 60

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(
    [
        "cli",
        "console.acts",
        "console.case",
        "console.upkeep",
        "console.user",
        "runtime.temporal",
        "workflows.client",
    ]
)


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def check(said: Said, code: int, words: str) -> None:
    """See that a command was answered in one sentence on stderr, and nothing else."""
    assert said.code == code, said
    assert said.out == ""
    assert words in said.err
    assert said.err.startswith("abate: ")
    assert said.err.count("\n") == 1, said.err


def here(capsys: pytest.CaptureFixture[str], *tokens: str) -> Said:
    """Give a command in this process."""
    capsys.readouterr()
    code = cli.run(tokens)
    said = capsys.readouterr()
    return Said(code, said.out, said.err)


def shell(*tokens: str, stdin: str = "", environ: Mapping[str, str] | None = None) -> Said:
    """Give a command in a process of its own, from the start."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *tokens],
        input=stdin.encode(),
        capture_output=True,
        env={**os.environ, **(environ or {})},
        check=False,
        timeout=WITHIN,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def forked(*tokens: str, stdin: str = "", environ: Mapping[str, str] | None = None) -> Said:
    """Give a command in a process forked from one that has imported everything."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "in").write_text(stdin, encoding="utf-8")
        process = _forks.Process(target=_become, args=(folder, tokens, dict(environ or {})))
        process.start()
        process.join(WITHIN)
        assert process.exitcode is not None, f"{tokens} takes longer than {WITHIN} seconds"
        return Said(
            process.exitcode, *((folder / name).read_text(encoding="utf-8") for name in ("out", "err"))
        )


def _become(folder: Path, tokens: tuple[str, ...], environ: dict[str, str]) -> None:
    """Be the command line, reading from and writing to files."""
    os.environ.update(environ)
    sys.stdin, sys.stdout, sys.stderr = (
        (folder / name).open(mode, encoding="utf-8")
        for name, mode in (("in", "r"), ("out", "w"), ("err", "w"))
    )
    sys.argv = ["abate", *tokens]
    cli.main()
