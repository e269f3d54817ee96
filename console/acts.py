"""`abate act` and `abate security act`: any command; its options, its help and its faults come from its model."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from cyclopts import App, Parameter
from pydantic import BaseModel

from console import fields, speak
from console.kinds import CASE, SECURITY, Kind
from console.orders import AnyCommand
from console.place import Place
from console.usage import Usage, read_document, readable
from rules.refusals import Malformed

HELP = frozenset({"--help", "-h"})
OWN = {
    "--json": "FILE or -: the fields as one JSON object. Without a value: the result as JSON.",
    "--as": "Who gives the command; else ABATE_USER, else officer.",
    "--op-id": "Key of the command: repeated under the same key it counts once, another is refused.",
    "--data": "Data folder; else ABATE_DATA, else ./.abate.",
}
Tokens = Annotated[str, Parameter(allow_leading_hyphen=True)]

# Their own help: which options there are depends on the command.
app = App(name="act", help_flags=[], version_flags=[])
on_security = App(name="act", help_flags=[], version_flags=[], sort_key=2)


class Typed(NamedTuple):
    """What was typed, taken apart: our own options, and those that are fields."""

    record: str
    command: str
    own: dict[str, str]
    rest: list[str]


@app.default
def act(*tokens: Tokens) -> None:
    """Give a command on a case."""
    _act(CASE, tokens)


@on_security.default
def act_on_security(*tokens: Tokens) -> None:
    """Give a command on a security."""
    _act(SECURITY, tokens)


def _act(kind: Kind, tokens: Sequence[str]) -> None:
    if not tokens or HELP & set(tokens):
        _help(kind, [token for token in tokens if not token.startswith("-")])
        return
    typed = _apart(kind, [readable(token) for token in tokens])
    model = _model(kind, typed.command)
    given = _given(kind, model, typed)
    from console.amounts import sectioned  # noqa: PLC0415  database and engine: half of the time of a start
    from console.desk import Desk  # noqa: PLC0415  likewise

    with Desk.at(Place.named(typed.own.get("--data"), typed.own.get("--as"))) as desk:
        if isinstance(given, Malformed):
            raise sectioned(given, desk, typed.record, typed.command)
        done = asyncio.run(desk.act(typed.record, given, op_id=typed.own.get("--op-id")))
    speak.result(
        done,
        f"{typed.record}: {typed.command} recorded. {done['headline']}.",
        as_document="--json" in typed.own,
    )


def _apart(kind: Kind, tokens: Sequence[str]) -> Typed:
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
    if len(rest) < 2 or any(word.startswith("-") for word in rest[:2]):  # noqa: PLR2004  the record and the command
        raise Usage(f"Name the {kind.noun} and the command first: {kind.usage}")
    return Typed(rest[0], rest[1], own, rest[2:])


def _is_bare(tokens: Sequence[str], place: int) -> bool:
    """Whether here stands --json with nothing after it: then only the result is to be JSON."""
    return tokens[place] == "--json" and (place + 1 == len(tokens) or tokens[place + 1].startswith("--"))


def _model(kind: Kind, name: str) -> type[BaseModel]:
    if name not in kind.commands():
        raise Usage(f"There is no command {name!r} on a {kind.noun}.{_meant(kind, name)}")
    return kind.models[name]


def _meant(kind: Kind, name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  only where something was mistyped

    other = SECURITY if kind is CASE else CASE
    if name in other.commands():
        return f" It is given on a {other.noun}: {other.begins} {name}"
    close = get_close_matches(name, kind.commands(), n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    return f"{meant} {kind.begins.rpartition(' ')[0]} --help lists them."


def _given(kind: Kind, model: type[BaseModel], typed: Typed) -> AnyCommand | Malformed:
    """Return the command, or what is wrong with its fields."""
    source = typed.own.get("--json")
    if source and typed.rest:
        raise Usage(f"{typed.rest[0]!r} beside --json: give the fields one way or the other.")
    found = read_document(source) if source else fields.read(typed.command, fields.options(model), typed.rest)
    try:
        return kind.parse(typed.command, found)
    except Malformed as fault:
        return fault


# --- help -------------------------------------------------------------------------------------------------


def _help(kind: Kind, named: Sequence[str]) -> None:
    """Print the help of one command where two words name it, else that of `act` with all commands."""
    if len(named) > 1:
        _help_command(kind, named[1], _model(kind, named[1]))
        return
    speak.sentence(f"Usage: {kind.usage}")
    speak.sentence(f"\nGive a command on a {kind.noun}. {kind.begins} COMMAND --help shows its fields.")
    speak.heading("Commands")
    speak.table(("", ""), [(name, _summary(kind.models[name])) for name in kind.commands()], bare=True)
    _help_own()


def _help_command(kind: Kind, name: str, model: type[BaseModel]) -> None:
    speak.sentence(f"Usage: {kind.begins} {name} [--FIELD VALUE …]")
    roles = ", ".join(sorted(kind.acts[name].roles))
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


def _summary(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").split("\n", maxsplit=1)[0]
