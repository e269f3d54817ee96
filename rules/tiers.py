"""The fine of each offense: its place in the respondent's history, and the tier that place falls into.

Each offense takes the fine of the ordinance version in force on its own date. No stated minimum reads as 0;
no stated maximum stays None: never infinite, never the minimum (LAW.md § 4).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

from rules.law import Law, Penalty, Reading, Tier, Trigger
from rules.offenses import Schedule, Stretch, stretches
from rules.priors import Prior, Standing, by_conviction, by_offense
from rules.refusals import NoLawInForce

NOUGHT = Decimal(0)
Day = date  # a field named `date` hides the type from the fields after it


class Fine(NamedTuple):
    """What one offense could cost on conviction, with the priors that raise it; a tuple, as there are thousands.

    `on_anniversary` flags that an earlier offense drops out of the look-back on this very day.
    """

    date: Day
    ordinal: int
    minimum: Decimal
    maximum: Decimal | None
    section: str
    words: str
    status: Literal["accrued", "stayed"] = "accrued"
    resting_on: tuple[Prior, ...] = ()
    on_anniversary: bool = False


def tier_of(penalty: Penalty, ordinal: int) -> Tier:
    """Return the tier of a first, second … offense: the last one that begins no later."""
    tiers = penalty.tiers
    place = len(tiers) - 1
    while tiers[place].ordinal > ordinal:
        place -= 1
    return tiers[place]


def fines(
    law: Law,
    provision: str | Schedule,
    days: Sequence[date],
    priors: Sequence[Prior],
    reading: Reading,
    earlier: Sequence[date] = (),
    *,
    ordinal_offset: int = 0,
) -> list[Fine]:
    """Return the fine for each of one violation's offense dates, in order of date.

    `priors` are the respondent's convicted offenses, `earlier` the other ones, of any case or violation; none
    is handed over twice. `ordinal_offset` is how many offenses of this violation come before those in `days`.
    """
    days = sorted(days)
    if not days:
        return []
    if law.on(days[0]) is None:
        raise no_law(law, days[0])
    return [
        _fine(stretch.penalty, day, standing)
        for stretch in stretches(law, provision, days[0], days[-1])
        for day, standing in _standings(stretch, days, priors, reading, earlier, ordinal_offset)
    ]


def _standings(
    stretch: Stretch,
    days: list[date],
    priors: Sequence[Prior],
    reading: Reading,
    earlier: Sequence[date],
    offset: int,
) -> Iterator[tuple[date, Standing]]:
    """Yield the offense dates of one stretch, each with its place in the history its penalty looks at."""
    penalty = stretch.penalty
    first, last = bisect_left(days, stretch.first), bisect_right(days, stretch.last)
    here = days[first:last]
    if penalty.trigger is Trigger.UNCURED_NOTICE:
        yield from ((day, Standing(offset + place)) for place, day in enumerate(here, first + 1))
    elif penalty.trigger is None or penalty.look_back is None:
        yield from ((day, Standing(1)) for day in here)
    elif reading == Reading.PRIOR_CONVICTION:
        yield from zip(here, map(by_conviction(priors, penalty.look_back), here), strict=True)
    else:
        standing = by_offense(priors, [*earlier, *days], penalty.look_back)
        yield from zip(here, map(standing, here), strict=True)


def _fine(penalty: Penalty, day: date, standing: Standing) -> Fine:
    tier = tier_of(penalty, standing.ordinal)
    return Fine(
        date=day,
        ordinal=standing.ordinal,
        minimum=tier.minimum or NOUGHT,
        maximum=tier.maximum,
        section=tier.section,
        words=tier.words,
        resting_on=standing.resting_on,
        on_anniversary=standing.on_anniversary,
    )


def no_law(law: Law, day: date) -> NoLawInForce:
    """Return the refusal of a day before the first version, naming the day the ordinance came into force."""
    first = law.versions[0]
    return NoLawInForce(
        f"{first.section} of the {law.village.name} is in force from {first.in_force}; {day} lies before it.",
        section=first.section,
        remedy="Check the date, or add the version of the ordinance that was in force.",
        field="observed_on",
    )
