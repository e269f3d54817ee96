"""The production worker: `python worker.py`, as many times as wanted, on any engine and one database.

It migrates nothing: with tables of another release it says so and ends. SIGTERM and Ctrl-C let what has
begun come to its end.
"""

import asyncio
import gc
import signal
import sys
from functools import partial
from typing import Final

import structlog
from sqlalchemy import Engine
from temporalio.client import Client

from activities.every import every_activity
from models.session import DatabaseUnreachable
from ordinances.load import LawFileFault, load_all
from runtime.clock import use_pinned_zones
from runtime.database import DatabaseUnsupported, open_engine, ping
from runtime.health import Probe, health_app, serve
from runtime.logging import configure_logging
from runtime.memory import settle
from runtime.post import post_of
from runtime.revision import NotMigrated, check_migrated
from runtime.settings import Settings, SettingsError, load_settings
from runtime.temporal import connect
from runtime.worker_factory import deployment_of, running_worker
from workflows.attributes import ensure_attributes
from workflows.errors import EngineUnreachable
from workflows.schedules import ensure

DONE: Final = 0
MISCONFIGURED: Final = 2
UNREACHABLE: Final = 5

log = structlog.get_logger("worker")


def main() -> int:
    """Work until told to stop, and give the exit code: 0, 2 for a bad setting, 5 for what cannot be reached."""
    use_pinned_zones()
    try:
        settings = load_settings()
        configure_logging(settings.log_format)
        settle()
        asyncio.run(_main(settings))
    except (SettingsError, LawFileFault, NotMigrated, DatabaseUnsupported) as error:
        return _say(error, MISCONFIGURED)
    except (EngineUnreachable, DatabaseUnreachable) as error:
        return _say(error, UNREACHABLE)
    return DONE


async def _main(settings: Settings) -> None:
    engine = open_engine(settings.database_url, threads=settings.connections)
    try:
        await _work(settings, engine, _asked_to_stop())
    finally:
        engine.dispose()
    # The engine's client may outlive the loop it needs and end the process with an abort: let it go first.
    gc.collect()
    await asyncio.sleep(0.05)


async def _work(settings: Settings, engine: Engine, asked: asyncio.Event) -> None:
    check_migrated(engine)
    client = await connect(settings)
    await _prepare(client, settings)
    probes: dict[str, Probe] = {
        "database": partial(asyncio.to_thread, ping, engine),
        "engine": client.service_client.check_health,
    }
    activities = every_activity(engine, settings.ordinances, post_of(settings))
    work = running_worker(client, activities, deployment=deployment_of(settings.deployment))
    async with (
        serve(health_app(probes), host=settings.health_host, port=settings.health_port) as address,
        work,
    ):
        log.info("worker.started", engine=client.service_client.config.target_host, health=address)
        await asked.wait()
        log.info("worker.stopping")
    log.info("worker.stopped")


async def _prepare(client: Client, settings: Settings) -> None:
    missing = await ensure_attributes(client)
    if missing:
        log.error("engine.attributes_missing", attributes=missing)
    laws = load_all(settings.ordinances)
    await ensure(client, [law.village for law in laws.values()], sends_mail=settings.mail is not None)


def _asked_to_stop() -> asyncio.Event:
    asked = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, asked.set)
    return asked


def _say(error: Exception, code: int) -> int:
    sys.stderr.write(f"{error}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
