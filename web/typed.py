"""What was typed into a form, as the JSON fields of a command: texts as they were typed, what is empty left out.

Names of inputs are places with points between: `findings.v1`, `respondents.0.name`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from starlette.datastructures import FormData, QueryParams

from rules.shapes import Shape
from web.choices import Choices
from web.fields import Kind, kind_of

NOTHING: Final = object()
Inputs = Mapping[str, list[str]]


def inputs_of(form: FormData | QueryParams) -> dict[str, list[str]]:
    """Return the texts that were sent, by the name of their input; our own fields, `_…`, and files left out."""
    found: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str) and not name.startswith("_"):
            found.setdefault(name, []).append(value.replace("\r\n", "\n"))
    return found


def read(
    fields: Mapping[str, Shape], required: frozenset[str], inputs: Inputs, choices: Choices, at: str = ""
) -> dict[str, Any]:
    """Return the JSON fields that the inputs of a form make."""
    found: dict[str, Any] = {}
    for name, shape in fields.items():
        place = (*(at.split(".") if at else ()), name)
        if place in choices.hidden or name in choices.kinds:
            continue
        value = _value(shape, inputs, choices, ".".join(place), required=name in required)
        if value is not NOTHING:
            found[name] = value
    return found


def _value(shape: Shape, inputs: Inputs, choices: Choices, name: str, *, required: bool) -> Any:
    match kind_of(shape, required=required):
        case Kind.CHECK:
            return bool(inputs.get(name))
        case Kind.YES_NO:
            return {"true": True, "false": False}.get(_text(inputs, name), NOTHING)
        case Kind.CHECKS:
            return [each for each in inputs.get(name, []) if each] or NOTHING
        case Kind.GROUP:
            return _group(shape, inputs, choices, name, required=required)
        case Kind.ROWS:
            return _rows(shape["items"], inputs, choices, name, required=required)
        case kind:
            text = _text(inputs, name)
            if kind is Kind.MONEY:
                text = text.removeprefix("$").replace(",", "").strip()
            # An empty field says null where that is an answer, else nothing.
            return text or (None if required and shape.get("nullable") else NOTHING)


def _text(inputs: Inputs, name: str) -> str:
    values = inputs.get(name)
    return values[-1].strip() if values else ""


def _group(shape: Shape, inputs: Inputs, choices: Choices, name: str, *, required: bool) -> Any:
    if "fields" in shape:
        return read(shape["fields"], shape["required"], inputs, choices, name)
    start = f"{name}."
    given = {
        each.removeprefix(start): values[-1]
        for each, values in inputs.items()
        if each.startswith(start) and values[-1]
    }
    return given or ({} if required else NOTHING)


def _rows(inner: Shape, inputs: Inputs, choices: Choices, name: str, *, required: bool) -> Any:
    """Return the rows in which something was typed, and one where there must be one."""
    if "fields" not in inner:
        return [text for index in _indexes(inputs, name) if (text := _text(inputs, f"{name}.{index}"))] or (
            NOTHING
        )
    places = [f"{name}.{index}" for index in _indexes(inputs, name)]
    rows = [read(inner["fields"], inner["required"], inputs, choices, place) for place in places]
    kept = [row for row in rows if not _is_blank(row, inner["fields"])]
    return kept or (rows[:1] if required and rows else NOTHING)


def _indexes(inputs: Iterable[str], name: str) -> list[int]:
    start = f"{name}."
    found = {each.removeprefix(start).partition(".")[0] for each in inputs if each.startswith(start)}
    return sorted(int(each) for each in found if each.isdecimal() and len(each) < len("10000"))


def _is_blank(row: Mapping[str, Any], fields: Mapping[str, Shape]) -> bool:
    """Tell whether nothing was typed into a row: what is chosen beforehand counts for nothing."""
    return all(value in (None, False, fields[name].get("default")) for name, value in row.items())
