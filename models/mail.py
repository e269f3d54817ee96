"""The outbox, what of it people do without, and the keys of their calendars."""

from datetime import datetime

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Column, Field, SQLModel

from models.types import UtcDateTime


class MailRow(SQLModel, table=True):
    """One mail to one user, of one `kind`, because of one `event` of one `record`.

    `event` is its number in the record; of a digest, whose record is the village, it is the day. `facts` is what the
    mail tells, in JSON, until it is settled. `attempts` numbers the claims: who claimed it alone settles it.
    """

    __tablename__ = "mail"
    __table_args__ = (
        UniqueConstraint("record", "event", "kind", "user"),
        Index("ix_mail_state", "state", "next_at"),
        Index("ix_mail_user", "user", "queued_at"),
    )

    id: str = Field(primary_key=True, description="SHA-256 of what is unique of it, shortened")
    village: str = Field(foreign_key="village.key")
    record: str
    event: str
    kind: str
    user: str = Field(foreign_key="user.name", ondelete="CASCADE")
    state: str
    facts: str
    attempts: int
    queued_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    next_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    expires_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    claimed_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    settled_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    address: str | None
    message_id: str | None
    trouble: str | None


class UnsubscribedRow(SQLModel, table=True):
    """One kind of mail that one user does not want."""

    __tablename__ = "unsubscribed"

    user: str = Field(primary_key=True, foreign_key="user.name", ondelete="CASCADE")
    kind: str = Field(primary_key=True)


class CalendarKeyRow(SQLModel, table=True):
    """The secret of a user's calendar, as its SHA-256 in hex."""

    __tablename__ = "calendar_key"

    user: str = Field(primary_key=True, foreign_key="user.name", ondelete="CASCADE")
    hash: str = Field(unique=True)
    made_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
