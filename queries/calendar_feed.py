"""What a person's calendar tells: the agenda of all cases and securities of their villages, by their roles.

What has left an agenda is told of for a while as canceled, so that whoever subscribed takes it out.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Select, or_, select
from sqlmodel import Session, col

from documents.calendar_file import Entry
from models.calendar_item import CalendarItemRow
from models.case import CaseRow
from models.mail import CalendarKeyRow
from models.membership import MembershipRow
from models.security import SecurityRow
from rules.values import Role
from rules.waiting import kinds_for

TOLD_SINCE: Final = timedelta(days=60)
"""For how long what has left an agenda is still told of: a calendar that looks more seldom keeps it as it was."""

BACK: Final = timedelta(days=90)
"""How far back a calendar goes: what has been overdue for longer stands on the desk."""

MOST: Final = 2_000
"""Entries of one calendar: a second of work. A village with more due within months has other means."""

Row = CalendarItemRow


def owner_of(session: Session, hashed: str) -> str | None:
    """Return whose calendar a secret opens, by its hash."""
    return session.scalar(select(col(CalendarKeyRow.user)).where(col(CalendarKeyRow.hash) == hashed))


def feed(session: Session, user: str, now: datetime) -> tuple[Entry, ...]:
    """Return the entries of a person's calendar, the earliest first."""
    found = [
        _item(row)
        for village, roles in _roles(session, user).items()
        for row in session.execute(_items(village, roles, now)).mappings()
    ]
    return tuple(sorted(found, key=lambda item: (item.due, item.record, item.key))[:MOST])


def _roles(session: Session, user: str) -> dict[str, frozenset[Role]]:
    held: dict[str, set[Role]] = {}
    query = select(col(MembershipRow.village), col(MembershipRow.role)).where(col(MembershipRow.user) == user)
    for village, role in session.execute(query):
        held.setdefault(village, set()).add(Role(role))
    return {village: frozenset(roles) for village, roles in sorted(held.items())}


def _items(village: str, roles: frozenset[Role], now: datetime) -> Select[Any]:
    where = (col(CaseRow.address), col(CaseRow.parcel), col(CaseRow.description), col(SecurityRow.issuer))
    query: Select[Any] = select(*_columns(), *where)
    query = query.outerjoin(CaseRow, col(CaseRow.id) == col(Row.case_id))
    query = query.outerjoin(SecurityRow, col(SecurityRow.id) == col(Row.case_id))
    return (
        query.where(col(Row.village) == village, col(Row.kind).in_(kinds_for(roles)))
        .where(col(Row.due) >= now.date() - BACK)
        .where(or_(col(Row.gone).is_(False), col(Row.changed_at) >= now - TOLD_SINCE))
        .order_by(col(Row.due), col(Row.case_id), col(Row.key))
        .limit(MOST)
    )


def _columns() -> Iterator[Any]:
    for name in Entry.model_fields:
        if name not in {"record", "where"}:
            yield getattr(Row, name)
    yield col(Row.case_id).label("record")


def _item(row: Mapping[Any, Any]) -> Entry:
    where = row["address"] or row["parcel"] or row["description"] or row["issuer"] or ""
    return Entry(where=where, **{name: row[name] for name in Entry.model_fields if name != "where"})
