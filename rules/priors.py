"""Which earlier offenses raise the tier of an offense: the two readings of "second" and "third" (LAW.md § 4).

An earlier offense counts until the look-back after it has run: on the anniversary itself it no longer does.
All that makes up a tier therefore lies in one window, the look-back before the offense.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from itertools import chain
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


class _Window:
    """Offenses in order of date, with the day on which each drops out, which ascends with them."""

    def __init__(self, offenses: Sequence[date], look_back: LookBack) -> None:
        self.offenses = sorted(offenses)
        self.out = [drops_out(day, look_back) for day in self.offenses]

    def before(self, day: date) -> slice:
        """Return where the offenses stand that are earlier than a day and still count on it."""
        return slice(bisect_right(self.out, day), bisect_left(self.offenses, day))

    def ends_on(self, day: date) -> bool:
        """Tell whether a day is the very anniversary of an offense."""
        return bisect_left(self.out, day) < bisect_right(self.out, day)


def by_conviction(priors: Sequence[Prior], look_back: LookBack) -> Callable[[date], Standing]:
    """Return the reading `prior_conviction`: one more than the judgments pronounced before the offense date.

    Counts pronounced on one day are one judgment, and it counts while any of its offenses is in the window.
    """
    judgments: dict[date, list[Prior]] = {}
    for prior in sorted(priors, key=lambda prior: (prior.convicted_on, prior.offense_on)):
        judgments.setdefault(prior.convicted_on, []).append(prior)
    windows = {on: _Window([p.offense_on for p in group], look_back) for on, group in judgments.items()}

    def standing(day: date) -> Standing:
        pronounced = [on for on in judgments if on < day]
        counting = [judgments[on][windows[on].before(day)] for on in pronounced]
        return Standing(
            1 + sum(map(bool, counting)),
            tuple(chain.from_iterable(counting)),
            any(windows[on].ends_on(day) for on in pronounced),
        )

    return standing


def by_offense(
    priors: Sequence[Prior], others: Sequence[date], look_back: LookBack
) -> Callable[[date], Standing]:
    """Return the reading `prior_offense`: one more than the offenses of earlier date, convicted or not."""
    ordered = sorted(priors, key=lambda prior: prior.offense_on)
    convicted = _Window([prior.offense_on for prior in ordered], look_back)
    committed = _Window([*convicted.offenses, *others], look_back)

    def standing(day: date) -> Standing:
        earlier = committed.before(day)
        return Standing(
            1 + earlier.stop - earlier.start, tuple(ordered[convicted.before(day)]), committed.ends_on(day)
        )

    return standing
