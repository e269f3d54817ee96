"""Finds the dates of facts in a command: those that may be entered late and never lie in the future."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel

from rules.values import FactMarker


def fact_dates(model: BaseModel) -> Iterator[tuple[str, date]]:
    """Yield the path and the day of every fact in a command, nested ones included: `violations.1.observed_on`."""
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        shown = field.alias or name
        if _is_fact(type(model), name):
            yield from ((shown, day) for day in _days(value))
        elif isinstance(value, BaseModel):
            yield from ((f"{shown}.{path}", day) for path, day in fact_dates(value))
        elif isinstance(value, tuple):
            for number, item in enumerate(value):
                if isinstance(item, BaseModel):
                    yield from ((f"{shown}.{number}.{path}", day) for path, day in fact_dates(item))


def _days(value: Any) -> Iterator[date]:
    if isinstance(value, date):
        yield value
    elif isinstance(value, tuple):
        yield from (day for day in value if isinstance(day, date))


@cache
def _is_fact(model: type[BaseModel], name: str) -> bool:
    field = model.model_fields[name]
    return any(isinstance(mark, FactMarker) for mark in field.metadata) or _is_marked(field.annotation)


def _is_marked(annotation: Any) -> bool:
    marks = getattr(annotation, "__metadata__", ())
    return any(isinstance(mark, FactMarker) for mark in marks) or any(map(_is_marked, get_args(annotation)))
