"""The bonds, escrows and letters of credit as lists show them. A projection of their record, like the cases."""

from datetime import date
from decimal import Decimal

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from models.types import Cents


class SecurityRow(SQLModel, table=True):
    """A security as its events told it on the day `as_of`; `seq` and `head` are its last event's number and hash.

    `available` is what is left of it, `pending` what of that is set aside for draws without a result. `expires_on` is
    the day as it stands, renewals counted. `over`: nothing more is expected of it. `case` is the one it is linked to.
    """

    __tablename__ = "security"
    __table_args__ = (
        Index("ix_security_village_status", "village", "status"),
        Index("ix_security_village_next_due", "village", "next_due"),
        Index("ix_security_case", "case"),
    )

    id: str = Field(primary_key=True)
    village: str
    case: str | None
    kind: str
    purpose: str
    issuer: str
    number: str
    amount: Decimal = Field(sa_type=Cents)
    drawn: Decimal = Field(sa_type=Cents)
    pending: Decimal = Field(sa_type=Cents)
    available: Decimal = Field(sa_type=Cents)
    status: str
    over: bool
    posted_on: date
    expires_on: date | None
    released_on: date | None
    headline: str
    next_due: date | None
    seq: int
    head: str
    as_of: date
