"""A database of before there were calendars: what is due already is told to calendars as if it had been all along."""

from datetime import datetime

from alembic import command
from sqlalchemy import Engine

from models.session import read
from queries.calendar_feed import feed
from runtime.database import alembic_config
from tests.activities.support import Town


def told(engine: Engine, now: datetime) -> list[tuple[str, str, str, bool]]:
    with read(engine) as session:
        return [(each.record, each.key, str(each.due), each.gone) for each in feed(session, "viewer", now)]


def test_what_is_due_already_is_told_to_calendars(engine: Engine) -> None:
    town = Town(engine)
    town.served(remedy_by="2026-06-20")
    town.post(expires_on="2026-09-15")
    town.post(
        "williamsville", kind="cash_escrow", purpose="construction", posted_on="2025-04-01", expires_on=None
    )
    before = told(engine, town.at)

    for move, revision in ((command.downgrade, "0005"), (command.upgrade, "head")):
        with engine.connect() as connection, connection.begin():
            move(alembic_config(connection), revision)

    assert len(before) > 8
    assert told(engine, town.at) == before
