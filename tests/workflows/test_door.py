"""The door on the real server: opening, refusing, repeating, and what a person is told when nobody answers."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from rules.values import Phase
from runtime.worker_factory import running_worker
from tests.workflows.fakes import FakeRecords, new_case, order
from workflows.client import Door
from workflows.errors import EngineBusy


@pytest.fixture
async def records(dev_server: WorkflowEnvironment) -> AsyncIterator[FakeRecords]:
    records = FakeRecords()
    async with running_worker(dev_server.client, records.activities, task_queue="door"):
        yield records


@pytest.fixture
def door(dev_server: WorkflowEnvironment) -> Door:
    return Door(dev_server.client, task_queue="door")


async def test_opening_starts_the_case_and_a_note_goes_to_it(records: FakeRecords, door: Door) -> None:
    case = new_case()

    opened = await door.open(order("open-case", case))
    noted = await door.act(order("add-note", case))

    assert opened.phase is Phase.OPENED
    assert noted.result == {"case": case, "orders": 2}


async def test_the_same_op_id_counts_once(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    twice = order("add-note", case)

    first, second = await asyncio.gather(door.act(twice), door.act(twice))

    assert first.result == second.result
    assert records.commands(case) == ["open-case", "add-note"]


async def test_a_refusal_is_an_answer(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))

    effect = await door.act(order("serve-notice", case, refuse=True))

    assert effect.refusal is not None
    assert effect.refusal.section == "§ 130-28D"
    assert records.commands(case) == ["open-case"]


async def test_without_a_worker_a_person_is_told_so(dev_server: WorkflowEnvironment) -> None:
    door = Door(dev_server.client, task_queue="nobody", limit=timedelta(seconds=1))

    with pytest.raises(EngineBusy, match="no worker is at work"):
        await door.open(order("open-case", new_case()))
