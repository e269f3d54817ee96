"""What calendars were told of each agenda: a memory beside the deadlines, which tell only what is due now."""

from datetime import date, datetime

from sqlalchemy import Index
from sqlmodel import Column, Field, SQLModel

from models.types import UtcDateTime


class CalendarItemRow(SQLModel, table=True):
    """One item of the agenda of the case or the security `case_id`, under a key that outlasts a change of its day.

    `sequence` grows with every change and never falls; `gone` once it has left the agenda.
    """

    __tablename__ = "calendar_item"
    __table_args__ = (Index("ix_calendar_item_village_due", "village", "due"),)

    case_id: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    village: str
    kind: str
    of: str | None
    due: date
    section: str | None
    explanation: str
    sequence: int
    changed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    gone: bool
