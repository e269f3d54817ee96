"""The village attorneys' decisions of doubtful questions: only ever added to; the last of a question is in force."""

from datetime import date, datetime

from sqlmodel import Column, Field, SQLModel

from models.types import UtcDateTime


class InterpretationRow(SQLModel, table=True):
    """One decision, the `number`-th of its village; `question` and `choice` are words of `rules.law`.

    `decided_by` decided on `decided_on` on this `authority`; `recorded_by` is the user who entered it. `op_id` is the
    key under which it was entered, and enters it once.
    """

    __tablename__ = "interpretation"

    village: str = Field(primary_key=True, foreign_key="village.key")
    number: int = Field(primary_key=True)
    question: str
    choice: str
    authority: str
    decided_by: str
    decided_on: date
    recorded_by: str
    recorded_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    op_id: str = Field(unique=True)
