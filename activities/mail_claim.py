"""Who sends which mail: each is claimed by one sender before it goes out, and settled by that one alone.

A claim outlives its sender by `LEASE`; the next who takes it sends the same message under the same Message-ID.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Engine, and_, func, or_
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from activities.smtp import DIALOG, Fate, Outcome
from models.mail import MailRow
from models.session import read, write
from models.user import UserRow
from queries.reminders import why_not
from rules.reminders import MailKind, MailState
from rules.values import Value

LEASE: Final = 5 * DIALOG
"""Longer than any sender takes over one mail, so that what it claimed is taken from it only once it is gone."""

FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(hours=1)
GIVE_UP: Final = timedelta(days=5)
"""RFC 5321, 4.5.4.1: a sender tries for at least four to five days."""

_MOST_DOUBLINGS: Final = 10


class Claimed(Value):
    """A mail to be sent now, under the number of its claim."""

    id: str
    attempt: int
    user: str
    kind: MailKind
    address: str
    facts: str
    queued_at: datetime


def claim(engine: Engine, now: datetime) -> Claimed | None:
    """Claim the next mail that is to go out; what is not to go out any more is settled on the way."""
    while True:
        with write(engine) as session:
            row = session.exec(_next(now)).first()
            if row is None:
                return None
            trouble = _worthless(session, row, now)
            if trouble is None:
                return _claimed(session, row, now)
            _close(row, MailState.DROPPED, now, trouble)


def settle(
    engine: Engine, mail: Claimed, outcome: Outcome, message_id: str, now: datetime
) -> datetime | None:
    """Note what became of a mail; return when to try again, if so. One that has been taken over is left alone."""
    with write(engine) as session:
        row = session.get(MailRow, mail.id, with_for_update=True)
        if row is None or row.attempts != mail.attempt or row.state != MailState.SENDING:
            return None
        row.address, row.message_id, row.trouble = mail.address, message_id, outcome.why or None
        if outcome.fate is Fate.TAKEN:
            _close(row, MailState.SENT, now, None)
        elif outcome.fate is Fate.REFUSED:
            _close(row, MailState.REFUSED, now, outcome.why)
        elif now - row.queued_at >= GIVE_UP:
            _close(row, MailState.GIVEN_UP, now, outcome.why)
        else:
            row.state, row.claimed_at, row.next_at = MailState.QUEUED, None, now + pause(row.attempts)
            return row.next_at
    return None


def next_due(engine: Engine) -> datetime | None:
    """Return when the outbox is to be looked at again, or None while nothing is in it."""
    with read(engine) as session:
        queued = session.scalar(select(func.min(col(MailRow.next_at))).where(_in(MailState.QUEUED)))
        claimed = session.scalar(select(func.min(col(MailRow.claimed_at))).where(_in(MailState.SENDING)))
    ends = [] if claimed is None else [claimed + LEASE]
    return min([*([] if queued is None else [queued]), *ends], default=None)


def pause(attempts: int) -> timedelta:
    """Return how long to wait after an attempt: a minute, doubled each time, an hour at most."""
    return min(FIRST_PAUSE * (1 << min(attempts - 1, _MOST_DOUBLINGS)), LONGEST_PAUSE)


def _next(now: datetime) -> SelectOfScalar[MailRow]:
    due = and_(_in(MailState.QUEUED), col(MailRow.next_at) <= now)
    orphaned = and_(_in(MailState.SENDING), col(MailRow.claimed_at) <= now - LEASE)
    order = (col(MailRow.next_at), col(MailRow.id))
    return (
        select(MailRow).where(or_(due, orphaned)).order_by(*order).limit(1).with_for_update(skip_locked=True)
    )


def _in(state: MailState) -> ColumnElement[bool]:
    return col(MailRow.state) == state.value


def _worthless(session: Session, row: MailRow, now: datetime) -> str | None:
    if row.expires_at is not None and row.expires_at <= now:
        return "its day is over"
    return why_not(session, row.user, row.village, MailKind(row.kind))


def _claimed(session: Session, row: MailRow, now: datetime) -> Claimed:
    row.state, row.attempts, row.claimed_at = MailState.SENDING, row.attempts + 1, now
    user = session.get(UserRow, row.user)
    assert user is not None
    assert user.email is not None
    return Claimed(
        id=row.id,
        attempt=row.attempts,
        user=row.user,
        kind=MailKind(row.kind),
        address=user.email,
        facts=row.facts,
        queued_at=row.queued_at,
    )


def _close(row: MailRow, state: MailState, now: datetime, trouble: str | None) -> None:
    # What it told has served: the outbox is no second record.
    row.state, row.settled_at, row.claimed_at, row.trouble, row.facts = state, now, None, trouble, ""
