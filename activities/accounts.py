"""Makes accounts and takes roles away; a name that is there already is never given another password by it."""

from pathlib import Path

from sqlalchemy import Engine, delete
from sqlmodel import col

from activities.users import add_user, set_password
from models.membership import MembershipRow
from models.session import read, write
from ordinances.load import load_all
from queries.users import UserView, find_user, list_users
from rules.refusals import Conflict
from rules.values import Role


def create_user(engine: Engine, name: str, password: str) -> None:
    """Add a user without a role, whose password must be changed at first; raise Conflict where there is one."""
    with read(engine) as session:
        there = find_user(session, name)
    if there is not None:
        raise Conflict(
            f"There is a user {name} already.", remedy="Give that user a role instead.", field="name"
        )
    add_user(engine, name, {}, password=password, must_change=True)


def give_first_password(engine: Engine, name: str, password: str, *, must_change: bool) -> bool:
    """Set the password of a user who has none; tell whether it was."""
    with read(engine) as session:
        there = find_user(session, name)
    if there is None or there.has_password:
        return False
    set_password(engine, name, password, must_change=must_change)
    return True


def make_first_admin(engine: Engine, name: str, password: str, *, ordinances: Path | None = None) -> None:
    """Make an admin of every village, whose password must be changed at first; raise Conflict where one can sign in."""
    with read(engine) as session:
        there = [user.name for user in list_users(session) if _may_administer(user)]
    if there:
        raise Conflict(
            f"There is an admin who can sign in already: {', '.join(there)}.",
            remedy="That one adds others on the page of the users.",
            field="name",
        )
    villages = [key for key, law in load_all(ordinances).items() if not law.village.specimen]
    held = {village: [Role.ADMIN] for village in villages}
    add_user(engine, name, held, password=password, must_change=True, ordinances=ordinances)


def _may_administer(user: UserView) -> bool:
    administers = any(Role.ADMIN in held for held in user.roles.values())
    return administers and (user.has_password or user.linked)


def take_role(engine: Engine, name: str, village: str, role: Role) -> None:
    """Take a role away from a user; one that is not held is left not held."""
    held = (col(MembershipRow.user) == name, col(MembershipRow.village) == village)
    with write(engine) as session:
        session.execute(delete(MembershipRow).where(*held, col(MembershipRow.role) == role.value))
