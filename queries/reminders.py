"""Whom reminders go to, what each of them wants, and how it stands with the mails."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from models.mail import CalendarKeyRow, MailRow, UnsubscribedRow
from models.membership import MembershipRow
from models.user import UserRow
from queries.setting import roles_of
from rules.reminders import READERS, MailKind, MailState
from rules.values import Value

FEW = 20


class Wishes(Value):
    """Where a person's reminders go, which kinds are not wanted, and since when there is a calendar."""

    email: str | None
    unwanted: frozenset[MailKind]
    calendar_since: datetime | None


class MailView(Value):
    """One mail as it is shown: what it is of, to whom, how it stands and what was in its way."""

    village: str
    record: str
    event: str
    kind: MailKind
    user: str
    state: MailState
    queued_at: datetime
    settled_at: datetime | None
    attempts: int
    trouble: str | None


def readers(session: Session, village: str, kind: MailKind) -> tuple[str, ...]:
    """Return who is to have a kind of mail of a village: has a role for it and an address, and does not do without."""
    unwanted = select(col(UnsubscribedRow.user)).where(col(UnsubscribedRow.kind) == kind.value)
    roles = [role.value for role in READERS[kind]]
    query = (
        select(col(UserRow.name))
        .join(MembershipRow, col(MembershipRow.user) == col(UserRow.name))
        .where(col(MembershipRow.village) == village, col(MembershipRow.role).in_(roles))
        .where(col(UserRow.email).is_not(None), col(UserRow.name).not_in(unwanted))
        .distinct()
        .order_by(col(UserRow.name))
    )
    return tuple(session.scalars(query))


def why_not(session: Session, user: str, village: str, kind: MailKind) -> str | None:
    """Return why a person is not, or no longer, to be sent a kind of mail of a village; None where they are."""
    row = session.get(UserRow, user)
    if row is None or not row.email:
        return "there is no address"
    if not roles_of(session, user, village) & READERS[kind]:
        return f"{user} is no longer one of those in {village} whom it is for"
    if session.get(UnsubscribedRow, (user, kind.value)) is not None:
        return f"{user} does not want this kind"
    return None


def wishes_of(session: Session, user: str) -> Wishes:
    """Return what a person has chosen."""
    row, key = session.get(UserRow, user), session.get(CalendarKeyRow, user)
    unwanted = session.scalars(select(col(UnsubscribedRow.kind)).where(col(UnsubscribedRow.user) == user))
    return Wishes(
        email=row.email if row else None,
        unwanted=frozenset(map(MailKind, unwanted)),
        calendar_since=key.made_at if key else None,
    )


def mails_of(session: Session, user: str, villages: Iterable[str]) -> tuple[MailView, ...]:
    """Return a person's last mails of the villages that are theirs now, the newest first."""
    mine = (col(MailRow.user) == user, col(MailRow.village).in_(tuple(villages)))
    query = select(MailRow).where(*mine).order_by(col(MailRow.queued_at).desc())
    return tuple(map(_view, session.scalars(query.limit(FEW))))


def failed_mails(session: Session, villages: Iterable[str]) -> tuple[MailView, ...]:
    """Return the last mails of these villages that were refused, given up, or wait after trouble, the newest first."""
    query = (
        select(MailRow)
        .where(col(MailRow.village).in_(tuple(villages)), col(MailRow.trouble).is_not(None))
        .where(col(MailRow.state).not_in((MailState.SENT.value, MailState.DROPPED.value)))
        .order_by(col(MailRow.queued_at).desc())
    )
    return tuple(map(_view, session.scalars(query.limit(FEW))))


def tally(session: Session, villages: Iterable[str]) -> dict[MailState, int]:
    """Return how many mails of these villages there are in each state."""
    query = (
        select(col(MailRow.state), func.count())
        .where(col(MailRow.village).in_(tuple(villages)))
        .group_by(col(MailRow.state))
    )
    found = {MailState(state): number for state, number in session.execute(query)}
    return {state: found.get(state, 0) for state in MailState}


def _view(row: MailRow) -> MailView:
    return MailView.model_validate(row.model_dump(include=set(MailView.model_fields)))
