"""A command as it goes to the engine, and what comes back of it."""

from pathlib import Path
from typing import Any

from activities.messages import Effect, Order
from console.usage import Usage
from rules.commands import Command
from rules.security_commands import SecurityCommand
from rules.series import Series, series_of

AnyCommand = Command | SecurityCommand
MOST_BYTES = 100_000_000  # of one file; a database is no archive of films


def fields_of(command: AnyCommand) -> dict[str, Any]:
    """Return the fields of a command as they travel."""
    return command.model_dump(mode="json", by_alias=True, exclude_unset=True)


def document_of(order: Order, effect: Effect) -> dict[str, Any]:
    """Return what a command did as the command line tells it: of which record, how it stands now, what was made."""
    is_one = series_of(order.case) is Series.SECURITY
    return {
        "security" if is_one else "case": order.case,
        "command": order.command,
        "status" if is_one else "phase": effect.phase,
        "headline": effect.headline,
        "next_due": effect.next_due,
        "op_id": order.op_id,
        "replayed": effect.replayed,
        **effect.result,
    }


def content_of(path: Path) -> bytes:
    """Return what a file holds; raise Usage."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Usage(f"{path} is larger than {MOST_BYTES // 1_000_000} MB.")
        return path.read_bytes()
    except OSError as fault:
        raise Usage(f"Cannot read {path}: {fault.strerror}.") from None
