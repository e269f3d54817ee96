"""Gives commands to the command line: in this process, for speed, or as a person's shell does."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import cli

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def here(capsys: pytest.CaptureFixture[str], *tokens: str) -> Said:
    """Give a command in this process."""
    capsys.readouterr()
    code = cli.run(tokens)
    said = capsys.readouterr()
    return Said(code, said.out, said.err)


def shell(
    *tokens: str, stdin: str = "", environ: dict[str, str] | None = None, lead: Sequence[str] = ()
) -> Said:
    """Give a command in a process of its own."""
    done = subprocess.run(
        [*lead, sys.executable, str(ROOT / "cli.py"), *tokens],
        input=stdin.encode(),
        capture_output=True,
        env={**os.environ, **(environ or {})},
        check=False,
        timeout=60,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())
