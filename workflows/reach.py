"""Whether the engine and its workers can be reached, in words for the person who waits."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.taskqueue.v1 import TaskQueue
from temporalio.api.workflowservice.v1 import DescribeTaskQueueRequest
from temporalio.client import Client, RPCTimeoutOrCancelledError
from temporalio.service import RPCError, RPCStatusCode

from workflows.errors import EngineUnreachable

_LOOK_WITHIN: Final = timedelta(seconds=2)
_AWAY: Final = frozenset(
    {RPCStatusCode.UNAVAILABLE, RPCStatusCode.DEADLINE_EXCEEDED, RPCStatusCode.CANCELLED}
)

NO_WORKER: Final = "no worker is at work"


def unreachable(client: Client) -> EngineUnreachable:
    """Word that the engine does not answer."""
    return EngineUnreachable(client.service_client.config.target_host, "it does not answer")


@contextmanager
def reaching(client: Client) -> Iterator[None]:
    """Turn a transport that fails into EngineUnreachable; other errors pass."""
    try:
        yield
    except RPCError as error:
        if error.status not in _AWAY:
            raise
        raise unreachable(client) from error


async def is_polled(client: Client, task_queue: str) -> bool:
    """Tell whether a worker has asked for work of late; raises EngineUnreachable.

    The engine remembers a worker for some minutes after its death, so yes is weaker than no.
    """
    request = DescribeTaskQueueRequest(
        namespace=client.namespace,
        task_queue=TaskQueue(name=task_queue),
        task_queue_type=TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    )
    try:
        found = await client.workflow_service.describe_task_queue(request, timeout=_LOOK_WITHIN)
    except (RPCError, RPCTimeoutOrCancelledError) as error:
        raise unreachable(client) from error
    return len(found.pollers) > 0
