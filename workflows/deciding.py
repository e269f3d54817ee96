"""One decision of a doubtful question: recorded, and then every record of the village looks at itself again.

Once it is recorded it is the law of the village; what still goes on here is that rows and clocks follow.
"""

from temporalio import workflow

from activities.messages import Decided, Revised, Revision
from workflows.accrual import poke_all
from workflows.policy import RECORD_ATTEMPT, RECORD_RETRY, SWEEP_ATTEMPT, SWEEP_HEARTBEAT, SWEEP_RETRY
from workflows.state import DecidingState


@workflow.defn
class Deciding:
    """The durable process of one decision; under its key it is recorded once."""

    @workflow.init
    def __init__(self, state: DecidingState) -> None:
        self._state = state

    @workflow.run
    async def run(self, _state: DecidingState) -> Decided:
        """Record the decision and, unless it is refused, see its revision through."""
        decided = self._state.decided or await self._record()
        self._state = self._state.model_copy(update={"decided": decided})
        after: str | None = self._state.after if decided.refusal is None else None
        while after is not None:
            after = await self._revise(after)
            if after is not None and workflow.info().is_continue_as_new_suggested():
                await workflow.wait_condition(workflow.all_handlers_finished)
                workflow.continue_as_new(self._state.model_copy(update={"after": after}))
        await workflow.wait_condition(workflow.all_handlers_finished)
        return decided

    @workflow.update
    async def recorded(self) -> Decided:
        """Wait until the decision is recorded or refused, and say which; the revision goes on after that."""
        await workflow.wait_condition(lambda: self._state.decided is not None)
        assert self._state.decided is not None
        return self._state.decided

    async def _record(self) -> Decided:
        order = self._state.order.model_copy(update={"at": workflow.now()})
        decided: Decided = await workflow.execute_activity(
            "record_decision",
            order,
            result_type=Decided,
            start_to_close_timeout=RECORD_ATTEMPT,
            retry_policy=RECORD_RETRY,
            summary=f"{order.village}, by {order.actor}",
        )
        return decided

    async def _revise(self, after: str) -> str | None:
        """Have one page of records look again; give its last one, or None after the last page."""
        village = self._state.order.village
        workflow.set_current_details(
            f"The records of {village} follow the decision, from {after or 'the first'}"
        )
        revised: Revised = await workflow.execute_activity(
            "revise",
            Revision(village=village, after=after, at=workflow.now()),
            result_type=Revised,
            start_to_close_timeout=SWEEP_ATTEMPT,
            heartbeat_timeout=SWEEP_HEARTBEAT,
            retry_policy=SWEEP_RETRY,
            summary=f"after {after}" if after else "the first",
        )
        await poke_all(revised.follow_ups)
        return revised.after
