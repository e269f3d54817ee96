"""`abate user`: who there is, and what they are in which village. Passwords are typed, never given as an option."""

import getpass
import sys
from typing import Annotated, Literal

from cyclopts import App, Parameter

from activities.users import add_user, set_password
from console import speak
from console.case import HERE, Here
from console.desk import Desk
from console.figures import Json
from console.usage import Usage
from models.session import read
from queries.users import UserView, list_users
from rules.values import Role

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
    json: Json = False,
    here: Here = HERE,
) -> None:
    """Add a user, or roles to one who is there."""
    secret = _typed(name) if password else None
    with Desk.at(here) as desk:
        places = [key for each in village for key in desk.villages(each)] or desk.villages()
        held = {key: tuple(map(Role, role)) for key in places}
        found = add_user(desk.engine, name, held, password=secret, ordinances=desk.settings.ordinances)
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
            ("user", "roles", "password"), [(user.name, _roles(user), user.has_password) for user in found]
        )


@app.command(name="set-password", sort_key=3)
def set_(name: Name, /, *, here: Here = HERE) -> None:
    """Set a user's password: typed twice, or read from standard input where nobody types."""
    secret = _typed(name)
    with Desk.at(here) as desk:
        set_password(desk.engine, name, secret)
    speak.sentence(f"The password of {name} is set.")


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
