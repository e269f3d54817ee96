"""What a watcher asks a process: `/healthz`, is it able to work, and `/metrics`, for Prometheus."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from runtime.logging import masked

Probe = Callable[[], Awaitable[object]]
"""Returns when the thing probed is well, raises when it is not."""

_PROBE_SECONDS = 3.0
_GRACE_SECONDS = 5
_WELL, _UNWELL = 200, 503


def health_app(probes: Mapping[str, Probe], registry: CollectorRegistry = REGISTRY) -> Starlette:
    """Make the app: 200 when every probe is well, else 503, each probe named with "ok" or what is wrong."""

    async def healthz(_request: Request) -> JSONResponse:
        checks = dict(zip(probes, await asyncio.gather(*map(_check, probes.values())), strict=True))
        well = all(answer == "ok" for answer in checks.values())
        status = _WELL if well else _UNWELL
        return JSONResponse({"status": "ok" if well else "unavailable", "checks": checks}, status)

    def metrics(_request: Request) -> Response:
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/healthz", healthz), Route("/metrics", metrics)])


@contextlib.asynccontextmanager
async def serve(
    app: ASGIApp, *, host: str = "127.0.0.1", port: int = 0, proxies: str = "127.0.0.1"
) -> AsyncIterator[str]:
    """Serve an app in this event loop while the context lasts, and yield its address.

    A taken port is replaced by a free one. Signals stay with the caller. `proxies` are the addresses, with commas
    between, whose word on the caller's address and on TLS is taken.
    """
    with _listen(host, port) as listener:
        config = uvicorn.Config(
            app,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        server = _Server(config)
        task = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            await _started(server, task)
            yield f"http://{host}:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


class _Server(uvicorn.Server):
    """uvicorn without its own handling of signals, which would take Ctrl-C from the process it runs in."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _check(probe: Probe) -> str:
    # A probe may fail in any way: whichever it is, the answer is that the process is not well.
    try:
        await asyncio.wait_for(probe(), _PROBE_SECONDS)
    except TimeoutError:
        return f"no answer within {_PROBE_SECONDS:g} seconds"
    except Exception as error:  # noqa: BLE001  whatever keeps a part from answering is told as its trouble
        return str(masked(f"{type(error).__name__}: {error}"))
    return "ok"


async def _started(server: uvicorn.Server, task: asyncio.Task[None]) -> None:
    # uvicorn has a flag and no event for it.
    while not server.started and not task.done():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port))
    except OSError:
        return socket.create_server((host, 0))
