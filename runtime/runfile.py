"""`<data>/run.json`: where `abate up` notes its addresses for every other command on the machine."""

import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError


class RunFile(BaseModel):
    """The addresses of one running `abate up`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    pid: int
    temporal_address: str
    namespace: str = "default"
    database_url: str
    health_url: str | None = None
    ui: str | None = None


def run_path(data: Path) -> Path:
    """Say where the note of a data folder lies."""
    return data / "run.json"


def read_run(data: Path) -> RunFile | None:
    """Read the note; None where there is none, or where it is not one."""
    try:
        return RunFile.model_validate_json(run_path(data).read_bytes())
    except (OSError, ValidationError):
        return None


def write_run(data: Path, run: RunFile) -> None:
    """Write the note whole or not at all, for its owner's eyes: a database address may hold a password."""
    data.mkdir(parents=True, exist_ok=True)
    draft = data / f".run.json.{run.pid}"
    draft.touch(mode=0o600)
    draft.write_text(run.model_dump_json(indent=2) + "\n", encoding="utf-8")
    draft.replace(run_path(data))


def remove_run(data: Path, *, pid: int) -> None:
    """Take the note away at a clean stop, unless another process has since written its own."""
    run = read_run(data)
    if run is not None and run.pid == pid:
        run_path(data).unlink(missing_ok=True)


def is_running(run: RunFile) -> bool:
    """Tell whether the process that wrote the note still lives."""
    try:
        os.kill(run.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
