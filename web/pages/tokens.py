"""The tokens with which programs act as a person; each is shown once."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from activities import sign_in as doors
from models.session import read
from queries.sign_in import tokens_of
from web.auth import Me, Person
from web.office import Here, Office
from web.render import go, page

router = APIRouter()
LONGEST_NAME = 100


@router.get("/tokens")
def tokens(request: Request, here: Here, me: Me) -> Response:
    """List the tokens."""
    return _page(request, here, me)


@router.post("/tokens")
def make(request: Request, here: Here, me: Me, name: Annotated[str, Form()] = "") -> Response:
    """Make a token and show it, this once."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME:
        trouble = f"Give the token a name of at most {LONGEST_NAME} characters."
        return _page(request, here, me, status=422, trouble=trouble)
    secret = doors.make_token(here.engine, me.name, name, now=here.clock())
    return _page(request, here, me, secret=secret)


@router.post("/tokens/revoke")
def revoke(request: Request, here: Here, me: Me, token: Annotated[str, Form()] = "") -> Response:
    """Revoke a token."""
    doors.revoke_token(here.engine, me.name, token, now=here.clock())
    return go(request, "/tokens", flash="The token is revoked.")


def _page(
    request: Request,
    here: Office,
    me: Person,
    *,
    status: int = 200,
    secret: str | None = None,
    trouble: str | None = None,
) -> Response:
    with read(here.engine) as session:
        found = tokens_of(session, me.name)
    return page(request, "tokens.html", status=status, tokens=found, secret=secret, trouble=trouble)
