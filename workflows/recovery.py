"""Gives every open case and security its workflow back: the engine's storage is disposable, the record is not."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Final

from temporalio import activity
from temporalio.client import Client
from temporalio.common import WorkflowIDConflictPolicy
from temporalio.exceptions import WorkflowAlreadyStartedError
from temporalio.service import RPCError, RPCStatusCode

from activities.messages import CaseRef, OpenCases
from workflows.entities import ENTITIES, entity_of
from workflows.entity import Entity
from workflows.policy import TASK_QUEUE, village_attribute, workflow_id
from workflows.state import CaseState

_AT_ONCE: Final = 16
_TYPES: Final = ", ".join(f'"{entity.__name__}"' for entity in ENTITIES)
_RUNNING: Final = f'WorkflowType IN ({_TYPES}) AND ExecutionStatus = "Running"'


class Recovery:
    """The activity of the audit that asks the engine and not the database."""

    def __init__(self, client: Client, *, task_queue: str = TASK_QUEUE) -> None:
        self._client = client
        self._task_queue = task_queue

    @activity.defn
    async def start_missing(self, page: OpenCases) -> list[str]:
        """Start the workflows of those open cases that have none; give their case ids."""
        return await recover(self._client, page.cases, task_queue=self._task_queue)


async def recover(client: Client, cases: Iterable[CaseRef], *, task_queue: str = TASK_QUEUE) -> list[str]:
    """Start the workflow of every case the engine does not run; give the ids of those started.

    The engine's list may lag behind: it only spares us calls, and a start that comes second does nothing.
    """
    known = {running async for running in running_cases(client)}
    missing = [case for case in cases if workflow_id(case.case, case.village) not in known]
    turns = asyncio.Semaphore(_AT_ONCE)
    started = await asyncio.gather(*(_start(client, case, turns, task_queue) for case in missing))
    return [case.case for case, fresh in zip(missing, started, strict=True) if fresh]


async def roll_over_all(client: Client) -> int:
    """Tell every running case to begin a new run on today's code; give how many were told."""
    turns = asyncio.Semaphore(_AT_ONCE)
    told = await asyncio.gather(*[_roll_over(client, case, turns) async for case in running_cases(client)])
    return sum(told)


async def running_cases(client: Client) -> AsyncIterator[str]:
    """Give the workflow ids of the cases the engine lists as running; none where it keeps no list."""
    try:
        async for execution in client.list_workflows(_RUNNING):
            yield execution.id
    except RPCError as error:
        if error.status is not RPCStatusCode.UNIMPLEMENTED:
            raise


async def _start(client: Client, case: CaseRef, turns: asyncio.Semaphore, task_queue: str) -> bool:
    async with turns:
        try:
            await client.start_workflow(
                entity_of(case.case).run,
                CaseState(case=case.case, village=case.village),
                id=workflow_id(case.case, case.village),
                task_queue=task_queue,
                id_conflict_policy=WorkflowIDConflictPolicy.FAIL,
                search_attributes=village_attribute(case.village),
                static_summary=case.case,
            )
        except WorkflowAlreadyStartedError:
            return False
        finally:
            _still_here()
    return True


async def _roll_over(client: Client, case: str, turns: asyncio.Semaphore) -> bool:
    async with turns:
        try:
            await client.get_workflow_handle(case).signal(Entity.roll_over)
        except RPCError as error:
            if error.status is not RPCStatusCode.NOT_FOUND:
                raise
            return False  # it has ended since it was listed
    return True


def _still_here() -> None:
    if activity.in_activity():
        activity.heartbeat()
