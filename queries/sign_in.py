"""Who a cookie or a token belongs to, and the sessions and tokens of a user."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, bindparam, select
from sqlmodel import Session, col
from sqlmodel import select as orm_select

from models.membership import MembershipRow
from models.signed_in import SessionRow, TokenRow
from models.user import UserRow
from queries.tables import table
from rules.values import Role, Value


class SignedIn(Value):
    """A user behind a live session or token: the roles by village, and when the session was last seen."""

    id: str
    user: str
    roles: dict[str, frozenset[Role]]
    must_change: bool
    seen_at: datetime | None


class SessionView(Value):
    """A session in the list of its user."""

    id: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime
    agent: str


class TokenView(Value):
    """A token in the list of its user."""

    id: str
    name: str
    created_at: datetime
    used_at: datetime | None


def session_of(session: Session, session_id: str, *, now: datetime) -> SignedIn | None:
    """Return who is behind a session that is neither over nor revoked."""
    rows = session.connection().execute(_BY_SESSION, {"key": session_id}).all()
    return _signed_in(session_id, rows) if rows and rows[0].expires_at > now else None


def token_of(session: Session, token_id: str) -> SignedIn | None:
    """Return who is behind a token that is not revoked."""
    return _signed_in(token_id, session.connection().execute(_BY_TOKEN, {"key": token_id}).all())


def sessions_of(session: Session, user: str, *, now: datetime) -> tuple[SessionView, ...]:
    """Return the live sessions of a user, the one seen last first."""
    query = (
        orm_select(SessionRow)
        .where(
            SessionRow.user == user, col(SessionRow.revoked_at).is_(None), col(SessionRow.expires_at) > now
        )
        .order_by(col(SessionRow.seen_at).desc())
    )
    return tuple(
        SessionView.model_validate(row.model_dump(include=set(SessionView.model_fields)))
        for row in session.exec(query)
    )


def tokens_of(session: Session, user: str) -> tuple[TokenView, ...]:
    """Return the live tokens of a user, the newest first."""
    query = (
        orm_select(TokenRow)
        .where(TokenRow.user == user, col(TokenRow.revoked_at).is_(None))
        .order_by(col(TokenRow.created_at).desc())
    )
    return tuple(
        TokenView.model_validate(row.model_dump(include=set(TokenView.model_fields)))
        for row in session.exec(query)
    )


def _signed_in(key: str, rows: Sequence[Any]) -> SignedIn | None:
    """Return the user of rows that tell the same of it, one row for each role."""
    if not rows:
        return None
    roles: dict[str, set[Role]] = {}
    for row in rows:
        if row.village is not None:
            roles.setdefault(row.village, set()).add(Role(row.role))
    return SignedIn(
        id=key,
        user=rows[0].user,
        roles={village: frozenset(held) for village, held in sorted(roles.items())},
        must_change=rows[0].must_change,
        seen_at=rows[0].seen_at,
    )


# --- asked with every request ---------------------------------------------------------------------------------


def _behind(model: type[SessionRow | TokenRow], *columns: Any) -> Select[Any]:
    """Return the statement for what a key that is not revoked lets in: its user, a row for each role."""
    key, user, held = table(model), table(UserRow), table(MembershipRow)
    told = (key.c.user, user.c.must_change, held.c.village, held.c.role, *columns)
    found = key.join(user, user.c.name == key.c.user).outerjoin(held, held.c.user == user.c.name)
    return select(*told).select_from(found).where(key.c.id == bindparam("key"), key.c.revoked_at.is_(None))


_BY_SESSION: Final = _behind(SessionRow, table(SessionRow).c.seen_at, table(SessionRow).c.expires_at)
_BY_TOKEN: Final = _behind(TokenRow, table(TokenRow).c.used_at.label("seen_at"))
