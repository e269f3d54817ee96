"""Adds users and sets passwords; a password is kept as an Argon2 hash and nowhere else."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from argon2 import PasswordHasher
from sqlalchemy import Engine, select
from sqlmodel import Session

from activities.tables import insert_or_ignore
from models.membership import MembershipRow
from models.session import write
from models.user import UserRow
from models.village import VillageRow
from ordinances.load import load_all, load_law
from queries.users import UserView, find_user
from rules.refusals import Malformed, NotAllowed, NotFound
from rules.values import Role

SYSTEM = "system"
SHORTEST = 12
_HASHER = PasswordHasher()
_NAME = re.compile(r"[\w.@+-]{1,100}")
_STAFF = (Role.OFFICER, Role.ATTORNEY, Role.CLERK, Role.VIEWER, Role.ADMIN)


def add_user(
    engine: Engine,
    name: str,
    roles: Mapping[str, Collection[Role]],
    *,
    password: str | None = None,
    must_change: bool = False,
    ordinances: Path | None = None,
) -> UserView:
    """Add a user, or roles to one that is there; return what the user is now.

    `roles` are by village. Raises Malformed for a name or a password that will not do, NotFound for a village.
    """
    _check_name(name)
    for village in roles:
        _check_village(village, ordinances)
    hashed = _hashed(password)
    with write(engine) as session:
        insert_or_ignore(session, UserRow, [{"name": name, "password_hash": None, "must_change": False}])
        for village, held in roles.items():
            _join(session, name, village, held)
        if hashed is not None:
            _keep(session, name, hashed, must_change=must_change)
        found = find_user(session, name)
    assert found is not None
    return found


def set_password(engine: Engine, name: str, password: str, *, must_change: bool = False) -> None:
    """Set a user's password; raises NotFound, and Malformed for one that is too short."""
    hashed = _hashed(password)
    with write(engine) as session:
        _keep(session, name, hashed, must_change=must_change)


def seed(engine: Engine, ordinances: Path | None = None) -> None:
    """Make a row of every village; where there is no user yet, add one of each role, who cannot sign in."""
    places = [key for key, law in load_all(ordinances).items() if not law.village.specimen]
    with write(engine) as session:
        insert_or_ignore(session, VillageRow, [{"key": key} for key in places])
        if session.scalar(select(UserRow).limit(1)) is not None:
            return
        session.add_all(UserRow(name=role.value) for role in _STAFF)
        session.flush()
        for role in _STAFF:
            for village in places:
                _join(session, role.value, village, [role])


def _check_name(name: str) -> None:
    if name == SYSTEM or not _NAME.fullmatch(name):
        what = f"{name} is the engine itself." if name == SYSTEM else f"{name!r} is no name to sign in with."
        raise Malformed(what, remedy="Use letters, digits and . _ - @ +, at most 100 of them.", field="name")


def _check_village(village: str, ordinances: Path | None) -> None:
    if load_law(village, ordinances).village.specimen:
        raise NotAllowed(f"{village} is a specimen of an ordinance, not a village.", field="village")


def _join(session: Session, name: str, village: str, held: Collection[Role]) -> None:
    insert_or_ignore(session, VillageRow, [{"key": village}])
    for role in held:
        if role is Role.SYSTEM:
            raise Malformed(
                "No person is the system.", remedy=f"Roles are: {', '.join(_STAFF)}.", field="role"
            )
        insert_or_ignore(session, MembershipRow, [{"user": name, "village": village, "role": role.value}])


def _hashed(password: str | None) -> str | None:
    if password is None:
        return None
    if len(password) < SHORTEST:
        raise Malformed(
            f"The password has {len(password)} characters.",
            remedy=f"Use at least {SHORTEST}.",
            field="password",
        )
    return _HASHER.hash(password)


def _keep(session: Session, name: str, hashed: str | None, *, must_change: bool) -> None:
    row = session.get(UserRow, name)
    if row is None:
        raise NotFound(f"There is no user {name}.", remedy="Add the user first.", field="name")
    row.password_hash, row.must_change = hashed, must_change
