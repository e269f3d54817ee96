"""A record that fails: for a while, and then the command is carried out; or for good, and then the case goes on."""

from collections.abc import AsyncIterator

import pytest
from temporalio.client import WorkflowHandle
from temporalio.exceptions import ApplicationError
from temporalio.testing import WorkflowEnvironment

from activities.messages import Order
from runtime.worker_factory import running_worker
from tests.workflows.fakes import FakeRecords, new_case, order
from tests.workflows.until import until
from workflows.client import Door
from workflows.policy import workflow_id
from workflows.violation_case import ViolationCase

QUEUE = "faults"


class Failing:
    """A database that fails so many times, and then answers again."""

    def __init__(self, times: int, *, hopeless: bool = False) -> None:
        self.left = times
        self._hopeless = hopeless

    def __call__(self, _order: Order) -> None:
        if self.left:
            self.left -= 1
            raise ApplicationError("no answer", type="DatabaseUnreachable", non_retryable=self._hopeless)


@pytest.fixture
async def records(dev_server: WorkflowEnvironment) -> AsyncIterator[FakeRecords]:
    records = FakeRecords()
    async with running_worker(dev_server.client, records.activities, task_queue=QUEUE):
        yield records


@pytest.fixture
def door(dev_server: WorkflowEnvironment) -> Door:
    return Door(dev_server.client, task_queue=QUEUE)


async def test_a_database_that_comes_back_finds_the_command_waiting(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    records.before = Failing(2)

    effect = await door.act(order("add-note", case))

    assert effect.result == {"case": case, "orders": 2}


async def test_a_fault_of_the_program_is_an_answer_and_the_case_goes_on(
    records: FakeRecords, door: Door
) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    records.before = Failing(1, hopeless=True)

    failed = await door.act(order("add-note", case))
    noted = await door.act(order("add-note", case))

    assert failed.refusal is not None
    assert (failed.refusal.kind, "DatabaseUnreachable" in failed.refusal.what) == ("fault", True)
    assert noted.result == {"case": case, "orders": 2}


async def test_a_deadline_that_cannot_be_noted_calls_for_attention(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    records.before = _fails_deadlines

    await door.act(order("add-note", case, due={"remedy:v1": "2001-03-05"}))
    handle = door._client.get_workflow_handle(workflow_id(case, "webster"))
    await until(lambda: _calls_for_attention(handle))

    told = (await handle.query(ViolationCase.state)).attention
    assert told is not None
    assert "remedy:v1" in told
    assert records.noted(case) == []


async def _calls_for_attention(handle: WorkflowHandle[ViolationCase, str]) -> bool:
    return (await handle.query(ViolationCase.state)).attention is not None


def _fails_deadlines(given: Order) -> None:
    if given.command == "deadline-passed":
        raise ApplicationError("it cannot", type="Fault", non_retryable=True)
