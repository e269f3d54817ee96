"""How papers write days, money, names and places, and the readings of the law they rest on."""

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Final

from documents.paper import Addressee
from rules.calendar import MONTHS
from rules.case import Case, Respondent
from rules.interpretations import ASKED
from rules.law import Law, Question

SAID: Final = re.compile(rf"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d{{1,2}}) ({'|'.join(MONTHS)}) (\d{{4}})\b")
"""A day as the reckoning of time says it."""

A_YEAR: Final = 2001


def day(on: date) -> str:
    """Write a day as "May 4, 2026"."""
    return f"{on:%B} {on.day}, {on.year}"


def weekday(on: date) -> str:
    """Write a day as "Monday, May 4, 2026", where someone must act by it or come."""
    return f"{on:%A}, {day(on)}"


def recurring(month_day: str) -> str:
    """Write a day of every year, given as MM-DD, as "May 15"."""
    on = date.fromisoformat(f"{A_YEAR}-{month_day}")
    return f"{on:%B} {on.day}"


def in_full(explanation: str) -> str:
    """Write the days in a reckoning, "Mon 4 May 2026", as papers write them: "Monday, May 4, 2026"."""
    return SAID.sub(
        lambda said: weekday(date(int(said[3]), MONTHS.index(said[2]) + 1, int(said[1]))), explanation
    )


def money(amount: Decimal) -> str:
    """Write dollars with their cents, and a minus before the sign."""
    return f"{'-' if amount < 0 else ''}${abs(amount):,.2f}"


def listed(words: Iterable[str]) -> str:
    """Write a list as "a, b and c"."""
    *most, last = [*words] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def plain(word: str) -> str:
    """Write a word of the record, such as `first_class_mail`, as it is read."""
    return word.replace("_", " ")


def whom_to_ask() -> str:
    """Say where a question goes."""
    return "Questions are answered at the village's office, at the address at the head of this paper."


def about(case: Case) -> tuple[tuple[str, str], ...]:
    """Name the property a case is about."""
    place = case.property
    rows = (("Property", place.address), ("Parcel", place.parcel), ("Description", place.description))
    return tuple((name, text) for name, text in rows if text)


def addressee(who: Respondent) -> Addressee:
    """Return a respondent as a paper is addressed."""
    return Addressee(name=who.name, address=who.address)


def addressees(case: Case, keys: Iterable[str]) -> tuple[Addressee, ...]:
    """Return respondents of a case as a paper is addressed."""
    return tuple(addressee(case.respondents[key]) for key in keys)


def readings(law: Law, *questions: Question) -> tuple[str, ...]:
    """Say how a village reads doubtful questions of law, and who decided so."""
    return tuple(_reading(law, question) for question in questions if question in law.village.interpretations)


def _reading(law: Law, question: Question) -> str:
    made = law.village.interpretations[question]
    by = f"decided by {made.decided_by}" if made.decided_by else "the default, not decided by counsel"
    on = f" on {day(made.decided_on)}" if made.decided_on else ""
    choice = recurring(made.choice) if question is Question.TAX_ROLL_CUTOFF else plain(made.choice)
    return f"{ASKED[question]}: {choice} ({by}{on})."
