"""The cases and securities of this database one after another, whatever table tells of them."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Engine, Select, select, union
from sqlmodel import Session, col

from models.case import CaseRow
from models.case_number import CaseNumberRow
from models.event import EventRow
from models.security import SecurityRow
from models.session import read
from models.violation import ViolationRow


class Place(NamedTuple):
    """A case or a security and its village; the village is None where no number was ever given out for it."""

    case: str
    village: str | None


def page_of_cases(session: Session, after: str, size: int) -> list[Place]:
    """Return the next cases after one, in the database's own order."""
    told = union(
        _next(select(col(EventRow.case_id).label("id")), after, size),
        _next(select(col(CaseRow.id).label("id")), after, size),
        _next(select(col(SecurityRow.id).label("id")), after, size),
        _next(select(col(ViolationRow.case_id).label("id")), after, size),
    ).subquery()
    page = (
        select(told.c.id, col(CaseNumberRow.village))
        .join(CaseNumberRow, col(CaseNumberRow.case_id) == told.c.id, isouter=True)
        .order_by(told.c.id)
        .limit(size)
    )
    return [Place(case, village) for case, village in session.execute(page)]


def _next(cases: Select[tuple[str]], after: str, size: int) -> Select[tuple[str]]:
    column = cases.selected_columns[0]
    page = cases.where(column > after).distinct().order_by(column).limit(size).subquery()
    return select(page.c.id)


def all_cases(engine: Engine, size: int = 500) -> Iterator[Place]:
    """Yield every case, read page by page, so that others write meanwhile."""
    after = ""
    while True:
        with read(engine) as session:
            page = page_of_cases(session, after, size)
        yield from page
        if not page:
            return
        after = page[-1].case
