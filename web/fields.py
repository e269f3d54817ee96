"""A command's fields as a form shows them, made from the command's model, what was typed, and the case.

What was typed is held as the JSON fields of the command, in text as it was typed: so nothing of it is lost when
the form is shown again, and the place of a problem is the place of its field.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from rules.parsing import Place
from rules.shapes import Shape
from web.choices import Choice, Choices
from web.labels import label_of, option_of
from web.words import unscored

LONG_TEXT: Final = 300  # more than this is written in a box of several lines
OF_FILES: Final = "photographs, videos or PDFs; several at once go under the same caption"


class Kind(StrEnum):
    """How a field is asked for; each is one macro in `macros/fields.html`."""

    TEXT = "text"
    AREA = "area"
    DATE = "date"
    MONEY = "money"
    NUMBER = "number"
    SELECT = "select"
    YES_NO = "yes_no"
    CHECK = "check"
    CHECKS = "checks"
    GROUP = "group"
    ROWS = "rows"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Field:
    """One field; `parts` are the fields of a group, `rows` those of each row; `marked`: where optional, so it says."""

    name: str
    label: str
    kind: Kind
    required: bool
    help: str = ""
    value: Any = None
    choices: tuple[Choice, ...] = ()
    problems: tuple[str, ...] = ()
    parts: tuple["Field", ...] = ()
    rows: tuple[tuple["Field", ...], ...] = ()
    limit: int | None = None
    hints: tuple[str, ...] = ()
    marked: bool = True

    @property
    def id(self) -> str:
        """The id of its element, which its label, its help and its errors name."""
        return "f-" + self.name.replace(".", "-")

    @property
    def described_by(self) -> str | None:
        """The ids of the help and of the errors beside it."""
        ids = [f"{self.id}-help"] if self.help else []
        return " ".join(ids + ([f"{self.id}-error"] if self.problems else [])) or None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a form is made from besides the model: values as JSON fields, problems by place, choices, further rows."""

    command: str
    choices: Choices
    problems: Mapping[Place, tuple[str, ...]]
    more: Mapping[str, int]


def build(
    fields: Mapping[str, Shape],
    required: frozenset[str],
    values: Mapping[str, Any],
    asked: Asked,
    at: Place = (),
) -> tuple[Field, ...]:
    """Return the fields of an object, those of the command itself or of a part of it."""
    return tuple(
        _field(shape, values.get(name), asked, (*at, name), required=name in required)
        for name, shape in fields.items()
        if (*at, name) not in asked.choices.hidden
    )


def kind_of(shape: Shape, *, required: bool) -> Kind:
    """Return how a value of this shape is asked for."""
    by_type = {"object": Kind.GROUP, "number": Kind.MONEY, "integer": Kind.NUMBER}
    of = shape.get("type")
    if of == "boolean":
        return Kind.YES_NO if required else Kind.CHECK
    if of == "array":
        return Kind.CHECKS if "pattern" in shape["items"] else Kind.ROWS
    return by_type.get(of or "") or _kind_of_text(shape)


def _kind_of_text(shape: Shape) -> Kind:
    if "enum" in shape or "pattern" in shape:
        return Kind.SELECT
    if shape.get("format") == "date":
        return Kind.DATE
    return Kind.AREA if shape.get("maxLength", 0) > LONG_TEXT else Kind.TEXT


def _field(shape: Shape, value: Any, asked: Asked, at: Place, *, required: bool) -> Field:
    kind = asked.choices.kinds.get(at[-1]) or kind_of(shape, required=required)
    label = label_of(asked.command, at)
    made = Field(
        name=".".join(map(str, at)),
        label=label,
        kind=Kind(kind),
        # null said in so many words is what an empty field says
        required=required and not shape.get("nullable", False),
        help=OF_FILES if kind == Kind.FILE else _help(shape, label),
        value=shape.get("default") if value is None else value,
        problems=asked.problems.get(at, ()),
        limit=shape.get("maxLength"),
        hints=asked.choices.hints.get(at[-1], ()),
        marked=kind != Kind.FILE,
    )
    match made.kind:
        case Kind.SELECT | Kind.CHECKS:
            return replace(made, choices=_choices(shape, asked))
        case Kind.GROUP:
            return replace(made, parts=_parts(shape, value, asked, at))
        case Kind.ROWS:
            return replace(made, rows=_rows(shape, value, asked, at, required=required))
    return made


def _help(shape: Shape, label: str) -> str:
    """Return what helps to fill a field in; nothing where its label says the same."""
    told = unscored(str(shape.get("help", "")))
    return "" if _words(told) <= _words(label) else told


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower())) - {"the", "a", "that"}


def _choices(shape: Shape, asked: Asked) -> tuple[Choice, ...]:
    inner = shape.get("items", shape)
    if "enum" in inner:
        return tuple(Choice(each, option_of(each)) for each in inner["enum"])
    return asked.choices.of(str(inner.get("pattern", "")))


def _parts(shape: Shape, value: Any, asked: Asked, at: Place) -> tuple[Field, ...]:
    """Return the fields of an object: its own, or one for each key of the case that it may name."""
    values = value if isinstance(value, Mapping) else {}
    if "fields" in shape:
        return build(shape["fields"], shape["required"], values, asked, at)
    keys = asked.choices.of(next(iter(shape.get("patternProperties", {}))))
    inner = [(key, shape["values"]) for key in keys]
    return tuple(
        Field(
            name=".".join(map(str, (*at, key.value))),
            label=key.label,
            kind=Kind.SELECT,
            required=False,
            value=values.get(key.value),
            choices=tuple(Choice(each, option_of(each)) for each in told.get("enum", ())),
            problems=asked.problems.get((*at, key.value), ()),
            marked=False,
        )
        for key, told in inner
    )


def _rows(
    shape: Shape, value: Any, asked: Asked, at: Place, *, required: bool
) -> tuple[tuple[Field, ...], ...]:
    given: Sequence[Any] = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    least = 1 if required or "fields" not in shape["items"] else 0
    number = max(len(given), least) + asked.more.get(".".join(map(str, at)), 0)
    rows = [given[index] if index < len(given) else None for index in range(number)]
    return tuple(_row(shape["items"], row, asked, (*at, index)) for index, row in enumerate(rows))


def _row(inner: Shape, value: Any, asked: Asked, at: Place) -> tuple[Field, ...]:
    if "fields" in inner:
        values = value if isinstance(value, Mapping) else {}
        return build(inner["fields"], inner["required"], values, asked, at)
    return (_field(inner, value, asked, at, required=False),)
