"""Keeps the views of the list of cases under a person's names for them."""

from sqlalchemy import Engine, delete, func, select
from sqlmodel import col

from models.session import write
from models.view import ViewRow
from rules.refusals import Incomplete, NotAllowed

MOST = 50
LONGEST_NAME = 80


def keep_view(engine: Engine, user: str, name: str, query: str) -> None:
    """Keep a view, in the place of one of the same name; raise Incomplete without a name, NotAllowed past `MOST`."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME:
        raise Incomplete(f"Give the view a name of at most {LONGEST_NAME} characters.", field="name")
    with write(engine) as session:
        row = session.get(ViewRow, (user, name))
        if row is not None:
            row.query = query
            return
        kept = session.scalar(select(func.count()).select_from(ViewRow).where(col(ViewRow.user) == user)) or 0
        if kept >= MOST:
            raise NotAllowed(f"You keep {MOST} views already.", remedy="Drop one first.", field="name")
        session.add(ViewRow(user=user, name=name, query=query))


def drop_view(engine: Engine, user: str, name: str) -> None:
    """Drop a view; one that is not there is gone already."""
    with write(engine) as session:
        session.execute(delete(ViewRow).where(col(ViewRow.user) == user, col(ViewRow.name) == name))
