"""The one way to the Temporal engine: a client with our data converter, or a word on why there is none."""

import asyncio

from temporalio.client import Client
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.envconfig import ClientConfig, ClientConnectConfig
from temporalio.runtime import Runtime
from temporalio.service import RPCError

from runtime.runfile import is_running
from runtime.settings import Settings
from workflows.errors import EngineUnreachable

_WITHIN_SECONDS = 5

# What the transport says about itself, and what it comes to.
_PLAIN = {
    "Connection refused": "nothing listens there",
    "dns error": "no such host",
    "certificate": "its certificate is not accepted",
    "Unauthenticated": "it does not accept our credentials",
    "PermissionDenied": "it does not let us in",
}


async def connect(settings: Settings, *, runtime: Runtime | None = None, lazy: bool = False) -> Client:
    """Connect to the engine of the settings, else to the one `temporalio.envconfig` finds.

    Raises EngineUnreachable within about five seconds; `lazy`, nothing is asked of the engine yet.
    """
    options = _options(settings)
    address = options["target_host"]
    try:
        async with asyncio.timeout(_WITHIN_SECONDS):
            return await Client.connect(
                **options, data_converter=pydantic_data_converter, runtime=runtime, lazy=lazy
            )
    except TimeoutError as error:
        raise EngineUnreachable(
            address, _why(settings, f"no answer within {_WITHIN_SECONDS} seconds")
        ) from error
    except (RuntimeError, RPCError, ValueError) as error:
        raise EngineUnreachable(address, _why(settings, _plain(error))) from error


def _options(settings: Settings) -> ClientConnectConfig:
    if settings.temporal_address is not None:
        # The engine that `abate up` brought along asks for no key and no certificate.
        return {
            "target_host": settings.temporal_address,
            "namespace": settings.temporal_namespace or "default",
        }
    try:
        options = ClientConfig.load_client_connect_config()
    except (RuntimeError, ValueError, OSError) as error:
        raise EngineUnreachable("the address of Temporal's own settings", str(error)) from error
    options.setdefault("target_host", "localhost:7233")
    return options


def _plain(error: Exception) -> str:
    words = str(error)
    return next((plain for sign, plain in _PLAIN.items() if sign in words), words.splitlines()[0])


def _why(settings: Settings, reason: str) -> str:
    if settings.run is not None and settings.temporal_address == settings.run.temporal_address:
        if not is_running(settings.run):
            return f"{reason}; the abate up of {settings.data} is not running"
        return reason
    return f"{reason}; start one with abate up, or set TEMPORAL_ADDRESS"
