"""The help of every command, from the models: which fields there are, what they take, which are required."""

import subprocess
import sys
from importlib import metadata

import pytest

from console import fields
from rules import engine
from rules.commands import COMMANDS
from tests.cli.terminal import ROOT, here, shell

GROUPS = ["up", "case", "actions", "act", "deadline", "exposure", "accrue", "audit", "recover", "rebuild"]
GROUPS += ["ordinance", "user", "mail", "security", "party", "levy", "evidence"]
WITH_HELP = [[], *([group] for group in GROUPS), ["case", "open"], ["case", "show"], ["case", "list"]]
WITH_HELP += [["case", "account"], ["security", "post"], ["security", "show"], ["security", "list"]]
WITH_HELP += [["security", "act"], ["security", "actions"], ["party", "list"], ["party", "account"]]
WITH_HELP += [["ordinance", "show"], ["ordinance", "check"], ["user", "add"], ["user", "set-password"]]
WITH_HELP += [["mail", "status"], ["evidence", "add"]]


@pytest.mark.parametrize("tokens", WITH_HELP, ids=" ".join)
def test_every_command_has_a_help(capsys: pytest.CaptureFixture[str], tokens: list[str]) -> None:
    said = here(capsys, *tokens, "--help")

    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Usage: abate")


def test_the_help_of_all_names_every_group(capsys: pytest.CaptureFixture[str]) -> None:
    said = here(capsys, "--help")

    assert all(f" {group} " in said.out for group in GROUPS)


@pytest.mark.parametrize("name", engine.case_commands())
def test_the_help_of_a_command_on_a_case_shows_its_fields(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    said = here(capsys, "act", "CASE", name, "--help")

    assert (said.code, said.err) == (0, "")
    for option in fields.options(COMMANDS[name]):
        (line,) = [line for line in said.out.splitlines() if line.startswith(f"{option.flag} ")]
        assert ("required" in line) == option.required
    assert f"Given by: {', '.join(sorted(engine.ACTS[name].roles))}." in said.out


def test_choices_and_what_a_field_takes_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    inspection = here(capsys, "act", "CASE", "record-inspection", "--help").out
    service = here(capsys, "act", "CASE", "serve-notice", "-h").out

    assert "v1=continuing|compliant|not_checked,…" in inspection
    assert "personal|certified_mail|registered_mail" in service
    assert "day it was handed over or received" in service


def test_the_help_of_act_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    said = here(capsys, "act", "--help")

    assert all(f"\n{name} " in said.out for name in engine.case_commands())


def test_a_mistyped_command_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    said = here(capsys, "dedline")

    assert said.code == 2
    assert 'Did you mean "deadline"?' in said.err


def test_a_deadline_is_answered_without_loading_database_or_engine() -> None:
    looked_for = "{'sqlalchemy', 'temporalio', 'alembic', 'sqlmodel'} & set(sys.modules)"
    asked = "['deadline', '--village', 'webster', '--rule', 'appeal', '--from', '2026-06-04', '--json']"
    program = f"import cli, sys; cli.run({asked}); print({looked_for} or 'none', file=sys.stderr)"

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True, timeout=30
    )

    assert done.stderr == "none\n"


def test_the_version_is_that_of_the_package() -> None:
    assert shell("--version").out.strip() == metadata.version("abate")
