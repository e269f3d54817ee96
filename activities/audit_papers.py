"""What the audit finds of papers: those that were changed since they were issued, and those never issued."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import Engine

from activities.compare import Found
from activities.papers import issue_called_for
from models.session import read
from queries.documents import verify_documents
from rules.law import Law

UNDER_WAY = timedelta(minutes=10)
"""An errand issues papers within seconds of their event; the audit does not race with it."""


def changed_papers(engine: Engine, record_id: str) -> tuple[Found, ...]:
    """Return the papers of a record that are not as they were issued; nothing makes them right but a backup."""
    with read(engine) as session:
        return tuple(Found("paper_changed", fault) for fault in verify_documents(session, record_id))


def missing_papers(engine: Engine, law: Law, record_id: str, at: datetime) -> Iterator[Found]:
    """Issue the papers that an errand left out, and yield each."""
    done = issue_called_for(engine, law, record_id, until=at - UNDER_WAY)
    for key in done.issued:
        yield Found("paper_missing", f"{record_id}: {key} had not been issued")
