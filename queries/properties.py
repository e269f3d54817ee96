"""The properties that cases are about, told apart by parcel, address or description, each with its cases."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from sqlalchemy import Select, case, func, or_, select, tuple_
from sqlmodel import Session, col

from models.case import CaseRow
from rules.searching import wanted
from rules.values import Phase, Value

PAGE = 30
MOST_CASES = 10


class PropertyCase(Value):
    """A case on a property."""

    id: str
    phase: Phase
    opened_on: date
    open_violations: int


class PropertyLine(Value):
    """A property, described as in its newest case, with the newest of its cases and how many there are."""

    village: str
    address: str | None
    parcel: str | None
    description: str | None
    cases: tuple[PropertyCase, ...]
    number: int
    open_number: int

    @property
    def look_for(self) -> str:
        """What finds its cases in the list of cases."""
        return self.parcel or self.address or self.description or ""


def find_properties(
    session: Session, villages: Iterable[str], text: str, *, offset: int = 0, limit: int = PAGE
) -> tuple[PropertyLine, ...]:
    """Return the properties of these villages of which a case has all these words in it, by village and place."""
    places = session.execute(_places(list(villages), text).offset(offset).limit(limit)).all()
    keys = [(village, place) for village, place, _, _ in places]
    found: dict[tuple[str, str], list[CaseRow]] = {}
    for row in session.scalars(_cases(keys)) if keys else ():
        found.setdefault((row.village, row.place), []).append(row)
    return tuple(
        _line(found[village, place], number, still_open) for village, place, number, still_open in places
    )


def _places(villages: list[str], text: str) -> Select[Any]:
    number, still = func.count(), func.count(case((col(CaseRow.closed_on).is_(None), 1)))
    words = [
        or_(col(CaseRow.place).like(f"%{part}%"), col(CaseRow.search).like(f"%{part}%"))
        for part in wanted(text)
    ]
    where = (col(CaseRow.village), col(CaseRow.place))
    columns: list[Any] = [*where, number, still]
    query: Select[Any] = select(*columns)
    query = query.where(col(CaseRow.village).in_(villages), *words).group_by(*where)
    return query.order_by(*where)  # the order of an index: no more of it is read than is shown


def _cases(keys: list[tuple[str, str]]) -> Select[Any]:
    rank = (
        func.row_number()
        .over(
            partition_by=(col(CaseRow.village), col(CaseRow.place)),
            order_by=(col(CaseRow.year).desc(), col(CaseRow.number).desc()),
        )
        .label("rank")
    )
    ranked = select(col(CaseRow.id), rank).where(tuple_(CaseRow.village, CaseRow.place).in_(keys)).subquery()
    return (
        select(CaseRow)
        .join(ranked, ranked.c.id == col(CaseRow.id))
        .where(ranked.c.rank <= MOST_CASES)
        .order_by(ranked.c.rank, col(CaseRow.id))
    )


def _line(rows: list[CaseRow], number: int, still_open: int) -> PropertyLine:
    newest = rows[0]
    return PropertyLine(
        village=newest.village,
        address=newest.address,
        parcel=newest.parcel,
        description=newest.description,
        cases=tuple(
            PropertyCase(
                id=row.id,
                phase=Phase(row.phase),
                opened_on=row.opened_on,
                open_violations=row.open_violations,
            )
            for row in rows
        ),
        number=number,
        open_number=still_open,
    )
