"""Whose an account at an OpenID Connect provider is: prepared by an admin, never made by whoever comes.

An account is known by its subject, which the provider never gives to another. One whose subject nobody can know
beforehand is awaited by its e-mail address: the first that comes with it, verified, is kept by its subject, and
from then on the address opens nothing.
"""

from typing import Final

from sqlalchemy import Engine, delete, select
from sqlmodel import Session, col

from activities.tables import insert_or_ignore
from models.identity import IdentityRow
from models.membership import MembershipRow
from models.session import write
from models.user import UserRow
from rules.refusals import Conflict, Malformed, NotFound

SUBJECT, EMAIL = "sub", "email"
LONGEST: Final = 255  # of a subject: OpenID Connect Core § 2


def prepare(engine: Engine, user: str, issuer: str, claim: str, value: str) -> None:
    """Let an account in as a user; raise NotFound, Malformed, and Conflict where the account is another's."""
    value = _readable(claim, value)
    row = {"issuer": issuer, "claim": claim, "value": value, "user": user}
    with write(engine) as session:
        if session.get(UserRow, user) is None:
            raise NotFound(f"There is no user {user}.", remedy="Add the user first.", field="name")
        insert_or_ignore(session, IdentityRow, [row])
        kept = session.get(IdentityRow, (issuer, claim, value))
        if kept is None or kept.user != user:
            raise Conflict(
                "That account at the provider is another user's.",
                remedy="Unlink it there first: abate user unlink NAME.",
                field=claim,
            )


def unlink(engine: Engine, user: str) -> int:
    """Let no account at any provider in as a user any more; return how many there were. Raise NotFound."""
    with write(engine) as session:
        if session.get(UserRow, user) is None:
            raise NotFound(f"There is no user {user}.", remedy="Check the name.", field="name")
        gone = session.scalars(
            delete(IdentityRow).where(col(IdentityRow.user) == user).returning(col(IdentityRow.value))
        )
        return len(gone.all())


def user_behind(engine: Engine, issuer: str, subject: str, email: str | None) -> str | None:
    """Return the user an account is let in as, or None; `email` is one that the provider has verified.

    Whoever has no role anywhere is let in no more. A password that was given out and not yet changed is dropped:
    its owner has come another way.
    """
    with write(engine) as session:
        # Known again in the end: of two that come at once under one address, the second finds the first one's work.
        user = (
            _known(session, issuer, subject)
            or _awaited(session, issuer, subject, email)
            or _known(session, issuer, subject)
        )
        if user is None or not _has_a_role(session, user):
            return None
        row = session.get(UserRow, user)
        if row is not None and row.must_change:
            row.password_hash, row.must_change = None, False
        return user


def _known(session: Session, issuer: str, subject: str) -> str | None:
    row = session.get(IdentityRow, (issuer, SUBJECT, subject))
    return None if row is None else row.user


def _awaited(session: Session, issuer: str, subject: str, email: str | None) -> str | None:
    """Return the user who is awaited under an address, and keep the account by its subject instead."""
    row = _held(session, issuer, email) if email else None
    if row is None or not _has_a_role(session, row.user):
        return None
    kept = {"issuer": issuer, "claim": SUBJECT, "value": subject, "user": row.user}
    insert_or_ignore(session, IdentityRow, [kept])
    session.delete(row)
    return row.user


def _held(session: Session, issuer: str, email: str) -> IdentityRow | None:
    """Return the row of an address, and keep everyone else from it until the transaction ends."""
    key = (issuer, EMAIL, email.strip().casefold())
    return session.get(IdentityRow, key, with_for_update=True)


def _has_a_role(session: Session, user: str) -> bool:
    held = select(col(MembershipRow.role)).where(col(MembershipRow.user) == user).limit(1)
    return session.scalar(held) is not None


def _readable(claim: str, value: str) -> str:
    value = value.strip()
    if not value or len(value) > LONGEST or (claim == EMAIL and "@" not in value):
        raise Malformed(
            f"{value[:LONGEST]!r} is no {'e-mail address' if claim == EMAIL else 'subject'} of an account.",
            remedy="Copy it from the provider.",
            field=claim,
        )
    return value.casefold() if claim == EMAIL else value
