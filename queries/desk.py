"""What is due and waits for a person, over cases and securities alike, village by village.

Only a few of each are fetched, the earliest first, with how many there are: a desk is read, not scrolled.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, Subquery, and_, func, select, union_all
from sqlmodel import Session, col

from models.case import CaseRow
from models.deadline import DeadlineRow
from models.security import SecurityRow
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
Row = DeadlineRow


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
    count = 0
    for village, place in places.items():
        wanted = [_in(village, span) for span in spans(place)]
        if not wanted:
            continue
        number = session.scalar(_counted(wanted)) or 0
        count += number
        if number:
            tasks += map(_task, session.execute(_tasks(wanted, few)).mappings())
    tasks.sort(key=lambda task: (task.due, task.record, task.key))
    return Heap(tasks=tuple(tasks[:few]), count=min(count, MOST_COUNTED + 1))


def _in(village: str, span: Span) -> tuple[ColumnElement[bool], ...]:
    first = () if span.first is None else (col(Row.due) >= span.first,)
    return (col(Row.village) == village, col(Row.kind) == span.kind, *first, col(Row.due) <= span.last)


def _each(
    columns: Sequence[Any], wanted: Sequence[tuple[ColumnElement[bool], ...]], few: int, *order: Any
) -> Subquery:
    """Return the first few of each kind: each is read off the index in order, however many there are."""
    parts = [select(*columns).where(*where).order_by(*order).limit(few).subquery() for where in wanted]
    return union_all(*(select(part) for part in parts)).subquery()


def _counted(wanted: Sequence[tuple[ColumnElement[bool], ...]]) -> Select[Any]:
    return select(func.count()).select_from(_each([col(Row.due)], wanted, MOST_COUNTED + 1))


def _tasks(wanted: Sequence[tuple[ColumnElement[bool], ...]], few: int) -> Select[Any]:
    first = _each([getattr(Row, name) for name in ROW], wanted, few, col(Row.due), col(Row.case_id))
    where = (col(CaseRow.address), col(CaseRow.parcel), col(CaseRow.description), col(SecurityRow.issuer))
    told: Select[Any] = select(*first.c, *where).select_from(first)
    told = told.outerjoin(CaseRow, col(CaseRow.id) == first.c.case_id)
    told = told.outerjoin(SecurityRow, col(SecurityRow.id) == first.c.case_id)
    return told.order_by(first.c.due, first.c.case_id, first.c.key).limit(few)


def _task(row: Mapping[Any, Any]) -> Task:
    where = row["address"] or row["parcel"] or row["description"] or row["issuer"] or ""
    kept = {name: row[name] for name in Task.model_fields if name not in {"record", "where"}}
    return Task(record=row["case_id"], where=where, **kept)


# --- the piles --------------------------------------------------------------------------------------------


def overdue(place: Place) -> ColumnElement[bool]:
    """Tell what was due before today and is not done."""
    return and_(col(Row.kind).in_(late_kinds(kinds_for(place.roles))), col(Row.due) < place.today)


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
