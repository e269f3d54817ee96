"""The program `abate`: every command by name; what a command needs is imported when it is given."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

from cyclopts import App, Parameter

from console import exits


def version() -> str:
    """Return the version of the package that is installed."""
    from importlib.metadata import version as installed  # noqa: PLC0415  asked for once in a year

    return installed("abate")


app = App(
    name="abate",
    help="Village code-enforcement cases, from the notice of violation to the closed file.",
    version=version,
    version_flags=["--version"],
    help_format="plaintext",
    default_parameter=Parameter(negative="", show_default=False),
)
# In the order in which they are met; each with its help, so that the list of them imports none.
for order, (target, name, words) in enumerate(
    [
        ("console.up:up", "up", "Run everything on this machine: engine, database, worker, web."),
        ("console.web:web", "web", "Serve the web application alone, beside workers elsewhere."),
        ("console.case:app", "case", "Open a case, show one or its account, list many."),
        ("console.case:actions", "actions", "Every command on a case: allowed, or why not."),
        ("console.acts:app", "act", "Give a command on a case."),
        ("console.evidence:app", "evidence", "Photographs and files of a case: attach many at once."),
        ("console.security:app", "security", "Bonds, escrows, letters of credit: post, show, list, act."),
        ("console.papers:app", "paper", "Papers of a case or a security: list, get, issue, correct."),
        ("console.party:app", "party", "The parties of a village, and the account of one."),
        ("console.levy:levy", "levy", "What goes to the tax roll of a fiscal year, as a file too."),
        ("console.figures:deadline", "deadline", "Reckon a deadline; needs no server."),
        ("console.figures:exposure", "exposure", "Reckon an exposure; needs no server."),
        ("console.upkeep:accrue", "accrue", "Date the separate offenses now rather than tonight."),
        ("console.upkeep:audit", "audit", "Recompute every open case and compare."),
        ("console.upkeep:recover", "recover", "Give every open case its workflow back."),
        ("console.upkeep:rebuild", "rebuild", "Make every table anew from the record."),
        ("console.ordinance:app", "ordinance", "The law as data: list, show, check."),
        ("console.interpretation:app", "interpretation", "Doubtful questions of law: list, preview, decide."),
        ("console.user:app", "user", "Who may do what: add, list, set-password."),
        ("console.mail:app", "mail", "Reminders by mail: how many are sent, queued, refused."),
    ]
):
    app.command(target, name=name, help=words, sort_key=order)


def run(tokens: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    return exits.run(
        lambda: app(tokens, print_error=False, exit_on_error=False, result_action="return_value")
    )


def main() -> None:
    """Run the command line and leave with its exit code."""
    streams = [stream for stream in (sys.stdout, sys.stderr) if isinstance(stream, TextIOWrapper)]
    for stream in streams:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    code = run(sys.argv[1:])
    for stream in streams:
        with suppress(OSError):  # whoever read our output has read enough
            stream.flush()
    # Not through the interpreter's own end: the engine's client has threads that can outlive it, and would
    # abort the process when all is done and said.
    os._exit(code)


if __name__ == "__main__":
    main()
