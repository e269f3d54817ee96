"""Deadlines fire by themselves, once, in order, with their legal date, however long a case sleeps."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta

import pytest
from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from rules.values import Phase
from runtime.worker_factory import running_worker
from tests.workflows.fakes import CASE, FakeRecords, order
from workflows.client import Door
from workflows.policy import workflow_id
from workflows.state import CaseState
from workflows.violation_case import ViolationCase

Handle = WorkflowHandle[ViolationCase, str]


class World:
    """A record in memory, a worker on it, and a clock that can be moved ahead."""

    def __init__(self, environment: WorkflowEnvironment, records: FakeRecords) -> None:
        self.environment = environment
        self.records = records
        self.door = Door(environment.client)

    @property
    def case(self) -> Handle:
        return self.environment.client.get_workflow_handle_for(
            ViolationCase.run, workflow_id(CASE, "webster")
        )

    async def today(self) -> date:
        return (await self.environment.get_current_time()).date()

    async def pass_days(self, days: float) -> None:
        await self.environment.sleep(timedelta(days=days))

    async def state(self) -> CaseState:
        return await self.case.query(ViolationCase.state)

    async def result(self) -> str:
        with self.environment.auto_time_skipping_disabled():
            return await self.case.result()


@pytest.fixture
async def world(skipping: WorkflowEnvironment) -> AsyncIterator[World]:
    records = FakeRecords()
    async with running_worker(skipping.client, records.activities):
        yield World(skipping, records)


async def test_deadlines_fire_in_the_order_of_their_days(world: World) -> None:
    today = await world.today()
    due = {f"k{days}": str(today + timedelta(days=days)) for days in (20, 5, 60)}
    await world.door.open(order("open-case", due=due))

    await world.pass_days(25)
    first_two = world.records.noted()
    await world.pass_days(40)

    assert first_two == ["k5", "k20"]
    assert world.records.noted() == ["k5", "k20", "k60"]


async def test_a_deadline_is_noted_in_the_first_minute_of_the_day_after(world: World) -> None:
    today = await world.today()
    await world.door.open(order("open-case", due={"appeal:r1": str(today + timedelta(days=3))}))

    await world.pass_days(5)

    noted = world.records.files[CASE].orders[-1]
    assert noted.at is not None
    midnight = datetime.combine(today + timedelta(days=4), datetime.min.time(), UTC)
    assert timedelta(0) <= noted.at - midnight < timedelta(minutes=1)


async def test_a_case_opened_late_catches_up_at_once_and_together(world: World) -> None:
    due = {"remedy:v1": "2001-03-05", "appeal:r1": "2001-02-01"}

    await world.door.open(order("open-case", due=due))
    await world.door.act(order("add-note"))
    await world.pass_days(1)

    assert world.records.commands().count("deadline-passed") == 1
    assert world.records.noted() == ["appeal:r1", "remedy:v1"]


async def test_a_case_wakes_after_years(world: World) -> None:
    today = await world.today()
    await world.door.open(order("open-case", due={"limitation:v1": str(today + timedelta(days=5 * 365))}))

    await world.pass_days(5 * 365 - 1)
    before = world.records.noted()
    await world.pass_days(3)

    assert before == []
    assert world.records.noted() == ["limitation:v1"]


async def test_a_deadline_moved_nearer_by_a_command_fires_on_its_new_day(world: World) -> None:
    today = await world.today()
    await world.door.open(order("open-case", due={"remedy:v1": str(today + timedelta(days=300))}))
    await world.door.act(order("extend-remedy-date", due={"remedy:v1": str(today + timedelta(days=2))}))

    await world.pass_days(4)

    assert world.records.noted() == ["remedy:v1"]


async def test_a_deadline_the_record_does_not_note_is_left_until_the_next_command(
    skipping: WorkflowEnvironment,
) -> None:
    records = FakeRecords(notes_deadlines=False)
    async with running_worker(skipping.client, records.activities):
        world = World(skipping, records)
        await world.door.open(order("open-case", due={"remedy:v1": "2001-03-05"}))
        await world.pass_days(30)
        tried_once = records.commands().count("deadline-passed")
        attention = (await world.state()).attention
        await world.door.act(order("add-note"))
        await world.pass_days(30)

    assert tried_once == 1
    assert attention is not None
    assert "remedy:v1" in attention
    assert records.commands().count("deadline-passed") == 2


async def test_a_closed_case_ends_and_a_command_brings_it_back(world: World) -> None:
    await world.door.open(order("open-case"))
    await world.door.act(order("close-case"))
    ended = await world.result()

    noted = await world.door.act(order("add-note"))
    ended_again = await world.result()
    reopened = await world.door.act(order("reopen-case"))

    assert (ended, ended_again) == ("closed", "closed")
    assert noted.phase is Phase.CLOSED
    assert reopened.phase is Phase.FINAL
    assert (await world.state()).phase is Phase.FINAL


async def test_a_refused_opening_leaves_no_case_running(world: World) -> None:
    effect = await world.door.act(order("add-note"))

    assert effect.refusal is not None
    assert await world.result() == "no such case"


async def test_a_poke_makes_it_read_the_record(world: World) -> None:
    await world.door.open(order("open-case"))
    world.records.files[CASE].phase = Phase.SERVED

    await world.case.signal(ViolationCase.poke)
    await world.pass_days(1)

    assert (await world.state()).phase is Phase.SERVED


async def test_a_workflow_started_again_reads_the_record_and_goes_on(world: World) -> None:
    today = await world.today()
    await world.door.open(order("open-case", due={"remedy:v1": str(today + timedelta(days=10))}))
    await world.case.terminate()

    await world.environment.client.start_workflow(
        ViolationCase.run, CaseState(case=CASE, village="webster"), id=world.case.id, task_queue="abate"
    )
    await world.pass_days(12)

    assert world.records.loads == 1
    assert world.records.noted() == ["remedy:v1"]


async def test_a_case_rolls_over_with_what_it_knows(world: World) -> None:
    today = await world.today()
    await world.door.open(order("open-case", due={"remedy:v1": str(today + timedelta(days=10))}))
    note = order("add-note")
    await world.door.act(note)
    first_run = (await world.case.describe()).run_id

    await world.case.signal(ViolationCase.roll_over)
    await world.pass_days(1)
    second_run = (await world.case.describe()).run_id
    repeated = await world.door.act(note)
    await world.pass_days(12)

    assert second_run != first_run
    assert repeated.replayed
    assert world.records.loads == 0
    assert world.records.commands() == ["open-case", "add-note", "deadline-passed"]


async def test_one_case_pokes_another_and_a_missing_one_is_no_error(world: World) -> None:
    other = "webster-2026-0777"
    await world.door.open(order("open-case", other))
    await world.door.open(order("open-case", poke=[other, "webster-2026-0999"]))

    await world.pass_days(1)

    assert world.records.loads == 1
    assert (await world.state()).follow_ups == ()


async def test_ten_commands_at_once_are_carried_out_one_after_the_other(world: World) -> None:
    await world.door.open(order("open-case"))

    effects = await asyncio.gather(*(world.door.act(order("add-note")) for _ in range(10)))

    assert sorted(effect.result["orders"] for effect in effects) == list(range(2, 12))
