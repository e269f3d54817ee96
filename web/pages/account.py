"""A person's own password."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from activities import sign_in as doors
from activities.users import set_password
from rules.refusals import Malformed, Refusal
from web.auth import Me
from web.errors import status_of
from web.office import Here, Office
from web.pages.sign_in import fits_throttled
from web.render import go, page

router = APIRouter()
Typed = Annotated[str, Form()]


@router.get("/password")
def password(request: Request) -> Response:
    """Show the form."""
    return page(request, "password.html", troubles={})


@router.post("/password")
def password_post(
    request: Request, here: Here, me: Me, current: Typed = "", new: Typed = "", again: Typed = ""
) -> Response:
    """Change the password, and end every other session of this person."""
    try:
        _change(here, me.name, current, new, again)
    except Refusal as refusal:
        troubles = {refusal.facts.field or "new": refusal.facts.sentence()}
        return page(request, "password.html", status=status_of(refusal.facts), troubles=troubles)
    doors.end_sessions(here.engine, me.name, now=here.clock(), but=me.key)
    return go(request, "/", flash="Your password is changed, and your other sessions have ended.")


def _change(here: Office, name: str, current: str, new: str, again: str) -> None:
    if new != again:
        raise Malformed("The two do not match.", remedy="Type the new password twice.", field="again")
    if new == current:
        raise Malformed("This is the password you have.", remedy="Choose another.", field="new")
    if name.casefold() in new.casefold():
        raise Malformed("The password holds your name.", remedy="Choose another.", field="new")
    if not fits_throttled(here, name, current, [doors.OF_NAME + doors.hashed(name.casefold())]):
        raise Malformed("This is not your present password.", remedy="Type it again.", field="current")
    set_password(here.engine, name, new)
