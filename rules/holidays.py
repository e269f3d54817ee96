"""Public holidays: on which days of a year a state's rules and a village's proclamations put them (§ 24).

One that moves off a Sunday or a Saturday is in the list twice: on its own day, and on the day it is kept.
"""

from calendar import monthrange
from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, date, timedelta
from functools import lru_cache

from rules.law import HolidayRule, Law

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SATURDAY, SUNDAY = 5, 6
DAYS_IN_WEEK = 7


class _Same:
    """A law as a cache key: by identity, since hashing all its sections would cost more than the answer."""

    __slots__ = ("law",)

    def __init__(self, law: Law) -> None:
        self.law = law

    def __hash__(self) -> int:
        return id(self.law)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.law is other.law


def holidays_of(law: Law, year: int) -> dict[date, str]:
    """Return the public holidays of one calendar year by day, with their names."""
    return _found(_Same(law), year)


@lru_cache(maxsize=1024)
def _found(same: _Same, year: int) -> dict[date, str]:
    """Return the public holidays of one calendar year; one of a neighboring year may be kept in this one."""
    state, village = same.law.state, same.law.village
    found: dict[date, str] = {}
    for about in range(max(MINYEAR, year - 1), min(MAXYEAR, year + 1) + 1):
        for rule in state.holidays:
            for day, name in _kept(rule, about):
                found.setdefault(day, name)
    for proclaimed in village.proclaimed_holidays:
        found.setdefault(proclaimed.on, proclaimed.name)
    return {day: name for day, name in found.items() if day.year == year}


def _kept(rule: HolidayRule, year: int) -> Iterator[tuple[date, str]]:
    """Yield the day of a holiday and, where it moves off a Sunday or a Saturday, the day it is kept on."""
    day = _day_of(rule, year)
    if day is None or (rule.first_year is not None and year < rule.first_year):
        return
    yield day, rule.name
    if day.weekday() == SUNDAY and rule.sunday_moves:
        yield day + timedelta(days=1), f"{rule.name} (kept on Monday)"
    if day.weekday() == SATURDAY and rule.saturday_moves:
        yield day - timedelta(days=1), f"{rule.name} (kept on Friday)"


def _day_of(rule: HolidayRule, year: int) -> date | None:
    """Return the day of a holiday in a year, or None in a year whose month has no such day."""
    first_weekday, length = monthrange(year, rule.month)
    if rule.weekday is None or rule.nth is None:
        number = rule.day or 0
    elif rule.nth > 0:
        number = (
            1 + (WEEKDAYS.index(rule.weekday) - first_weekday) % DAYS_IN_WEEK + DAYS_IN_WEEK * (rule.nth - 1)
        )
    else:
        last_weekday = (first_weekday + length - 1) % DAYS_IN_WEEK
        number = (
            length
            - (last_weekday - WEEKDAYS.index(rule.weekday)) % DAYS_IN_WEEK
            + DAYS_IN_WEEK * (rule.nth + 1)
        )
    if not 1 <= number <= length:
        return None
    return date(year, rule.month, number) + timedelta(days=rule.plus_days)
