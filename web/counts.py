"""Counts as a table shows them: those in a row that share everything but their offense date are one line."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Final, NamedTuple

from queries.views import CountView, Flag

MOST_DATES: Final = 8
APART: Final = {"offense_on", "paid", "evidence"}


class CountLine(NamedTuple):
    """One line: the counts, their dates, what they share, and what was paid on them together."""

    keys: tuple[str, ...]
    dates: tuple[date, ...]
    like: CountView
    sentenced_as: int | None
    evidence: str
    paid: Decimal
    flags: tuple[str, ...]

    @property
    def key(self) -> str:
        """The keys of the counts: one, or the first and the last."""
        return self.keys[0] if len(self.keys) == 1 else f"{self.keys[0]} to {self.keys[-1]}"

    @property
    def few(self) -> bool:
        """Whether the dates are few enough to name each."""
        return len(self.dates) <= MOST_DATES


def lines(
    counts: Mapping[str, CountView], sentenced_as: Mapping[str, int | None], flags: Sequence[Flag]
) -> tuple[CountLine, ...]:
    """Return the counts as lines, in the order they were filed."""

    def shared(item: tuple[str, CountView]) -> object:
        return (item[1].model_dump(exclude=APART), sentenced_as.get(item[0]))

    return tuple(_line(tuple(group), sentenced_as, flags) for _, group in groupby(counts.items(), key=shared))


def _line(
    group: Sequence[tuple[str, CountView]], sentenced_as: Mapping[str, int | None], flags: Sequence[Flag]
) -> CountLine:
    keys = tuple(key for key, _ in group)
    grades = [each.evidence for _, each in group]
    told = ", ".join(f"{grades.count(grade)} {grade}" for grade in dict.fromkeys(grades))
    return CountLine(
        keys=keys,
        dates=tuple(each.offense_on for _, each in group),
        like=group[0][1],
        sentenced_as=sentenced_as.get(keys[0]),
        evidence=told if len(keys) > 1 else grades[0],
        paid=sum((each.paid for _, each in group), Decimal(0)),
        flags=tuple(flag.words for flag in flags if flag.of in keys),
    )
