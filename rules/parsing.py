"""Reads a command from its name and its JSON fields; what cannot be read is told in plain sentences, one a problem.

Dates are written YYYY-MM-DD: a number is never taken for one, though pydantic would read it as seconds.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from rules.commands import COMMANDS, Command
from rules.refusals import Malformed
from rules.security_commands import SECURITY_COMMANDS, SecurityCommand

Place = tuple[int | str, ...]
Problem = tuple[Place, str]
AnyCommand = TypeVar("AnyCommand", Command, SecurityCommand)
Shape = TypeVar("Shape", bound=BaseModel)
DEEPEST = 12
WORDS = {  # by how pydantic's kind of error begins, the more particular ones first
    "missing": "is missing",
    "decimal_max_places": "is {given}: an amount has at most two decimals",
    "decimal_max_digits": "is {given}, more than an amount can be",
    "decimal_whole_digits": "is {given}, more than an amount can be",
    "decimal": "is {given}, not an amount",
    "finite_number": "is {given}, not an amount",
    "date": "is {given}, not a date written YYYY-MM-DD",
    "bool": "is {given}; give true or false",
    "int": "is {given}, not a whole number",
    "string_too_short": "is empty",
    "too_short": "is empty; give at least one",
    "string_too_long": "is longer than {max_length} characters",
    "too_long": "has more than {max_length} of them",
    "string": "is {given}, not text",
    "tuple": "is {given}, not a list",
    "dict": "is {given}, not an object",
    "model": "is {given}, not an object",
    "greater_than_equal": "is {given}; it is at least {ge}",
    "greater_than": "is {given}; it is more than {gt}",
}
ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def parse(name: str, fields: Mapping[str, Any]) -> Command:
    """Return the command a name and its fields make; raise Malformed that names every field in trouble."""
    return _parse(COMMANDS, name, fields)


def parse_security(name: str, fields: Mapping[str, Any]) -> SecurityCommand:
    """Return the command on a security that a name and its fields make; raise Malformed as `parse` does."""
    return _parse(SECURITY_COMMANDS, name, fields)


def _parse(known: Mapping[str, type[AnyCommand]], name: str, fields: Mapping[str, Any]) -> AnyCommand:
    model = known.get(name)
    if model is None:
        raise Malformed(f"There is no command {name!r}.", remedy=_nearest(name, known), field="command")
    return parse_as(model, fields)


def parse_as(model: type[Shape], fields: Mapping[str, Any]) -> Shape:
    """Return the value of a model that JSON fields make; raise Malformed that names every field in trouble."""
    unreadable = list(_unreadable(fields))
    if unreadable:
        raise _malformed(unreadable)
    try:
        command = model.model_validate(dict(fields))
    except ValidationError as error:
        raise _malformed([_problem(model, each) for each in error.errors() if not _is_echo(each)]) from error
    undated = list(_undated(command, fields))
    if undated:
        raise _malformed(undated)
    return command


def field_name(model: type[BaseModel], name: str) -> str:
    """Return the name a field bears in JSON."""
    return model.model_fields[name].alias or name


def _malformed(problems: list[Problem]) -> Malformed:
    said = " ".join(_sentence(place, what) for place, what in problems)
    refusal = Malformed(said, field=".".join(map(str, problems[0][0])) or None)
    refusal.problems = tuple(problems)
    return refusal


def _sentence(place: Place, what: str) -> str:
    text = f"{_say(place)} {what}" if place else what
    return text if text.endswith((".", "?")) else f"{text}."


def _say(place: Place) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)[1:]


def _nearest(name: str, known: Mapping[str, Any] | list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}."


# --- what pydantic lets through -------------------------------------------------------------------------


def _unreadable(value: Any, place: Place = ()) -> Iterator[Problem]:
    """Yield the texts that no database keeps, and what is nested deeper than any command is."""
    if len(place) > DEEPEST:
        yield place[:1], "is nested too deeply"
    elif isinstance(value, str):
        if not _can_be_kept(value):
            yield place, "holds a character that cannot be kept"
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if _can_be_kept(str(key)):
                yield from _unreadable(each, (*place, str(key)))
            else:
                yield (place or ("the command",)), "has a field whose name cannot be kept"
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from _unreadable(each, (*place, index))


def _can_be_kept(text: str) -> bool:
    """Tell whether a text holds neither a NUL nor half a character."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _undated(read: Any, given: Any, place: Place = ()) -> Iterator[Problem]:
    """Yield the dates that were read from something other than a date."""
    if isinstance(read, date) and not isinstance(given, date):
        if not (isinstance(given, str) and ISO_DATE.fullmatch(given.strip())):
            yield place, WORDS["date"].format(given=_quoted(given))
    elif isinstance(read, BaseModel) and isinstance(given, Mapping):
        for name in type(read).model_fields:
            key = next((key for key in (field_name(type(read), name), name) if key in given), None)
            if key is not None:
                yield from _undated(getattr(read, name), given[key], (*place, key))
    elif isinstance(read, tuple) and isinstance(given, list | tuple):
        for index, (one, other) in enumerate(zip(read, given, strict=True)):
            yield from _undated(one, other, (*place, index))


# --- what pydantic says, in plain words -----------------------------------------------------------------


def _is_echo(error: ErrorDetails) -> bool:
    """Tell whether a list counts as too short only because what is in it could not be read."""
    return error["type"] == "too_short" and bool(error["input"])


def _problem(model: type[BaseModel], error: ErrorDetails) -> Problem:
    place = error["loc"]
    if error["type"] == "extra_forbidden":
        *above, name = place
        known = [
            field_name(owner, each) for owner in [_model_at(model, above)] for each in owner.model_fields
        ]
        return place, f"is not known here. {_nearest(str(name), known)}"
    # A key that cannot be read is marked after itself; one may also be called so.
    return place[:-1] if place[-1:] == ("[key]",) else place, _words(error)


def _words(error: ErrorDetails) -> str:
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "value_error":
        return f"does not do: {context['error']}" if error["loc"] else str(context["error"])
    if kind == "string_pattern_mismatch":
        return f"is {_quoted(given)}, not written like {_example(context['pattern'])}"
    if kind == "enum":
        return f"is {_quoted(given)}; it is one of {context['expected'].replace(chr(39), '')}"
    words = next((words for start, words in WORDS.items() if kind.startswith(start)), error["msg"])
    return words.format(
        given=_quoted(given), **{name: context.get(name) for name in ("max_length", "gt", "ge")}
    )


def _example(pattern: str) -> str:
    found = re.match(r"\^([a-z])\[1-9\]", pattern)
    return f"{found[1]}1" if found else pattern


def _quoted(given: Any) -> str:
    text = repr(given) if isinstance(given, str) else str(given)
    return text if len(text) <= 60 else f"{text[:57]}…"  # noqa: PLR2004  enough to see which is meant


def _model_at(model: type[BaseModel], place: list[int | str]) -> type[BaseModel]:
    """Return the model that the fields at a place belong to."""
    for part in place:
        names = {field_name(model, name): name for name in model.model_fields}
        if isinstance(part, str) and part in names:
            inner = _model_in(model.model_fields[names[part]].annotation)
            model = inner or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for inner in get_args(annotation) if (found := _model_in(inner))), None)
