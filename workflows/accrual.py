"""The nightly run of a village: dates every separate offense due through yesterday, in one activity.

A night that was missed needs nothing of its own: the next run dates what it left out, through its own yesterday.
"""

import asyncio

from temporalio import workflow
from temporalio.exceptions import FailureError

from activities.messages import AccrualOrder, AccrualResult, FollowUp
from workflows.policy import POKES_AT_ONCE, SWEEP_ATTEMPT, SWEEP_HEARTBEAT, SWEEP_RETRY, workflow_id


@workflow.defn
class Accrual:
    """One run over one village; what it writes is keyed by violation and day, so a second run writes nothing."""

    @workflow.run
    async def run(self, order: AccrualOrder) -> AccrualResult:
        """Date the offenses through `order.through`, or through yesterday in the village's zone."""
        workflow.set_current_details(f"Dating the separate offenses of {order.village}")
        result: AccrualResult = await workflow.execute_activity(
            "date_offenses",
            order.model_copy(update={"at": workflow.now()}),
            result_type=AccrualResult,
            start_to_close_timeout=SWEEP_ATTEMPT,
            heartbeat_timeout=SWEEP_HEARTBEAT,
            retry_policy=SWEEP_RETRY,
            summary=f"{order.village} through {order.through or 'yesterday'}",
        )
        await poke_all(result.follow_ups)
        workflow.set_current_details(_outcome(result))
        return result


def _outcome(result: AccrualResult) -> str:
    if result.refusal is not None:
        return f"refused: {result.refusal.what}"
    return f"{result.offenses} offenses of {result.violations} violations dated through {result.through}"


async def poke_all(follow_ups: tuple[FollowUp, ...]) -> None:
    """Make cases look at the record again; one without a workflow is left to the audit."""
    for start in range(0, len(follow_ups), POKES_AT_ONCE):
        await asyncio.gather(*map(_poke, follow_ups[start : start + POKES_AT_ONCE]))


async def _poke(errand: FollowUp) -> None:
    case = workflow.get_external_workflow_handle(workflow_id(errand.case, errand.village))
    try:
        await case.signal("poke")
    except FailureError:
        return
