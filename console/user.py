"""`abate user`: who there is, and what they are in which village. Passwords are typed, never given as an option."""

import getpass
import sys
from typing import Annotated, Literal

from cyclopts import App, Parameter

from activities.accounts import make_first_admin
from activities.identities import EMAIL, SUBJECT, prepare
from activities.identities import unlink as unlink_user
from activities.sign_in import end_sessions
from activities.users import add_user, set_password
from console import speak
from console.case import HERE, Here
from console.desk import Desk
from console.figures import Json
from console.usage import Usage
from models.session import read
from queries.users import UserView, list_users
from rules.values import Role
from runtime.clock import now
from runtime.revision import check_migrated
from web.passwords import new_password

Roles = Literal["officer", "attorney", "clerk", "viewer", "admin"]
Name = Annotated[str, Parameter(help="Name to sign in with.")]

app = App(name="user")


@app.command(sort_key=1)
def add(
    name: Name,
    /,
    *,
    village: Annotated[
        tuple[str, ...], Parameter(help="Villages; else all of yours.", consume_multiple=True)
    ] = (),
    role: Annotated[tuple[Roles, ...], Parameter(help="Roles in them.", consume_multiple=True)],
    password: Annotated[
        bool, Parameter(help="Ask for a password; from standard input where nobody types.")
    ] = False,
    oidc_subject: Annotated[
        str | None, Parameter(help="The subject of an account at the provider to let in as this user.")
    ] = None,
    oidc_email: Annotated[
        str | None, Parameter(help="Its verified e-mail address, where the subject is not known yet.")
    ] = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """Add a user, or roles to one who is there."""
    secret = _typed(name) if password else None
    accounts = {SUBJECT: oidc_subject, EMAIL: oidc_email}
    with Desk.at(here) as desk:
        issuer = _issuer(desk) if any(accounts.values()) else ""
        places = [key for each in village for key in desk.villages(each)] or desk.villages()
        held = {key: tuple(map(Role, role)) for key in places}
        found = add_user(desk.engine, name, held, password=secret, ordinances=desk.settings.ordinances)
        for claim, value in accounts.items():
            if value:
                prepare(desk.engine, name, issuer, claim, value)
                found = found.model_copy(update={"linked": True})
    if json:
        speak.document(found.model_dump(mode="json"))
    else:
        speak.sentence(f"{name}: {_roles(found)}.")


@app.command(name="list", sort_key=2)
def list_(*, json: Json = False, here: Here = HERE) -> None:
    """List the users, their roles and whether they have a password."""
    with Desk.at(here) as desk, read(desk.engine) as session:
        found = list_users(session)
    if json:
        speak.document([user.model_dump(mode="json") for user in found])
    else:
        speak.table(
            ("user", "roles", "password", "provider"),
            [(user.name, _roles(user), user.has_password, user.linked) for user in found],
        )


@app.command(name="set-password", sort_key=3)
def set_(name: Name, /, *, here: Here = HERE) -> None:
    """Set a user's password: typed twice, or read from standard input where nobody types."""
    secret = _typed(name)
    with Desk.at(here) as desk:
        set_password(desk.engine, name, secret)
    speak.sentence(f"The password of {name} is set.")


@app.command(sort_key=5)
def first(
    *, name: Annotated[str, Parameter(help="Name to sign in with.")] = "admin", here: Here = HERE
) -> None:
    """Make the first admin of an installation, of every village; the password is shown this once."""
    secret = new_password()
    with Desk.at(here) as desk:
        check_migrated(desk.engine)
        make_first_admin(desk.engine, name, secret, ordinances=desk.settings.ordinances)
    speak.sentence(f"Sign in as {name} with {secret}, shown this once; choose one of your own then.")


@app.command(sort_key=4)
def unlink(name: Name, /, *, here: Here = HERE) -> None:
    """Let no account at a provider in as a user any more, and end the sessions there are."""
    with Desk.at(here) as desk:
        gone = unlink_user(desk.engine, name)
        end_sessions(desk.engine, name, now=now())
    speak.sentence(f"{name}: {gone} account{'' if gone == 1 else 's'} unlinked, every session ended.")


def _issuer(desk: Desk) -> str:
    if desk.settings.oidc is None:
        raise Usage("No provider is set to sign in through: set ABATE_OIDC_ISSUER and its like first.")
    return desk.settings.oidc.issuer


def _roles(user: UserView) -> str:
    return (
        "; ".join(f"{', '.join(held)} in {village}" for village, held in user.roles.items())
        or "nothing anywhere"
    )


def _typed(name: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass.getpass(f"Password of {name}: ")
    if getpass.getpass("Once more: ") != first:
        raise Usage("The two do not match.")
    return first
