"""`abate act`: any command on a case; its options, its help and its faults all come from the command's model."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from cyclopts import App, Parameter

from console import fields, speak
from console.place import Place
from console.usage import Usage, read_document, readable
from rules import engine
from rules.commands import COMMANDS, Command
from rules.parsing import parse

USAGE = "abate act CASE COMMAND [--FIELD VALUE …]   or   abate act CASE COMMAND --json FILE|-"
HELP = frozenset({"--help", "-h"})
OWN = {
    "--json": "FILE or -: the fields as one JSON object. Without a value: the result as JSON.",
    "--as": "Who gives the command; else ABATE_USER, else officer.",
    "--op-id": "Key of the command: repeated under the same key, it counts once.",
    "--data": "Data folder; else ABATE_DATA, else ./.abate.",
}

# Its own help: which options there are depends on the command.
app = App(name="act", help_flags=[], version_flags=[])


class Typed(NamedTuple):
    """What was typed, taken apart: our own options, and those that are fields."""

    case: str
    command: str
    own: dict[str, str]
    rest: list[str]


@app.default
def act(*tokens: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> None:
    """Give a command on a case."""
    if not tokens or HELP & set(tokens):
        _help([token for token in tokens if not token.startswith("-")])
        return
    typed = _apart([readable(token) for token in tokens])
    command = _command(typed)
    from console.desk import Desk  # noqa: PLC0415  database and engine: half of the time of a start

    with Desk.at(Place.named(typed.own.get("--data"), typed.own.get("--as"))) as desk:
        done = asyncio.run(desk.act(typed.case, command, op_id=typed.own.get("--op-id")))
    speak.result(
        done,
        f"{typed.case}: {typed.command} recorded. {done['headline']}.",
        as_document="--json" in typed.own,
    )


def _apart(tokens: Sequence[str]) -> Typed:
    own: dict[str, str] = {}
    rest: list[str] = []
    waiting = iter(["--json=" if _is_bare(tokens, place) else token for place, token in enumerate(tokens)])
    for token in waiting:
        name, equals, value = token.partition("=")
        if name in OWN and name not in own:
            own[name] = value if equals else next(waiting, "")
            if not own[name] and name != "--json":  # which without a value asks for the result as JSON
                raise Usage(f"{name} needs a value: {OWN[name]}")
        else:
            rest.append(token)
    if len(rest) < 2 or any(word.startswith("-") for word in rest[:2]):  # noqa: PLR2004  the case and the command
        raise Usage(f"Name the case and the command first: {USAGE}")
    return Typed(rest[0], rest[1], own, rest[2:])


def _is_bare(tokens: Sequence[str], place: int) -> bool:
    """Whether here stands --json with nothing after it: then only the result is to be JSON."""
    return tokens[place] == "--json" and (place + 1 == len(tokens) or tokens[place + 1].startswith("--"))


def _model(name: str) -> type[Command]:
    if name not in engine.case_commands():
        raise Usage(f"There is no command {name!r} on a case.{_meant(name)} abate act --help lists them.")
    return COMMANDS[name]


def _meant(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  only where something was mistyped

    close = get_close_matches(name, engine.case_commands(), n=1)
    return f" Did you mean {close[0]}?" if close else ""


def _command(typed: Typed) -> Command:
    model, source = _model(typed.command), typed.own.get("--json")
    if not source:
        return parse(typed.command, fields.read(typed.command, fields.options(model), typed.rest))
    if typed.rest:
        raise Usage(f"{typed.rest[0]!r} beside --json: give the fields one way or the other.")
    return parse(typed.command, read_document(source))


# --- help -------------------------------------------------------------------------------------------------


def _help(named: Sequence[str]) -> None:
    """Print the help of one command where two words name it, else that of `act` with all commands."""
    if len(named) > 1:
        _help_command(_model(named[1]))
        return
    speak.sentence(f"Usage: {USAGE}")
    speak.sentence("\nGive a command on a case. abate act CASE COMMAND --help shows its fields.")
    speak.heading("Commands")
    speak.table(("", ""), [(name, _summary(COMMANDS[name])) for name in engine.case_commands()], bare=True)
    _help_own()


def _help_command(model: type[Command]) -> None:
    speak.sentence(f"Usage: abate act CASE {model.name_} [--FIELD VALUE …]")
    roles = ", ".join(sorted(engine.ACTS[model.name_].roles))
    speak.sentence(f"\n{_summary(model)} Given by: {roles}.")
    speak.heading("Fields")
    rows = [
        (each.flag, each.takes, "required" if each.required else "", each.help)
        for each in fields.options(model)
    ]
    speak.table(("", "", "", ""), rows, bare=True)
    _help_own()


def _help_own() -> None:
    speak.heading("Options")
    speak.table(("", ""), list(OWN.items()), bare=True)


def _summary(model: type[Command]) -> str:
    return (model.__doc__ or "").split("\n", maxsplit=1)[0]
