"""What is due and waits for a person, over cases and securities alike, village by village.

Only a few of each are fetched, the earliest first, with how many there are: a desk is read, not scrolled.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, Subquery, bindparam, func, select, union_all
from sqlmodel import Session

from models.case import CaseRow
from models.deadline import DeadlineRow
from models.security import SecurityRow
from queries.tables import table
from rules.values import Role, Value
from rules.waiting import WORK, kinds_for, late_kinds

WEEK = timedelta(days=7)
FEW = 12
MOST_COUNTED = 1_000


class Pile(StrEnum):
    """The piles of a desk, in their order."""

    OVERDUE = "overdue"
    TODAY = "today"
    WEEK = "week"
    WAITING = "waiting"


class Place(Value):
    """A village as a person sees it: the day it is there, and the person's roles."""

    today: date
    roles: frozenset[Role]


class Task(Value):
    """One thing due: of which record, where, of whom or what, on which day, under which section, and why."""

    record: str
    village: str
    where: str
    key: str
    kind: str
    of: str | None
    due: date
    section: str | None
    explanation: str


class Heap(Value):
    """Some of what is in a pile, and how many there are of it, counted up to `MOST_COUNTED`."""

    tasks: tuple[Task, ...]
    count: int

    @property
    def more(self) -> bool:
        """Whether there are more than were counted."""
        return self.count > MOST_COUNTED


ONE_DAY = timedelta(days=1)


class Span(NamedTuple):
    """Due dates of one kind from one day through another; None: from ever."""

    kind: str
    first: date | None
    last: date


ROW = ("case_id", "key", "village", "kind", "of", "due", "section", "explanation")
Spans = Callable[[Place], list[Span]]
DEADLINE, CASE, SECURITY = table(DeadlineRow), table(CaseRow), table(SecurityRow)


def desk(
    session: Session, places: Mapping[str, Place], *, everyones: bool = False, few: int = FEW
) -> dict[Pile, Heap]:
    """Return the piles of a person, or with `everyones` those of all roles, in these villages."""
    seen = {
        village: place.model_copy(update={"roles": frozenset()}) if everyones else place
        for village, place in places.items()
    }
    return {pile: _heap(session, seen, spans, few) for pile, spans in PILES.items()}


def _heap(session: Session, places: Mapping[str, Place], spans: Spans, few: int) -> Heap:
    tasks: list[Task] = []
    count, connection = 0, session.connection()
    for village, place in places.items():
        wanted = spans(place)
        if not wanted:
            continue
        shape, told = tuple(span.first is not None for span in wanted), _values(village, wanted)
        number = connection.scalar(_counted(shape), told) or 0
        count += number
        if number:
            tasks += map(_task, connection.execute(_tasks(shape, few), told).mappings())
    tasks.sort(key=lambda task: (task.due, task.record, task.key))
    return Heap(tasks=tuple(tasks[:few]), count=min(count, MOST_COUNTED + 1))


# --- the statements, made once for each number of spans ---------------------------------------------------

Shape = tuple[bool, ...]
"""For each span, whether it has a first day."""


def _values(village: str, wanted: Sequence[Span]) -> dict[str, Any]:
    told: dict[str, Any] = {"village": village}
    for n, span in enumerate(wanted):
        told |= {f"kind{n}": span.kind, f"first{n}": span.first, f"last{n}": span.last}
    return told


def _in(n: int, *, bounded: bool) -> Iterator[ColumnElement[bool]]:
    yield DEADLINE.c.village == bindparam("village")
    yield DEADLINE.c.kind == bindparam(f"kind{n}")
    yield DEADLINE.c.due <= bindparam(f"last{n}")
    if bounded:
        yield DEADLINE.c.due >= bindparam(f"first{n}")


def _each(columns: Sequence[Any], shape: Shape, few: int, *order: Any) -> Subquery:
    """Return the first few of each kind: each is read off the index in order, however many there are."""
    parts = [
        select(*columns).where(*_in(n, bounded=bounded)).order_by(*order).limit(few).subquery()
        for n, bounded in enumerate(shape)
    ]
    return union_all(*(select(part) for part in parts)).subquery()


@cache
def _counted(shape: Shape) -> Select[Any]:
    return select(func.count()).select_from(_each([DEADLINE.c.due], shape, MOST_COUNTED + 1))


@cache
def _tasks(shape: Shape, few: int) -> Select[Any]:
    first = _each([DEADLINE.c[name] for name in ROW], shape, few, DEADLINE.c.due, DEADLINE.c.case_id)
    where = (CASE.c.address, CASE.c.parcel, CASE.c.description, SECURITY.c.issuer)
    told: Select[Any] = select(*first.c, *where).select_from(first)
    told = told.outerjoin(CASE, CASE.c.id == first.c.case_id)
    told = told.outerjoin(SECURITY, SECURITY.c.id == first.c.case_id)
    return told.order_by(first.c.due, first.c.case_id, first.c.key).limit(few)


def _task(row: Mapping[Any, Any]) -> Task:
    where = row["address"] or row["parcel"] or row["description"] or row["issuer"] or ""
    kept = {name: row[name] for name in Task.model_fields if name not in {"record", "where"}}
    return Task(record=row["case_id"], where=where, **kept)


# --- the piles --------------------------------------------------------------------------------------------


def _overdue(place: Place) -> list[Span]:
    return [Span(kind, None, place.today - ONE_DAY) for kind in late_kinds(kinds_for(place.roles))]


def _today(place: Place) -> list[Span]:
    return [Span(kind, place.today, place.today) for kind in _dated(place)]


def _week(place: Place) -> list[Span]:
    return [Span(kind, place.today + ONE_DAY, place.today + WEEK) for kind in _dated(place)]


def _dated(place: Place) -> list[str]:
    return [kind for kind in kinds_for(place.roles) if WORK[kind].lasts != timedelta.max]


def _waiting(place: Place) -> list[Span]:
    """Return what waits whatever the day, what was reached lately, and what is warned of ahead."""
    found, today = [], place.today
    for kind in kinds_for(place.roles):
        work = WORK[kind]
        if work.lasts == timedelta.max:
            found.append(Span(kind, None, today + WEEK))
        elif work.lasts:
            found.append(Span(kind, today - work.lasts, today - ONE_DAY))
        if work.ahead > WEEK:
            found.append(Span(kind, today + WEEK + ONE_DAY, today + work.ahead))
    return found


PILES: dict[Pile, Spans] = {
    Pile.OVERDUE: _overdue,
    Pile.TODAY: _today,
    Pile.WEEK: _week,
    Pile.WAITING: _waiting,
}
