"""One entry of the record in plain words: what is in it, without what the line around it says already."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any, Final

from rules.calendar import say
from web.labels import BY_FIELD
from web.words import money, plain

LEFT_OUT: Final = frozenset({"on", "key", "case", "village", "dated_through", "contents", "in_force"})
SUMS: Final = frozenset(
    {"amount", "estimated_cost", "fine", "surcharge", "minimum", "maximum", "recovered", "on_lien", "on_levy"}
)
OURS: Final = frozenset(
    {"mode", "role", "kind", "outcome", "deadline", "cost_kind", "milestone", "form", "purpose"}
)
PAID: Final = frozenset({"amount", "recovered"})
NAMES: Final = {"of": "of", "to": "to", "from_": "from", "sha256": "SHA-256", "by": "by"}
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
MOST_IN_A_ROW: Final = 6


def details(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of an event with their names."""
    return list(_details(data))


def _details(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        if name in LEFT_OUT or value in (None, [], {}, ""):
            continue
        if isinstance(value, dict) and name in {"facts", "property"}:
            yield from _details(value)
        else:
            label = NAMES.get(name) or BY_FIELD.get(name, plain(name)).lower()
            yield label, words_of(name, value)


def words_of(name: str, value: Any) -> str:
    """Return one value as people read it: days and sums written out, long rows by their ends."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        told = ((key, each) for key, each in value.items() if each is not None)
        inner = "amount" if name == "assessments" else ""
        return ", ".join(f"{plain(key)} {words_of(inner or key, each)}" for key, each in told)
    if isinstance(value, list):
        return _row(name, value)
    text = str(value)
    if name in SUMS:
        # A draw that was not honored is told as what it is, not as a sum.
        return money(Decimal(text)) if name not in PAID or Decimal(text) else "nothing"
    return say(date.fromisoformat(text)) if _DAY.fullmatch(text) else _plain(name, text)


def _row(name: str, values: list[Any]) -> str:
    if values and isinstance(values[0], dict) and "count" in values[0]:
        values = [each["count"] for each in values]
    told = [words_of(name, each) for each in values]
    if len(told) > MOST_IN_A_ROW:
        return f"{told[0]} to {told[-1]}, {len(told)} in all"
    return ", ".join(told)


def _plain(name: str, text: str) -> str:
    """Return a word of our own vocabularies with spaces; what a person typed stays as it is."""
    return plain(text) if name in OURS else text
