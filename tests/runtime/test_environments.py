"""The two Temporal servers of `conftest.py` are what they are taken for."""

from datetime import timedelta

from temporalio import workflow
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from runtime.embedded import SEARCH_ATTRIBUTES


@workflow.defn
class Waits:
    """Waits a year."""

    @workflow.run
    async def run(self) -> float:
        """Say how many days went by."""
        before = workflow.now()
        await workflow.sleep(timedelta(days=365))
        return (workflow.now() - before) / timedelta(days=1)


async def test_a_year_goes_by_at_once(time_skipping: WorkflowEnvironment) -> None:
    async with Worker(time_skipping.client, task_queue="waits", workflows=[Waits]):
        days = await time_skipping.client.execute_workflow(Waits.run, id="waits", task_queue="waits")

    assert round(days) == 365


async def test_the_real_server_knows_our_search_attributes(dev_server: WorkflowEnvironment) -> None:
    request = ListSearchAttributesRequest(namespace=dev_server.client.namespace)

    listed = await dev_server.client.operator_service.list_search_attributes(request)

    assert SEARCH_ATTRIBUTES.keys() <= set(listed.custom_attributes)
