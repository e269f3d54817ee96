"""`abate up`: the embedded engine, the database, a worker and the health pages as one process tree on this machine.

Stopped in order: the note of the addresses, pages, worker, engine, and last the lock on the data folder.
The engine is a process of its own that never outlives this one; should it end alone, it is started again.
"""

import asyncio
import fcntl
import gc
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import structlog
from sqlalchemy import Engine
from starlette.types import ASGIApp
from temporalio.client import Client

from activities.every import every_activity
from activities.messages import CaseRef
from activities.users import seed
from models.session import read
from ordinances.load import load_all
from queries.open import open_records
from runtime.database import migrate, open_engine, ping
from runtime.embedded import EmbeddedServer, EmbeddedServerFailed, start_embedded
from runtime.health import Probe, health_app, serve
from runtime.post import post_of
from runtime.runfile import RunFile, read_run, remove_run, write_run
from runtime.settings import Settings
from runtime.temporal import connect
from runtime.web_key import web_key
from runtime.worker_factory import running_worker
from workflows.client import Door
from workflows.schedules import ensure

Say = Callable[[str], None]
Pages = Callable[[Engine, Client, Settings, ASGIApp], ASGIApp]
"""Makes the web application, which hands /healthz and /metrics to the app that is given last."""

PORT = 8400
_ENGINE_PORT = 7233
_RESTARTS = 5  # within the hour: an engine that falls more often is not helped by starting it again
_HOUR = 3600.0

log = structlog.get_logger(__name__)


class AlreadyUp(Exception):  # noqa: N818 - the name says what is so
    """Another `abate up` runs on the same data folder."""

    def __init__(self, data: Path) -> None:
        """Say which folder, who holds it, and what to do."""
        run = read_run(data)
        who = f" (process {run.pid})" if run else ""
        super().__init__(
            f"abate up already runs on {data}{who}: stop it, or choose another folder with --data."
        )


@dataclass(frozen=True, slots=True)
class Up:
    """What is up, and where."""

    settings: Settings
    client: Client
    engine: Engine
    address: str
    asked: asyncio.Event
    kept: asyncio.Task[None]

    async def wait(self) -> None:
        """Wait for Ctrl-C or SIGTERM; raises EmbeddedServerFailed where the engine cannot be kept."""
        asking = asyncio.create_task(self.asked.wait())
        await asyncio.wait({asking, self.kept}, return_when=asyncio.FIRST_COMPLETED)
        asking.cancel()
        if self.kept.done():
            self.kept.result()


@asynccontextmanager
async def running(
    settings: Settings, *, port: int = PORT, say: Say, pages: Pages | None = None
) -> AsyncIterator[Up]:
    """Bring everything up, and down again at the end.

    `pages` makes the web application; without it the address has the health pages alone. `say` is told what a
    person should know, such as that a taken port was replaced. Raises AlreadyUp, EmbeddedServerFailed,
    EngineUnreachable, DatabaseUnreachable.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        stack.enter_context(_lock(settings.data))
        asked = stack.enter_context(_signals())
        engine = _database(settings, stack)
        laws = load_all(settings.ordinances)
        keeper = await stack.enter_async_context(_engine(settings.data))
        here = replace(
            settings, temporal_address=keeper.server.address, temporal_namespace=keeper.server.namespace
        )
        client = await connect(here)
        web_key(settings)  # made here once, for the pages and for what is signed in mails
        post = post_of(settings)
        await ensure(client, [law.village for law in laws.values()], sends_mail=post is not None)
        activities = every_activity(engine, settings.ordinances, post)
        await stack.enter_async_context(running_worker(client, activities))
        await _recover(engine, client)
        app = _app(engine, client, here, pages)
        address = await stack.enter_async_context(_served(app, here, port, say))
        stack.enter_context(_noted(here, address))
        yield Up(here, client, engine, address, asked, keeper.task)
    gc.collect()  # else the engine's client may outlive the loop it needs, and end the process with an abort
    await asyncio.sleep(0.05)


def _database(settings: Settings, stack: AsyncExitStack) -> Engine:
    engine = open_engine(settings.database_url, threads=settings.connections)
    stack.callback(engine.dispose)
    migrate(engine)
    seed(engine, settings.ordinances)
    return engine


async def _recover(engine: Engine, client: Client) -> None:
    """Give all that is open its workflow, should the engine's file have been lost or be older than the record."""
    with read(engine) as session:
        cases = [CaseRef(case=each.id, village=each.village) for each in open_records(session)]
    started = await Door(client).recover(cases)
    if started:
        log.info("cases.recovered", count=len(started))


@contextmanager
def _lock(data: Path) -> Iterator[None]:
    """Hold the data folder; the lock is gone with this process, however that ends."""
    descriptor = os.open(data / "up.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise AlreadyUp(data) from error
    finally:
        os.close(descriptor)


@contextmanager
def _signals() -> Iterator[asyncio.Event]:
    """Yield what is set once someone asks this process to stop, be it while it still comes up."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, asked.set)
    yield asked


def _app(engine: Engine, client: Client, settings: Settings, pages: Pages | None) -> ASGIApp:
    probes: dict[str, Probe] = {
        "database": partial(asyncio.to_thread, ping, engine),
        "engine": client.service_client.check_health,
    }
    watch = health_app(probes)
    return watch if pages is None else pages(engine, client, settings, watch)


@asynccontextmanager
async def _served(app: ASGIApp, settings: Settings, port: int, say: Say) -> AsyncIterator[str]:
    async with serve(app, port=port, proxies=settings.web_proxies) as address:
        if port and not address.endswith(f":{port}"):
            say(f"port {port} is taken: {address} instead")
        yield address


@contextmanager
def _noted(settings: Settings, address: str) -> Iterator[None]:
    run = RunFile(
        pid=os.getpid(),
        temporal_address=settings.temporal_address or "",
        namespace=settings.temporal_namespace or "default",
        database_url=settings.database_url,
        health_url=address,
    )
    write_run(settings.data, run)
    try:
        yield
    finally:
        remove_run(settings.data, pid=run.pid)


# --- the engine ---------------------------------------------------------------------------------------------


class _Keeper:
    """Keeps the embedded server: started again at the same address where it ends before it is asked to."""

    def __init__(self, data: Path, server: EmbeddedServer) -> None:
        self.server = server
        self._data = data
        self._stopping = False
        self._falls: list[float] = []
        self.task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        self._stopping = True
        await self.server.stop()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            code = await self.server.wait()
            if self._stopping:
                return
            log.warning("engine.ended", code=code)
            self._count_fall()
            self.server = await self._again()
            log.info("engine.started", address=self.server.address)

    def _count_fall(self) -> None:
        now = asyncio.get_running_loop().time()
        self._falls = [*(fall for fall in self._falls if fall > now - _HOUR), now]
        if len(self._falls) > _RESTARTS:
            raise EmbeddedServerFailed(
                f"the embedded Temporal server ended {len(self._falls)} times within the hour: see temporal.log"
            )

    async def _again(self) -> EmbeddedServer:
        address = self.server.address
        server = await start_embedded(self._data, port=int(address.rpartition(":")[2]))
        if server.address != address:
            await server.stop()
            raise EmbeddedServerFailed(f"another program took {address} while the embedded server was down")
        return server


@asynccontextmanager
async def _engine(data: Path) -> AsyncIterator[_Keeper]:
    keeper = _Keeper(data, await start_embedded(data, port=_ENGINE_PORT))
    try:
        yield keeper
    finally:
        await keeper.stop()
