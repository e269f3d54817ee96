"""Puts the application together: its means, its parts, its headers, and what is said where something goes wrong."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

import structlog
from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy import Engine
from sqlalchemy.exc import DataError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.types import ASGIApp

from rules.refusals import Refusal, RefusalFacts
from runtime.settings import Settings
from runtime.web_key import web_key
from web import auth
from web.assets import Assets
from web.carried import Carried, ask_to_sign_in, lead_back
from web.errors import (
    UNREACHABLE,
    WHAT_TO_DO,
    NotSignedIn,
    PasswordDue,
    Stale,
    fault,
    no_page,
    sentence_of,
    status_of,
    unreadable,
)
from web.faults import Faults
from web.headers import Careful
from web.office import Clock, Office
from web.oidc import provider_of
from web.render import environment, go, page
from web.routes import ROUTERS, Part
from web.seal import Seal
from web.told import told, told_refusal
from workflows.client import Door

API = "/api/"
SINCE_THEN = "You have signed in anew since this form was opened"
NOT_FOUND, UNAVAILABLE, FAULT = 404, 503, 500

log = structlog.get_logger(__name__)


def create_app(
    engine: Engine, door: Door, settings: Settings, clock: Clock, *, watch: ASGIApp | None = None
) -> FastAPI:
    """Make the application over a database, the door to the cases, and a clock.

    `watch` answers /healthz and /metrics, where the process has such an app. Raises SettingsError where the settings
    name a provider to sign in through and what that takes is not installed.
    """
    app = FastAPI(
        title="Abate", version="1", openapi_url="/api/v1/openapi.json", docs_url=None, redoc_url=None
    )
    seal, provider = Seal(web_key(settings)), provider_of(settings.oidc)
    app.state.office = Office(engine, door, settings, clock, seal, provider)
    app.state.templates = environment()
    app.state.assets = Assets()
    app.state.tabs = tuple(part.tab for part in ROUTERS if part.tab is not None)
    for part in ROUTERS:
        app.include_router(part.router, dependencies=_guards(part), include_in_schema=part.programs)
    if watch is not None:
        for path in ("/healthz", "/metrics"):
            app.router.routes.append(Route(path, watch))
    app.add_middleware(Faults, answer=_fault)
    app.add_middleware(Careful)
    _handlers(app)
    return app


def _guards(part: Part) -> list[Any]:
    if part.programs or part.by_secret:
        return []  # what lets them in is theirs to send: no foreign page can make a browser send it
    return [Depends(auth.checked)] if part.public else [Depends(auth.person), Depends(auth.checked)]


def _handlers(app: FastAPI) -> None:
    app.add_exception_handler(NotSignedIn, _not_signed_in)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(DataError, _not_kept)
    for kind in UNREACHABLE:
        app.add_exception_handler(kind, _unreachable)


# --- what is said -----------------------------------------------------------------------------------------


async def answer(request: Request, facts: RefusalFacts, status: int | None = None) -> Response:
    """Return a refusal as a page of the office, or to a program as problem+json."""
    status = status or status_of(facts)
    if request.url.path.startswith(API):
        return _problem(facts, status)
    if status != UNAVAILABLE:
        with suppress(*UNREACHABLE):  # then it is a page without the navigation
            await run_in_threadpool(auth.recognize, request, request.app.state.office)
    remedy = facts.remedy or WHAT_TO_DO.get(status)
    return page(
        request,
        "refused.html",
        status=status,
        facts=told_refusal(facts),
        remedy=remedy and told(remedy),
        back=_before(request),
    )


def _before(request: Request) -> str | None:
    """Return the page of ours from which this one was asked for, if it was another."""
    came = urlsplit(request.headers.get("referer", ""))
    before = came.path + (f"?{came.query}" if came.query else "")
    ours = came.netloc == request.headers.get("host") and before.startswith("/") and before[1:2] not in "/\\"
    return before if ours and came.path not in {request.url.path, "/", "/sign-in"} else None


def _problem(facts: RefusalFacts, status: int) -> JSONResponse:
    told = {
        "type": "about:blank",
        "title": facts.kind.replace("_", " "),
        "status": status,
        "detail": facts.sentence(),
        **facts.model_dump(exclude_none=True),
    }
    return JSONResponse(told, status, media_type="application/problem+json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    if isinstance(error, Stale) and (carried := await Carried.of(request)) is not None:
        token = auth.csrf_of(request, request.app.state.office.seal)
        return lead_back(request, carried, token, SINCE_THEN, status=status_of(error.facts))
    return await answer(request, error.facts)


async def _not_signed_in(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotSignedIn)
    if request.url.path.startswith(API):
        denied = await answer(request, error.facts)
        denied.headers["WWW-Authenticate"] = "Bearer"
        return denied
    try:
        carried = await _carried(request)
    except Refusal as refusal:
        return await answer(request, refusal.facts)
    if carried is not None:
        return _kept(request, carried, error)
    if isinstance(error, PasswordDue):
        return go(request, "/password", flash=error.facts.what)
    return go(request, f"/sign-in?{urlencode({'then': error.then})}" if error.then != "/" else "/sign-in")


async def _carried(request: Request) -> Carried | None:
    """Return what was typed into one of our own forms; raise Forged for another's, TooLarge."""
    auth.check_origin(request)
    return await Carried.of(request)


def _kept(request: Request, carried: Carried, error: NotSignedIn) -> Response:
    seal = request.app.state.office.seal
    if isinstance(error, PasswordDue):
        return lead_back(request, carried, auth.csrf_of(request, seal), "Not sent yet", status=401, due=True)
    return ask_to_sign_in(request, seal, carried)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refusal):  # raised while the body was read, and wrapped by the framework
        return await answer(request, error.__cause__.facts)
    if error.status_code == NOT_FOUND:
        return await answer(request, no_page().facts)
    said = await answer(request, unreadable(f"{error.detail}.".replace("..", ".")).facts, error.status_code)
    said.headers.update(error.headers or {})
    return said


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    places = ", ".join(dict.fromkeys(str(each["loc"][-1]) for each in error.errors()))
    return await answer(request, unreadable(f"What was sent cannot be read: {places}.").facts)


async def _not_kept(request: Request, error: Exception) -> Response:
    """Answer what the database cannot even look for, such as an address with a NUL in it."""
    assert isinstance(error, DataError)
    log.warning("request.not_data", reason=str(error.orig))
    return await answer(request, unreadable("What was sent holds what cannot be kept, such as a NUL.").facts)


async def _unreachable(request: Request, error: Exception) -> Response:
    log.warning("request.unreachable", reason=str(error))
    facts = RefusalFacts(kind="unreachable", what=sentence_of(error))
    said = await answer(request, facts, UNAVAILABLE)
    said.headers["Retry-After"] = "5"
    return said


async def _fault(request: Request, incident: str) -> Response:
    return await answer(request, fault(incident), FAULT)
