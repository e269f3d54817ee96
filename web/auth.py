"""Who asks: the person behind the cookie or the token, and whether the request was made from our own pages.

The cookie holds the session's secret, signed; the database holds its hash. A form's token is the mark of that
secret, so it is worth nothing beside another cookie.
"""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from hmac import compare_digest
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request

from activities import sign_in
from models.session import read
from queries.sign_in import SignedIn, session_of
from rules.refusals import WrongRole
from rules.values import Role, Value, either
from web.errors import Forged, NotSignedIn, PasswordDue, Stale
from web.office import Here, Office
from web.seal import Seal

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SEEN_AGAIN_AFTER: Final = timedelta(minutes=5)
WITHOUT_NEW_PASSWORD: Final = frozenset({"/password", "/sign-out"})
WITHOUT_TOKEN: Final = frozenset({"/sign-in", "/sign-in/go-on"})
"""Where a page from before a sign-in elsewhere may still be sent from: nothing is changed there, but who is asked."""

MOST_FIELDS: Final = 5_000


class Person(Value):
    """Who is signed in: roles by village, and the hash of the session or token behind it."""

    name: str
    roles: dict[str, frozenset[Role]]
    key: str

    @property
    def villages(self) -> tuple[str, ...]:
        """The villages in which the person is anything."""
        return tuple(self.roles)

    def roles_in(self, village: str) -> frozenset[Role]:
        """Return what the person is in a village; nothing at all where it is not theirs."""
        return self.roles.get(village, frozenset())

    def is_any(self, *roles: Role) -> bool:
        """Tell whether the person has one of these roles in any village."""
        return any(held & set(roles) for held in self.roles.values())

    def villages_as(self, *roles: Role) -> tuple[str, ...]:
        """Return the villages in which the person has one of these roles."""
        return tuple(village for village, held in self.roles.items() if held & set(roles))


# --- the cookie -------------------------------------------------------------------------------------------


def cookie_name(request: Request) -> str:
    """Return the cookie's name: behind TLS one that no other host and no plain connection can set."""
    return "__Host-abate" if request.url.scheme == "https" else "abate"


def secret_of(request: Request, seal: Seal) -> str | None:
    """Return the session's secret in the cookie, if our signature is on it."""
    return seal.opened(request.cookies.get(cookie_name(request), ""), "session")


def csrf_of(request: Request, seal: Seal) -> str:
    """Return the token that a form of this session carries; empty where there is no session."""
    secret = secret_of(request, seal)
    return seal.mark(secret, "form") if secret else ""


# --- dependencies -----------------------------------------------------------------------------------------


def person(request: Request, here: Here) -> Person:
    """Return who is signed in; raise NotSignedIn, and PasswordDue where the password must be changed first."""
    found = _behind(request, here)
    if found is None:
        raise NotSignedIn(then=_then(request))
    someone = Person(name=found.user, roles=found.roles, key=found.id)
    request.state.person = someone
    if found.must_change and request.url.path not in WITHOUT_NEW_PASSWORD:
        raise PasswordDue("Choose a password of your own first.")
    return someone


def recognize(request: Request, here: Office) -> None:
    """Note who is signed in, so that a page says so that nobody needs to be signed in for, such as an error's."""
    if getattr(request.state, "person", None) is None and (found := _behind(request, here)) is not None:
        request.state.person = Person(name=found.user, roles=found.roles, key=found.id)


Me = Annotated[Person, Depends(person)]


def need(*roles: Role) -> Callable[[Person], Person]:
    """Return a dependency: the person, who has one of these roles in some village; else WrongRole."""

    def needed(me: Me) -> Person:
        if not me.is_any(*roles):
            raise WrongRole(f"This page is for {either(roles)}.", remedy="Ask one who has that role.")
        return me

    return needed


async def checked(request: Request, here: Here) -> AsyncIterator[None]:
    """Refuse what changes something unless it comes from a page of ours: its origin, and the form's token."""
    if request.method not in SAFE:
        check_origin(request)
        await _check_token(request, here.seal)
    try:
        yield
    finally:
        await request.close()  # and with it the files that were sent


async def _check_token(request: Request, seal: Seal) -> None:
    form = await request.form(max_fields=MOST_FIELDS)  # kept by the request: read again, it costs nothing
    token, expected = form.get("_csrf"), csrf_of(request, seal)
    if request.url.path in WITHOUT_TOKEN:
        return
    if expected and not (isinstance(token, str) and _same(token, expected)):
        raise Stale("This form is of an earlier session.", remedy="Open the page anew and repeat it.")


def check_origin(request: Request) -> None:
    """Raise Forged where a browser says that a request comes from a page of others."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.headers.get("host")
    if foreign or site not in {"same-origin", "none"}:
        raise Forged("This was sent from a page that is not ours.", remedy="Open our own page and repeat it.")


def _same(one: str, other: str) -> bool:

    return compare_digest(one.encode(), other.encode())


def _behind(request: Request, here: Office) -> SignedIn | None:
    secret = secret_of(request, here.seal)
    return _look(here, sign_in.hashed(secret)) if secret else None


def _look(here: Office, key: str) -> SignedIn | None:
    now = here.clock()
    with read(here.engine) as session:
        found = session_of(session, key, now=now)
    if found is not None and found.seen_at is not None and now - found.seen_at > SEEN_AGAIN_AFTER:
        sign_in.extend_session(here.engine, key, now=now)
    return found


def _then(request: Request) -> str:
    """Return the page to go on to after signing in: only one that can be looked at."""
    if request.method not in SAFE:
        return "/"
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")
