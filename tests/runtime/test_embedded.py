"""The embedded server comes up, keeps what it was told, and never outlives its parent."""

import asyncio
import os
import socket
import sys
import threading
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
from temporalio.client import Client

from runtime import temporal
from runtime.embedded import EmbeddedServerFailed, start_embedded
from runtime.runfile import RunFile
from runtime.settings import Settings
from runtime.temporal import connect
from workflows.errors import EngineUnreachable

ROOT = Path(__file__).parents[2]


async def test_it_keeps_workflows_over_a_kill_and_a_restart(tmp_path: Path) -> None:
    first = await start_embedded(tmp_path, port=0)
    client = await Client.connect(first.address)
    await client.start_workflow("Nothing", id="case/webster/1", task_queue="none")
    first.process.kill()
    assert await first.wait() < 0

    second = await start_embedded(tmp_path, port=0)
    client = await Client.connect(second.address)
    found = await client.get_workflow_handle("case/webster/1").describe()
    await second.stop()

    assert found.id == "case/webster/1"
    assert second.process.returncode == 0


async def test_cases_can_be_listed_by_village_phase_and_next_due_from_the_start(tmp_path: Path) -> None:
    server = await start_embedded(tmp_path, port=0)
    client = await Client.connect(server.address)

    count = await client.count_workflows(
        "Village = 'webster' AND Phase = 'served' AND NextDue < '2026-06-22T00:00:00Z'"
    )
    await server.stop()

    assert count.count == 0


async def test_a_taken_port_is_replaced_by_a_free_one(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = await start_embedded(tmp_path, port=port)
        await server.stop()

    assert server.address.startswith("127.0.0.1:")
    assert server.address != f"127.0.0.1:{port}"


async def test_two_servers_never_share_a_data_folder(tmp_path: Path) -> None:
    server = await start_embedded(tmp_path, port=0)

    with pytest.raises(EmbeddedServerFailed, match="already runs"):
        await start_embedded(tmp_path, port=0)
    await server.stop()


async def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "temporal.db").write_text("no database, but long enough to be taken for one" * 100)

    with pytest.raises(EmbeddedServerFailed, match="not a database"):
        await start_embedded(tmp_path, port=0)


async def test_it_is_not_started_off_the_main_thread(tmp_path: Path) -> None:
    caught: list[Exception] = []

    def start() -> None:
        try:
            asyncio.run(start_embedded(tmp_path))
        except EmbeddedServerFailed as error:
            caught.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()

    assert "main thread" in str(caught[0])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
async def test_it_does_not_outlive_a_parent_that_is_killed_outright(tmp_path: Path) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.runtime.parent",
        str(tmp_path),
        cwd=ROOT,
        env=os.environ,
        stdout=asyncio.subprocess.PIPE,
    )
    assert parent.stdout is not None
    pid, address = (await parent.stdout.readline()).decode().split()
    server = psutil.Process(int(pid))
    assert server.name() == "temporal"

    parent.kill()
    await parent.wait()

    await asyncio.to_thread(psutil.wait_procs, [server], timeout=10)
    assert not server.is_running() or server.status() == psutil.STATUS_ZOMBIE
    host, port = address.split(":")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((host, int(port)))


def _settings(data: Path, address: str) -> Settings:
    run = RunFile(pid=os.getpid(), temporal_address=address, database_url="sqlite:///abate.db")
    return Settings(data=data, database_url=run.database_url, temporal_address=address, run=run)


async def test_a_client_speaks_to_the_server_of_the_settings(tmp_path: Path) -> None:
    server = await start_embedded(tmp_path, port=0)

    client = await connect(_settings(tmp_path, server.address))
    healthy = await client.service_client.check_health(timeout=timedelta(seconds=5))
    await server.stop()

    assert healthy


async def test_an_engine_nobody_runs_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(EngineUnreachable) as raised:
        await connect(_settings(tmp_path, "127.0.0.1:1"))

    assert str(raised.value) == "cannot reach the Temporal engine at 127.0.0.1:1: nothing listens there"


async def test_the_engine_of_an_abate_up_that_was_killed_is_said_to_be_so(tmp_path: Path) -> None:
    run = RunFile(pid=4_000_000, temporal_address="127.0.0.1:1", database_url="sqlite:///abate.db")
    settings = Settings(data=tmp_path, database_url="", temporal_address="127.0.0.1:1", run=run)

    with pytest.raises(EngineUnreachable, match="is not running"):
        await connect(settings)


async def test_without_an_address_the_engine_is_the_one_temporal_itself_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEMPORAL_ADDRESS", "127.0.0.1:2")
    monkeypatch.setenv("TEMPORAL_CONFIG_FILE", str(tmp_path / "none.toml"))

    with pytest.raises(EngineUnreachable, match=r"127\.0\.0\.1:2.*TEMPORAL_ADDRESS"):
        await connect(Settings(data=tmp_path, database_url=""))


async def test_an_engine_that_never_answers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(temporal, "_WITHIN_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"

        with pytest.raises(EngineUnreachable, match="no answer"):
            await connect(_settings(tmp_path, address))
