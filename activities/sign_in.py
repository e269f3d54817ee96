"""Lets browsers and programs in and out: sessions, tokens, and the count of attempts that failed.

Of a session's or a token's secret only the SHA-256 is kept: it is random and long, so it needs no salt.
Instants are aware UTC and given by the caller.
"""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy import Engine, delete, update
from sqlmodel import Session, col, select

from activities.tables import insert_or_ignore
from models.session import write
from models.signed_in import AttemptRow, SessionRow, TokenRow
from rules.refusals import NotFound

IDLE = timedelta(hours=12)
LONGEST = timedelta(days=7)
LISTED = timedelta(days=30)
OF_NAME, OF_ADDRESS = "name:", "address:"
FREE_ATTEMPTS = 5
FIRST_LOCK, LONGEST_LOCK = timedelta(minutes=1), timedelta(hours=1)
FORGOTTEN = timedelta(days=1)
_AGENT = 200
Kept = TypeVar("Kept", SessionRow, TokenRow)


def hashed(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


# --- sessions ---------------------------------------------------------------------------------------------


def begin_session(engine: Engine, user: str, *, now: datetime, agent: str = "") -> str:
    """Begin a session and return its secret; sessions long over are forgotten."""
    secret = secrets.token_urlsafe(32)
    row = SessionRow(
        id=hashed(secret), user=user, created_at=now, seen_at=now, expires_at=now + IDLE, agent=agent[:_AGENT]
    )
    with write(engine) as session:
        session.execute(delete(SessionRow).where(col(SessionRow.expires_at) < now - LISTED))
        session.add(row)
    return secret


def extend_session(engine: Engine, session_id: str, *, now: datetime) -> None:
    """Move the end of a session on, as far as its longest length allows."""
    with write(engine) as session:
        row = session.get(SessionRow, session_id)
        if row is not None and row.revoked_at is None:
            row.seen_at, row.expires_at = now, min(now + IDLE, row.created_at + LONGEST)


def end_session(engine: Engine, user: str, session_id: str, *, now: datetime) -> None:
    """Revoke one session of a user; raise NotFound where it is not theirs."""
    _revoke_one(engine, SessionRow, user, session_id, now)


def end_sessions(engine: Engine, user: str, *, now: datetime, but: str | None = None) -> None:
    """Revoke every session of a user, except the one named."""
    with write(engine) as session:
        session.execute(
            update(SessionRow)
            .where(col(SessionRow.user) == user, col(SessionRow.revoked_at).is_(None))
            .where(col(SessionRow.id) != (but or ""))
            .values(revoked_at=now)
        )


# --- tokens -----------------------------------------------------------------------------------------------


def make_token(engine: Engine, user: str, name: str, *, now: datetime) -> str:
    """Make a token for a program that acts as a user, and return it: it is shown once and not kept."""
    secret = f"abate_{secrets.token_urlsafe(32)}"
    with write(engine) as session:
        session.add(TokenRow(id=hashed(secret), user=user, name=name, created_at=now))
    return secret


def touch_token(engine: Engine, token_id: str, *, now: datetime) -> None:
    """Note that a token was used."""
    with write(engine) as session:
        session.execute(update(TokenRow).where(col(TokenRow.id) == token_id).values(used_at=now))


def revoke_token(engine: Engine, user: str, token_id: str, *, now: datetime) -> None:
    """Revoke one token of a user; raise NotFound where it is not theirs."""
    _revoke_one(engine, TokenRow, user, token_id, now)


def revoke_tokens(engine: Engine, user: str, *, now: datetime) -> None:
    """Revoke every token of a user."""
    with write(engine) as session:
        of_user = (col(TokenRow.user) == user, col(TokenRow.revoked_at).is_(None))
        session.execute(update(TokenRow).where(*of_user).values(revoked_at=now))


def _revoke_one(engine: Engine, model: type[Kept], user: str, row_id: str, now: datetime) -> None:
    with write(engine) as session:
        row = session.get(model, row_id)
        if row is None or row.user != user:
            raise NotFound("There is no such session or token.", remedy="It may have ended already.")
        row.revoked_at = row.revoked_at or now


# --- attempts ---------------------------------------------------------------------------------------------


def attempt(engine: Engine, keys: Sequence[str], *, now: datetime) -> datetime | None:
    """Count an attempt against every key before it is tried, or return until when none is let in.

    Counted first, so that many at once get no more than the free ones; `succeeded` takes the count back.
    """
    with write(engine) as session:
        session.execute(delete(AttemptRow).where(col(AttemptRow.last_at) < now - FORGOTTEN))
        new = [{"key": key, "failures": 0, "last_at": now, "locked_until": None} for key in keys]
        insert_or_ignore(session, AttemptRow, new)
        rows = _held(session, keys)
        locks = [row.locked_until for row in rows if row.locked_until is not None and row.locked_until > now]
        if locks:
            return max(locks)
        for row in rows:
            row.failures, row.last_at = row.failures + 1, now
            row.locked_until = _lock(row.failures, now, free=_free(row.key))
    return None


def succeeded(engine: Engine, keys: Sequence[str]) -> None:
    """Forget the failures of a name; of an address only this attempt, or one good account would reset it."""
    with write(engine) as session:
        for row in _held(session, keys):
            if row.key.startswith(OF_NAME):
                session.delete(row)
            else:
                row.failures, row.locked_until = row.failures - 1, None


def _held(session: Session, keys: Sequence[str]) -> Sequence[AttemptRow]:
    # In one order, so that two who ask for the same keys never wait for each other.
    query = select(AttemptRow).where(col(AttemptRow.key).in_(keys)).order_by(col(AttemptRow.key))
    return session.exec(query.with_for_update()).all()


def _free(key: str) -> int:
    """Many people may share an address, and nobody else a name."""
    return FREE_ATTEMPTS if key.startswith(OF_NAME) else 4 * FREE_ATTEMPTS


def _lock(failures: int, now: datetime, *, free: int) -> datetime | None:
    """Return until when to let nobody in: after the free attempts, twice as long each time."""
    if failures < free:
        return None
    return now + min(FIRST_LOCK * (1 << min(failures - free, 10)), LONGEST_LOCK)
