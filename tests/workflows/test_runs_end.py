"""The end of a run, where commands get lost or doubled if anything does: continuing, closing, and doing both."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

from activities.messages import Order
from runtime.embedded import server_binary
from runtime.worker_factory import running_worker
from tests.conftest import SEARCH_ATTRIBUTES
from tests.workflows.fakes import FakeRecords, new_case, order
from tests.workflows.until import until
from workflows.client import Door
from workflows.policy import workflow_id
from workflows.state import CaseState
from workflows.violation_case import ViolationCase

EVENTS = 120
QUEUE = "ends"


@pytest.fixture(scope="module")
async def impatient() -> AsyncIterator[WorkflowEnvironment]:
    """Run a server that suggests continuing after a few events, not after four thousand."""
    async with await WorkflowEnvironment.start_local(
        dev_server_existing_path=str(server_binary()),
        dev_server_log_level="never",
        data_converter=pydantic_data_converter,
        search_attributes=SEARCH_ATTRIBUTES,
        dev_server_extra_args=[
            "--dynamic-config-value",
            f"limit.historyCount.suggestContinueAsNew={EVENTS}",
        ],
    ) as environment:
        yield environment


@pytest.fixture
async def records(impatient: WorkflowEnvironment) -> AsyncIterator[FakeRecords]:
    records = FakeRecords()
    async with running_worker(impatient.client, records.activities, task_queue=QUEUE):
        yield records


@pytest.fixture
def door(impatient: WorkflowEnvironment) -> Door:
    return Door(impatient.client, task_queue=QUEUE)


def _notes(case: str, number: int) -> list[Order]:
    return [order("add-note", case) for _ in range(number)]


async def test_a_case_continues_by_itself_and_counts_each_command_once(
    impatient: WorkflowEnvironment, records: FakeRecords, door: Door
) -> None:
    case, notes = new_case(), []
    await door.open(order("open-case", case, due={"remedy:v1": "2099-03-05"}))
    for _ in range(6):
        notes += (more := _notes(case, 8))
        await asyncio.gather(*map(door.act, more))

    written = [each.op_id for each in records.files[case].orders if each.command == "add-note"]
    assert sorted(written) == sorted(note.op_id for note in notes)
    assert records.loads == 0
    assert await _runs(impatient, case) > 1


async def test_the_same_command_before_and_after_continuing_counts_once(
    impatient: WorkflowEnvironment, records: FakeRecords, door: Door
) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    first = order("add-note", case)
    await door.act(first)
    for note in _notes(case, 12):
        await door.act(note)
    await until(lambda: _has_continued(impatient, case))

    again = await door.act(first)

    assert again.replayed
    assert records.commands(case).count("add-note") == 13


async def test_commands_given_while_a_case_closes_are_carried_out_once(
    records: FakeRecords, door: Door
) -> None:
    for _ in range(5):
        case = new_case()
        await door.open(order("open-case", case))
        notes = _notes(case, 6)

        await asyncio.gather(door.act(order("close-case", case)), *map(door.act, notes))

        written = [each.op_id for each in records.files[case].orders if each.command == "add-note"]
        assert sorted(written) == sorted(note.op_id for note in notes)


async def test_a_continued_case_still_waits_for_its_deadline(
    impatient: WorkflowEnvironment, records: FakeRecords, door: Door
) -> None:
    case = new_case()
    await door.open(order("open-case", case, due={"remedy:v1": "2099-03-05"}))
    for note in _notes(case, 12):
        await door.act(note)
    await until(lambda: _has_continued(impatient, case))

    state = await _state(impatient, case)

    assert state.next_timer is not None
    assert state.next_timer.key == "remedy:v1"
    assert len(state.applied) == 13


async def _runs(environment: WorkflowEnvironment, case: str) -> int:
    """Count the runs of a case, by walking back from the last."""
    client, name = environment.client, workflow_id(case, "webster")
    history = await client.get_workflow_handle(name).fetch_history()
    runs = 1
    while before := history.events[0].workflow_execution_started_event_attributes.continued_execution_run_id:
        history = await client.get_workflow_handle(name, run_id=before).fetch_history()
        runs += 1
    return runs


async def _has_continued(environment: WorkflowEnvironment, case: str) -> bool:
    return await _runs(environment, case) > 1


async def _state(environment: WorkflowEnvironment, case: str) -> CaseState:
    handle = environment.client.get_workflow_handle(workflow_id(case, "webster"))
    return await handle.query(ViolationCase.state)
