"""The runs over many cases: the nightly one and the audit, by hand and by schedule, and what they set right."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from temporalio import activity
from temporalio.client import Client, ScheduleCalendarSpec, ScheduleHandle, ScheduleRange, ScheduleSpec
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

from activities.messages import (
    AccrualOrder,
    AccrualResult,
    AuditOrder,
    AuditResult,
    CaseRef,
    Difference,
    FollowUp,
    OpenCases,
)
from ordinances.load import load_all
from runtime.embedded import start_embedded
from runtime.worker_factory import running_worker
from tests.workflows.fakes import FakeRecords, new_case, order
from tests.workflows.until import until
from workflows import schedules
from workflows.client import Door
from workflows.errors import EngineBusy
from workflows.policy import workflow_id

QUEUE = "runs"


class FakeRuns:
    """The runs over an imagined village: they note what they were asked, and find what they are told to."""

    def __init__(self) -> None:
        self.nights: list[AccrualOrder] = []
        self.pokes: tuple[FollowUp, ...] = ()
        self.open: list[str] = []
        self.differences: tuple[Difference, ...] = ()

    @activity.defn(name="date_offenses")
    async def date_offenses(self, order: AccrualOrder) -> AccrualResult:
        self.nights.append(order)
        activity.heartbeat("page", 1)
        await asyncio.sleep(1 if order.through else 0)
        through = order.through or date(2026, 11, 29)
        return AccrualResult(
            village=order.village, through=through, violations=1, offenses=3, follow_ups=self.pokes
        )

    @activity.defn(name="audit")
    def audit(self, order: AuditOrder) -> AuditResult:
        return AuditResult(cases=len(self.open), events=7, differences=self.differences)

    @activity.defn(name="open_cases")
    def open_cases(self, order: AuditOrder) -> OpenCases:
        left = [case for case in sorted(self.open) if order.after is None or case > order.after]
        page = tuple(CaseRef(case=case, village="webster") for case in left[:2])
        return OpenCases(cases=page, more=len(left) > len(page))

    @property
    def activities(self) -> list[Callable[..., Any]]:
        return [self.date_offenses, self.audit, self.open_cases]


@pytest.fixture
def records() -> FakeRecords:
    return FakeRecords()


@pytest.fixture
async def runs(dev_server: WorkflowEnvironment, records: FakeRecords) -> AsyncIterator[FakeRuns]:
    runs = FakeRuns()
    activities = [*runs.activities, *records.activities]
    async with running_worker(dev_server.client, activities, task_queue=QUEUE):
        yield runs


@pytest.fixture
def door(dev_server: WorkflowEnvironment) -> Door:
    return Door(dev_server.client, task_queue=QUEUE, limit=timedelta(seconds=2))


async def test_a_run_by_hand_says_what_it_wrote_and_how_far_it_is(runs: FakeRuns, door: Door) -> None:
    heard: list[tuple[Any, ...]] = []

    result = await door.accrue("webster", date(2026, 6, 30), progress=heard.append)

    assert (result.through, result.offenses) == (date(2026, 6, 30), 3)
    assert runs.nights[0].at is not None
    assert ("page", 1) in heard


async def test_a_case_that_crossed_a_threshold_looks_again(
    runs: FakeRuns, records: FakeRecords, door: Door
) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    runs.pokes = tuple(
        FollowUp(kind="poke", case=each, village="webster") for each in (case, "webster-2026-9999")
    )

    await door.accrue("webster")

    await until(lambda: records.loads > 0)


async def test_without_a_worker_a_run_by_hand_says_so(dev_server: WorkflowEnvironment) -> None:
    door = Door(dev_server.client, task_queue="nobody", limit=timedelta(seconds=1))

    with pytest.raises(EngineBusy, match=r"no worker is at work; start one"):
        await door.accrue("williamsville")


async def test_the_audit_starts_every_open_case_the_engine_has_lost(
    runs: FakeRuns, records: FakeRecords, door: Door
) -> None:
    cases = [new_case() for _ in range(5)]
    for case in cases:
        await door.open(order("open-case", case))
    lost = [cases[1], cases[4]]
    for case in lost:
        await door._client.get_workflow_handle(workflow_id(case, "webster")).terminate()
    runs.open = cases
    runs.differences = (Difference(case=cases[0], kind="offense_missing", detail="v1", repaired=True),)

    result = await door.audit("webster")
    again = await door.audit("webster")

    found = [(each.case, each.kind) for each in result.differences]
    assert found == [(cases[0], "offense_missing"), *((case, "workflow_missing") for case in lost)]
    assert len(again.differences) == 1


async def test_every_village_of_the_data_has_its_night_and_no_specimen_has(
    dev_server: WorkflowEnvironment,
) -> None:
    villages = [law.village for law in load_all().values()]

    made = await schedules.ensure(dev_server.client, villages, task_queue="nobody")
    again = await schedules.ensure(dev_server.client, villages, task_queue="nobody")

    assert made == again
    assert set(made) == {"accrual/webster", "accrual/williamsville", "audit"}
    found = await dev_server.client.get_schedule_handle("accrual/webster").describe()
    first = found.info.next_action_times[0].astimezone(UTC)
    assert first.hour in {4, 5}  # ten past midnight in New York, by summer and by winter
    assert first.minute == 10


async def test_a_schedule_somebody_paused_stays_paused_when_its_hour_changes(
    dev_server: WorkflowEnvironment,
) -> None:
    village = load_all()["webster"].village.model_copy(update={"key": "paused"})
    await schedules.ensure(dev_server.client, [village], task_queue="nobody")
    handle = dev_server.client.get_schedule_handle("accrual/paused")
    await handle.pause(note="the court asked")
    await until(lambda: _is_paused(handle))

    moved = village.model_copy(update={"zone": "America/Chicago"})
    await schedules.ensure(dev_server.client, [moved], task_queue="nobody")

    found = (await handle.describe()).schedule
    assert found.state.paused
    assert found.spec.time_zone_name == "America/Chicago"


async def _is_paused(handle: ScheduleHandle) -> bool:
    return (await handle.describe()).schedule.state.paused


async def _is_planned(handle: ScheduleHandle) -> bool:
    return bool((await handle.describe()).info.next_action_times)


async def test_a_night_missed_while_the_engine_was_down_is_caught_up(tmp_path: Path) -> None:
    server = await start_embedded(tmp_path, port=0)
    client = await Client.connect(server.address, data_converter=pydantic_data_converter)
    at = datetime.now(UTC) + timedelta(seconds=4)
    second = ScheduleCalendarSpec(
        hour=[ScheduleRange(at.hour)], minute=[ScheduleRange(at.minute)], second=[ScheduleRange(at.second)]
    )
    night = replace(schedules.nightly("webster", "UTC"), spec=ScheduleSpec(calendars=[second]))
    handle = await client.create_schedule("night", night)
    await until(lambda: _is_planned(handle))

    server.process.kill()
    await server.wait()
    await asyncio.sleep((at - datetime.now(UTC)).total_seconds() + 0.5)
    server = await start_embedded(tmp_path, port=int(server.address.rpartition(":")[2]))
    runs = FakeRuns()
    async with running_worker(client, runs.activities):
        await until(lambda: bool(runs.nights))
    await server.stop()

    assert [night.village for night in runs.nights] == ["webster"]
