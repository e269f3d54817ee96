"""The waits of the reminders: each village's morning, and the one outbox, which is emptied when something is put in.

What is written and sent is the activities' affair, each under a key of its own, so that a second run does nothing.
"""

import math
from datetime import datetime, timedelta

from temporalio import workflow
from temporalio.exceptions import FailureError, WorkflowAlreadyStartedError
from temporalio.workflow import ParentClosePolicy

from activities.mail_messages import DigestOrder, DigestResult, MailRun
from workflows.policy import DIGEST_ATTEMPT, DIGEST_LIMIT, MAIL, MAIL_HEARTBEAT, SWEEP_ATTEMPT, SWEEP_RETRY


@workflow.defn
class Outbox:
    """Empties the outbox whenever it is poked, and when a mail that could not be sent is due again."""

    @workflow.init
    def __init__(self) -> None:
        self._poked = False
        self._rolling = False

    @workflow.run
    async def run(self) -> None:
        """Live as long as the installation does, run after run."""
        while not self._rolling and not workflow.info().is_continue_as_new_suggested():
            self._poked = False
            done = await self._send()
            workflow.set_current_details(_outcome(done))
            await self._wait(done.next_at)
        workflow.continue_as_new()  # the next run looks first, so no poke is lost

    @workflow.signal
    def poke(self) -> None:
        """Look into the outbox: something was put in, or the server may be back."""
        self._poked = True

    @workflow.signal
    def roll_over(self) -> None:
        """Begin a new run on the code of today."""
        self._poked = self._rolling = True

    async def _send(self) -> MailRun:
        done: MailRun = await workflow.execute_activity(
            "send_mail",
            result_type=MailRun,
            start_to_close_timeout=SWEEP_ATTEMPT,
            heartbeat_timeout=MAIL_HEARTBEAT,
            retry_policy=SWEEP_RETRY,
            summary="empty the outbox",
        )
        return done

    async def _wait(self, until: datetime | None) -> None:
        try:
            await workflow.wait_condition(
                lambda: self._poked, timeout=_from_now(until), timeout_summary="a mail is tried again"
            )
        except TimeoutError:
            return


@workflow.defn
class Digest:
    """The digests of one village's morning."""

    @workflow.run
    async def run(self, order: DigestOrder) -> DigestResult:
        """Put them into the outbox and have it emptied."""
        result: DigestResult = await workflow.execute_activity(
            "write_digests",
            order.model_copy(update={"at": workflow.now()}),
            result_type=DigestResult,
            start_to_close_timeout=DIGEST_ATTEMPT,
            schedule_to_close_timeout=DIGEST_LIMIT,
            retry_policy=SWEEP_RETRY,
            summary=order.village,
        )
        await _poke_outbox()
        workflow.set_current_details(f"{result.queued} digests for {result.village}")
        return result


async def _poke_outbox() -> None:
    """Have the outbox emptied; what does so is started where the engine has lost it."""
    try:
        await workflow.get_external_workflow_handle(MAIL).signal("poke")
    except FailureError:
        try:
            await workflow.start_child_workflow(
                Outbox.run, id=MAIL, parent_close_policy=ParentClosePolicy.ABANDON, static_summary="outbox"
            )
        except WorkflowAlreadyStartedError:
            return


def _from_now(until: datetime | None) -> timedelta | None:
    if until is None:
        return None
    return timedelta(seconds=max(1, math.ceil((until - workflow.now()).total_seconds())))


def _outcome(done: MailRun) -> str:
    again = f"; looked at again at {done.next_at:%Y-%m-%d %H:%M} UTC" if done.next_at else ""
    return f"last: {done.sent} sent, {done.refused} refused, {done.later} to be tried again{again}"
