"""Puts mails into the outbox, each under a key of its own: put in twice, it is there once.

What an event sets off goes in with the event, in one transaction: there is neither without the other.
"""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import structlog
from sqlalchemy import delete
from sqlmodel import Session, col

from activities.held import Held
from activities.news import facts_of
from activities.tables import insert_or_ignore
from documents.letter import DigestFacts, NewsFacts
from models.mail import MailRow
from queries.record import Recorded
from queries.reminders import readers
from rules.case import Case
from rules.guarantee import Security
from rules.reminders import MailKind, MailState, News, news_of

log = structlog.get_logger(__name__)

KEPT = timedelta(days=90)
"""How long it can be seen what became of a mail."""

SETTLED = (MailState.SENT, MailState.REFUSED, MailState.GIVEN_UP, MailState.DROPPED)


def mail_id(record: str, event: str, kind: MailKind, user: str) -> str:
    """Return the id of a mail, the same however often it is made."""
    return hashlib.sha256(f"{record}\0{event}\0{kind}\0{user}".encode()).hexdigest()[:32]


def put_news(held: Held[Case] | Held[Security], done: Sequence[Recorded], *, anew: bool) -> bool:
    """Put in the mails that a command's events set off, where these are new; tell whether there is news in them."""
    news = news_of((entry.seq, entry.event) for entry in done)
    session = held.session
    for each in news if anew else ():
        facts = _facts(each, held)
        if facts is None:
            continue
        people = readers(session, held.law.village.key, each.kind)
        _put(session, held.law.village.key, held.id, str(each.seq), each.kind, people, facts, at=held.at)
    return bool(news)


def _facts(news: News, held: Held[Case] | Held[Security]) -> NewsFacts | None:
    """Return what there is to tell, or None: a fault in the telling must not undo what is told of."""
    try:
        return facts_of(news, held)
    except Exception:  # of any kind: the transaction that tells is the one that records
        log.exception("mail.not_put_in", record=held.id, seq=news.seq, kind=news.kind)
        return None


def put_digest(
    session: Session, village: str, user: str, facts: DigestFacts, *, at: datetime, until: datetime
) -> bool:
    """Put in one person's digest of a day, which is worth nothing once the day is over; tell whether it is new."""
    known = session.get(MailRow, mail_id(village, str(facts.day), MailKind.DIGEST, user))
    _put(session, village, village, str(facts.day), MailKind.DIGEST, [user], facts, at=at, until=until)
    return known is None


def forget(session: Session, village: str, now: datetime) -> None:
    """Forget the mails of a village that were settled long ago."""
    session.execute(
        delete(MailRow)
        .where(col(MailRow.village) == village, col(MailRow.settled_at) < now - KEPT)
        .where(col(MailRow.state).in_([state.value for state in SETTLED]))
    )


def _put(
    session: Session,
    village: str,
    record: str,
    event: str,
    kind: MailKind,
    people: Iterable[str],
    facts: DigestFacts | NewsFacts,
    *,
    at: datetime,
    until: datetime | None = None,
) -> None:
    told = facts.model_dump_json()
    rows = [
        {
            "id": mail_id(record, event, kind, user),
            "village": village,
            "record": record,
            "event": event,
            "kind": kind.value,
            "user": user,
            "state": MailState.QUEUED.value,
            "facts": told,
            "attempts": 0,
            "queued_at": at,
            "next_at": at,
            "expires_at": until,
        }
        for user in people
    ]
    if rows:
        insert_or_ignore(session, MailRow, rows)
