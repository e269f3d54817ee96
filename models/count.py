"""The counts charged, in all cases of a village: where a respondent's earlier convictions are found. A projection."""

from datetime import date
from decimal import Decimal

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from models.types import Cents


class CountRow(SQLModel, table=True):
    """One count; `section` is the family of sections under which prior judgments count."""

    __tablename__ = "count"
    __table_args__ = (Index("ix_count_party", "village", "section", "party_key"),)

    case_id: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    village: str
    section: str
    respondent: str
    party_key: str
    violation: str
    offense_on: date
    filed_on: date
    court: str
    returnable_on: date
    ordinal: int
    evidence: str
    outcome: str | None
    disposed_on: date | None
    sentenced_as: int | None
    fine: Decimal | None = Field(sa_type=Cents)
    jail_days: int | None
    surcharge: Decimal | None = Field(sa_type=Cents)
    paid: Decimal = Field(sa_type=Cents)
    settlement: str | None
    vacated_on: date | None
