"""Places things with their labels in the rows of a lane so that none covers another.

A label stands inside a wide bar, else to the right or, where the picture ends there, to the left.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from web.charts.svg import width_of

GAP: Final = 4.0
MOST_ROWS: Final = 5


class Thing(NamedTuple):
    """What is to be placed: where it begins and ends on the width, and its label, if need be only inside it."""

    left: float
    right: float
    label: str
    is_bar: bool
    only_inside: bool = False


class Placed(NamedTuple):
    """A thing in its row; `label_at` is None where there was no room for the label."""

    thing: Thing
    row: int
    label_at: float | None
    ends_there: bool


def pack(things: Sequence[Thing], edge: float) -> list[Placed]:
    """Return each thing in the first row that has room for it, in the order given."""
    rows: list[list[tuple[float, float]]] = []
    return [_place(each, rows, edge) for each in things]


def row_count(placed: Sequence[Placed]) -> int:
    """Return how many rows are taken; one at least."""
    return max((each.row + 1 for each in placed), default=1)


def _place(thing: Thing, rows: list[list[tuple[float, float]]], edge: float) -> Placed:
    label_at, ends_there = _beside(thing, edge)
    left, right = _extent(thing, label_at, ends_there=ends_there)
    row = next((n for n, taken in enumerate(rows) if _is_free(taken, left, right)), len(rows))
    if row >= MOST_ROWS:
        label_at, (left, right) = None, (thing.left, thing.right)
        free = (n for n, taken in enumerate(rows) if _is_free(taken, left, right))
        row = next(free, MOST_ROWS - 1)
    if row == len(rows):
        rows.append([])
    rows[row].append((left, right))
    return Placed(thing, row, label_at, ends_there)


def _beside(thing: Thing, edge: float) -> tuple[float | None, bool]:
    """Return where the label begins, or where it ends."""
    wide = width_of(thing.label)
    if not thing.label:
        return None, False
    if thing.is_bar and thing.right - thing.left > wide + 2 * GAP:
        return thing.left + GAP, False
    if thing.only_inside:
        return None, False
    if thing.right + GAP + wide <= edge:
        return thing.right + GAP, False
    return thing.left - GAP, True


def _extent(thing: Thing, label_at: float | None, *, ends_there: bool) -> tuple[float, float]:
    if label_at is None:
        return thing.left, thing.right
    wide = width_of(thing.label)
    start = label_at - wide if ends_there else label_at
    return min(thing.left, start - GAP), max(thing.right, start + wide + GAP)


def _is_free(taken: list[tuple[float, float]], left: float, right: float) -> bool:
    return all(right <= begin or end <= left for begin, end in taken)
