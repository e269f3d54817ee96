"""Who a cookie or a token belongs to, and the sessions and tokens of a user."""

from datetime import datetime

from sqlmodel import Session, col, select

from models.membership import MembershipRow
from models.signed_in import SessionRow, TokenRow
from models.user import UserRow
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
    row = session.get(SessionRow, session_id)
    if row is None or row.revoked_at is not None or row.expires_at <= now:
        return None
    return _signed_in(session, row.id, row.user, row.seen_at)


def token_of(session: Session, token_id: str) -> SignedIn | None:
    """Return who is behind a token that is not revoked."""
    row = session.get(TokenRow, token_id)
    if row is None or row.revoked_at is not None:
        return None
    return _signed_in(session, row.id, row.user, row.used_at)


def sessions_of(session: Session, user: str, *, now: datetime) -> tuple[SessionView, ...]:
    """Return the live sessions of a user, the one seen last first."""
    query = (
        select(SessionRow)
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
        select(TokenRow)
        .where(TokenRow.user == user, col(TokenRow.revoked_at).is_(None))
        .order_by(col(TokenRow.created_at).desc())
    )
    return tuple(
        TokenView.model_validate(row.model_dump(include=set(TokenView.model_fields)))
        for row in session.exec(query)
    )


def _signed_in(session: Session, key: str, name: str, seen_at: datetime | None) -> SignedIn | None:
    user = session.get(UserRow, name)
    if user is None:
        return None
    roles: dict[str, set[Role]] = {}
    for held in session.exec(select(MembershipRow).where(MembershipRow.user == name)):
        roles.setdefault(held.village, set()).add(Role(held.role))
    return SignedIn(
        id=key,
        user=name,
        roles={village: frozenset(held) for village, held in sorted(roles.items())},
        must_change=user.must_change,
        seen_at=seen_at,
    )
