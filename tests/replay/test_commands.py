"""What a case asks of the engine over its life, to the last command and timer: replaying does not see all of it."""

import json
from datetime import timedelta

from temporalio.testing import WorkflowEnvironment

from runtime.worker_factory import running_worker
from tests.replay.fingerprint import fingerprint
from tests.workflows.conftest import skipping
from tests.workflows.fakes import CASE, FakeRecords, order
from workflows.client import Door
from workflows.policy import workflow_id

__all__ = ["skipping"]

COMMAND = ["accept", "activity record within 10s", "answer"]
MOVING = ["accept", "activity record within 10s", "attributes", "answer"]


async def test_a_case_asks_for_what_it_asked_for_in_the_last_release(skipping: WorkflowEnvironment) -> None:
    records, door = FakeRecords(), Door(skipping.client)
    today = (await skipping.get_current_time()).date()
    due = {"remedy:v1": str(today + timedelta(days=10)), "limit:v1": str(today + timedelta(days=300))}

    async with running_worker(skipping.client, records.activities):
        await door.open(order("open-case", due=due))
        await door.act(order("add-note"))
        await skipping.sleep(timedelta(days=20))
        await door.act(order("close-case"))
        handle = skipping.client.get_workflow_handle(workflow_id(CASE, "webster"))
        with skipping.auto_time_skipping_disabled():
            await handle.result()
    history = json.loads((await handle.fetch_history()).to_json())

    assert fingerprint(history) == [
        *MOVING,
        "timer 11 days",
        *COMMAND,
        "activity record within 10s",
        "attributes",
        "timer 290 days",
        *MOVING,
        "timer off",
        "timer 0.001s",
        "end",
    ]
