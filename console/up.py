"""`abate up`: everything on this machine, until Ctrl-C."""

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from console import speak
from console.place import settings_of
from demo.load import load
from runtime.clock import now, use_pinned_zones
from runtime.logging import configure_logging
from runtime.up import PORT, Up, running
from workflows.client import Door


def up(
    *,
    data: Annotated[Path | None, Parameter(help="Data folder; else ABATE_DATA, else ./.abate.")] = None,
    port: Annotated[
        int, Parameter(help="Port of the address; a taken one is replaced by a free one.")
    ] = PORT,
    demo: Annotated[bool, Parameter(help="Load a dozen invented cases of both villages.")] = False,
) -> None:
    """Run everything on this machine: engine, database, worker. Stop it with Ctrl-C."""
    use_pinned_zones()
    settings = settings_of(data)
    configure_logging(settings.log_format)
    asyncio.run(_up(settings_of(data), port=port, demo=demo))


async def _up(settings: Settings, *, port: int, demo: bool) -> None:
    async with running(settings, port=port, say=speak.trouble) as here:
        if demo:
            await _load(here)
        _tell(here)
        await here.wait()
        speak.sentence("stopping …")
    speak.sentence("stopped.")


async def _load(here: Up) -> None:
    new = await load(here.engine, Door(here.client), now().date())
    if new:
        speak.sentence(f"loaded the demonstration: {new} commands")


def _tell(here: Up) -> None: ...
