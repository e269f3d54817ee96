"""Where a person is signed in, and the end of it."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from activities import sign_in as doors
from models.session import read
from queries.sign_in import sessions_of
from web.auth import Me
from web.office import Here
from web.render import go, page

router = APIRouter()


@router.get("/sessions")
def sessions(request: Request, here: Here, me: Me) -> Response:
    """List the sessions."""
    with read(here.engine) as session:
        found = sessions_of(session, me.name, now=here.clock())
    return page(request, "sessions.html", sessions=found)


@router.post("/sessions/end")
def end(request: Request, here: Here, me: Me, session: Annotated[str, Form()] = "") -> Response:
    """End one session, or all others where none is named."""
    if session:
        doors.end_session(here.engine, me.name, session, now=here.clock())
        return go(request, "/sessions", flash="That session has ended.")
    doors.end_sessions(here.engine, me.name, now=here.clock(), but=me.key)
    return go(request, "/sessions", flash="All your other sessions have ended.")
