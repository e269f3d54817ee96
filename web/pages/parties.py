"""The parties of a village: whom its cases are against, over the years."""

from fastapi import APIRouter, Request, Response

from models.session import read
from queries import party as parties_of
from rules.acts import STAFF
from rules.refusals import NotFound
from web.auth import Me
from web.office import Here
from web.render import page

router = APIRouter()
LONGEST_TEXT = 200
LAST_PAGE = 10_000


@router.get("/parties")
def parties(request: Request, here: Here, me: Me, q: str = "") -> Response:
    """List the parties of the person's villages."""
    text, number = " ".join(q.split())[:LONGEST_TEXT], number_of(request)
    size = parties_of.PAGE
    with read(here.engine) as session:
        found = parties_of.find_parties(
            session, me.villages, text, offset=(number - 1) * size, limit=size + 1
        )
    return page(
        request, "parties.html", parties=found[:size], following=len(found) > size, q=text, number=number
    )


@router.get("/parties/{village}/{key:path}")
def party(request: Request, here: Here, me: Me, village: str, key: str) -> Response:
    """Show a party: its cases, counts and judgments, and who may be the same."""
    if village not in me.roles:
        raise NotFound(f"There is no party {key}.", remedy="Look it up by its name.", field="party")
    today = here.today(village)
    with read(here.engine) as session:
        found = parties_of.party(session, here.law_in(session, village), key, today=today)
    return page(
        request,
        "party.html",
        party=found,
        today=today,
        may_link=bool(STAFF & me.roles_in(village)),
    )


def number_of(request: Request) -> int:
    """Return the page that an address asks for, or the first."""
    asked = request.query_params.get("page", "1")
    plain = asked.isascii() and asked.isdecimal() and len(asked) <= len(str(LAST_PAGE))
    return min(max(int(asked), 1), LAST_PAGE) if plain else 1
