"""A form for any command, made from its model: fields, help, choices, what was typed, and what is wrong with it.

A page makes one with `form_of`, shows it with the macro `form` of `macros/forms.html`, and reads it with `Sent`.
"""

import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

from fastapi import Request
from pydantic import BaseModel
from starlette.datastructures import FormData

from rules.parsing import Place
from rules.refusals import Malformed, Refusal
from rules.shapes import properties
from web import typed
from web.auth import MOST_FIELDS
from web.carried import AGAIN
from web.choices import Choices
from web.fields import Asked, Field, Kind, build
from web.labels import label_of
from web.told import told, told_refusal
from web.words import sentence, title

OP: Final = re.compile(r"[0-9a-f]{32}")
Problems = dict[Place, tuple[str, ...]]


class Trouble(NamedTuple):
    """One line of the summary of errors; `field` is the id of the field it leads to."""

    text: str
    field: str | None = None


class Kept(NamedTuple):
    """A file that was sent with a form before and is kept: what names it, signed, and its name."""

    packed: str
    name: str


@dataclass(frozen=True, slots=True)
class Form:
    """A form ready to be shown."""

    command: str
    title: str
    summary: str
    action: str
    fields: tuple[Field, ...]
    op: str
    troubles: tuple[Trouble, ...] = ()
    kept: tuple[Kept, ...] = ()

    @property
    def uploads(self) -> bool:
        """Whether a file can be chosen in it."""
        return any(each.kind is Kind.FILE for each in self.fields)


@dataclass(frozen=True, slots=True)
class Sent:
    """What came back from a form: the values, its key, which row is to be added, and whether it is only shown again."""

    form: FormData
    values: dict[str, Any]
    op: str
    more: dict[str, int] = field(default_factory=dict)
    only_rows: bool = False

    @classmethod
    async def of(cls, request: Request, model: type[BaseModel], choices: Choices) -> Self:
        """Read the form of a request."""
        form = await request.form(max_fields=MOST_FIELDS)
        inputs = typed.inputs_of(form)
        more, fewer, op = form.get("_more"), form.get("_fewer"), str(form.get("_op", ""))
        if isinstance(fewer, str) and fewer:
            inputs = {name: each for name, each in inputs.items() if not f"{name}.".startswith(f"{fewer}.")}
        values = typed.read(*properties(model), inputs, choices)
        rows = {more: 1} if isinstance(more, str) and more else {}
        return cls(
            form, values, op if OP.fullmatch(op) else new_op(), rows, bool(more or fewer or AGAIN in form)
        )


def new_op() -> str:
    """Make the key under which a form's command counts once."""
    return secrets.token_hex(16)


def form_of(
    model: type[BaseModel],
    command: str,
    action: str,
    choices: Choices,
    values: Mapping[str, Any],
    *,
    op: str | None = None,
    refusal: Refusal | None = None,
    more: Mapping[str, int] | None = None,
) -> Form:
    """Make the form of a command; with a refusal, under a new key and with what is wrong beside the fields."""
    problems = problems_of(command, refusal) if refusal else {}
    fields = build(*properties(model), values, Asked(command, choices, problems, more or {}))
    return Form(
        command=command,
        title=title(command),
        summary=told((model.__doc__ or "").split("\n", maxsplit=1)[0], command),
        action=action,
        fields=fields,
        op=op or new_op(),
        troubles=tuple(_troubles(fields, problems)),
    )


def prefilled(request: Request, model: type[BaseModel], choices: Choices) -> dict[str, Any]:
    """Return the values that a link gives a form beforehand, e.g. `?respondent=r1`."""
    inputs = typed.inputs_of(request.query_params)
    fields, _ = properties(model)
    given = {
        name: shape for name, shape in fields.items() if any(n.partition(".")[0] == name for n in inputs)
    }
    return typed.read(given, frozenset(), inputs, choices)


# --- what is wrong ----------------------------------------------------------------------------------------


def problems_of(command: str, refusal: Refusal) -> Problems:
    """Return what a refusal says, by the place of the field it is about; the empty place is the form itself."""
    if isinstance(refusal, Malformed) and refusal.problems:
        found: Problems = {}
        for place, what in refusal.problems:
            said = sentence(_lacks(label_of(command, place), what) if place else told(what, command))
            found[place] = (*found.get(place, ()), said)
        return found
    place = tuple(_part(each) for each in (refusal.facts.field or "").split(".") if each)
    return {place: (told_refusal(refusal.facts, command).sentence(),)}


def _lacks(label: str, what: str) -> str:
    """Return a label and what is wrong with it as people say it: "Counts are missing"."""
    if label.endswith("?") or label.startswith(("What ", "Why ", "It ")):
        return f"“{label}” {what}"
    many = re.match(r"\w*[^su]s\b", label)
    return f"{label} {re.sub(r'^is ', 'are ', what) if many else what}"


def _part(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


def _troubles(fields: tuple[Field, ...], problems: Problems) -> Iterator[Trouble]:
    """Yield every problem: first those of no field, then the others in the order of the fields."""
    shown = list(_all(fields))
    names = {each.name for each in shown}
    for place, texts in problems.items():
        if ".".join(map(str, place)) not in names:
            yield from (Trouble(text) for text in texts)
    for each in shown:
        yield from (Trouble(text, each.id) for text in each.problems)


def _all(fields: tuple[Field, ...]) -> Iterator[Field]:
    for each in fields:
        yield each
        yield from _all(each.parts)
        for row in each.rows:
            yield from _all(row)
