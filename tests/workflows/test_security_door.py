"""Securities through the door on the real server: found, recovered, and many draws at once."""

import asyncio
from collections.abc import AsyncIterator
from itertools import count

import pytest
from sqlalchemy import Engine
from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from activities.every import every_activity
from activities.messages import CaseRef, Effect
from models.session import read
from queries.open import open_records
from queries.record import fold_case, fold_security, verify
from rules.ledger import balances
from runtime.worker_factory import running_worker
from tests.workflows.town_hall import TownHall, staff
from tests.workflows.until import until
from workflows.client import Door
from workflows.policy import NEXT_DUE, PHASE, VILLAGE, workflow_id
from workflows.security import SecurityFile

QUEUE = "securities"
DRAW = {"amount": 4000, "on": "2026-03-16", "reason": "repair"}
_years = count(3000)  # the server is shared by all tests: each has numbers of a year of its own


class Hall(TownHall):
    """A town hall whose numbers are no other test's."""

    def __init__(self, engine: Engine, door: Door, environment: WorkflowEnvironment) -> None:
        super().__init__(engine, door)
        self.environment = environment
        self.year = next(_years)

    async def letter(self) -> str:
        return await self.post(year=self.year, expires_on="2099-05-31")

    async def case(self) -> str:
        return await self.worked(year=self.year)

    def workflow(self, security: str) -> WorkflowHandle[SecurityFile, str]:
        name = workflow_id(security, "webster")
        return self.environment.client.get_workflow_handle_for(SecurityFile.run, name)

    async def request(self, security: str, case: str) -> Effect:
        return await self.act(security, "request-draw", {**DRAW, "case": case})

    async def approve(self, security: str) -> Effect:
        return await self.act(security, "approve-draw", {"draw": "d1"}, role="attorney")


@pytest.fixture
async def hall(dev_server: WorkflowEnvironment, sqlite_engine: Engine) -> AsyncIterator[Hall]:
    staff(sqlite_engine)
    async with running_worker(dev_server.client, every_activity(sqlite_engine), task_queue=QUEUE):
        yield Hall(sqlite_engine, Door(dev_server.client, task_queue=QUEUE), dev_server)


async def test_securities_are_found_by_village_status_and_next_due(hall: Hall) -> None:
    security = await hall.letter()

    found = await hall.workflow(security).describe()

    shown = found.typed_search_attributes
    assert (shown[VILLAGE], shown[PHASE]) == ("webster", "active")
    assert shown[NEXT_DUE].isoformat() == "2099-03-02T00:00:00+00:00"
    assert await found.static_summary() == security


async def test_a_double_click_on_post_posts_one_security(hall: Hall) -> None:
    security = await hall.letter()
    request = hall.order(security, "request-draw", {**DRAW, "case": await hall.case()}, role="officer")

    first, second = await asyncio.gather(hall.door.act(request), hall.door.act(request))

    assert first.result == second.result
    # The engine may have noted meanwhile that the draw waits for approval.
    kinds = [event.kind for event in hall.events(security) if event.kind != "deadline-noted"]
    assert kinds == ["security-posted", "draw-requested"]


async def test_an_order_for_another_security_is_not_taken(hall: Hall) -> None:
    security = await hall.letter()

    effect = await hall.act(security.removeprefix("webster-"), "release-security", {"on": "2026-06-01"})

    assert effect.refusal is not None
    assert f"The security does not take this command: this is {security}" in effect.refusal.what


async def test_a_lost_security_is_recovered_with_the_lost_cases(hall: Hall) -> None:
    case, security = await hall.case(), await hall.letter()
    for record in (case, security):
        await hall.environment.client.get_workflow_handle(workflow_id(record, "webster")).terminate()
    with read(hall.engine) as session:
        refs = [CaseRef(case=each.id, village=each.village) for each in open_records(session)]

    first, second = await hall.door.recover(refs), await hall.door.recover(refs)

    assert (sorted(first), second) == (sorted([case, security]), [])
    assert (await hall.request(security, case)).refusal is None


async def test_the_audit_starts_a_lost_security(hall: Hall) -> None:
    security = await hall.letter()
    await hall.workflow(security).terminate()

    found = await hall.door.audit("webster")
    again = await hall.door.audit("webster")

    assert [(each.case, each.kind) for each in found.differences] == [(security, "workflow_missing")]
    assert again.differences == ()


async def test_a_security_is_told_to_roll_over_and_goes_on(hall: Hall) -> None:
    security = await hall.letter()
    first_run = (await hall.workflow(security).describe()).run_id

    async def rolled() -> bool:
        await hall.door.roll_over_all()
        return (await hall.workflow(security).describe()).run_id != first_run

    await until(rolled)  # the engine's list lags a little behind
    effect = await hall.act(security, "record-renewal", {"expires_on": "2100-05-31"}, role="clerk")

    assert effect.refusal is None
    assert str(effect.next_due) == "2100-03-02"


async def test_two_approvals_at_once_approve_once(hall: Hall) -> None:
    case, security = await hall.case(), await hall.letter()
    await hall.request(security, case)

    effects = await asyncio.gather(*[hall.approve(security) for _ in range(2)])

    assert [each.refusal is None for each in effects].count(True) == 1
    assert [event.kind for event in hall.events(security)].count("draw-approved") == 1


async def test_draws_of_three_securities_for_one_case_never_exceed_its_cost(hall: Hall) -> None:
    case = await hall.case()
    securities = [await hall.letter() for _ in range(3)]
    payment = {"on": "2026-03-21", "amount": 4000}

    effects = await asyncio.gather(
        *(hall.request(security, case) for security in securities),
        hall.act(case, "record-cost-payment", payment, role="clerk"),
    )

    assert [each.refusal is None for each in effects].count(True) == 2
    with read(hall.engine) as session:
        told = fold_case(session, case).abatement
        assert verify(session, case) is None
    assert sum(told.draws.values()) + balances(told.entries).recovered == 8000


async def test_results_and_payments_at_once_recover_each_dollar_once(hall: Hall) -> None:
    case = await hall.case()
    securities = [await hall.letter() for _ in range(2)]
    for security in securities:
        await hall.request(security, case)
        await hall.approve(security)
    result = {"draw": "d1", "on": "2026-03-20", "honored": True}
    payment = {"on": "2026-03-21", "amount": 1500}

    await asyncio.gather(
        *(hall.act(security, "record-draw-result", result, role="clerk") for security in securities),
        *(hall.act(case, "record-cost-payment", payment, role="clerk") for _ in range(3)),
    )

    with read(hall.engine) as session:
        found = balances(fold_case(session, case).abatement.entries)
        drawn = sum(fold_security(session, security).drawn for security in securities)
    assert [float(each) for each in (drawn, found.recovered, found.open)] == [8000, 9500, 500]


async def test_a_security_that_waits_for_nothing_any_more_shows_no_next_due(hall: Hall) -> None:
    case, security = await hall.case(), await hall.post(year=hall.year)  # without an expiry

    asked = await hall.request(security, case)
    await hall.approve(security)

    shown = (await hall.workflow(security).describe()).typed_search_attributes
    assert str(asked.next_due) == "2026-03-16"
    assert (shown[PHASE], shown.get(NEXT_DUE)) == ("active", None)
