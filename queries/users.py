"""Who the users are, what they are in which village, and whether a password is theirs."""

from collections.abc import Iterable
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import select
from sqlmodel import Session, col

from models.identity import IdentityRow
from models.membership import MembershipRow
from models.user import UserRow
from rules.values import Role, Value

_HASHER = PasswordHasher()


class UserView(Value):
    """A user: name, roles by village, whether a password is set and must be changed at the next sign-in.

    `linked` where an account at a provider is let in as this user.
    """

    name: str
    roles: dict[str, tuple[Role, ...]]
    has_password: bool
    must_change: bool
    linked: bool = False


def villages_of(session: Session, user: str) -> tuple[str, ...]:
    """Return the villages in which a user is anything, in alphabetical order."""
    held = select(col(MembershipRow.village)).where(col(MembershipRow.user) == user).distinct()
    return tuple(sorted(session.scalars(held)))


def list_users(session: Session) -> tuple[UserView, ...]:
    """Return all users by name."""
    held = list(session.scalars(select(MembershipRow)))
    linked = set(session.scalars(select(col(IdentityRow.user))))
    rows = session.scalars(select(UserRow).order_by(col(UserRow.name)))
    return tuple(_view(row, held, linked=row.name in linked) for row in rows)


def find_user(session: Session, name: str) -> UserView | None:
    """Return a user, or None."""
    row = session.get(UserRow, name)
    held = select(MembershipRow).where(col(MembershipRow.user) == name)
    linked = session.scalar(select(col(IdentityRow.user)).where(col(IdentityRow.user) == name).limit(1))
    return None if row is None else _view(row, session.scalars(held), linked=linked is not None)


def password_fits(session: Session, name: str, password: str) -> bool:
    """Tell whether a password is a user's; it takes as long for a user that does not exist."""
    row = session.get(UserRow, name)
    known = row.password_hash if row else None
    try:
        _HASHER.verify(known or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return known is not None


@cache
def _nobodys() -> str:
    """Return a hash to verify where there is none, so that the time taken does not tell."""
    return _HASHER.hash("nobody's")


def _view(row: UserRow, held: Iterable[MembershipRow], *, linked: bool) -> UserView:
    roles: dict[str, list[Role]] = {}
    for each in held:
        if each.user == row.name:
            roles.setdefault(each.village, []).append(Role(each.role))
    return UserView(
        name=row.name,
        roles={village: tuple(sorted(roles[village])) for village in sorted(roles)},
        has_password=row.password_hash is not None,
        must_change=row.must_change,
        linked=linked,
    )
