"""kill -9 of the worker or of the engine, in the midst of commands: nothing is lost and nothing counts twice."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine
from temporalio.client import Client
from temporalio.contrib.pydantic import pydantic_data_converter

from models.session import read
from queries.record import fold_case, fold_security, verify
from rules.ledger import balances
from runtime.embedded import EmbeddedServer, start_embedded
from tests.workflows.town_hall import TownHall, staff
from workflows.client import Door

ROOT = Path(__file__).parents[2]
PATIENCE = timedelta(seconds=60)


class Machine:
    """An engine and a worker as processes of their own, over one data folder."""

    def __init__(self, data: Path, engine: Engine) -> None:
        self.data = data
        self.engine = engine
        self.workers: list[asyncio.subprocess.Process] = []
        self.server: EmbeddedServer

    async def up(self) -> TownHall:
        self.server = await start_embedded(self.data, port=0)
        client = await Client.connect(self.server.address, data_converter=pydantic_data_converter)
        await self.worker()
        return TownHall(self.engine, Door(client, limit=PATIENCE))

    async def worker(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.workflows.worker_process",
            self.server.address,
            self.engine.url.render_as_string(),
            "abate",
            cwd=ROOT,
            env=os.environ,
            stdout=asyncio.subprocess.PIPE,
        )
        self.workers.append(process)
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
        return process

    async def server_again(self) -> None:
        port = int(self.server.address.rpartition(":")[2])
        self.server.process.kill()
        await self.server.wait()
        self.server = await start_embedded(self.data, port=port)

    async def down(self) -> None:
        for worker in self.workers:
            if worker.returncode is None:
                worker.kill()
            await worker.wait()
        await self.server.stop()


@pytest.fixture
async def machine(tmp_path: Path, sqlite_engine: Engine) -> AsyncIterator[Machine]:
    staff(sqlite_engine)
    machine = Machine(tmp_path / "engine", sqlite_engine)
    yield machine
    await machine.down()


@pytest.mark.parametrize("moment", ["die-before", "die-after"])
async def test_a_worker_killed_around_the_commit_leaves_one_note(machine: Machine, moment: str) -> None:
    hall = await machine.up()
    case = await hall.open()

    asked = asyncio.create_task(hall.note(case, op_id=f"{moment}-1"))
    await machine.workers[0].wait()
    await machine.worker()
    effect = await asked

    assert effect.refusal is None
    assert hall.op_ids(case) == [f"{moment}-1"]


@pytest.mark.parametrize("moment", ["die-before", "die-after"])
async def test_a_worker_killed_around_the_result_of_a_draw_recovers_the_cost_once(
    machine: Machine, moment: str
) -> None:
    hall = await machine.up()
    case, security = await hall.worked(), await hall.post()
    draw = {"case": case, "amount": 6000, "on": "2026-03-16", "reason": "repair"}
    await hall.act(security, "request-draw", draw)
    await hall.act(security, "approve-draw", {"draw": "d1"}, role="attorney")

    result = {"draw": "d1", "on": "2026-03-20", "honored": True}
    asked = asyncio.create_task(
        hall.act(security, "record-draw-result", result, role="clerk", op_id=f"{moment}-draw")
    )
    await machine.workers[0].wait()
    await machine.worker()
    effect = await asked

    assert effect.refusal is None
    assert hall.op_ids(security, "draw-ended") == [f"{moment}-draw"]
    assert hall.op_ids(case, "draw-ended") == [f"{security}/{moment}-draw"]
    with read(machine.engine) as session:
        found = balances(fold_case(session, case).abatement.entries)
        drawn = fold_security(session, security).drawn
        assert verify(session, case) is None
        assert verify(session, security) is None
    assert [float(each) for each in (drawn, found.recovered, found.open)] == [6000, 6000, 4000]


async def test_an_engine_killed_under_ten_commands_carries_out_each_once(machine: Machine) -> None:
    hall = await machine.up()
    case = await hall.open()
    keys = [f"note-{number}" for number in range(10)]

    asked = [asyncio.create_task(hall.note(case, op_id=key)) for key in keys]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    await machine.server_again()
    effects = await asyncio.gather(*asked)

    assert all(effect.refusal is None for effect in effects)
    assert sorted(hall.op_ids(case)) == keys
