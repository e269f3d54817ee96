"""Separate offenses: on which days a violation that goes on is punishable anew, and what proves each of them.

The `anchor` is the day the violation was observed. It exists on every day until it is found cured.
Ranges include both ends. Each offense follows the ordinance in force on its own day; none ever rolls.
Per unit, counted from the anchor in calendar days:

* day: every day from the anchor on.
* week: the anchor, then each day that completes seven days of continuance: anchor + 7, + 14 …
* week_or_part: the anchor, then the first day of each week of continuance: anchor + 1, + 8, + 15 …, which is
  1 + ceil((days - 1) / 7) offenses of a violation that exists on so many days.
* month: the anchor, then the same day of each month or, failing it, its last; from the anchor, not chained.
* cure_period: the day after each period to cure has run out; the next one begins where it ended.

An amendment changes the unit from its own day on and leaves the anchor: a weekly calendar keeps its weekday.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from datetime import date
from enum import StrEnum
from itertools import chain, count, repeat, zip_longest
from typing import NamedTuple

from rules.calendar import MONTHS_IN_YEAR, first_day_included, last_day, plus_months, shift
from rules.holidays import DAYS_IN_WEEK
from rules.law import Law, Ordinance, Penalty, Unit
from rules.values import Finding, Value


class Schedule(Value):
    """A penalty named by its key in the ordinance, where no provision is at hand."""

    key: str


class Stretch(NamedTuple):
    """Days, both ends included, on which one version of the ordinance sets the penalty."""

    version: Ordinance
    penalty: Penalty
    first: date
    last: date


def penalty_in(version: Ordinance, provision: str | Schedule) -> Penalty | None:
    """Return what a version sets for a provision or a schedule; None for a schedule it does not have."""
    if isinstance(provision, Schedule):
        return version.penalties.get(provision.key)
    return version.penalty_for(provision)


def stretches(law: Law, provision: str | Schedule, first: date, last: date) -> Iterator[Stretch]:
    """Yield the stretches of a range of days, earlier ones first; there is none before the first version."""
    for version, following in zip_longest(law.versions, law.versions[1:]):
        until = min(last, shift(following.in_force, -1)) if following else last
        penalty = penalty_in(version, provision)
        if penalty is not None and max(first, version.in_force) <= until:
            yield Stretch(version, penalty, max(first, version.in_force), until)


def offense_dates(law: Law, provision: str | Schedule, anchor: date, start: date, end: date) -> list[date]:
    """Return the offense dates from start through end of a violation that lasts from `anchor` until then."""
    return [
        day
        for stretch in stretches(law, provision, max(start, anchor), end)
        for day in _dates(stretch, anchor, law)
    ]


def next_offense_date(law: Law, provision: str | Schedule, anchor: date, after: date) -> date | None:
    """Return the first offense date after a day, should the violation go on."""
    if after == date.max:
        return None
    later = stretches(law, provision, max(shift(after, 1), anchor), date.max)
    return next((day for stretch in later for day in _dates(stretch, anchor, law)), None)


def step_days(law: Law, provision: str | Schedule, on: date) -> int | None:
    """Return the days from each offense to the next, or None where that is not one number from a day on.

    None for months and cure periods; for weeks or parts, whose second offense follows the first by a day;
    before the first version; and where a later version sets another unit.
    """
    units = {stretch.penalty.unit for stretch in stretches(law, provision, on, date.max)}
    if law.on(on) is None or len(units) != 1:
        return None
    return {Unit.DAY: 1, Unit.WEEK: DAYS_IN_WEEK}.get(units.pop())


# --- one unit at a time ---------------------------------------------------------------------------------


def _dates(stretch: Stretch, anchor: date, law: Law) -> Iterator[date]:
    """Return the offense dates of one stretch, which does not begin before the anchor."""
    match stretch.penalty.unit:
        case Unit.DAY:
            return _every(1, anchor, stretch.first, stretch.last)
        case Unit.WEEK:
            return _every(DAYS_IN_WEEK, anchor, stretch.first, stretch.last)
        case Unit.WEEK_OR_PART:
            return _weeks_begun(anchor, stretch.first, stretch.last)
        case Unit.MONTH:
            return _months(anchor, stretch.first, stretch.last)
        case Unit.CURE_PERIOD:
            return _uncured(stretch, anchor, law)


def _every(step: int, anchor: date, first: date, last: date) -> Iterator[date]:
    """Return anchor, anchor + step, anchor + 2 steps … as far as they lie from first through last."""
    begin = first.toordinal() + (anchor.toordinal() - first.toordinal()) % step
    return map(date.fromordinal, range(begin, last.toordinal() + 1, step))


def _weeks_begun(anchor: date, first: date, last: date) -> Iterator[date]:
    if first > anchor:
        return _every(DAYS_IN_WEEK, shift(anchor, 1), first, last)
    if last == anchor:
        return iter((anchor,))
    following = shift(anchor, 1)
    return chain((anchor,), _every(DAYS_IN_WEEK, following, following, last))


def _months(anchor: date, first: date, last: date) -> Iterator[date]:
    whole = MONTHS_IN_YEAR * (first.year - anchor.year) + first.month - anchor.month
    for months in count(whole):
        if MONTHS_IN_YEAR * (last.year - anchor.year) + last.month - anchor.month < months:
            return
        day = plus_months(anchor, months)
        if first <= day <= last:
            yield day


def _uncured(stretch: Stretch, anchor: date, law: Law) -> Iterator[date]:
    """Yield the day after each period to cure; the last period repeats as long as the violation does."""
    periods = stretch.penalty.cure_periods
    begin = anchor
    for period in chain(periods, repeat(periods[-1])):
        end = last_day(period, begin, law)
        if end >= stretch.last:
            return
        day = shift(end, 1)
        if day >= stretch.first:
            yield day
        begin = day if first_day_included(law) else end


# --- evidence -------------------------------------------------------------------------------------------


class Evidence(StrEnum):
    """What shows that the violation existed on an offense date."""

    OBSERVED = "observed"  # an inspection that day found it
    INFERRED = "inferred"  # the inspections before and after both found it continuing
    UNSUPPORTED = "unsupported"  # neither: later than the last finding, or next to one of compliance


def grade(day: date, observed_on: date, findings: Sequence[tuple[date, Finding]]) -> Evidence:
    """Return the evidence for one day."""
    return grades((day,), observed_on, findings)[0]


def grades(
    days: Sequence[date], observed_on: date, findings: Sequence[tuple[date, Finding]]
) -> list[Evidence]:
    """Return the evidence for each day, from this violation's inspections in any order.

    The day of observation is a finding of its own. Where one day has both findings, compliance is believed.
    """
    continuing = {observed_on: True}
    for day, finding in findings:
        if finding is not Finding.NOT_CHECKED:
            continuing[day] = continuing.get(day, True) and finding is Finding.CONTINUING
    order = sorted(continuing)
    return [_graded(day, continuing, order) for day in days]


def _graded(day: date, continuing: dict[date, bool], order: list[date]) -> Evidence:
    if day in continuing:
        return Evidence.OBSERVED if continuing[day] else Evidence.UNSUPPORTED
    after = bisect(order, day)
    if 0 < after < len(order) and continuing[order[after - 1]] and continuing[order[after]]:
        return Evidence.INFERRED
    return Evidence.UNSUPPORTED
