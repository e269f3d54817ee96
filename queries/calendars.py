"""The separate offenses of a violation month by month: what became of each, or how an open one is supported.

Months are given latest first; a day without an offense is not in them.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import Final

from queries.exposure import Statuses
from rules.acts import Setting
from rules.case import Case, Count, Violation
from rules.exhibits import bearing
from rules.exposure import Dated, Status, evidence
from rules.offenses import Evidence
from rules.standing import is_disposed
from rules.values import Value

MONTHS_ON_A_PAGE: Final = 6
FEWEST: Final = 2


class DayState(StrEnum):
    """What is shown of an offense date: its evidence while it is open, else what became of it."""

    OBSERVED = "observed"
    INFERRED = "inferred"
    UNSUPPORTED = "unsupported"
    STAYED = "stayed"
    VOID = "void"
    CHARGED = "charged"
    CONVICTED = "convicted"
    DISPOSED = "disposed"


class Month(Value):
    """One month: the states of its offense dates by the day of the month, and those that exhibits show."""

    first: date
    days: dict[int, DayState]
    exhibited: frozenset[int] = frozenset()


class Calendar(Value):
    """Some months of a violation, and how many offenses each year has; `year` is the one asked for.

    `more` tells that there are months which are not among them.
    """

    year: int | None
    by_year: dict[int, int]
    months: tuple[Month, ...]
    more: bool


def calendars(
    case: Case, setting: Setting, statuses: Statuses, year: int | None, violation: str | None
) -> dict[str, Calendar]:
    """Return a calendar for each violation: its latest months, or one violation's whole year."""
    most = max(FEWEST, MONTHS_ON_A_PAGE // max(1, len(statuses)))
    return {
        key: _calendar(
            case, case.violations[key], setting, offenses, year if key == violation else None, most
        )
        for key, offenses in statuses.items()
    }


def _calendar(
    case: Case, violation: Violation, setting: Setting, offenses: Sequence[Dated], year: int | None, most: int
) -> Calendar:
    by_year = Counter(each.on.year for each in offenses)
    firsts = sorted({date(*month, 1) for month in {_month(each.on) for each in offenses}}, reverse=True)
    wanted = [each for each in firsts if each.year == year] if year is not None else firsts[:most]
    inside = set(map(_month, wanted))
    states = _states(case, violation, setting, [each for each in offenses if _month(each.on) in inside])
    days: dict[tuple[int, int], dict[int, DayState]] = {month: {} for month in inside}
    for on, state in states.items():
        days[_month(on)][on.day] = state
    seen = [on for on, found in bearing(case, violation.key).items() if found.showing and on in states]
    months = (
        Month(
            first=first,
            days=days[_month(first)],
            exhibited=frozenset(on.day for on in seen if _month(on) == _month(first)),
        )
        for first in wanted
    )
    return Calendar(
        year=year,
        by_year=dict(sorted(by_year.items(), reverse=True)),
        months=tuple(months),
        more=len(wanted) < len(firsts),
    )


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month


def _states(
    case: Case, violation: Violation, setting: Setting, offenses: Sequence[Dated]
) -> dict[date, DayState]:
    supported = evidence(case, violation, [each.on for each in offenses])
    counts: dict[date, list[Count]] = {}
    for count in case.counts.values():
        if count.violation == violation.key:
            counts.setdefault(count.offense_on, []).append(count)
    return {
        each.on: _state(each, grade, counts.get(each.on, []), case, setting)
        for each, grade in zip(offenses, supported, strict=True)
    }


def _state(
    offense: Dated, grade: Evidence, counts: Sequence[Count], case: Case, setting: Setting
) -> DayState:
    if offense.status is Status.COUNTABLE:
        return DayState(grade.value)
    if offense.status is Status.DISPOSED:
        held = any(each.is_conviction and is_disposed(each, case, setting.today) for each in counts)
        return DayState.CONVICTED if held else DayState.DISPOSED
    return DayState[offense.status.name]
