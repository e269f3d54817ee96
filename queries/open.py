"""The cases and securities that something is still to be waited for, each of which has a workflow of its own."""

from typing import NamedTuple

from sqlalchemy import select, union_all
from sqlmodel import Session, col

from models.case import CaseRow
from models.security import SecurityRow


class Open(NamedTuple):
    """A case that is not closed, or a security that is neither released nor exhausted nor expired."""

    id: str
    village: str


def open_records(
    session: Session, village: str | None = None, *, after: str = "", limit: int | None = None
) -> tuple[Open, ...]:
    """Return the open cases and securities of a village, or of all, in the order of their ids."""
    told = union_all(
        select(col(CaseRow.id).label("id"), col(CaseRow.village).label("village")).where(
            col(CaseRow.closed_on).is_(None)
        ),
        select(col(SecurityRow.id), col(SecurityRow.village)).where(col(SecurityRow.over).is_(False)),
    ).subquery()
    wanted = select(told.c.id, told.c.village).where(told.c.id > after).order_by(told.c.id).limit(limit)
    if village is not None:
        wanted = wanted.where(told.c.village == village)
    return tuple(Open(*row) for row in session.execute(wanted))
