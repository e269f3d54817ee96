"""The program `abate`: every command by name; what a command needs is imported when it is given."""

import sys

from cyclopts import App, Parameter

from console import exits

app = App(
    name="abate",
    help="Village code-enforcement cases, from the notice of violation to the closed file.",
    version_flags=["--version"],
    help_format="plaintext",
    default_parameter=Parameter(negative="", show_default=False),
)
app.command("console.acts:app", name="act", help="Give a command on a case.")
app.command("console.ordinance:app", name="ordinance", help="The law as data: list, show, check.")
app.command("console.figures:deadline", name="deadline", help="Reckon a deadline; needs no server.")
app.command("console.figures:exposure", name="exposure", help="Reckon an exposure; needs no server.")


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(exits.run(lambda: app(print_error=False, exit_on_error=False, result_action="return_value")))


if __name__ == "__main__":
    main()
