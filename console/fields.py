"""A command's fields as options: their flags and help from its model, and what was typed back as JSON fields.

`--cured-on 2026-07-01` is the field `cured_on`. Lists take commas or repeats, keyed fields take
`v1=continuing,v2=compliant`, either of them JSON as well; `null` says that there is none.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from console.usage import Usage
from ordinances import plain

BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


class Option(NamedTuple):
    """One field as people type it; `kind` is value, flag, list or map."""

    field: str
    kind: str
    takes: str
    help: str
    required: bool

    @property
    def flag(self) -> str:
        """The option as it is typed."""
        return flag(self.field)


def flag(field: str) -> str:
    """Return the option of a field."""
    return f"--{field.replace('_', '-')}"


# --- from the model ---------------------------------------------------------------------------------------


def options(model: type[BaseModel]) -> tuple[Option, ...]:
    """Return the options of a command, in the order its fields are written."""
    schema = model.model_json_schema()
    required = schema.get("required", [])
    return tuple(
        Option(name, _kind(shape), _takes(shape), told.get("description", ""), name in required)
        for name, told in schema.get("properties", {}).items()
        for shape in [_shape(told, schema.get("$defs", {}))]
    )


def _shape(told: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a value itself: references followed, null left out."""
    if "$ref" in told:
        return _shape(definitions[told["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in told:
        return _shape(next(each for each in told["anyOf"] if each.get("type") != "null"), definitions)
    inner = {key: _shape(told[key], definitions) for key in ("items",) if key in told}
    values = next(iter(told.get("patternProperties", {}).values()), None)
    return {**told, **inner, **({"values": _shape(values, definitions)} if values else {})}


def _kind(shape: dict[str, Any]) -> str:
    return {"boolean": "flag", "array": "list", "object": "map"}.get(shape.get("type", ""), "value")


TAKES = {"object": "JSON", "boolean": "true|false", "number": "DOLLARS", "integer": "NUMBER"}


def _takes(shape: dict[str, Any]) -> str:
    """Return what stands after the option in a help text."""
    if "items" in shape:
        return f"{_takes(shape['items'])},…"
    if "values" in shape:
        key = next(iter(shape.get("propertyNames", {}).get("examples", ["key"])))
        return f"{key}={_takes(shape['values'])},…"
    if "enum" in shape:
        return "|".join(shape["enum"])
    text = "DATE" if shape.get("format") == "date" else str(next(iter(shape.get("examples", ["TEXT"]))))
    return TAKES.get(shape.get("type", ""), text)


# --- from what was typed ----------------------------------------------------------------------------------


def read(name: str, known: Sequence[Option], tokens: Sequence[str]) -> dict[str, Any]:
    """Return the JSON fields that options spell; raise Usage for one that is unknown, unreadable or has no value."""
    by_flag = {option.flag: option for option in known}
    found: dict[str, Any] = {}
    for flag, values in _grouped(name, tokens):
        option = by_flag.get(flag.replace("_", "-"))
        if option is None:
            raise Usage(_unknown(name, flag, by_flag))
        _take(option, values, found)
    return found


def _grouped(name: str, tokens: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each option with the values after it."""
    flag, values = None, list[str]()
    for token in tokens:
        if token.startswith("--"):
            if flag is not None:
                yield flag, values
            flag, equals, value = token.partition("=")
            values = [value] if equals else []
        elif flag is None:
            raise Usage(f"{token!r} stands alone: {name} takes options, e.g. --on 2026-01-31.")
        else:
            values.append(token)
    if flag is not None:
        yield flag, values


def _take(option: Option, values: list[str], found: dict[str, Any]) -> None:
    if option.kind == "flag" and not values:
        values = ["true"]
    if not values:
        raise Usage(f"{option.flag} needs a value: {option.takes}.")
    if values == ["null"]:
        found[option.field] = None
        return
    if option.kind in {"list", "map"}:
        _gather(option, values, found)
        return
    if len(values) > 1 or option.field in found:
        raise Usage(f"{option.flag} takes one value; put words in quotation marks.")
    found[option.field] = _boolean(option, values[0]) if option.kind == "flag" else values[0]


def _boolean(option: Option, text: str) -> bool:
    if text.lower() not in BOOLEANS:
        raise Usage(f"{option.flag} is {text!r}: write true or false.")
    return BOOLEANS[text.lower()]


def _gather(option: Option, values: list[str], found: dict[str, Any]) -> None:
    """Add to a list or to a keyed field what one option brings."""
    for text in values:
        if text.lstrip().startswith(("[", "{")):
            more = _json(option, text)
        elif option.kind == "list":
            more = [part.strip() for part in text.split(",") if part.strip()]
        else:
            more = dict(_pair(option, part) for part in text.split(",") if part.strip())
        before = found.get(option.field)
        if before is None:
            found[option.field] = more
        elif isinstance(before, list) and isinstance(more, list):
            before += more
        elif isinstance(before, dict) and isinstance(more, dict):
            before.update(more)


def _json(option: Option, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise Usage(f"{option.flag} is not JSON: {fault.msg} at column {fault.colno}.") from None


def _pair(option: Option, text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise Usage(f"{option.flag} has {text.strip()!r}: write {option.takes}.")
    return key.strip(), value.strip()


def _unknown(name: str, flag: str, known: dict[str, Any]) -> str:
    what, _ = plain.unknown(flag, known)
    stop = "" if what.endswith("?") else "."
    return f"{flag}: {what.replace('key', 'option')}{stop} {name} takes {', '.join(known)}."
