"""Which earlier offenses raise the tier of an offense: the two readings of "second" and "third" (LAW.md § 4).

An earlier offense counts until the look-back after it has run: on the anniversary itself it no longer does.
All that makes up a tier therefore lies in one window, the look-back before the offense.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from rules.calendar import MONTHS_IN_YEAR, plus_months
from rules.law import LookBack
from rules.values import Value


class Prior(Value):
    """An earlier offense of the respondent, with the day judgment was pronounced on it."""

    offense_on: date
    convicted_on: date
    case: str | None = None
    count: str | None = None


class Standing(NamedTuple):
    """An offense's place in its respondent's history: the first, the second and so on."""

    ordinal: int
    resting_on: tuple[Prior, ...] = ()
    on_anniversary: bool = False


def drops_out(offense_on: date, look_back: LookBack) -> date:
    """Return the first day on which an offense no longer raises the tier: its anniversary."""
    return plus_months(offense_on, (look_back.months or 0) + MONTHS_IN_YEAR * (look_back.years or 0))


def by_conviction(priors: Sequence[Prior], look_back: LookBack) -> Callable[[date], Standing]:
    """Return the reading `prior_conviction`: one more than the judgments pronounced before the offense date.

    Counts pronounced on one day are one judgment, and it counts while any of its offenses is in the window.
    """
    spans = [(max(p.offense_on, p.convicted_on), drops_out(p.offense_on, look_back), p) for p in priors]
    changes = sorted({day for convicted, out, _ in spans for day in (convicted, out)})
    anniversaries = {out for convicted, out, _ in spans if convicted < out}
    known: dict[tuple[int, int], tuple[Prior, ...]] = {}

    def standing(day: date) -> Standing:
        between = bisect_left(changes, day), bisect_right(changes, day)
        if between not in known:
            known[between] = tuple(p for convicted, out, p in spans if convicted < day < out)
        counting = known[between]
        judgments = {prior.convicted_on for prior in counting}
        return Standing(1 + len(judgments), counting, day in anniversaries)

    return standing


def by_offense(
    priors: Sequence[Prior], others: Sequence[date], look_back: LookBack
) -> Callable[[date], Standing]:
    """Return the reading `prior_offense`: one more than the offenses of earlier date, convicted or not."""
    ordered = sorted(priors, key=lambda prior: prior.offense_on)
    convicted = [prior.offense_on for prior in ordered]
    offenses = sorted([*convicted, *others])
    # A later offense never drops out sooner, so both lists ascend and each answer takes two searches.
    convicted_out = [drops_out(day, look_back) for day in convicted]
    out = [drops_out(day, look_back) for day in offenses]

    def standing(day: date) -> Standing:
        gone = bisect_right(out, day)
        earlier = bisect_left(offenses, day) - gone
        resting = ordered[bisect_right(convicted_out, day) : bisect_left(convicted, day)]
        return Standing(1 + earlier, tuple(resting), gone > bisect_left(out, day))

    return standing
