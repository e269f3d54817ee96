"""What a workflow may touch: our values, and no clock but its own."""

from datetime import timedelta

import pytest
from temporalio.client import WorkflowFailureError
from temporalio.exceptions import ApplicationError
from temporalio.testing import WorkflowEnvironment

from runtime.worker_factory import running_worker
from tests.workflows.clock_readers import ReadsPendulum, ReadsPython


@pytest.mark.parametrize("reader", [ReadsPendulum, ReadsPython])
async def test_a_look_at_the_clock_is_caught(dev_server: WorkflowEnvironment, reader: type) -> None:
    async with running_worker(dev_server.client, [], workflows=[reader], task_queue="sandbox"):
        asked = dev_server.client.execute_workflow(
            reader.__name__, id=reader.__name__, task_queue="sandbox", task_timeout=timedelta(seconds=1)
        )
        with pytest.raises(WorkflowFailureError) as raised:
            await asked

    assert isinstance(raised.value.cause, ApplicationError)
    assert "Cannot access" in raised.value.cause.message
