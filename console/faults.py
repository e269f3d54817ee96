"""What pydantic finds wrong with a command, in plain words: which field, what is wrong, what it takes."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from console.usage import Usage
from ordinances import plain
from rules.commands import Command

C = TypeVar("C", bound=Command)
_TOO_MANY = 5

_WORDS = {
    "missing": "is missing",
    "date_type": "write a date as 2026-01-31",
    "date_parsing": "write a date as 2026-01-31",
    "date_from_datetime_parsing": "write a date as 2026-01-31",
    "date_from_datetime_inexact": "write a date as 2026-01-31, without a time of day",
    "decimal_type": "write a number of dollars without $ or commas",
    "decimal_parsing": "write a number of dollars without $ or commas",
    "decimal_max_places": "dollars have at most two decimals",
    "decimal_max_digits": "more dollars than can be meant",
    "decimal_whole_digits": "more dollars than can be meant",
    "finite_number": "write a number of dollars without $ or commas",
    "int_type": "write a whole number",
    "int_parsing": "write a whole number",
    "int_from_float": "write a whole number",
    "bool_type": "write true or false",
    "bool_parsing": "write true or false",
    "string_type": "write text in quotation marks",
    "string_unicode": "not readable as text: use the encoding UTF-8",
    "string_too_short": "may not be empty",
    "too_short": "give at least one",
    "tuple_type": "give a list",
    "dict_type": 'give an object, e.g. {"v1": …}',
    "model_type": "give an object",
    "model_attributes_type": "give an object",
}

_OF_CONTEXT: dict[str, Callable[[Any, dict[str, Any]], str]] = {
    "value_error": lambda _, context: str(context["error"]),
    "enum": lambda given, context: f"{given!r} is not one of {str(context['expected']).replace(chr(39), '')}",
    "string_too_long": lambda given, context: f"{len(given):,} characters; at most {context['max_length']:,}",
    "string_pattern_mismatch": lambda given, _: f"{given!r} is no key: keys are written r1, v1, c1",
    "too_long": lambda _, context: (
        f"{context['actual_length']} are too many; at most {context['max_length']}"
    ),
}


def command(model: type[C], fields: dict[str, Any], spell: Callable[[str], str] = str) -> C:
    """Return the command its JSON fields tell; raise Usage naming each field that is wrong."""
    try:
        return model.model_validate(fields)
    except ValidationError as found:
        errors = found.errors(include_url=False)
    told = list(dict.fromkeys(_fault(model, error, spell) for error in errors))
    more = f"; and {len(told) - _TOO_MANY} more" if len(told) > _TOO_MANY else ""
    raise Usage(f"{model.name_} cannot be read: {'; '.join(told[:_TOO_MANY])}{more}.")


def _fault(model: type[Command], error: ErrorDetails, spell: Callable[[str], str]) -> str:
    way = tuple(step for step in error["loc"] if step != "[key]")
    name = _named(way, spell)
    if error["type"] == "extra_forbidden":
        what, _ = plain.unknown(str(way[-1]), plain.known_keys(model, way[:-1]))
        return f"{name}: {what}"
    if error["type"] == "missing":
        return f"{name} is missing"
    said = _words(error)
    return f"{name} {said}" if said.startswith("may not") else f"{name}: {said}".removeprefix(": ")


def _named(way: tuple[str | int, ...], spell: Callable[[str], str]) -> str:
    if not way:
        return ""
    return plain.spelled((spell(str(way[0])), *way[1:]))


def _words(error: ErrorDetails) -> str:
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind in _OF_CONTEXT:
        return _OF_CONTEXT[kind](given, context)
    if kind.startswith(("greater_than", "less_than")):
        return error["msg"].replace("Input should be", f"{given} must be")
    said = _WORDS.get(kind, error["msg"])
    return said if kind in {"string_too_short", "too_short"} else f"{_short(given)}: {said}"


def _short(given: Any) -> str:
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004  a line has room for that
