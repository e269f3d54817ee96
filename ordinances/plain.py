"""Says in plain words what is wrong with a data file: the parser's and pydantic's terms, for a lawyer.

A key is named by the way to it, elements of a list counted from 1: penalties.default.tiers[2].minimum.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

SYNTAX = {
    "Unterminated string": "a quotation mark is not closed",
    "Expected '\"'": "a quotation mark is not closed",
    'Expected "\'"': "a quotation mark is not closed",
    "Illegal character": "a quotation mark is not closed, or a character may not stand here",
    "Unclosed array": "a list is not closed with ], or a comma is missing in it",
    "Unclosed inline table": "a { is not closed with }, or a comma is missing",
    "Expected '='": "there is no = after the key",
    "Expected newline": "something stands after the value: one key to a line, no commas in numbers",
    "Invalid date": "there is no such day",
    "Invalid value": "not a value: words in quotation marks, dates as 2026-01-31, numbers without $ or ,",
    "Invalid statement": "neither a key with its value nor a [table]",
    "Invalid initial character": "not a key: letters, digits, - and _",
    "Expected ']": "a table's name is not closed with ]",
    "Cannot overwrite": "the key stands twice",
    "Duplicate inline": "the key stands twice",
    "Cannot declare": "the table stands twice",
    "Cannot mutate": "the key stands twice",
    "Cannot redefine": "the key stands twice",
    "Unescaped '\\'": "a \\ in \"quotes\" begins a code; write it twice, or use 'single' quotes",
}
CURLY = "“”„‘’"

KINDS = {
    "missing": "missing",
    "int_parsing": "not a whole number",
    "int_type": "not a whole number",
    "int_from_float": "not a whole number",
    "decimal_parsing": "not a number",
    "decimal_type": "not a number",
    "string_type": "not text: put it in quotation marks",
    "bool_parsing": "not true or false",
    "bool_type": "not true or false",
    "date_type": "not a date: write it as 2026-01-31, without quotation marks",
    "date_parsing": "not a date: write it as 2026-01-31, without quotation marks",
    "date_from_datetime_parsing": "not a date: write it as 2026-01-31, without quotation marks",
    "date_from_datetime_inexact": "not a date: write it as 2026-01-31, without a time of day",
    "tuple_type": "not a list: put it in [ ]",
    "dict_type": "not a table",
    "model_type": "not a table",
    "model_attributes_type": "not a table",
    "string_pattern_mismatch": "may hold only small letters, digits and hyphens, a letter first",
    "too_short": "must hold at least one",
    "union_tag_not_found": 'kind is missing: "deadline" or "exposure"',
}


def syntax(told: str, text: str) -> str:
    """Return a fault of syntax in plain words; `text` is the statement it was found in."""
    plain = next((words for start, words in SYNTAX.items() if told.startswith(start)), told)
    if any(sign in text for sign in CURLY):
        return f"{plain}; curly quotation marks are taken for letters, use straight ones"
    return plain


def wrong(error: ErrorDetails) -> str:
    """Return what pydantic found in plain words, other than for a key it does not know."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind.startswith(("greater_than", "less_than")):
        return error["msg"].replace("Input should be", f"{given} must be")
    match kind:
        case "value_error":
            return str(context["error"])
        case "enum" | "literal_error":
            return f"{given!r} is not one of {context['expected']}"
        case "union_tag_invalid":
            return f"kind {context['tag']!r} is not one of {context['expected_tags']}"
    return KINDS.get(kind, error["msg"])


def unknown(name: str, candidates: Iterable[str]) -> tuple[str, str | None]:
    """Return the words for a key that is not known, and the key that was probably meant."""
    meant = next(iter(get_close_matches(name, list(candidates), n=1)), None)
    return ("unknown key" if meant is None else f"unknown key; did you mean {meant!r}?"), meant


def known_keys(model: type[BaseModel], path: Iterable[str | int]) -> list[str]:
    """Return the keys that may stand in the table at this path of a model."""
    models = [model]
    for step in path:
        inner = [field.annotation for each in models for name, field in _fields(each) if name == step]
        models = [found for annotation in inner for found in _models(annotation)] or models
    return [name for each in models for name, _ in _fields(each)]


def spelled(path: Iterable[str | int]) -> str:
    """Return a path as one reads it, elements of lists counted from 1."""
    text = ""
    for step in path:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
    return text.lstrip(".")


def _fields(model: type[BaseModel]) -> list[tuple[str, Any]]:
    return [(field.alias or name, field) for name, field in model.model_fields.items()]


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for part in get_args(annotation) for found in _models(part)]
