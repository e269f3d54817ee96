"""Gathers offenses in a row that are alike, so that years of them can be taken in at a glance."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import Final, NamedTuple, Protocol, TypeVar

from documents.blocks import Column, Grid
from documents.wording import day, listed
from rules.offenses import Evidence


class Dated(Protocol):
    """An offense date and what proves it."""

    @property
    def on(self) -> date:
        """The day of the offense."""

    @property
    def grade(self) -> Evidence:
        """How it is proved."""


A_PAIR: Final = 2

T = TypeVar("T", bound=Dated)


class Run(NamedTuple):
    """Offenses in a row that are alike: first and last day, how many, and how many are proved in which way."""

    first: date
    last: date
    many: int
    grades: Counter[Evidence]
    alike: tuple[str, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """What a row of a summary shows of it."""
        proved = listed(f"{self.grades[grade]:,} {grade}" for grade in Evidence if self.grades[grade])
        return day(self.first), day(self.last), f"{self.many:,}", proved, *self.alike


COLUMNS: Final = (
    Column(title="From", weight=6),
    Column(title="Through", weight=6),
    Column(title="Offenses", figures=True, weight=3),
    Column(title="Evidence", weight=8),
)


def runs(offenses: Iterable[T], alike: Callable[[T], tuple[str, ...]]) -> list[Run]:
    """Return the runs of offenses in order of date; unsupported ones never share a run with supported ones."""

    def key(each: T) -> Hashable:
        return alike(each), each.grade is Evidence.UNSUPPORTED

    return [_run(tuple(group), alike) for _, group in groupby(offenses, key=key)]


def summary(caption: str, found: Sequence[Run], *more: Column) -> Grid:
    """Return runs as a table; `more` are the columns of what each run's offenses have in common."""
    return Grid(caption=caption, columns=(*COLUMNS, *more), rows=tuple(each.cells for each in found))


def _run(group: Sequence[T], alike: Callable[[T], tuple[str, ...]]) -> Run:
    grades = Counter(each.grade for each in group)
    return Run(group[0].on, group[-1].on, len(group), grades, alike(group[0]))


def in_short(keys: Iterable[str]) -> str:
    """Write keys such as c1, c2, c3, c7 as "c1 to c3 and c7"."""
    numbered = sorted((int(key[1:]), key) for key in keys)
    spans: list[list[str]] = []
    for place, (number, key) in enumerate(numbered):
        if place and numbered[place - 1][0] == number - 1:
            spans[-1].append(key)
        else:
            spans.append([key])
    return listed(each for span in spans for each in _span(span))


def _span(keys: list[str]) -> list[str]:
    return [f"{keys[0]} to {keys[-1]}"] if len(keys) > A_PAIR else keys
