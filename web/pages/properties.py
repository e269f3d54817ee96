"""The properties of a village: what its cases are about, each with its cases."""

from fastapi import APIRouter, Request, Response

from models.session import read
from queries import properties as properties_of
from web.auth import Me
from web.office import Here
from web.pages.parties import LONGEST_TEXT, number_of
from web.render import page

router = APIRouter()


@router.get("/properties")
def properties(request: Request, here: Here, me: Me, q: str = "") -> Response:
    """List the properties of the person's villages, each with its cases."""
    text, number = " ".join(q.split())[:LONGEST_TEXT], number_of(request)
    size = properties_of.PAGE
    with read(here.engine) as session:
        found = properties_of.find_properties(
            session, me.villages, text, offset=(number - 1) * size, limit=size + 1
        )
    return page(
        request, "properties.html", places=found[:size], following=len(found) > size, q=text, number=number
    )
