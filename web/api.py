"""The HTTP interface for programs, at /api/v1: the same commands and queries, under a token of the user's own.

A command's key comes with it in the header Idempotency-Key: repeated under the same key, it counts once; another
command under it is refused.
What is refused is answered as problem+json. Every command has an address of its own, with its fields described.
"""

from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict
from starlette.concurrency import run_in_threadpool

from activities.messages import Effect
from models.session import read
from queries.cases import list_cases
from queries.securities import list_securities
from queries.security_views import SecurityLine, SecurityView
from queries.views import ActionView, CaseLine, CaseView
from rules.commands import OpenCase
from rules.guarantee import SecurityStatus
from rules.parsing import parse, parse_security
from rules.refusals import Malformed
from rules.security_commands import PostSecurity
from rules.values import Phase
from web import api_law, api_papers, counter
from web.office import Here
from web.programs import ACTS, LOOKS, Key, Limit, Offset, RecordId, Who, body_of, new_key, takes
from web.subjects import CASES, SECURITIES, AnySubject

router = APIRouter(prefix="/api/v1")
router.include_router(api_law.router)
router.include_router(api_papers.router)


class Done(BaseModel):
    """What a command did: how the record stands now, and the keys of what was made by it."""

    model_config = ConfigDict(extra="allow")
    command: str
    headline: str
    next_due: date | None
    replayed: bool


class CaseDone(Done):
    """What a command on a case did."""

    case: str
    phase: str | None


class SecurityDone(Done):
    """What a command on a security did."""

    security: str
    status: str | None


# --- cases ------------------------------------------------------------------------------------------------


@router.get("/cases", responses=LOOKS)
def cases(
    here: Here,
    me: Who,
    phase: Phase | None = None,
    village: str | None = None,
    offset: Offset = 0,
    limit: Limit = 1_000,
) -> tuple[CaseLine, ...]:
    """List the cases of the user's villages, the newest first."""
    with read(here.engine) as session:
        return list_cases(session, me.villages, phase, village, offset=offset, limit=limit)


@router.post("/cases", status_code=201, responses=ACTS, openapi_extra=takes(OpenCase))
async def open_case(here: Here, me: Who, request: Request, key: Key = None) -> CaseDone:
    """Open a case."""
    command = parse(OpenCase.name_, await body_of(request))
    assert isinstance(command, OpenCase)
    case_id, effect = await counter.open_case(here, me, command, new_key(key))
    return _case_done(case_id, command.name_, effect)


@router.get("/cases/{case_id}", responses=LOOKS)
def case(here: Here, me: Who, case_id: RecordId) -> CaseView:
    """Show a case in full."""
    return CASES.show(here, me, case_id)[0]


@router.get("/cases/{case_id}/actions", responses=LOOKS)
def case_actions(here: Here, me: Who, case_id: RecordId) -> tuple[ActionView, ...]:
    """Tell every command on a case: allowed, or why not, under which section, and what to do."""
    return CASES.show(here, me, case_id)[1]


# --- securities -------------------------------------------------------------------------------------------


@router.get("/securities", responses=LOOKS)
def securities(
    here: Here,
    me: Who,
    status: SecurityStatus | None = None,
    village: str | None = None,
    offset: Offset = 0,
    limit: Limit = 1_000,
) -> tuple[SecurityLine, ...]:
    """List the securities of the user's villages, what falls due first at the head."""
    with read(here.engine) as session:
        return list_securities(session, me.villages, status, village)[offset : offset + limit]


@router.post("/securities", status_code=201, responses=ACTS, openapi_extra=takes(PostSecurity))
async def post_security(here: Here, me: Who, request: Request, key: Key = None) -> SecurityDone:
    """Post a security."""
    command = parse_security(PostSecurity.name_, await body_of(request))
    assert isinstance(command, PostSecurity)
    security_id, effect = await counter.post(here, me, command, new_key(key))
    return _security_done(security_id, command.name_, effect)


@router.get("/securities/{security_id}", responses=LOOKS)
def security(here: Here, me: Who, security_id: RecordId) -> SecurityView:
    """Show a security in full."""
    return SECURITIES.show(here, me, security_id)[0]


@router.get("/securities/{security_id}/actions", responses=LOOKS)
def security_actions(here: Here, me: Who, security_id: RecordId) -> tuple[ActionView, ...]:
    """Tell every command on a security: allowed, or why not, under which section, and what to do."""
    return SECURITIES.show(here, me, security_id)[1]


# --- commands ---------------------------------------------------------------------------------------------


def _case_done(case_id: str, command: str, effect: Effect) -> CaseDone:
    stands = {"case": case_id, "phase": effect.phase}
    return CaseDone.model_validate(effect.result | _told(command, effect) | stands)


def _security_done(security_id: str, command: str, effect: Effect) -> SecurityDone:
    stands = {"security": security_id, "status": effect.phase}
    return SecurityDone.model_validate(effect.result | _told(command, effect) | stands)


def _told(command: str, effect: Effect) -> dict[str, Any]:
    said = {"headline": effect.headline, "next_due": effect.next_due, "replayed": effect.replayed}
    return {"command": command, **said}


def _offer(subject: AnySubject, done: Callable[[str, str, Effect], Done], answer: type[Done]) -> None:
    """Give every command on a kind of record its address, and say of any other name that there is none."""
    at = f"/{subject.path}/{{record_id}}/commands"
    for name, model in subject.models.items():
        router.add_api_route(
            f"{at}/{name}",
            _giving(subject, name, done),
            methods=["POST"],
            response_model=answer,
            responses=ACTS,
            openapi_extra=takes(model),
            operation_id=f"{subject.path}-{name}",
            summary=(model.__doc__ or name).partition("\n")[0],
        )
    router.add_api_route(f"{at}/{{name}}", _unknown(subject), methods=["POST"], include_in_schema=False)


def _giving(
    subject: AnySubject, name: str, done: Callable[[str, str, Effect], Done]
) -> Callable[..., Awaitable[Done]]:
    async def act(here: Here, me: Who, request: Request, record_id: RecordId, key: Key = None) -> Done:
        await run_in_threadpool(subject.look, here, me, record_id)  # before the body: another's is not there
        command = subject.parse(name, await body_of(request))
        return done(record_id, name, await counter.act(here, me, record_id, command, new_key(key)))

    return act


def _unknown(subject: AnySubject) -> Callable[..., None]:
    def unknown(here: Here, me: Who, record_id: RecordId, name: str) -> None:
        subject.look(here, me, record_id)
        known = ", ".join(subject.models)
        raise Malformed(f"There is no command {name!r} here.", remedy=f"There are: {known}.")

    return unknown


_offer(CASES, _case_done, CaseDone)
_offer(SECURITIES, _security_done, SecurityDone)
