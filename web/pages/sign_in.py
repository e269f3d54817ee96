"""Signing in and out. A wrong name takes as long as a wrong password, and is counted like one."""

import ipaddress
import threading
from collections.abc import Callable
from functools import partial
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Form, Request, Response

from activities import sign_in as doors
from models.session import read
from queries.users import find_user, password_fits
from web import doorway
from web.auth import Me, cookie_name, csrf_of, recognize
from web.carried import Carried, ask_to_sign_in, lead_back
from web.errors import TooManyAttempts
from web.office import Here, Office
from web.render import go, set_session

router = APIRouter()
WRONG: Final = "The name or the password is not right."
SIGNED_IN: Final = "You are signed in"
LONGEST: Final = 1_000
_hashing = threading.BoundedSemaphore(4)  # each takes 64 MB while it lasts

Typed = Annotated[str, Form()]
Tried = TypeVar("Tried")


@router.get("/sign-in")
def sign_in(request: Request, then: str = "/") -> Response:
    """Show the form."""
    return doorway.ask(request, then=ours(then))


@router.post("/sign-in")
def sign_in_post(
    request: Request,
    here: Here,
    name: Typed = "",
    password: Typed = "",
    then: Typed = "/",
    carried: Typed = "",
) -> Response:
    """Begin a session where the password fits, and no more than a few attempts failed before."""
    name, then = name.strip()[:LONGEST], ours(then)
    typed = Carried.opened(here.seal, carried)
    ask = partial(
        doorway.ask,
        request,
        then=then,
        name=name,
        carried=carried if typed else "",
        lost=typed.lost if typed else None,
    )
    try:
        fits = _try(here, name, password[:LONGEST], network(request))
    except TooManyAttempts as refusal:
        return ask(status=429, trouble=refusal.facts.sentence())
    if not fits:
        return ask(status=422, trouble=WRONG)
    secret = doors.begin_session(
        here.engine, name, now=here.clock(), agent=request.headers.get("user-agent", "")
    )
    answer = _back(request, here, typed, name, secret) if typed else go(request, then)
    set_session(request, answer, secret)
    return answer


@router.post("/sign-in/go-on")
def go_on(request: Request, here: Here, carried: Typed = "") -> Response:
    """Lead back to a form once somebody has signed in elsewhere in this browser; else ask again."""
    typed, token = Carried.opened(here.seal, carried), csrf_of(request, here.seal)
    if typed is None:
        return go(request, "/")
    recognize(request, here)
    if getattr(request.state, "person", None) is None:
        return ask_to_sign_in(request, here.seal, typed)
    return lead_back(request, typed, token, SIGNED_IN)


@router.post("/sign-out")
def sign_out(request: Request, here: Here, me: Me) -> Response:
    """End this session."""
    doors.end_session(here.engine, me.name, me.key, now=here.clock())
    there = f" {here.provider.name} may still know you in this browser." if here.provider else ""
    answer = go(request, "/sign-in", flash=f"You are signed out.{there}")
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

    def fits() -> bool:
        with _hashing, read(here.engine) as session:
            return password_fits(session, name, password)

    return counted(here, keys, fits)


def counted(here: Office, keys: list[str], attempt: Callable[[], Tried]) -> Tried:
    """Return what an attempt comes to, counted as failed unless it comes to something; raise TooManyAttempts."""
    until = doors.attempt(here.engine, keys, now=here.clock())
    if until is not None:
        minutes = max(1, round((until - here.clock()).total_seconds() / 60))
        raise TooManyAttempts(
            "Too many attempts failed.", remedy=f"Try again in {minutes} minute{'' if minutes == 1 else 's'}."
        )
    found = attempt()
    if found:
        doors.succeeded(here.engine, keys)
    return found


def _back(request: Request, here: Office, typed: Carried, name: str, secret: str) -> Response:
    with read(here.engine) as session:
        user = find_user(session, name)
    due = user is not None and user.must_change
    return lead_back(request, typed, here.seal.mark(secret, "form"), SIGNED_IN, due=due)


def _try(here: Office, name: str, password: str, address: str) -> bool:
    keys = [doors.OF_NAME + doors.hashed(name.casefold()), doors.OF_ADDRESS + address]
    return fits_throttled(here, name, password, keys)


def network(request: Request) -> str:
    """Return the address a request comes from, or of IPv6 the network that one subscriber has."""
    address = request.client.host if request.client else ""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def ours(then: str) -> str:
    """Return a page of ours to go on to, never another host's."""
    return then if then.startswith("/") and not then.startswith(("//", "/\\")) else "/"
