"""The virus scanner: a command of whoever runs this, given each file before it is kept.

The file comes on its standard input. Exit code 0: clean; 1: something was found; any other, or no answer in time:
the file could not be checked, and is not taken.
"""

import os
import signal
import subprocess
from contextlib import suppress
from typing import Final, NamedTuple

from rules.refusals import NotAllowed, Refusal

CLEAN: Final = 0
INFECTED: Final = 1
SECONDS: Final = 60
"""How long a scanner may take over one file."""

LONGEST: Final = 200  # letters of what it said


class CannotBeChecked(Refusal):
    """The scanner gave no answer; without one nothing is taken. `why` is for the log."""

    kind = "not_checked"
    why = ""


class Scanner(NamedTuple):
    """The command, as words, and how many seconds it has."""

    command: tuple[str, ...]
    seconds: int = SECONDS

    def check(self, content: bytes, name: str) -> None:
        """Return where a file is clean; raise NotAllowed where it is not, CannotBeChecked where nobody knows."""
        try:
            code, said = self._ask(content)
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise _unknown(name, str(fault)) from None
        if code == INFECTED:
            told = f": {said}" if said else ""
            raise NotAllowed(
                f"The virus scanner found something in {name}{told}.",
                remedy="The file was not kept. Have the machine it comes from looked at, and send a clean one.",
                field="path",
            )
        if code != CLEAN:
            raise _unknown(name, f"exit code {code} {said}".strip())

    def _ask(self, content: bytes) -> tuple[int, str]:
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(  # noqa: S603  the command of whoever runs this, from the environment
            self.command, stdin=pipe, stdout=pipe, stderr=nowhere, start_new_session=True
        ) as run:
            try:
                said, _ = run.communicate(content, timeout=self.seconds)
            except BaseException:
                # What the scanner started goes with it: it would hold the pipe open, and us.
                with suppress(ProcessLookupError):
                    os.killpg(run.pid, signal.SIGKILL)
                raise
        lines = said.decode(errors="replace").strip().splitlines()
        first = "".join(letter for letter in lines[0] if letter.isprintable()) if lines else ""
        return run.returncode, first[:LONGEST].rstrip(" .")


def _unknown(name: str, why: str) -> CannotBeChecked:
    refusal = CannotBeChecked(
        f"{name} cannot be checked for viruses now, so it was not kept.",
        remedy="Try again in a while; should it go on, tell whoever runs this installation.",
        field="path",
    )
    refusal.why = why
    return refusal
