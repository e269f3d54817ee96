"""What Temporal's own pages show of a case reads like its file, and names nobody."""

from collections.abc import AsyncIterator

import pytest
from temporalio.api.sdk.v1 import WorkflowMetadata
from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from runtime.worker_factory import running_worker
from tests.workflows.fakes import FakeRecords, new_case, order
from workflows.client import Door
from workflows.policy import workflow_id
from workflows.violation_case import ViolationCase

QUEUE = "shown"


@pytest.fixture
async def door(dev_server: WorkflowEnvironment) -> AsyncIterator[Door]:
    async with running_worker(dev_server.client, FakeRecords().activities, task_queue=QUEUE):
        yield Door(dev_server.client, task_queue=QUEUE)


async def _opened(door: Door, case: str) -> WorkflowHandle[ViolationCase, str]:
    name, due = "Jane Roe", {"remedy_date:v1": "2099-03-05"}
    await door.open(order("open-case", case, due=due, respondents=[{"name": name}]))
    await door.act(order("serve-notice", case))
    return door._client.get_workflow_handle_for(ViolationCase.run, workflow_id(case, "webster"))


async def test_the_details_say_where_the_case_stands(door: Door) -> None:
    case = new_case()
    handle = await _opened(door, case)

    told = await handle.query("__temporal_workflow_metadata", result_type=WorkflowMetadata)

    assert told.current_details.splitlines() == [
        f"**{case}**",
        "- Phase: opened",
        "- Next: remedy date on 2099-03-05 (remedy_date:v1)",
        "- Last step: serve-notice",
    ]


async def test_every_step_and_every_wait_has_its_words(door: Door) -> None:
    handle = await _opened(door, new_case())
    history = await handle.fetch_history()

    said = [event.user_metadata.summary.data.decode().strip('"') for event in history.events]

    assert [words for words in said if words] == [
        handle.id.replace("case/webster/", "webster-"),
        "open-case",
        "remedy date on 2099-03-05 (remedy_date:v1)",
        "serve-notice",
    ]
