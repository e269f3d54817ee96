"""The record: what happened in each case, and to each security, in order, each entry sealed to the one before.

Only ever added to.
"""

from datetime import date, datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from models.types import UtcDateTime


class EventRow(SQLModel, table=True):
    """One event of the case or the security `case_id`.

    `data` is its canonical JSON; `part` numbers the events of one command from 0.
    `hash` is over every other column, `prev_hash` included (see `queries/chain.py`).
    """

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("case_id", "op_id", "part"),)

    case_id: str = Field(primary_key=True, foreign_key="case_number.case_id")
    seq: int = Field(primary_key=True)
    op_id: str
    part: int
    kind: str
    data: str
    actor: str
    effective_on: date
    recorded_at: datetime = Field(sa_type=UtcDateTime)
    prev_hash: str
    hash: str
