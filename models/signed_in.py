"""Who is signed in where: the sessions of browsers and the tokens of programs, each by the hash of its secret."""

from datetime import datetime

from sqlmodel import Column, Field, SQLModel

from models.types import UtcDateTime


class SessionRow(SQLModel, table=True):
    """One signed-in browser; over at `expires_at`, which moves on with use, or once it is revoked."""

    __tablename__ = "session"

    id: str = Field(primary_key=True, description="SHA-256 of the secret in the cookie, in hex")
    user: str = Field(foreign_key="user.name", ondelete="CASCADE", index=True)
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    seen_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    expires_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    revoked_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    agent: str = Field(description="what the browser calls itself, shortened")


class TokenRow(SQLModel, table=True):
    """One token with which a program acts as a user."""

    __tablename__ = "token"

    id: str = Field(primary_key=True, description="SHA-256 of the token, in hex")
    user: str = Field(foreign_key="user.name", ondelete="CASCADE", index=True)
    name: str
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    used_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    revoked_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))


class AttemptRow(SQLModel, table=True):
    """How often in a row a sign-in failed for one name or from one address, and until when none is let in."""

    __tablename__ = "attempt"

    key: str = Field(primary_key=True)
    failures: int
    last_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False, index=True))
    locked_until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
