"""Starts a long run and stays with it: its result, and on the way what its activities say of their progress.

With a decision one stays until it is recorded.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final, TypeVar

from temporalio.client import (
    Client,
    RPCTimeoutOrCancelledError,
    WithStartWorkflowOperation,
    WorkflowExecutionDescription,
    WorkflowHandle,
)
from temporalio.common import WorkflowIDConflictPolicy
from temporalio.service import RPCError

from activities.keys import mark_of
from activities.messages import AccrualOrder, AccrualResult, AuditOrder, AuditResult, Decided, DecisionOrder
from workflows.accrual import Accrual
from workflows.audit import Audit
from workflows.deciding import Deciding
from workflows.errors import EngineBusy
from workflows.policy import village_attribute
from workflows.reach import NO_WORKER
from workflows.state import DecidingState

Progress = Callable[[tuple[Any, ...]], None]
"""Is told what the running activity's last heartbeat held."""

Result = TypeVar("Result")

_LOOK_EVERY: Final = 0.5
# Started, and its first task put on the queue: nobody has taken it.
_UNTOUCHED: Final = 2


async def start_accrual(
    client: Client, order: AccrualOrder, task_queue: str
) -> WorkflowHandle[Accrual, AccrualResult]:
    """Start a run over one village by hand, or join one for the same day that is under way."""
    return await client.start_workflow(
        Accrual.run,
        order,
        id=f"accrual/{order.village}/through/{order.through or 'yesterday'}",
        task_queue=task_queue,
        id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
        static_summary=f"run by hand over {order.village}",
    )


async def start_audit(
    client: Client, order: AuditOrder, task_queue: str
) -> WorkflowHandle[Audit, AuditResult]:
    """Start an audit by hand, or join one of the same villages that is under way."""
    return await client.start_workflow(
        Audit.run,
        order,
        id=f"audit/{order.village or 'all'}",
        task_queue=task_queue,
        id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
        static_summary=f"audit by hand of {order.village or 'all villages'}",
    )


def decision_id(order: DecisionOrder) -> str:
    """Return the id of the workflow of a decision: another decision under a used key is a workflow of its own."""
    return f"interpretation/{order.village}/{order.actor}/{order.op_id}/{mark_of(order)}"


async def decide(client: Client, order: DecisionOrder, task_queue: str) -> Decided:
    """Start the workflow of a decision, or join the one of the same decision, and wait until it is settled."""
    start = WithStartWorkflowOperation(
        Deciding.run,
        DecidingState(order=order),
        id=decision_id(order),
        task_queue=task_queue,
        id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
        search_attributes=village_attribute(order.village),
        static_summary=f"decision recorded by {order.actor} for {order.village}",
    )
    try:
        return await client.execute_update_with_start_workflow(
            Deciding.recorded, start_workflow_operation=start, id=order.op_id
        )
    except (RPCError, RPCTimeoutOrCancelledError):
        # The SDK reports the failure a second time here, and complains where nobody looks.
        with suppress(RPCError, asyncio.CancelledError):
            await start.workflow_handle()
        raise


async def watched(
    client: Client, handle: WorkflowHandle[Any, Result], *, limit: timedelta, progress: Progress | None
) -> Result:
    """Wait for the result as long as a worker is at it; raises EngineBusy where none takes it within the limit."""
    result = asyncio.create_task(handle.result())
    waited = 0.0
    try:
        while not (await asyncio.wait({result}, timeout=_LOOK_EVERY))[0]:
            waited += _LOOK_EVERY
            found = await handle.describe()
            if waited >= limit.total_seconds() and found.history_length <= _UNTOUCHED:
                remedy = "start one with abate up or worker.py, which will take it up"
                raise EngineBusy(handle.id, NO_WORKER, remedy)
            if progress is not None:
                await _tell(client, found, progress)
        return result.result()
    finally:
        result.cancel()


async def _tell(client: Client, found: WorkflowExecutionDescription, progress: Progress) -> None:
    for pending in found.raw_description.pending_activities:
        if pending.heartbeat_details.payloads:
            progress(tuple(await client.data_converter.decode(pending.heartbeat_details.payloads)))
