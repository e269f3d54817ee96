"""The views of the list of cases that a person keeps."""

from typing import Final

from sqlalchemy import bindparam, select
from sqlmodel import Session

from models.view import ViewRow
from queries.tables import table
from rules.values import Value

VIEW: Final = table(ViewRow)
_OF_USER: Final = (
    select(VIEW.c.name, VIEW.c.query).where(VIEW.c.user == bindparam("of")).order_by(VIEW.c.name)
)


class SavedView(Value):
    """A search kept under a name."""

    name: str
    query: str


def views_of(session: Session, user: str) -> tuple[SavedView, ...]:
    """Return a user's views by name."""
    found = session.connection().execute(_OF_USER, {"of": user})
    return tuple(SavedView(name=name, query=query) for name, query in found)
