"""The production worker as a process: it works, says how it is, stops when asked, and says why it cannot start."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from sqlalchemy import Engine
from temporalio.client import Client
from temporalio.contrib.pydantic import pydantic_data_converter

from runtime.embedded import EmbeddedServer, free_port, start_embedded
from tests.workflows.town_hall import TownHall, staff
from workflows.client import Door

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    server = await start_embedded(tmp_path / "engine", port=0)
    yield server
    await server.stop()


async def _worker(database_url: str, address: str, health_port: int = 0) -> asyncio.subprocess.Process:
    environment = {
        **os.environ,
        "ABATE_DATABASE_URL": database_url,
        "ABATE_HEALTH": f"127.0.0.1:{health_port}",
        "ABATE_LOG": "json",
        "TEMPORAL_ADDRESS": address,
    }
    return await asyncio.create_subprocess_exec(
        sys.executable, "worker.py", cwd=ROOT, env=environment, stderr=asyncio.subprocess.PIPE
    )


async def test_it_works_says_that_it_is_well_and_stops_when_asked(
    server: EmbeddedServer, sqlite_engine: Engine
) -> None:
    staff(sqlite_engine)
    port = free_port(0)
    process = await _worker(sqlite_engine.url.render_as_string(), server.address, port)
    await _until_said(process, b"worker.started")
    client = await Client.connect(server.address, data_converter=pydantic_data_converter)
    hall = TownHall(sqlite_engine, Door(client))

    case = await hall.open()
    health = await asyncio.to_thread(_get, f"http://127.0.0.1:{port}/healthz")
    metrics = await asyncio.to_thread(_get, f"http://127.0.0.1:{port}/metrics")
    schedules = [each.id async for each in await client.list_schedules()]
    process.send_signal(signal.SIGTERM)
    _, said = await process.communicate()

    assert case == "webster-2026-0001"
    assert '"status":"ok"' in health
    assert 'abate_activity_seconds_count{activity="record",outcome="done"}' in metrics
    assert {"accrual/webster", "accrual/williamsville", "audit"} <= set(schedules)
    assert process.returncode == 0, said


async def test_it_does_not_write_into_tables_of_another_release(
    server: EmbeddedServer, tmp_path: Path
) -> None:
    (tmp_path / "empty.db").touch()
    process = await _worker(f"sqlite:///{tmp_path / 'empty.db'}", server.address)

    _, said = await process.communicate()

    assert process.returncode == 2
    assert b"the database is at revision none" in said


async def test_without_an_engine_it_says_so_in_a_sentence(sqlite_engine: Engine) -> None:
    process = await _worker(sqlite_engine.url.render_as_string(), "127.0.0.1:1")

    _, said = await process.communicate()

    assert process.returncode == 5
    assert said.startswith(b"cannot reach the Temporal engine at 127.0.0.1:1: nothing listens there")


async def _until_said(process: asyncio.subprocess.Process, words: bytes) -> None:
    assert process.stderr is not None
    async for line in process.stderr:
        if words in line:
            return
    raise AssertionError(f"it ended without {words!r}")


def _get(url: str) -> str:
    with urlopen(url, timeout=5) as answer:
        body: bytes = answer.read()
    return body.decode()
