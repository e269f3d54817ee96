"""The views of the list of cases that a person keeps."""

from sqlmodel import Session, col, select

from models.view import ViewRow
from rules.values import Value


class SavedView(Value):
    """A search kept under a name."""

    name: str
    query: str


def views_of(session: Session, user: str) -> tuple[SavedView, ...]:
    """Return a user's views by name."""
    found = select(ViewRow).where(ViewRow.user == user).order_by(col(ViewRow.name))
    return tuple(SavedView(name=row.name, query=row.query) for row in session.exec(found))
