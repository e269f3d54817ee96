"""What every answer carries for the browser's sake, what every request is measured by, and how long each took."""

import time
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.errors import TooLarge

MOST_BYTES: Final = 30_000_000
MOST_BYTES_OF_FILES: Final = 110_000_000
"""A walk's photographs at once; each has a limit of its own."""
WITH_FILES: Final = "/do/attach-evidence"
POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
ALWAYS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
A_YEAR: Final = "max-age=31536000; includeSubDomains"

log = structlog.get_logger(__name__)


class Careful:
    """Adds the headers, stops what is too large, and logs the route, the status and the time, and no more."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.monotonic(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add(MutableHeaders(scope=message), secure=scope.get("scheme") == "https")
            await send(message)

        try:
            await self.app(scope, _measured(scope, receive), sent)
        finally:
            # The route, not the address: a search in it may hold a name.
            route = str(getattr(scope.get("route"), "path", "none"))
            took = round((time.monotonic() - began) * 1000, 1)
            log.info("request.done", method=scope["method"], route=route, status=status, ms=took)


def _add(headers: MutableHeaders, *, secure: bool) -> None:
    for name, value in ALWAYS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    if secure:
        headers["Strict-Transport-Security"] = A_YEAR


def _measured(scope: Scope, receive: Receive) -> Receive:
    told = Headers(scope=scope).get("content-length", "0")
    most = MOST_BYTES_OF_FILES if scope["path"].endswith(WITH_FILES) else MOST_BYTES
    seen = 0

    async def measured() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most or (told.isdecimal() and int(told) > most):
            raise TooLarge(
                f"What you sent is larger than {most // 1_000_000} MB.",
                remedy="Send fewer or smaller files at a time.",
            )
        return message

    return measured
