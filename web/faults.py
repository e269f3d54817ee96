"""Answers what nobody foresaw: a page with the number under which the log has it, and nothing of what it was."""

import secrets
from collections.abc import Awaitable, Callable

import structlog
from fastapi import Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.errors import fault

Answer = Callable[[Request, str], Awaitable[Response]]
"""Makes the page for an incident."""

log = structlog.get_logger(__name__)


class Faults:
    """Catches whatever the application raises, inside what adds the headers: an error's page is bound by them too."""

    def __init__(self, app: ASGIApp, answer: Answer) -> None:
        self.app = app
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sent)
        except Exception:  # whatever it is, who asked is answered, and the log has it under a number
            incident = new_incident()
            log.exception("request.failed", incident=incident)
            if begun or scope["type"] != "http":
                raise
            page = await self._page(Request(scope), incident)
            await page(scope, receive, send)

    async def _page(self, request: Request, incident: str) -> Response:
        try:
            return await self._answer(request, incident)
        except Exception:  # the page of a fault can fail of the same fault: then plain words
            log.exception("fault.page_failed", incident=incident)
            return Response(fault(incident).sentence(), 500, media_type="text/plain")


def new_incident() -> str:
    """Make the number of an incident: short enough to be told over the telephone."""
    number = secrets.token_hex(4)
    return f"{number[:4]}-{number[4:]}"
