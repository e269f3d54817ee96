"""The HTTP interface for programs, at /api/v1: the same commands and queries, under a token of the user's own.

A command's key comes with it in the header Idempotency-Key: repeated under the same key, it counts once.
What is refused is answered as problem+json.
"""

import secrets
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from activities import sign_in
from activities.messages import Effect
from models.session import read
from queries.cases import list_cases
from queries.sign_in import token_of
from queries.views import CaseLine, CaseView
from rules import calendar, engine
from rules.commands import OpenCase
from rules.parsing import parse
from rules.refusals import Malformed, NotAllowed
from rules.values import Phase
from web import counter
from web.auth import SEEN_AGAIN_AFTER, Person
from web.errors import NotSignedIn
from web.office import Here

router = APIRouter(prefix="/api/v1")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]
Key = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200)]


def program(request: Request, here: Here, bearer: Bearer) -> Person:
    """Return whose token it is; raise NotSignedIn."""
    found, now = None, here.clock()
    if bearer is not None:
        with read(here.engine) as session:
            found = token_of(session, sign_in.hashed(bearer.credentials))
    if found is None or found.must_change:
        raise NotSignedIn("The request carries no valid token.")
    if found.seen_at is None or now - found.seen_at > SEEN_AGAIN_AFTER:
        sign_in.touch_token(here.engine, found.id, now=now)
    request.state.person = Person(name=found.user, roles=found.roles, key=found.id)
    return Person(name=found.user, roles=found.roles, key=found.id)


Who = Annotated[Person, Depends(program)]


@router.get("/cases")
def cases(
    here: Here, me: Who, phase: Phase | None = None, village: str | None = None
) -> tuple[CaseLine, ...]:
    """List the cases of the user's villages, the newest first."""
    with read(here.engine) as session:
        return list_cases(session, me.villages, phase, village)


@router.get("/cases/{case_id}")
def case(here: Here, me: Who, case_id: str) -> CaseView:
    """Show a case in full."""
    return counter.show(here, me, case_id)[0]


@router.post("/cases", status_code=201)
async def open_case(here: Here, me: Who, request: Request, key: Key = None) -> dict[str, Any]:
    """Open a case."""
    command = parse(OpenCase.name_, await _body(request))
    assert isinstance(command, OpenCase)
    case_id, effect = await counter.open_case(here, me, command, key or secrets.token_hex(16))
    return _done(case_id, command.name_, effect)


@router.post("/cases/{case_id}/commands/{name}")
async def act(
    here: Here, me: Who, request: Request, case_id: str, name: str, key: Key = None
) -> dict[str, Any]:
    """Give a command on a case."""
    if name not in engine.case_commands():
        known = ", ".join(engine.case_commands())
        raise Malformed(f"There is no command {name!r} on a case.", remedy=f"There are: {known}.")
    command = parse(name, await _body(request))
    effect = await counter.act(here, me, case_id, command, key or secrets.token_hex(16))
    return _done(case_id, command.name_, effect)


@router.get("/deadline")
def deadline(
    here: Here, _: Who, village: str, rule: str, from_: Annotated[date, Query(alias="from")]
) -> dict[str, Any]:
    """Reckon the last day of a period from the day of its event."""
    law = here.law(village)
    version = law.on(from_) or law.versions[0]
    period = version.period("appeal" if rule == "appeal" else "emergency_maintenance")
    if period is None:
        raise NotAllowed(f"{version.section} gives no period for {rule}.", section=version.section)
    found = calendar.due(period, from_, law)
    told = {"due": found.due, "from": found.start, "rule": rule}
    return {**told, "section": found.section, "explanation": found.explanation}


async def _body(request: Request) -> dict[str, Any]:
    try:
        found = await request.json()
    except (ValueError, RecursionError):
        raise Malformed("The body is not JSON.", remedy="Send one JSON object.") from None
    if not isinstance(found, dict):
        raise Malformed("The body holds no JSON object.", remedy="Send the fields in { }.")
    return found


def _done(case_id: str, command: str, effect: Effect) -> dict[str, Any]:
    return {
        "case": case_id,
        "command": command,
        "phase": effect.phase,
        "headline": effect.headline,
        "next_due": effect.next_due,
        "replayed": effect.replayed,
        **effect.result,
    }
