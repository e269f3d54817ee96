"""The lines of the account of each case's village work: what was spent, and where it stands. A projection."""

from datetime import date
from decimal import Decimal

from sqlmodel import Field, SQLModel

from models.types import Cents


class EntryRow(SQLModel, table=True):
    """One line of entry `n` of a case's account; the lines of an entry add up to nought."""

    __tablename__ = "entry"

    case_id: str = Field(primary_key=True)
    n: int = Field(primary_key=True)
    line: int = Field(primary_key=True)
    on: date
    what: str
    document: str | None
    section: str | None
    account: str
    amount: Decimal = Field(sa_type=Cents)
