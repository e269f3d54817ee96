"""Signing in and out. A wrong name takes as long as a wrong password, and is counted like one."""

import ipaddress
import threading
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request, Response

from activities import sign_in as doors
from models.session import read
from queries.users import password_fits
from web.auth import Me, cookie_name
from web.errors import TooManyAttempts
from web.office import Here, Office
from web.render import go, page, set_session

router = APIRouter()
WRONG: Final = "The name or the password is not right."
LONGEST: Final = 1_000
_hashing = threading.BoundedSemaphore(4)  # each takes 64 MB while it lasts

Typed = Annotated[str, Form()]


@router.get("/sign-in")
def sign_in(request: Request, then: str = "/") -> Response:
    """Show the form."""
    return page(request, "sign_in.html", then=_ours(then), name="", trouble=None)


@router.post("/sign-in")
def sign_in_post(
    request: Request, here: Here, name: Typed = "", password: Typed = "", then: Typed = "/"
) -> Response:
    """Begin a session where the password fits, and no more than a few attempts failed before."""
    name, then = name.strip()[:LONGEST], _ours(then)
    try:
        fits = _try(here, name, password[:LONGEST], request.client.host if request.client else "")
    except TooManyAttempts as refusal:
        return page(
            request, "sign_in.html", status=429, then=then, name=name, trouble=refusal.facts.sentence()
        )
    if not fits:
        return page(request, "sign_in.html", status=422, then=then, name=name, trouble=WRONG)
    secret = doors.begin_session(
        here.engine, name, now=here.clock(), agent=request.headers.get("user-agent", "")
    )
    answer = go(request, then)
    set_session(request, answer, secret)
    return answer


@router.post("/sign-out")
def sign_out(request: Request, here: Here, me: Me) -> Response:
    """End this session."""
    doors.end_session(here.engine, me.name, me.key, now=here.clock())
    answer = go(request, "/sign-in", flash="You are signed out.")
    answer.delete_cookie(
        cookie_name(request),
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


def fits_throttled(here: Office, name: str, password: str, keys: list[str]) -> bool:
    """Tell whether a password is a user's, counting the attempt; raise TooManyAttempts."""
    until = doors.attempt(here.engine, keys, now=here.clock())
    if until is not None:
        minutes = max(1, round((until - here.clock()).total_seconds() / 60))
        raise TooManyAttempts(
            "Too many attempts failed.", remedy=f"Try again in {minutes} minute{'' if minutes == 1 else 's'}."
        )
    with _hashing, read(here.engine) as session:
        fits = password_fits(session, name, password)
    if fits:
        doors.succeeded(here.engine, keys)
    return fits


def _try(here: Office, name: str, password: str, address: str) -> bool:
    keys = [doors.OF_NAME + doors.hashed(name.casefold()), doors.OF_ADDRESS + _network(address)]
    return fits_throttled(here, name, password, keys)


def _network(address: str) -> str:
    """Return the address, or of IPv6 the network that one subscriber has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _ours(then: str) -> str:
    """Return a page of ours to go on to, never another host's."""
    return then if then.startswith("/") and not then.startswith(("//", "/\\")) else "/"
