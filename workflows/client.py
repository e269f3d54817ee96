"""The one door to cases and securities: sends a command to the workflow it is for and brings back the answer.

A workflow that is lost or has ended is started again by the command itself. Whatever is repeated here is
repeated under the command's op_id, and so is carried out once.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, timedelta
from typing import Final

from temporalio.client import (
    Client,
    RPCTimeoutOrCancelledError,
    WithStartWorkflowOperation,
    WorkflowUpdateFailedError,
)
from temporalio.common import WorkflowIDConflictPolicy
from temporalio.exceptions import ApplicationError
from temporalio.service import RPCError, RPCStatusCode

from activities.keys import mark_of
from activities.messages import (
    AccrualOrder,
    AccrualResult,
    AuditOrder,
    AuditResult,
    CaseRef,
    Decided,
    DecisionOrder,
    Effect,
    Order,
)
from rules.refusals import RefusalFacts
from rules.series import series_of
from workflows.entities import entity_of
from workflows.entity import NOT_TAKEN, Entity
from workflows.errors import EngineBusy, EngineUnreachable
from workflows.policy import DOOR_LIMIT, TASK_QUEUE, village_attribute, workflow_id
from workflows.reach import NO_WORKER, is_polled, reaching
from workflows.recovery import recover, roll_over_all
from workflows.state import CaseState
from workflows.watching import Progress, decide, start_accrual, start_audit, watched

_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 1.0

# What the engine says when the same question may be put again; anything else is a fault and is raised.
_TRANSIENT: Final = frozenset(
    {
        RPCStatusCode.ABORTED,
        RPCStatusCode.CANCELLED,
        RPCStatusCode.DEADLINE_EXCEEDED,
        RPCStatusCode.FAILED_PRECONDITION,
        RPCStatusCode.INTERNAL,
        RPCStatusCode.NOT_FOUND,
        RPCStatusCode.RESOURCE_EXHAUSTED,
        RPCStatusCode.UNAVAILABLE,
        RPCStatusCode.UNKNOWN,
    }
)


class Door:
    """Sends commands to cases and securities; one per process, safe to use from many tasks at once."""

    def __init__(
        self, client: Client, *, limit: timedelta = DOOR_LIMIT, task_queue: str = TASK_QUEUE
    ) -> None:
        self._client = client
        self._limit = limit
        self._task_queue = task_queue

    async def open(self, order: Order) -> Effect:
        """Open a case under the number reserved for it; raises EngineUnreachable, EngineBusy."""
        return await self._ask(order, starts=True)

    async def post(self, order: Order) -> Effect:
        """Post a security under the number reserved for it; raises EngineUnreachable, EngineBusy."""
        return await self._ask(order, starts=True)

    async def act(self, order: Order) -> Effect:
        """Give a command to a case or a security; raises EngineUnreachable, EngineBusy.

        What the law refuses comes back in `Effect.refusal`. Repeat a command only with its op_id.
        """
        return await self._ask(order, starts=False)

    async def _ask(self, order: Order, *, starts: bool) -> Effect:
        trouble: list[Exception] = []
        try:
            async with asyncio.timeout(self._limit.total_seconds()):
                return await self._insist(order, trouble, starts=starts)
        except TimeoutError:
            raise await self._why(order) from (trouble[-1] if trouble else None)

    async def _insist(self, order: Order, trouble: list[Exception], *, starts: bool) -> Effect:
        pause = _FIRST_PAUSE
        while True:
            try:
                return await (self._start(order) if starts else self._update(order))
            except RPCError as error:
                if error.status not in _TRANSIENT:
                    raise
                trouble.append(error)
                if error.status is RPCStatusCode.NOT_FOUND and not starts:
                    starts = True
                    continue
            except RPCTimeoutOrCancelledError as error:
                _let_go(error)
                trouble.append(error)
            except WorkflowUpdateFailedError as error:
                if (refusal := _not_taken(order, error)) is not None:
                    return Effect(refusal=refusal)
                trouble.append(error)  # the run is ending, or ended under it; the next one takes it
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _update(self, order: Order) -> Effect:
        handle = self._client.get_workflow_handle(workflow_id(order.case, order.village))
        return await handle.execute_update(Entity.act, order, id=_update_id(order))

    async def _start(self, order: Order) -> Effect:
        start = WithStartWorkflowOperation(
            entity_of(order.case).run,
            CaseState(case=order.case, village=order.village),
            id=workflow_id(order.case, order.village),
            task_queue=self._task_queue,
            id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
            search_attributes=village_attribute(order.village),
            static_summary=order.case,
        )
        try:
            return await self._client.execute_update_with_start_workflow(
                Entity.act, order, start_workflow_operation=start, id=_update_id(order)
            )
        except (RPCError, RPCTimeoutOrCancelledError):
            # The SDK reports the failure a second time here, and complains where nobody looks.
            with suppress(RPCError, asyncio.CancelledError):
                await start.workflow_handle()
            raise

    async def _why(self, order: Order) -> EngineBusy | EngineUnreachable:
        try:
            polled = await is_polled(self._client, self._task_queue)
        except EngineUnreachable as error:
            return error
        within = f"within {self._limit.total_seconds():g} seconds"
        reason = "neither its worker nor the database answered" if polled else NO_WORKER
        remedy = f"repeat the command with op-id {order.op_id}: it counts once"
        return EngineBusy(order.case, f"{reason} {within}", remedy)

    # --- the law --------------------------------------------------------------------------------------------

    async def decide(self, order: DecisionOrder) -> Decided:
        """Record a decision of a doubtful question; raises EngineUnreachable, EngineBusy.

        It is the law of the village from then on; rows and clocks follow case by case. What is not allowed comes back
        in `Decided.refusal`. Repeat it only with its op_id.
        """
        with reaching(self._client):
            try:
                async with asyncio.timeout(self._limit.total_seconds()):
                    return await self._decide(order)
            except TimeoutError:
                asked = f"interpretation of {order.village}"
                within = f"no answer within {self._limit.total_seconds():g} seconds"
                remedy = f"repeat the command with op-id {order.op_id}: it counts once"
                raise EngineBusy(asked, within, remedy) from None

    async def _decide(self, order: DecisionOrder) -> Decided:
        try:
            return await decide(self._client, order, self._task_queue)
        except RPCTimeoutOrCancelledError as error:
            _let_go(error)
            raise TimeoutError from error

    # --- the runs over many cases -----------------------------------------------------------------------

    async def recover(self, cases: Iterable[CaseRef]) -> list[str]:
        """Start the workflow of every open case or security the engine does not run; give those started."""
        with reaching(self._client):
            return await recover(self._client, cases, task_queue=self._task_queue)

    async def roll_over_all(self) -> int:
        """After a release: begin every case and security anew on its code; give how many were told."""
        with reaching(self._client):
            return await roll_over_all(self._client)

    async def accrue(
        self, village: str, through: date | None = None, *, progress: Progress | None = None
    ) -> AccrualResult:
        """Date the separate offenses of a village through a day, or through yesterday, and wait for it."""
        with reaching(self._client):
            order = AccrualOrder(village=village, through=through)
            handle = await start_accrual(self._client, order, self._task_queue)
            return await watched(self._client, handle, limit=self._limit, progress=progress)

    async def audit(self, village: str | None = None, *, progress: Progress | None = None) -> AuditResult:
        """Audit a village or all, and wait for what it finds."""
        with reaching(self._client):
            handle = await start_audit(self._client, AuditOrder(village=village), self._task_queue)
            return await watched(self._client, handle, limit=self._limit, progress=progress)


def _update_id(order: Order) -> str:
    """Return the id under which the engine knows an order within one run: of its key, and of what it asks for."""
    return f"{order.op_id}/{mark_of(order)}"


def _let_go(error: RPCTimeoutOrCancelledError) -> None:
    # The SDK turns the cancelling of its caller into an error of its own: so a time limit would never end us.
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError from error


def _not_taken(order: Order, error: WorkflowUpdateFailedError) -> RefusalFacts | None:
    cause = error.cause
    if isinstance(cause, ApplicationError) and cause.type == NOT_TAKEN:
        return RefusalFacts(
            kind="malformed", what=f"The {series_of(order.case)} does not take this command: {cause.message}."
        )
    return None
