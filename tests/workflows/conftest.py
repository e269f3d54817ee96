"""A time-skipping server on which cases can run."""

import pytest
from temporalio.api.operatorservice.v1 import AddSearchAttributesRequest
from temporalio.testing import WorkflowEnvironment

from workflows.attributes import KINDS


@pytest.fixture
async def skipping(time_skipping: WorkflowEnvironment) -> WorkflowEnvironment:
    """Give a time-skipping server that knows our search attributes; it can be told, but not asked."""
    client = time_skipping.client
    await client.operator_service.add_search_attributes(
        AddSearchAttributesRequest(namespace=client.namespace, search_attributes=KINDS)
    )
    return time_skipping
