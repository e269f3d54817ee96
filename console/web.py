"""`abate web`: the web application alone, beside workers that run elsewhere; and what `abate up` serves of it."""

import asyncio
import logging
import signal
from pathlib import Path
from typing import Annotated

from anyio.to_thread import current_default_thread_limiter
from cyclopts import Parameter
from sqlalchemy import Engine
from starlette.types import ASGIApp
from temporalio.client import Client

from activities.accounts import give_first_password
from console import speak
from console.place import settings_of
from models.session import read
from queries.users import list_users
from runtime.clock import now, use_pinned_zones
from runtime.database import open_engine, ping
from runtime.health import health_app, serve
from runtime.logging import configure_logging
from runtime.memory import settle
from runtime.revision import check_migrated
from runtime.settings import Settings
from runtime.temporal import connect
from web.app import create_app
from web.passwords import new_password
from workflows.client import Door


def web(
    *,
    data: Annotated[Path | None, Parameter(help="Data folder; else ABATE_DATA, else ./.abate.")] = None,
) -> None:
    """Serve the web application at ABATE_WEB, else 127.0.0.1:8400. Stop it with Ctrl-C."""
    use_pinned_zones()
    settings = settings_of(data)
    configure_logging(settings.log_format, level=logging.INFO)
    settle()
    asyncio.run(_web(settings))


async def _web(settings: Settings) -> None:
    engine = open_engine(settings.database_url, threads=settings.connections)
    check_migrated(engine)
    client = await connect(settings, lazy=True)
    app = pages(engine, client, settings, _watch(engine, client))
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    host, port = settings.web_host, settings.web_port
    async with serve(app, host=host, port=port, proxies=settings.web_proxies) as address:
        speak.sentence(f"address  {address}")
        await stop.wait()
    engine.dispose()


def pages(engine: Engine, client: Client, settings: Settings, watch: ASGIApp) -> ASGIApp:
    """Make the web application over a connection to the engine, and as many threads as may ask the database."""
    current_default_thread_limiter().total_tokens = settings.web_threads
    return create_app(engine, Door(client), settings, now, watch=watch)


def _watch(engine: Engine, client: Client) -> ASGIApp:
    async def database() -> None:
        await asyncio.to_thread(ping, engine)

    return health_app({"database": database, "engine": client.service_client.check_health})


def first_passwords(engine: Engine, *, demo: bool) -> list[tuple[str, str]]:
    """Give the admin a password, once; in a demonstration every user, and none need be changed."""
    with read(engine) as session:
        names = [user.name for user in list_users(session) if not (user.has_password or user.linked)]
    wanted = [name for name in names if demo or name == "admin"]
    made = [(name, new_password()) for name in wanted]
    return [
        (name, secret)
        for name, secret in made
        if give_first_password(engine, name, secret, must_change=not demo)
    ]
