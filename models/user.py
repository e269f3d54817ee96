"""The people who sign in."""

from sqlmodel import Field, SQLModel


class UserRow(SQLModel, table=True):
    """A person by the name typed to sign in; without `password_hash` none will let them in.

    `email` is where reminders go, if anywhere.
    """

    __tablename__ = "user"

    name: str = Field(primary_key=True)
    password_hash: str | None = None
    must_change: bool = False
    email: str | None = None
