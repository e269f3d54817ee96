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
_COMES_UP_WITHIN_SECONDS = 10
"""An engine that died under a running `abate up` is started again in some seconds: who comes meanwhile waits for it."""

_AGAIN_AFTER_SECONDS = 0.2
_REFUSED = "Connection refused"

# What the transport says about itself, and what it comes to.
_PLAIN = {
    _REFUSED: "nothing listens there",
    "dns error": "no such host",
    "certificate": "its certificate is not accepted",
    "Unauthenticated": "it does not accept our credentials",
    "PermissionDenied": "it does not let us in",
}


async def connect(settings: Settings, *, runtime: Runtime | None = None, lazy: bool = False) -> Client:
    """Connect to the engine of the settings, else to the one `temporalio.envconfig` finds.

    Raises EngineUnreachable within about five seconds, ten where one of our own comes up again; `lazy`, nothing is
    asked of the engine yet.
    """
    options = _options(settings)
    address = options["target_host"]
    try:
        return await _connected(settings, options, runtime, lazy=lazy)
    except TimeoutError as error:
        raise EngineUnreachable(
            address, _why(settings, f"no answer within {_WITHIN_SECONDS} seconds")
        ) from error
    except (RuntimeError, RPCError, ValueError) as error:
        raise EngineUnreachable(address, _why(settings, _plain(error))) from error


async def _connected(
    settings: Settings, options: ClientConnectConfig, runtime: Runtime | None, *, lazy: bool
) -> Client:
    loop = asyncio.get_running_loop()
    until = loop.time() + _COMES_UP_WITHIN_SECONDS
    while True:
        try:
            async with asyncio.timeout(_WITHIN_SECONDS):
                return await Client.connect(
                    **options, data_converter=pydantic_data_converter, runtime=runtime, lazy=lazy
                )
        except RuntimeError as error:
            if _REFUSED not in str(error) or loop.time() > until or not _is_kept_up(settings):
                raise
        await asyncio.sleep(_AGAIN_AFTER_SECONDS)


def _is_kept_up(settings: Settings) -> bool:
    """Whether an `abate up` that is running keeps this engine up."""
    run = settings.run
    return run is not None and settings.temporal_address == run.temporal_address and is_running(run)


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
