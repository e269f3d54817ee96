"""How the exposure of a case grew and fell: on each day that of the offenses then open, as the record tells it now.

An offense is in it from the day after its date, unless it is void, until it is disposed of; one that was stayed, from
its release on. Both readings are shown on each day, each for the respondent then in its highest tier.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import accumulate, chain, pairwise
from typing import Final, NamedTuple

from queries.exposure import Exposures, Statuses, exposures_of
from rules.acts import Setting
from rules.calendar import plus_months
from rules.case import Case
from rules.exposure import Dated, RespondentExposure, Status
from rules.law import Reading
from rules.standing import is_disposed, stays
from rules.values import Value

A_DAY: Final = timedelta(days=1)
A_WEEK: Final = timedelta(days=7)
MOST_CHANGES: Final = (
    8  # times that offenses left the exposure; before the earliest of these nothing is shown
)
DAYS_SHOWN_ONE_BY_ONE: Final = 31
DAYS_SHOWN_BY_WEEK: Final = timedelta(days=400)
MOST_MONTHS: Final = 24
MONTHS_APART: Final = (1, 3, 6, 12)
"""Where there are many months, the firsts of quarters, of halves or of years are shown."""
NOUGHT: Final = Decimal(0)


class Sum(NamedTuple):
    """Minimum and maximum under one reading; maximum None: none is stated."""

    minimum: Decimal
    maximum: Decimal | None


class Level(Value):
    """The exposure at the start of a day, under the village's reading and the other one."""

    on: date
    count: int
    chosen: Sum
    other: Sum


class _Open(NamedTuple):
    """A separate offense and the days, the last one excluded, on which it is in the exposure."""

    violation: str
    on: date
    first: date
    until: date | None


def history(case: Case, setting: Setting, statuses: Statuses, exposures: Exposures) -> tuple[Level, ...]:
    """Return the exposure over time through the setting's day, whose figures are those of `exposures`.

    That of a closed case ends with the day it was closed.
    """
    offenses = list(_lives(case, setting, statuses))
    if not offenses:
        return ()
    today = setting.today
    turns = chain(_settled(case, today), *map(_turns, offenses))
    changes = sorted({day for day in turns if day <= today})[-MOST_CHANGES:]
    first = changes[0] if len(changes) == MOST_CHANGES else min(each.first for each in offenses)
    bounds = sorted({min(first, today), *changes, today + A_DAY})
    days = _samples(offenses, first, today)
    found: list[Level] = []
    for start, end in pairwise(bounds):
        then = exposures if end > today else _as_of(case, setting, statuses, offenses, end - A_DAY)
        rising = _added_up(then)
        inside = sorted({start, *(day for day in days if start <= day < end)})
        found += _levels(inside, rising, setting.law.reading)
    return tuple(found) if case.closed_on is None else tuple(_through(found, case.closed_on))


def _through(levels: Sequence[Level], closed_on: date) -> Iterator[Level]:
    """Yield the levels before the day a case was closed, and the last of them once more on that day."""
    before = [level for level in levels if level.on < closed_on]
    yield from before
    last = before[-1:] or levels[:1]
    yield from (level.model_copy(update={"on": closed_on}) for level in last)


def _turns(offense: _Open) -> Iterator[date]:
    """Yield the days on which an offense joins the others late or leaves them."""
    if offense.first > offense.on + A_DAY:
        yield offense.first
    if offense.until is not None:
        yield offense.until


def _settled(case: Case, today: date) -> Iterator[date]:
    """Yield the days on which a count was disposed of: its respondent no longer faces that offense, another may."""
    for count in case.counts.values():
        if count.disposed_on and is_disposed(count, case, today):
            yield count.disposed_on


def _lives(case: Case, setting: Setting, statuses: Statuses) -> Iterator[_Open]:
    """Yield every offense that is or was in the exposure."""
    standing = stays(case, setting.law)
    for key, offenses in statuses.items():
        ended = _ended(case, key, setting.today)
        released = case.violations[key].released_on
        for on, status in offenses:
            if status is Status.VOID or status is Status.STAYED:
                continue
            first = on + A_DAY
            if released is not None and any(stay.covers(on) for stay in standing):
                first = max(first, released)
            until = ended.get(on) if status is Status.DISPOSED else None
            if until is None or until > first:
                yield _Open(key, on, first, until)


def _ended(case: Case, violation: str, today: date) -> dict[date, date]:
    """Return the day the last count on each offense date was disposed of."""
    found: dict[date, date] = {}
    for count in case.counts.values():
        if count.violation == violation and count.disposed_on and is_disposed(count, case, today):
            found[count.offense_on] = max(found.get(count.offense_on, date.min), count.disposed_on)
    return found


def _samples(offenses: Sequence[_Open], first: date, today: date) -> list[date]:
    """Return the days to show: each on which one was added or, where these are many, weeks or firsts of months."""
    days = sorted({each.first for each in offenses if first <= each.first <= today} | {today})
    if len(days) <= DAYS_SHOWN_ONE_BY_ONE:
        return days
    if today - first <= DAYS_SHOWN_BY_WEEK:
        return [*(first + n * A_WEEK for n in range((today - first) // A_WEEK + 1)), today]
    months = [first.replace(day=1)]
    while months[-1] < today:
        months.append(plus_months(months[0], len(months)))
    apart = next(
        each for each in MONTHS_APART if len(months) <= each * MOST_MONTHS or each == MONTHS_APART[-1]
    )
    kept = (day for day in months if (day.month - 1) % apart == 0)
    return [first, *(day for day in kept if first < day < today), today]


def _as_of(
    case: Case, setting: Setting, statuses: Statuses, offenses: Sequence[_Open], day: date
) -> Exposures:
    """Return the exposures as they stood on a day: of the offenses open then, with the judgments before it."""
    lives = {(each.violation, each.on): each for each in offenses}
    then: Statuses = {
        key: [
            Dated(on=each.on, status=_then(each, lives.get((key, each.on)), day))
            for each in dated
            if each.on < day
        ]
        for key, dated in statuses.items()
    }
    counts = {key: each for key, each in case.counts.items() if each.disposed_on and each.disposed_on <= day}
    return exposures_of(case.but(counts=counts), setting, then)


def _then(offense: Dated, life: _Open | None, day: date) -> Status:
    if life is None:
        return offense.status
    if day < life.first:
        return Status.STAYED
    return Status.COUNTABLE if life.until is None or day < life.until else Status.DISPOSED


# --- adding up ----------------------------------------------------------------------------------------------


class _Rising(NamedTuple):
    """One respondent's exposure, added up offense by offense in order of date."""

    days: list[date]
    ordinals: list[int]
    sums: list[Sum]

    def at(self, day: date) -> tuple[int, int, Sum]:
        """Return the highest tier, the number and the sum of the offenses before a day."""
        number = bisect_left(self.days, day)
        return (self.ordinals[number], number, self.sums[number])


def _added_up(exposures: Exposures) -> dict[Reading, list[_Rising]]:
    """Return the exposures added up, once where both readings are the same."""
    done: dict[int, list[_Rising]] = {}
    for of in exposures.values():
        if id(of) not in done:
            done[id(of)] = [_rising(each) for each in of.values()]
    return {reading: done[id(of)] for reading, of in exposures.items()}


def _rising(found: RespondentExposure) -> _Rising:
    fines = sorted(found.fines, key=lambda fine: fine.date)
    least = accumulate((fine.minimum for fine in fines), initial=NOUGHT)
    most: Iterator[Decimal | None] = accumulate(chain([NOUGHT], (fine.maximum for fine in fines)), _sum_of)
    sums = list(map(Sum, least, most))
    return _Rising(
        days=[fine.date for fine in fines],
        ordinals=list(accumulate((fine.ordinal for fine in fines), max, initial=0)),
        sums=[_held(each, found) for each in sums] if found.capped else sums,
    )


def _sum_of(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    """Return the sum of two maxima; None, as none is stated, if one of them is not."""
    return None if one is None or other is None else one + other


def _held(sum_: Sum, total: RespondentExposure) -> Sum:
    """Return a sum held to the cap of the ordinance, as the total is; never above that total."""
    if total.maximum is None:
        return sum_
    most = total.maximum if sum_.maximum is None else min(sum_.maximum, total.maximum)
    return Sum(minimum=min(sum_.minimum, total.minimum), maximum=most)


def _levels(
    days: Sequence[date], exposures: dict[Reading, list[_Rising]], reading: Reading
) -> Iterator[Level]:
    other = next(each for each in Reading if each is not reading)
    for day in days:
        _, number, chosen = _highest(exposures[reading], day)
        yield Level(on=day, count=number, chosen=chosen, other=_highest(exposures[other], day)[2])


def _highest(respondents: Sequence[_Rising], day: date) -> tuple[int, int, Sum]:
    """Return the figures of the respondent in the highest tier on a day."""
    return max((each.at(day) for each in respondents), key=lambda found: (found[0], found[2].minimum))
