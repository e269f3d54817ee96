"""What falls due in the open cases and securities. A projection; who is woken when is the workflow's affair."""

from datetime import date

from sqlalchemy import Index
from sqlmodel import Field, SQLModel


class DeadlineRow(SQLModel, table=True):
    """One item of the agenda of the case or the security `case_id`; `passed` once the engine has noted it."""

    __tablename__ = "deadline"
    __table_args__ = (
        Index("ix_deadline_village_due", "village", "due"),
        Index("ix_deadline_kind_due", "village", "kind", "due", "case_id"),
    )

    case_id: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    village: str
    kind: str
    of: str | None
    due: date
    wakes_on: date
    section: str | None
    explanation: str
    passed: bool
