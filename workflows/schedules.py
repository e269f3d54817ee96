"""The engine's own appointments: the nightly run of each village, its morning's digests, and the weekly audit.

Hours are the village's own. A night missed while the engine was down is caught up within the window.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from temporalio.client import (
    Client,
    Schedule,
    ScheduleActionStartWorkflow,
    ScheduleAlreadyRunningError,
    ScheduleCalendarSpec,
    ScheduleOverlapPolicy,
    SchedulePolicy,
    ScheduleRange,
    ScheduleSpec,
    ScheduleUpdate,
    ScheduleUpdateInput,
)
from temporalio.common import WorkflowIDConflictPolicy

from activities.mail_messages import DigestOrder
from activities.messages import AccrualOrder, AuditOrder
from rules.law import Village
from workflows.accrual import Accrual
from workflows.audit import Audit
from workflows.policy import MAIL, TASK_QUEUE
from workflows.reminders import Digest, Outbox

AUDIT: Final = "audit"

# The longest outage after which the engine still looks back; the run itself looks back without limit.
_CATCH_UP: Final = timedelta(days=30)
_JUST_AFTER_MIDNIGHT: Final = ScheduleCalendarSpec(hour=(ScheduleRange(0),), minute=(ScheduleRange(10),))
_SUNDAY_MORNING: Final = ScheduleCalendarSpec(
    day_of_week=(ScheduleRange(0),), hour=(ScheduleRange(7),), minute=(ScheduleRange(30),)
)

# One that is due while another runs waits for it: no night is left out. More would repeat what is done already.
_POLICY: Final = SchedulePolicy(overlap=ScheduleOverlapPolicy.BUFFER_ONE, catchup_window=_CATCH_UP)

_MORNING: Final = ScheduleCalendarSpec(hour=(ScheduleRange(7),))
# Shorter than a day: after an outage there is one morning to catch up, that of today, until eleven at night.
_TODAY_ALONE: Final = SchedulePolicy(overlap=ScheduleOverlapPolicy.SKIP, catchup_window=timedelta(hours=16))


async def ensure(
    client: Client, villages: Iterable[Village], *, task_queue: str = TASK_QUEUE, sends_mail: bool = False
) -> tuple[str, ...]:
    """Make the schedules what they should be, as often as wanted, and give their ids.

    One that somebody paused stays paused. Specimens of the schema have no cases and get no nightly run. Where mail is
    sent, mornings have digests, and what empties the outbox is started, or begins anew.
    """
    places = [village for village in villages if not village.specimen]
    wanted = {f"accrual/{v.key}": nightly(v.key, v.zone, task_queue) for v in places}
    wanted[AUDIT] = weekly_audit(task_queue)
    if sends_mail:
        wanted |= {f"digest/{v.key}": morning(v.key, v.zone, task_queue) for v in places}
        await empty_outbox(client, task_queue)
    for name, schedule in wanted.items():
        await _ensure(client, name, schedule)
    return tuple(wanted)


def nightly(village: str, zone: str, task_queue: str = TASK_QUEUE) -> Schedule:
    """Make the schedule of a village's nightly run: ten past midnight, its own time."""
    return Schedule(
        action=ScheduleActionStartWorkflow(
            Accrual.run,
            AccrualOrder(village=village),
            id=f"accrual/{village}",
            task_queue=task_queue,
            static_summary=f"nightly run of {village}",
        ),
        spec=ScheduleSpec(calendars=[_JUST_AFTER_MIDNIGHT], time_zone_name=zone),
        policy=_POLICY,
    )


def morning(village: str, zone: str, task_queue: str = TASK_QUEUE) -> Schedule:
    """Make the schedule of a village's digests: seven in the morning, its own time."""
    return Schedule(
        action=ScheduleActionStartWorkflow(
            Digest.run,
            DigestOrder(village=village),
            id=f"digest/{village}",
            task_queue=task_queue,
            static_summary=f"digests of {village}",
        ),
        spec=ScheduleSpec(calendars=[_MORNING], time_zone_name=zone),
        policy=_TODAY_ALONE,
    )


async def empty_outbox(client: Client, task_queue: str = TASK_QUEUE) -> None:
    """Start what empties the outbox, or have it begin anew: its code and the mail server may be others now."""
    await client.start_workflow(
        Outbox.run,
        id=MAIL,
        task_queue=task_queue,
        id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
        start_signal="roll_over",
        static_summary="outbox",
    )


def weekly_audit(task_queue: str = TASK_QUEUE) -> Schedule:
    """Make the schedule of the audit: Sunday morning, UTC, when few are at work in any zone."""
    return Schedule(
        action=ScheduleActionStartWorkflow(
            Audit.run, AuditOrder(), id=AUDIT, task_queue=task_queue, static_summary="weekly audit"
        ),
        spec=ScheduleSpec(calendars=[_SUNDAY_MORNING]),
        policy=_POLICY,
    )


async def _ensure(client: Client, name: str, schedule: Schedule) -> None:
    try:
        await client.create_schedule(name, schedule)
    except ScheduleAlreadyRunningError:
        await client.get_schedule_handle(name).update(lambda found: _as_wanted(found, schedule))


def _as_wanted(found: ScheduleUpdateInput, schedule: Schedule) -> ScheduleUpdate | None:
    # An update could overwrite a pause that is just being made: so none is sent where nothing differs.
    there = found.description.schedule
    if _essence(there) == _essence(schedule):
        return None
    schedule.state = there.state
    return ScheduleUpdate(schedule)


def _essence(schedule: Schedule) -> tuple[object, ...]:
    action = schedule.action
    assert isinstance(action, ScheduleActionStartWorkflow)
    return action.workflow, action.id, action.task_queue, schedule.spec, schedule.policy
