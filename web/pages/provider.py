"""Signing in through a provider: the way there, and back with who has come.

The browser goes there by a link and not by a form, because `form-action` would hold it back.
"""

from hmac import compare_digest
from typing import Final

import structlog
from fastapi import APIRouter, Request, Response

from activities import sign_in as doors
from activities.identities import user_behind
from web import doorway
from web.errors import TooManyAttempts, no_page
from web.office import Here, Office
from web.oidc import AGE, Begun, Come, NotBelieved, Provider, ProviderUnreachable
from web.pages.sign_in import counted, network, ours
from web.render import go, set_session

router = APIRouter()
BACK: Final = "/sign-in/back"

log = structlog.get_logger(__name__)


@router.get("/sign-in/with-provider")
def leave(request: Request, here: Here, then: str = "/") -> Response:
    """Send the browser to the provider, with what it needs to come back."""
    provider = _provider(here)
    try:
        address, begun = provider.begin(_back(request, here), ours(then), here.clock())
    except ProviderUnreachable as error:
        return _unreachable(request, provider, error, ours(then))
    answer = go(request, address)
    secure = request.url.scheme == "https"
    answer.set_cookie(
        _cookie(request), begun.packed(here.seal), max_age=AGE, httponly=True, samesite="lax", secure=secure
    )
    return answer


@router.get(BACK)
def come_back(
    request: Request, here: Here, code: str = "", state: str = "", error: str = "", iss: str | None = None
) -> Response:
    """Begin a session for whom the provider says has come, if that is somebody here."""
    provider = _provider(here)
    answer = _come_back(request, here, provider, code, state, error, iss)
    secure = request.url.scheme == "https"
    answer.delete_cookie(_cookie(request), httponly=True, samesite="lax", secure=secure)
    return answer


def _come_back(
    request: Request, here: Office, provider: Provider, code: str, state: str, error: str, iss: str | None
) -> Response:
    begun = Begun.opened(here.seal, request.cookies.get(_cookie(request), ""), here.clock())
    if begun is None or not compare_digest(begun.state.encode(), state.encode()):
        return _denied(request, "This sign-in was begun elsewhere or too long ago. Begin it again here.")
    if error or not code or iss not in (None, provider.issuer):
        log.info("oidc.refused", reason=error[:50] or "no code, or another issuer")
        return _denied(request, f"{provider.name} did not sign you in.", begun.then)
    keys = [doors.OF_ADDRESS + network(request)]
    try:
        come = counted(here, keys, lambda: _come(request, here, code, begun))
    except TooManyAttempts as refusal:
        return doorway.ask(request, status=429, trouble=refusal.facts.sentence(), then=begun.then)
    except ProviderUnreachable as fault:
        doors.succeeded(here.engine, keys)  # nobody's fault who asks from there
        return _unreachable(request, provider, fault, begun.then)
    except NotBelieved as fault:
        log.warning("oidc.not_believed", reason=str(fault))
        return _denied(request, f"What {provider.name} answered cannot be accepted.", begun.then)
    return come if isinstance(come, Response) else _nobody(request, provider, begun)


def _come(request: Request, here: Office, code: str, begun: Begun) -> Response | None:
    """Return the answer that begins a session; None where nobody here is meant."""
    provider = _provider(here)
    come = provider.finish(code, begun, _back(request, here), here.clock())
    user = _user(here, provider, come)
    if user is None:
        return None
    agent = request.headers.get("user-agent", "")
    secret = doors.begin_session(here.engine, user, now=here.clock(), agent=agent)
    answer = go(request, begun.then)
    set_session(request, answer, secret)
    return answer


def _user(here: Office, provider: Provider, come: Come) -> str | None:
    return user_behind(here.engine, provider.issuer, come.subject, come.email)


def _nobody(request: Request, provider: Provider, begun: Begun) -> Response:
    said = f"Nobody here is known by your account at {provider.name}. Ask an admin to let it in."
    return _denied(request, said, begun.then)


def _denied(request: Request, said: str, then: str = "/") -> Response:
    return doorway.ask(request, status=403, trouble=said, then=then)


def _unreachable(request: Request, provider: Provider, error: Exception, then: str) -> Response:
    log.warning("oidc.unreachable", reason=str(error))
    said = f"{provider.name} cannot be reached at the moment. Try again shortly, or sign in with a password."
    return doorway.ask(request, status=503, trouble=said, then=then)


def _provider(here: Office) -> Provider:
    if here.provider is None:
        raise no_page()
    return here.provider


def _back(request: Request, here: Office) -> str:
    """Return the address to come back to, as the provider has it registered."""
    base = here.settings.public_url or f"{request.url.scheme}://{request.url.netloc}"
    return f"{base.rstrip('/')}{BACK}"


def _cookie(request: Request) -> str:
    return "__Host-abate-provider" if request.url.scheme == "https" else "abate-provider"
