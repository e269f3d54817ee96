"""The cases as lists show them: a projection of the record, like every table that follows from a case."""

from datetime import date

from sqlalchemy import Index
from sqlmodel import Field, SQLModel


class CaseRow(SQLModel, table=True):
    """A case as its events told it on the day `as_of`; `seq` and `head` are its last event's number and hash.

    `place` and `search` are as `rules/searching.py` writes them: what tells one property from another, and all that a
    case is searched by.
    """

    __tablename__ = "case"
    __table_args__ = (
        Index("ix_case_village_phase", "village", "phase"),
        Index("ix_case_village_next_due", "village", "next_due"),
        Index("ix_case_newest", "village", "year", "number"),
        Index("ix_case_place", "village", "place"),
    )

    id: str = Field(primary_key=True)
    village: str
    year: int
    number: int
    phase: str
    address: str | None
    parcel: str | None
    description: str | None
    opened_on: date
    closed_on: date | None
    headline: str
    next_due: date | None
    open_violations: int
    seq: int
    head: str
    as_of: date
    place: str = Field(default="")
    search: str = Field(default="")
