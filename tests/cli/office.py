"""A running `abate up` on a data folder of its own."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.cli.terminal import ROOT, Said, forked, shell

READY_WITHIN = 45


class Office:
    """One `abate up`, and commands given to it."""

    def __init__(self, data: Path, *options: str, port: int = 0) -> None:
        self.data = data
        self._lines: list[str] = []
        self.err = data.parent / f"{data.name}.err"
        with self.err.open("ab") as err:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    str(ROOT / "cli.py"),
                    "up",
                    "--data",
                    str(data),
                    "--port",
                    str(port),
                    *options,
                ],
                stdout=subprocess.PIPE,
                stderr=err,
                text=True,
                env={**os.environ, "ABATE_LOG": "json"},
            )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def out(self) -> str:
        return "".join(self._lines)

    def ready(self) -> "Office":
        until = time.monotonic() + READY_WITHIN
        while "ready" not in self.out:
            assert self.process.poll() is None, self.err.read_text()
            assert time.monotonic() < until, self.err.read_text()
            self._reader.join(0.05)
        return self

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(sign)
        code = self.process.wait(30)
        self._reader.join(10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def give(self, *tokens: str, stdin: str = "", **environ: str) -> Said:
        return forked(*tokens, "--data", str(self.data), stdin=stdin, environ=environ)

    def give_slowly(self, *tokens: str, stdin: str = "", **environ: str) -> Said:
        return shell(*tokens, "--data", str(self.data), stdin=stdin, environ=environ)

    def open(self, **changes: Any) -> str:
        """Open a case and return its id."""
        said = self.give("case", "open", "--json", "-", stdin=json.dumps(opening(**changes)))
        assert said.code == 0, said.err
        return str(said.json["case"])

    def show(self, case: str) -> dict[str, Any]:
        """Return a case as it is shown."""
        shown: dict[str, Any] = self.give("case", "show", case, "--json").json
        return shown

    def _read(self) -> None:
        assert self.process.stdout is not None
        self._lines.extend(self.process.stdout)


@contextmanager
def office(data: Path, *options: str, port: int = 0) -> Iterator[Office]:
    """Run `abate up` while the context lasts."""
    running = Office(data, *options, port=port)
    try:
        yield running.ready()
    finally:
        if running.process.poll() is None:
            running.stop()


def opening(**changes: Any) -> dict[str, Any]:
    """Give the fields of a Webster case with one landowner."""
    person = {"name": "Elm LLC", "role": "landowner", "address": "9 Main Street", "kind": "corporation"}
    violation = {
        "provision": "§ 130-23B",
        "nature": "silt fence down",
        "observed_on": "2026-05-04",
        "remedy": "reset it",
        "remedy_by": "2026-05-20",
    }
    return {
        "village": "webster",
        "property": {"address": "41 Elm Street"},
        "respondents": [person],
        "violations": [violation | changes.pop("violation", {})],
    } | changes
