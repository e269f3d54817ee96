"""What a case costs the engine: a served case that nobody touches wakes seldom, and a wake is cheap."""

from collections.abc import AsyncIterator
from datetime import date, timedelta

import pytest
from sqlalchemy import Engine
from temporalio.client import WorkflowHistory
from temporalio.testing import WorkflowEnvironment

from activities.every import every_activity
from runtime.worker_factory import running_worker
from tests.workflows.town_hall import TownHall, opening, staff
from tests.workflows.until import until
from workflows.client import Door
from workflows.policy import workflow_id
from workflows.violation_case import ViolationCase

EVENTS_OF_A_WAKE = 12
A_YEAR = 365


@pytest.fixture
async def hall(skipping: WorkflowEnvironment, sqlite_engine: Engine) -> AsyncIterator[TownHall]:
    staff(sqlite_engine)
    async with running_worker(skipping.client, every_activity(sqlite_engine)):
        yield TownHall(sqlite_engine, Door(skipping.client))


async def test_a_served_case_left_alone_for_a_year_wakes_once_a_month_at_most(
    hall: TownHall, skipping: WorkflowEnvironment
) -> None:
    today = (await skipping.get_current_time()).date()
    case = await _served(hall, today)
    await until(lambda: _at_rest(skipping, case))
    before = await _history(skipping, case)

    await skipping.sleep(timedelta(days=A_YEAR))
    after = await _history(skipping, case)

    wakes = hall.op_ids(case, "deadline-noted")
    events = len(after.events) - len(before.events)
    print(f"{len(set(wakes))} wakes and {events} events in a year")  # noqa: T201
    assert 0 < len(set(wakes)) <= 12
    assert events <= EVENTS_OF_A_WAKE * len(set(wakes))


async def _served(hall: TownHall, today: date) -> str:
    """Open a case, and serve its notice today: appeal window, remedy date, thresholds and limitation all run."""
    soon = today + timedelta(days=20)
    case = await hall.open(opening(observed_on=str(today), remedy_by=str(soon)), year=today.year)
    await hall.act(case, "issue-notice", {"on": str(today), "respondents": ["r1"]})
    served = {"respondent": "r1", "mode": "personal", "delivered_on": str(today), "by": "the department"}
    await hall.act(case, "serve-notice", served)
    return case


async def _at_rest(skipping: WorkflowEnvironment, case: str) -> bool:
    """Tell whether the papers of the notice are issued: they are no part of what a year costs."""
    handle = skipping.client.get_workflow_handle(workflow_id(case, "webster"))
    return not (await handle.query(ViolationCase.state)).follow_ups


async def _history(skipping: WorkflowEnvironment, case: str) -> WorkflowHistory:
    return await skipping.client.get_workflow_handle(workflow_id(case, "webster")).fetch_history()
