"""What is due and waits for a person, over cases and securities alike, village by village.

Only a few of each are fetched, the earliest first, with how many there are: a desk is read, not scrolled.
"""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, func, or_, select
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


Row = DeadlineRow
Condition = Callable[[Place], ColumnElement[bool]]


def desk(
    session: Session, places: Mapping[str, Place], *, everyones: bool = False, few: int = FEW
) -> dict[Pile, Heap]:
    """Return the piles of a person, or with `everyones` those of all roles, in these villages."""
    seen = {
        village: place.model_copy(update={"roles": frozenset()}) if everyones else place
        for village, place in places.items()
    }
    return {pile: _heap(session, seen, condition, few) for pile, condition in PILES.items()}


def _heap(session: Session, places: Mapping[str, Place], condition: Condition, few: int) -> Heap:
    here = [and_(col(Row.village) == village, condition(place)) for village, place in places.items()]
    wanted = or_(false(), *here)
    counted = select(col(Row.due)).where(wanted).limit(MOST_COUNTED + 1).subquery()
    count = session.scalar(select(func.count()).select_from(counted)) or 0
    rows = session.execute(_tasks(wanted, few)).mappings() if count else ()
    return Heap(tasks=tuple(map(_task, rows)), count=count)


def _tasks(wanted: ColumnElement[bool], few: int) -> Select[Any]:
    first = (
        select(Row).where(wanted).order_by(col(Row.due), col(Row.case_id), col(Row.key)).limit(few).subquery()
    )
    where = (col(CaseRow.address), col(CaseRow.parcel), col(CaseRow.description), col(SecurityRow.issuer))
    told: Select[Any] = select(*first.c, *where).select_from(first)
    told = told.outerjoin(CaseRow, col(CaseRow.id) == first.c.case_id)
    told = told.outerjoin(SecurityRow, col(SecurityRow.id) == first.c.case_id)
    return told.order_by(first.c.due, first.c.case_id, first.c.key)


def _task(row: Mapping[Any, Any]) -> Task:
    where = row["address"] or row["parcel"] or row["description"] or row["issuer"] or ""
    kept = {name: row[name] for name in Task.model_fields if name not in {"record", "where"}}
    return Task(record=row["case_id"], where=where, **kept)


# --- the piles --------------------------------------------------------------------------------------------


def overdue(place: Place) -> ColumnElement[bool]:
    """Tell what was due before today and is not done."""
    return and_(col(Row.kind).in_(late_kinds(kinds_for(place.roles))), col(Row.due) < place.today)


def _today(place: Place) -> ColumnElement[bool]:
    return and_(col(Row.kind).in_(_dated(place)), col(Row.due) == place.today)


def _week(place: Place) -> ColumnElement[bool]:
    this_week = col(Row.due).between(place.today + timedelta(days=1), place.today + WEEK)
    return and_(col(Row.kind).in_(_dated(place)), this_week)


def _dated(place: Place) -> list[str]:
    return [kind for kind in kinds_for(place.roles) if WORK[kind].lasts != timedelta.max]


def _waiting(place: Place) -> ColumnElement[bool]:
    """Tell what waits whatever the day, what was reached lately, and what is warned of ahead."""
    return or_(false(), *(_waits(kind, place.today) for kind in kinds_for(place.roles)))


def _waits(kind: str, today: date) -> ColumnElement[bool]:
    work, due, found = WORK[kind], col(Row.due), []
    if work.lasts == timedelta.max:
        found.append(due <= today + WEEK)
    elif work.lasts:
        found.append(due.between(today - work.lasts, today - timedelta(days=1)))
    if work.ahead > WEEK:
        found.append(due.between(today + WEEK + timedelta(days=1), today + work.ahead))
    return and_(col(Row.kind) == kind, or_(false(), *found))


PILES: dict[Pile, Condition] = {
    Pile.OVERDUE: overdue,
    Pile.TODAY: _today,
    Pile.WEEK: _week,
    Pile.WAITING: _waiting,
}
