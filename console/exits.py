"""The one place where what went wrong becomes an exit code and a sentence.

0 done, 1 a fault of the program, 2 cannot be read as a command, 3 refused by a rule, 4 not found,
5 engine, database or virus scanner out of reach, 130 interrupted.
"""

import traceback
from collections.abc import Callable
from typing import Any

from console.speak import trouble

DONE, FAULT, MALFORMED, REFUSED, NOT_FOUND, UNREACHABLE, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

_REFUSALS = {"malformed": MALFORMED, "not_found": NOT_FOUND, "fault": FAULT, "not_checked": UNREACHABLE}

# By name and not by class, so that a command which needs no database does not load one to tell its errors.
_CODES = {
    "console.usage.Usage": MALFORMED,
    "cyclopts.exceptions.CycloptsError": MALFORMED,
    "runtime.settings.SettingsError": MALFORMED,
    "runtime.database.DatabaseUnsupported": MALFORMED,
    "runtime.up.AlreadyUp": MALFORMED,
    "ordinances.load.LawFileFault": MALFORMED,
    "models.session.DatabaseUnreachable": UNREACHABLE,
    "workflows.errors.EngineUnreachable": UNREACHABLE,
    "workflows.errors.EngineBusy": UNREACHABLE,
    "runtime.embedded.EmbeddedServerFailed": UNREACHABLE,
    "temporalio.service.RPCError": UNREACHABLE,
    "sqlalchemy.exc.DBAPIError": UNREACHABLE,
    "demo.load.DemoRefused": REFUSED,
    "builtins.ConnectionError": UNREACHABLE,
    "builtins.OSError": MALFORMED,
}


def run(program: Callable[[], Any]) -> int:
    """Run a command and return its exit code; whatever goes wrong is said in a sentence, never as a traceback."""
    try:
        code = program()
    except (KeyboardInterrupt, SystemExit) as stop:
        return _stopped(stop)
    except BrokenPipeError:
        return DONE  # whoever read our output has read enough
    except Exception as error:  # noqa: BLE001  the last resort of the program
        code, said = explain(error)
        trouble(said)
        return code
    return code if isinstance(code, int) else DONE


def explain(error: Exception) -> tuple[int, str]:
    """Return the exit code of an error and what to say."""
    facts = getattr(error, "facts", None)
    if facts is not None:
        return _REFUSALS.get(facts.kind, REFUSED), str(error)
    for each in type(error).__mro__:
        code = _CODES.get(f"{each.__module__}.{each.__qualname__}")
        if code is not None:
            return code, _better(error) or _first_line(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{frame.filename.rpartition('/')[2]}, line {frame.lineno}"
    return FAULT, f"a fault of the program, not of what you typed: {type(error).__name__}: {error} ({place})"


def _better(error: Any) -> str | None:
    """Return better words than an error has of its own."""
    if isinstance(error, OSError) and error.filename:
        return f"cannot use {error.filename}: {error.strerror}"
    if type(error).__name__ == "DatabaseUnreachable" and error.address.startswith("sqlite"):
        return f"{error}; abate up makes it, and --data names another folder"
    if type(error).__name__ == "UnusedCliTokensError" and error.unused_tokens:
        return f"{error.unused_tokens[0]!r} is one word too many; {_help(error)}"
    if type(error).__name__ != "MissingArgumentError" or error.argument is None:
        return None
    if error.keyword or error.argument.tokens:
        return f"{error.keyword or error.argument.name} needs a value."
    return f"{error.argument.name} is missing; {_help(error)}"


def _help(error: Any) -> str:
    return f"abate {' '.join(error.command_chain or ())} --help says what it takes."


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _stopped(stop: BaseException) -> int:
    if isinstance(stop, SystemExit):
        return stop.code if isinstance(stop.code, int) else DONE
    trouble("stopped")
    return INTERRUPTED
