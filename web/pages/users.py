"""The users of the villages in which a person is admin: added, given roles and passwords, and sent away.

An admin of one village learns nothing of another's users, and cannot take over an account that is also theirs.
"""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response

from activities import sign_in as doors
from activities.accounts import create_user, take_role
from activities.reminders import drop_calendar_key
from activities.users import add_user, set_password
from models.session import read
from queries.users import UserView, list_users
from rules.refusals import Malformed, NotAllowed, NotFound, Refusal
from rules.values import Role
from web.auth import Person, need
from web.errors import status_of
from web.office import Here, Office
from web.passwords import new_password
from web.render import go, page

router = APIRouter()
Admin = Annotated[Person, Depends(need(Role.ADMIN))]
Typed = Annotated[str, Form()]
ROLES = (Role.OFFICER, Role.ATTORNEY, Role.CLERK, Role.VIEWER, Role.ADMIN)


@router.get("/users")
def users(request: Request, here: Here, me: Admin) -> Response:
    """List the users."""
    return _page(request, here, me)


@router.post("/users")
def add(
    request: Request, here: Here, me: Admin, name: Typed = "", village: Typed = "", role: Typed = ""
) -> Response:
    """Add a user with a password that is shown once and must be changed."""
    secret = new_password()
    try:
        place, held = _village(me, village), _role(role)
        create_user(here.engine, name.strip(), secret)
        add_user(here.engine, name.strip(), {place: [held]}, ordinances=here.settings.ordinances)
    except Refusal as refusal:
        typed = {"name": name, "village": village, "role": role}
        status, trouble = status_of(refusal.facts), refusal.facts.sentence()
        return _page(request, here, me, status=status, trouble=trouble, typed=typed)
    return _page(request, here, me, secret=(name.strip(), secret))


@router.post("/users/role")
def role(
    request: Request,
    here: Here,
    me: Admin,
    name: Typed = "",
    village: Typed = "",
    role: Typed = "",
    take: Typed = "",
) -> Response:
    """Give a user a role in a village, or take it away."""
    place, held = _village(me, village), _role(role)
    if take:
        if name == me.name and held is Role.ADMIN:
            raise NotAllowed(
                "You cannot take your own right to administer away.", remedy="Ask another admin."
            )
        take_role(here.engine, _known(here, me, name).name, place, held)
        return go(request, "/users", flash=f"{name} is no longer {held} in {place}.")
    _known(here, me, name)
    add_user(here.engine, name, {place: [held]}, ordinances=here.settings.ordinances)
    return go(request, "/users", flash=f"{name} is {held} in {place}.")


@router.post("/users/password")
def password(request: Request, here: Here, me: Admin, name: Typed = "") -> Response:
    """Give a user a new password, shown once, and end what the old one opened."""
    known = _mine_alone(here, me, name)
    secret = new_password()
    set_password(here.engine, known.name, secret, must_change=True)
    doors.end_sessions(here.engine, known.name, now=here.clock(), but=me.key)
    return _page(request, here, me, secret=(known.name, secret))


@router.post("/users/revoke")
def revoke(request: Request, here: Here, me: Admin, name: Typed = "") -> Response:
    """End every session of a user, revoke every token, and end the address of the calendar."""
    known = _mine_alone(here, me, name)
    doors.end_sessions(here.engine, known.name, now=here.clock(), but=me.key)
    doors.revoke_tokens(here.engine, known.name, now=here.clock())
    drop_calendar_key(here.engine, known.name)
    said = f"{known.name} is signed out everywhere; the tokens are revoked, and the calendar's address has ended."
    return go(request, "/users", flash=said)


# --- whom an admin may see and touch ----------------------------------------------------------------------


def _page(
    request: Request,
    here: Office,
    me: Person,
    *,
    status: int = 200,
    secret: tuple[str, str] | None = None,
    trouble: str | None = None,
    typed: dict[str, str] | None = None,
) -> Response:
    places = me.villages_as(Role.ADMIN)
    shown = {"users": _seen(here, me), "villages": places, "roles": ROLES}
    typed = typed or {"name": "", "village": places[0], "role": Role.OFFICER}
    return page(request, "users.html", status=status, secret=secret, trouble=trouble, typed=typed, **shown)


def _seen(here: Office, me: Person) -> list[UserView]:
    """Return the users of the admin's villages, with their roles there and nowhere else, and those without any."""
    places = set(me.villages_as(Role.ADMIN))
    with read(here.engine) as session:
        found = list_users(session)
    return [
        user.model_copy(
            update={"roles": {place: held for place, held in user.roles.items() if place in places}}
        )
        for user in found
        if places & set(user.roles) or not user.roles
    ]


def _known(here: Office, me: Person, name: str) -> UserView:
    found = next((user for user in _seen(here, me) if user.name == name), None)
    if found is None:
        raise NotFound(f"There is no user {name}.", remedy="Check the name.", field="name")
    return found


def _mine_alone(here: Office, me: Person, name: str) -> UserView:
    """Return a user of the admin's villages and of no other; raise NotAllowed where others have a say."""
    _known(here, me, name)
    with read(here.engine) as session:
        user = next(each for each in list_users(session) if each.name == name)
    if set(user.roles) - set(me.villages_as(Role.ADMIN)):
        raise NotAllowed(
            f"{name} also works for a village that you do not administer.",
            remedy="Ask an admin of all the villages, or whoever runs the server: abate user set-password.",
        )
    return user


def _village(me: Person, village: str) -> str:
    if village not in me.villages_as(Role.ADMIN):
        raise NotFound(f"There is no village {village}.", remedy="Choose one of yours.", field="village")
    return village


def _role(role: str) -> Role:
    if role not in ROLES:
        raise Malformed(f"{role!r} is no role.", remedy=f"Roles are: {', '.join(ROLES)}.", field="role")
    return Role(role)
