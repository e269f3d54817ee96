"""What every activity leaves behind: a line in the log, and a figure in the metrics."""

import time
from typing import Any, Final

import structlog
from prometheus_client import Histogram
from temporalio import activity
from temporalio.worker import ActivityInboundInterceptor, ExecuteActivityInput, Interceptor

from activities.messages import CaseRef, Effect, Order

SECONDS: Final = Histogram(
    "abate_activity_seconds",
    "How long activities take, by activity and by how they end.",
    ["activity", "outcome"],
)

log = structlog.get_logger(__name__)


class Observed(Interceptor):
    """Watches the activities of a worker."""

    def intercept_activity(self, next: ActivityInboundInterceptor) -> ActivityInboundInterceptor:  # noqa: A002
        """Stand between the engine and an activity."""
        return _Observer(next)


class _Observer(ActivityInboundInterceptor):
    async def execute_activity(self, input: ExecuteActivityInput) -> Any:  # noqa: A002
        begun = time.perf_counter()
        outcome = "failed"
        try:
            result = await super().execute_activity(input)
            outcome = _outcome(result)
            return result
        finally:
            took = time.perf_counter() - begun
            info = activity.info()
            SECONDS.labels(info.activity_type, outcome).observe(took)
            log.info(
                "activity.ended",
                activity=info.activity_type,
                outcome=outcome,
                attempt=info.attempt,
                milliseconds=round(took * 1000, 1),
                **_subject(input.args[0] if input.args else None),
            )


def _outcome(result: object) -> str:
    if isinstance(result, Effect):
        if result.refusal is not None:
            return "refused"
        return "replayed" if result.replayed else "done"
    return "done"


def _subject(message: object) -> dict[str, str]:
    """Name the case and the command, never a person: the field `actor` stays in the record."""
    if isinstance(message, Order):
        return {"case": message.case, "command": message.command, "op_id": message.op_id}
    return {"case": message.case} if isinstance(message, CaseRef) else {}
