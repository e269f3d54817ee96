"""One case or security, for as long as it lives: takes commands one at a time, and wakes for the next thing due.

What is decided and written happens in the activity `record`; what must survive is in SQL. Here is only order
and time, so that a case of ten years ago never depends on this year's rules to be replayed.
"""

import asyncio
import math
from datetime import UTC, date, datetime, time, timedelta

from temporalio import workflow
from temporalio.common import SearchAttributeUpdate
from temporalio.exceptions import ActivityError, ApplicationError, FailureError, is_cancelled_exception

from activities.messages import CaseRef, Effect, FollowUp, Order, PapersIssued, Timer
from workflows import words
from workflows.policy import (
    MAIL,
    NEXT_DUE,
    PAPERS_ATTEMPT,
    PAPERS_RETRY,
    PHASE,
    RECORD_ATTEMPT,
    RECORD_RETRY,
    SETTLE,
    VILLAGE,
    workflow_id,
)
from workflows.state import CaseState, upgraded

NOT_TAKEN = "OrderNotTaken"
"""The type of the validator's errors: a fault of the face that sent the order, never a matter of law."""

NOT_NOW = "RunIsEnding"
"""The type of the validator's error while a run gives way to the next: to be sent again in a moment."""


class Entity:
    """The durable process of one record; handlers may run before `run`, which is each subclass's own."""

    @workflow.init
    def __init__(self, state: CaseState) -> None:
        self._state = upgraded(state)
        self._lock = asyncio.Lock()
        self._absent = False
        self._poked = False
        self._rolling = False
        self._leaving = False

    async def live(self) -> str | None:
        """Live until nothing more is to be waited for; give where it stands then, None where there is no record."""
        self._show("begun")
        errands = asyncio.create_task(self._run_errands())
        # The command that started this run comes first; without one the record is read.
        await workflow.wait_condition(workflow.all_handlers_finished)
        while not (self._wants_to_leave() and await self._settled() and self._wants_to_leave()):
            await self._take_a_turn()
        if not self._is_over():
            workflow.continue_as_new(self._state)
        errands.cancel()
        return None if self._absent else self._state.phase

    @workflow.update
    async def act(self, order: Order) -> Effect:
        """Carry out a command; the same op_id is carried out once. A refusal is an answer, not an error."""
        async with self._lock:
            known = self._state.answer_to(order)
            return await self._record(order) if known is None else known

    @act.validator
    def _may_act(self, order: Order) -> None:
        if self._leaving:
            raise ApplicationError("the next run takes it", type=NOT_NOW, non_retryable=True)
        if order.case != self._state.case or order.village != self._state.village:
            raise _not_taken(f"this is {self._state.case}, the order is for {order.case}")
        if order.actor == "system":
            raise _not_taken("only the engine acts as system")
        if not order.op_id:
            raise _not_taken("the order has no op_id")

    @workflow.signal
    def poke(self) -> None:
        """Look at the record again: something outside of here touched it."""
        self._poked = True

    @workflow.signal
    def roll_over(self) -> None:
        """Begin a new run on the code of today."""
        self._rolling = True

    @workflow.query
    def state(self) -> CaseState:
        """Give what the workflow knows; for diagnosis, pages read SQL."""
        return self._state

    # --- the loop ---------------------------------------------------------------------------------------

    async def _take_a_turn(self) -> None:
        if self._state.phase is None or self._poked:
            await self._load()
        elif self._state.overdue(workflow.now()):
            await self._note_what_passed()
        else:
            await self._sleep()

    def _is_over(self) -> bool:
        ended = self._absent or self._state.is_over
        return ended and not self._state.follow_ups and not self._poked

    def _wants_to_leave(self) -> bool:
        return self._is_over() or self._rolling or workflow.info().is_continue_as_new_suggested()

    async def _settled(self) -> bool:
        """Wait until no handler runs, and again a moment later (TEMPORAL.md, trap 1).

        What is over takes commands even now; what goes on takes them in its next run, or it would never come to
        rest under many.
        """
        self._leaving = not self._is_over()
        await workflow.wait_condition(workflow.all_handlers_finished)
        await workflow.sleep(SETTLE)
        return workflow.all_handlers_finished()

    async def _sleep(self) -> None:
        timer = self._state.next_timer
        try:
            await workflow.wait_condition(
                lambda: self._is_disturbed(timer),
                timeout=_until(timer),
                timeout_summary=words.waiting(timer) if timer else None,
            )
        except TimeoutError:
            return

    def _is_disturbed(self, armed: Timer | None) -> bool:
        # The timer stays as it is while its instant does: a command that moves nothing costs no events for it.
        first = self._state.next_timer
        moved = (first and first.wakes_at) != (armed and armed.wakes_at)
        return moved or self._poked or self._wants_to_leave()

    # --- the record -------------------------------------------------------------------------------------

    async def _load(self) -> None:
        async with self._lock:
            self._poked = False
            ref = CaseRef(case=self._state.case, village=self._state.village, at=workflow.now())
            effect = await self._run("load", ref, "read the record")
            self._absent = effect.refusal is not None
            if effect.refusal is None:
                self._state = self._state.seen(effect)
            self._show("read the record")

    async def _note_what_passed(self) -> None:
        async with self._lock:
            keys = [timer.key for timer in self._state.overdue(workflow.now())]
            if not keys:  # a command that held the lock has seen to them
                return
            effect = await self._record(self._order(keys))
            left = [timer.key for timer in self._state.overdue(workflow.now()) if timer.key in keys]
            if left:
                self._state = self._state.held_up(left, words.not_noted(left, effect.refusal))
                self._show("deadline-passed")

    def _order(self, keys: list[str]) -> Order:
        return Order(
            case=self._state.case,
            village=self._state.village,
            command="deadline-passed",
            fields={"keys": keys},
            op_id=str(workflow.uuid4()),
            actor="system",
        )

    async def _record(self, order: Order) -> Effect:
        """Record one command; call it with the lock held."""
        order = order.model_copy(update={"at": workflow.now()})
        self._show(words.under_way(order))
        effect = await self._run("record", order, words.recording(order))
        self._state = self._state.after(order, effect)
        if effect.refusal is None:
            self._absent = False
        self._show(words.done(order, effect.refusal))
        return effect

    async def _run(self, activity: str, order: Order | CaseRef, summary: str) -> Effect:
        try:
            effect: Effect = await workflow.execute_activity(
                activity,
                order,
                result_type=Effect,
                start_to_close_timeout=RECORD_ATTEMPT,
                retry_policy=RECORD_RETRY,
                summary=summary,
            )
        except ActivityError as error:
            if is_cancelled_exception(error):
                raise
            # Only what an activity itself calls hopeless comes here; the rest is retried.
            return Effect(refusal=words.fault(getattr(error.cause, "type", None) or "unknown"))
        return effect

    # --- what follows -----------------------------------------------------------------------------------

    async def _run_errands(self) -> None:
        while True:
            await workflow.wait_condition(lambda: bool(self._state.follow_ups))
            await self._run_errand(self._state.follow_ups[0])
            self._state = self._state.without_errand()

    async def _run_errand(self, errand: FollowUp) -> None:
        if errand.kind == "papers":
            await self._issue_papers()
            return
        if errand.kind not in ("poke", "mail"):
            workflow.logger.warning("follow-up of an unknown kind", extra={"kind": errand.kind})
            return
        named = MAIL if errand.kind == "mail" else workflow_id(errand.case, errand.village)
        other = workflow.get_external_workflow_handle(named)
        try:
            await other.signal("poke")
        except FailureError:
            return  # what is over reads the record when it begins again; what empties the outbox, the outbox

    async def _issue_papers(self) -> None:
        ref = CaseRef(case=self._state.case, village=self._state.village, at=workflow.now())
        try:
            await workflow.execute_activity(
                "issue_papers",
                ref,
                result_type=PapersIssued,
                start_to_close_timeout=PAPERS_ATTEMPT,
                retry_policy=PAPERS_RETRY,
                summary="issue what the record calls for",
            )
        except ActivityError as error:
            if is_cancelled_exception(error):
                raise
            workflow.logger.warning(
                "papers are not issued; the audit tries again", extra={"why": str(error.cause)}
            )

    # --- what is shown ----------------------------------------------------------------------------------

    def _show(self, step: str) -> None:
        workflow.set_current_details(words.details(self._state, step))
        if self._state.phase is None:
            return
        due = _midnight(self._state.next_due) if self._state.next_due else None
        shown = workflow.info().typed_search_attributes
        changes: list[SearchAttributeUpdate[str] | SearchAttributeUpdate[datetime]] = []
        if shown.get(VILLAGE) != self._state.village:
            changes.append(VILLAGE.value_set(self._state.village))
        if shown.get(PHASE) != self._state.phase:
            changes.append(PHASE.value_set(self._state.phase))
        if shown.get(NEXT_DUE) != due:
            changes.append(NEXT_DUE.value_set(due) if due else NEXT_DUE.value_unset())
        if changes:
            workflow.upsert_search_attributes(changes)


def _not_taken(why: str) -> ApplicationError:
    return ApplicationError(why, type=NOT_TAKEN, non_retryable=True)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _until(timer: Timer | None) -> timedelta | None:
    # Whole seconds, upwards: a timer that fired a hair early would only be set again.
    if timer is None:
        return None
    return timedelta(seconds=max(1, math.ceil((timer.wakes_at - workflow.now()).total_seconds())))
