"""The audit: every open case recomputed from its events, and every one of them given back its workflow.

The record is repaired by the activity `audit`; the engine by `start_missing`, page by page, so that ten
thousand cases pass through it without one large message.
"""

from temporalio import workflow

from activities.messages import AuditOrder, AuditResult, Difference, OpenCases
from workflows.accrual import poke_all
from workflows.policy import NAMED, SWEEP_ATTEMPT, SWEEP_HEARTBEAT, SWEEP_RETRY


@workflow.defn
class Audit:
    """One audit of a village, or of all; it starts what is missing and says what differed."""

    @workflow.init
    def __init__(self, order: AuditOrder) -> None:
        self._order = order
        self._looked_at = 0
        self._started: list[str] = []

    @workflow.run
    async def run(self, _order: AuditOrder) -> AuditResult:
        """Audit the record, then the workflows."""
        order = self._order.model_copy(update={"at": workflow.now()})
        workflow.set_current_details("Recomputing the cases from their events")
        result: AuditResult = await workflow.execute_activity(
            "audit",
            order,
            result_type=AuditResult,
            start_to_close_timeout=SWEEP_ATTEMPT,
            heartbeat_timeout=SWEEP_HEARTBEAT,
            retry_policy=SWEEP_RETRY,
            summary=order.village or "all villages",
        )
        await self._start_missing(order)
        await poke_all(result.follow_ups)
        found = (*result.differences, *self._told())
        workflow.set_current_details(f"{result.cases} cases, {len(found)} differences")
        return result.model_copy(update={"differences": found})

    @workflow.query
    def looked_at(self) -> int:
        """Say how many open cases have been compared with the engine so far."""
        return self._looked_at

    async def _start_missing(self, order: AuditOrder) -> None:
        while True:
            page = await self._page(order)
            self._started += await self._start(page)
            self._looked_at += len(page.cases)
            workflow.set_current_details(f"Comparing with the engine: {self._looked_at} open cases")
            if not page.more or not page.cases:
                return
            order = order.model_copy(update={"after": page.cases[-1].case})

    async def _page(self, order: AuditOrder) -> OpenCases:
        page: OpenCases = await workflow.execute_activity(
            "open_cases",
            order,
            result_type=OpenCases,
            start_to_close_timeout=SWEEP_HEARTBEAT,
            retry_policy=SWEEP_RETRY,
            summary=f"after {order.after}" if order.after else "the first",
        )
        return page

    async def _start(self, page: OpenCases) -> list[str]:
        started: list[str] = await workflow.execute_activity(
            "start_missing",
            page,
            result_type=list[str],
            start_to_close_timeout=SWEEP_ATTEMPT,
            heartbeat_timeout=SWEEP_HEARTBEAT,
            retry_policy=SWEEP_RETRY,
            summary=f"{len(page.cases)} open cases",
        )
        return started

    def _told(self) -> list[Difference]:
        """Name the cases started, as far as one message holds them: after a lost engine they are all cases."""
        detail = "the engine did not know this open case; its workflow was started"
        named = [
            Difference(case=case, kind="workflow_missing", detail=detail, repaired=True)
            for case in self._started[:NAMED]
        ]
        more = len(self._started) - len(named)
        if more:
            detail = f"the workflows of {more} more cases were started"
            named.append(Difference(case="", kind="more", detail=detail, repaired=True))
        return named
