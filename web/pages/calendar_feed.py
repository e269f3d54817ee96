"""The calendar of a person, for programs that look at it by themselves: whoever holds its address sees it."""

from fastapi import APIRouter, Request, Response

from activities.sign_in import hashed
from documents.calendar_file import calendar_file
from models.session import read
from queries.calendar_feed import feed, owner_of
from queries.users import villages_of
from web.errors import no_page
from web.office import Here
from web.pages.reminders import APART

router = APIRouter()


@router.get("/calendar/{secret}.ics")
def calendar(request: Request, here: Here, secret: str) -> Response:
    """Return the calendar that a secret opens; raise NotFound, which tells no more than for any other address."""
    with read(here.engine) as session:
        owner = owner_of(session, hashed(secret))
        if owner is None:
            raise no_page()
        entries, places = feed(session, owner, here.clock()), villages_of(session, owner)
    office = here.settings.public_url or str(request.base_url).rstrip("/")
    content = calendar_file(entries, office, {key: here.law(key).village.name for key in places})
    headers = {
        **APART,
        "Cache-Control": "private, no-store",
        "Content-Disposition": 'inline; filename="abate.ics"',
    }
    return Response(content, media_type="text/calendar; charset=utf-8", headers=headers)
