"""`abate up`: everything on this machine, until Ctrl-C."""

import asyncio
import logging
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from console import speak
from console.place import settings_of
from console.usage import port as port_of
from console.web import first_passwords, pages
from demo.load import load
from models.session import read
from queries.users import list_users
from runtime.clock import now, use_pinned_zones
from runtime.logging import configure_logging
from runtime.memory import settle
from runtime.settings import Settings
from runtime.up import PORT, Up, running
from workflows.client import Door


def up(
    *,
    data: Annotated[Path | None, Parameter(help="Data folder; else ABATE_DATA, else ./.abate.")] = None,
    port: Annotated[
        int, Parameter(converter=port_of, help="Port of the address; a taken one is replaced by a free one.")
    ] = PORT,
    demo: Annotated[bool, Parameter(help="Load invented cases of both villages.")] = False,
) -> None:
    """Run everything on this machine: engine, database, worker, web application. Stop it with Ctrl-C."""
    use_pinned_zones()
    settings = settings_of(data)
    # On a terminal the words are for a person: what is routine stays out of them.
    quiet = settings.log_format == "auto" and sys.stderr.isatty()
    configure_logging(settings.log_format, level=logging.WARNING if quiet else logging.INFO)
    for name in ("alembic", "uvicorn"):
        logging.getLogger(name).setLevel(logging.WARNING)
    settle()
    asyncio.run(_up(settings, port=port, demo=demo))


async def _up(settings: Settings, *, port: int, demo: bool) -> None:
    async with running(settings, port=port, say=speak.trouble, pages=pages) as here:
        if demo:
            await _load(here)
        _tell(here, first_passwords(here.engine, demo=demo))
        await here.wait()
        speak.sentence("stopping …")
    speak.sentence("stopped.")


async def _load(here: Up) -> None:
    cases = await load(here.engine, Door(here.client), now().date())
    speak.sentence(f"demonstration loaded: {cases} cases of invented people")


def _tell(here: Up, new: list[tuple[str, str]]) -> None:
    with read(here.engine) as session:
        users = list_users(session)
    rows = [
        ("address", here.address),
        ("data", str(here.settings.data)),
        ("users", ", ".join(user.name for user in users)),
    ]
    speak.table(("", ""), rows, bare=True)
    if new:
        speak.heading("Sign in with; passwords are shown this once")
        speak.table(("", ""), new, bare=True)
    local = [user.name for user in users if not user.has_password]
    if local:
        speak.sentence(f"Without a password, from this machine's command line alone: {', '.join(local)}.")
    speak.sentence(f"Try in another terminal: abate case list{_where(here)}")
    speak.sentence("ready; stop with Ctrl-C")


def _where(here: Up) -> str:
    """Return the option that other commands need to find this one, where it is not in the usual place."""
    data = here.settings.data
    return "" if settings_of(None).data == data else f" --data {data}"
