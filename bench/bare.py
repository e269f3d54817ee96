"""The least an update with one activity can be: what the engine itself costs."""

from temporalio import activity, workflow

from activities.messages import Effect, Order
from workflows.policy import RECORD_ATTEMPT


@workflow.defn
class Bare:
    """Takes updates, and does nothing else."""

    @workflow.run
    async def run(self) -> None:
        """Wait for ever."""
        await workflow.wait_condition(lambda: False)

    @workflow.update
    async def act(self, order: Order) -> Effect:
        """Run one activity, and hand back what it gives."""
        effect: Effect = await workflow.execute_activity(
            "nothing", order, result_type=Effect, start_to_close_timeout=RECORD_ATTEMPT
        )
        return effect


@activity.defn
def nothing(order: Order) -> Effect:
    """Do nothing."""
    return Effect(result={"case": order.case})
