"""A security over the years: its clocks fire by themselves, on their legal dates, and it ends when nothing is ahead."""

from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import Engine
from temporalio.api.common.v1 import WorkflowExecution
from temporalio.api.enums.v1 import WorkflowExecutionStatus
from temporalio.api.workflowservice.v1 import DescribeWorkflowExecutionRequest
from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from activities.every import every_activity
from rules.calendar import plus_years
from runtime.worker_factory import running_worker
from tests.workflows.town_hall import TownHall, staff
from workflows.client import Door
from workflows.policy import workflow_id
from workflows.security import SecurityFile
from workflows.state import CaseState
from workflows.violation_case import ViolationCase

A_YEAR = 365
ESCROW: dict[str, Any] = {
    "kind": "cash_escrow",
    "purpose": "construction",
    "issuer": "Elm LLC",
    "number": "E-1",
}


class Office(TownHall):
    """A town hall on a server whose clock can be moved ahead."""

    def __init__(self, environment: WorkflowEnvironment, engine: Engine, village: str) -> None:
        super().__init__(engine, Door(environment.client), village=village)
        self.environment = environment

    def workflow(self, security: str) -> WorkflowHandle[SecurityFile, str]:
        name = workflow_id(security, self.village)
        return self.environment.client.get_workflow_handle_for(SecurityFile.run, name)

    async def today(self) -> date:
        return (await self.environment.get_current_time()).date()

    async def day(self, ahead: int = 0) -> str:
        return str(await self.today() + timedelta(days=ahead))

    async def pass_days(self, days: int) -> None:
        await self.environment.sleep(timedelta(days=days))

    async def result(self, security: str) -> str:
        with self.environment.auto_time_skipping_disabled():
            return await self.workflow(security).result()

    async def runs(self, security: str) -> bool:
        # Asked plainly: the client cannot read how this server tells of an attribute that was unset.
        client = self.environment.client
        named = WorkflowExecution(workflow_id=workflow_id(security, self.village))
        request = DescribeWorkflowExecutionRequest(namespace=client.namespace, execution=named)
        found = await client.workflow_service.describe_workflow_execution(request)
        return (
            found.workflow_execution_info.status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
        )

    async def ask(self, security: str, command: str, role: str = "clerk", **fields: Any) -> dict[str, Any]:
        effect = await self.act(security, command, fields, role=role)
        assert effect.refusal is None, effect.refusal.sentence()
        return effect.result

    def noted(self, security: str) -> list[tuple[str, str]]:
        """Give the legal dates of what was noted, and the kinds."""
        events = [event for event in self.events(security) if event.kind == "deadline-noted"]
        return [
            (str(event.effective_on), event.data.split('"deadline":"')[1].split('"')[0]) for event in events
        ]


@pytest.fixture
async def office(skipping: WorkflowEnvironment, sqlite_engine: Engine) -> AsyncIterator[Office]:
    async for office in _office(skipping, sqlite_engine, "webster"):
        yield office


@pytest.fixture
async def williamsville(skipping: WorkflowEnvironment, sqlite_engine: Engine) -> AsyncIterator[Office]:
    async for office in _office(skipping, sqlite_engine, "williamsville"):
        yield office


async def _office(skipping: WorkflowEnvironment, engine: Engine, village: str) -> AsyncIterator[Office]:
    staff(engine, village)
    async with running_worker(skipping.client, every_activity(engine)):
        yield Office(skipping, engine, village)


async def test_the_ladder_is_climbed_down_over_three_years_each_rung_on_its_day(office: Office) -> None:
    ends = await office.today() + timedelta(days=3 * A_YEAR)
    security = await office.post(expires_on=str(ends))

    await office.pass_days(3 * A_YEAR - 15)
    before = office.noted(security)
    await office.pass_days(17)

    rungs = [str(ends - timedelta(days=days)) for days in (90, 60, 30, 10, 0)]
    assert [day for day, _ in before] == rungs[:3]
    assert office.noted(security) == [(rung, "security_expiry") for rung in rungs]
    late = {(event.recorded_at.date() - event.effective_on).days for event in office.events(security)[1:]}
    assert late == {1}  # in the first minute of the day after
    assert await office.result(security) == "expired"


async def test_an_evergreen_letter_goes_on_and_on_until_the_issuer_gives_notice(office: Office) -> None:
    ends = await office.today() + timedelta(days=200)
    security = await office.post(expires_on=str(ends), evergreen_notice_days=60)

    await office.pass_days(2 * A_YEAR)
    silent = office.noted(security)
    assert await office.runs(security)
    await office.ask(security, "record-nonrenewal", on=await office.day())
    await office.pass_days(A_YEAR)

    last = plus_years(ends, 2)
    assert silent == [
        (str(plus_years(ends, years) - timedelta(days=60)), "evergreen_notice") for years in (0, 1)
    ]
    rungs = [(str(last - timedelta(days=days)), "security_expiry") for days in (90, 60, 30, 10, 0)]
    assert office.noted(security)[2:] == sorted([*rungs, (str(last), "replace_or_draw")])
    assert await office.result(security) == "expired"


async def test_interest_and_the_one_year_inspection_fall_due_on_their_anniversaries(
    williamsville: Office,
) -> None:
    today = await williamsville.today()
    security = await williamsville.post(**ESCROW, amount=10_000, posted_on=str(today))
    await williamsville.ask(security, "record-milestone", kind="final_acceptance", on=str(today))

    await williamsville.pass_days(2 * A_YEAR + 5)

    one, two = str(plus_years(today, 1)), str(plus_years(today, 2))
    assert williamsville.noted(security) == [
        (one, "escrow_interest"),
        (one, "one_year_inspection"),
        (two, "escrow_interest"),
    ]
    assert await williamsville.runs(security)


async def test_what_was_entered_late_is_noted_at_once_with_its_legal_date(office: Office) -> None:
    ends = await office.today() + timedelta(days=20)
    security = await office.post(expires_on=str(ends))

    await office.pass_days(1)

    assert office.noted(security) == [
        (str(ends - timedelta(days=days)), "security_expiry") for days in (90, 60, 30)
    ]


async def test_a_renewal_moves_the_clock(office: Office) -> None:
    ends = await office.today() + timedelta(days=100)
    security = await office.post(expires_on=str(ends))
    await office.pass_days(50)
    later = ends + timedelta(days=400)
    await office.ask(security, "record-renewal", expires_on=str(later))

    await office.pass_days(370)

    assert office.noted(security) == [
        (str(day), "security_expiry")
        for day in (ends - timedelta(days=90), ends - timedelta(days=60), later - timedelta(days=90))
    ]


async def test_a_draw_makes_the_case_look_again(office: Office) -> None:
    case, security = await office.worked(), await office.post()
    await office.ask(security, "request-draw", "officer", case=case, amount=6000, on="2026-03-16", reason="x")
    await office.ask(security, "approve-draw", "attorney", draw="d1")
    told = await office.ask(security, "record-draw-result", draw="d1", on="2026-03-20", honored=True)

    await office.pass_days(1)

    handle = office.environment.client.get_workflow_handle(workflow_id(case, "webster"))
    state: CaseState = await handle.query(ViolationCase.state)
    assert told == {"security": security, "status": "active", "events": ["draw-ended"]}
    assert state.seq == len(office.events(case))
    assert [event.kind for event in office.events(case)[-2:]] == ["draw-requested", "draw-ended"]


async def test_a_released_security_ends_and_a_command_still_gets_its_answer(office: Office) -> None:
    security = await office.post()
    await office.ask(security, "record-milestone", kind="final_acceptance", on="2026-05-01")
    told = await office.ask(security, "release-security", on="2026-06-01")
    ended = await office.result(security)

    refused = await office.act(security, "release-security", {"on": "2026-06-02"}, role="clerk")

    assert (told["status"], ended) == ("released", "released")
    assert refused.refusal is not None
    assert "was released on 2026-06-01" in refused.refusal.what
    assert await office.result(security) == "released"


async def test_an_exhausted_escrow_lives_again_when_interest_is_credited(williamsville: Office) -> None:
    office = williamsville
    case = await _restored(office, 10_000)
    security = await office.post(**ESCROW, amount=10_000, posted_on="2026-01-02")
    await office.ask(
        security, "request-draw", "officer", case=case, amount=10_000, on="2026-03-16", reason="x"
    )
    await office.ask(security, "approve-draw", "attorney", draw="d1")
    await office.ask(security, "record-draw-result", draw="d1", on="2026-03-20", honored=True)
    ended = await office.result(security)

    told = await office.ask(security, "credit-interest", on="2026-06-01", amount=12.5)

    assert (ended, told["status"]) == ("exhausted", "active")
    assert await office.runs(security)


async def _restored(office: Office, cost: int) -> str:
    """Open a case in Williamsville in which the village has restored the land."""
    fields = {
        "village": "williamsville",
        "property": {"address": "5 Main St"},
        "violations": [
            {"provision": "§ 112-28C", "nature": "mud", "observed_on": "2026-03-02", "remedy": "sweep"}
        ],
    }
    case = await office.open(fields)
    await office.ask(
        case, "order-restoration", "officer", on="2026-03-03", do_by="2026-03-06", what="restore"
    )
    await office.ask(case, "authorize-village-work", "officer", on="2026-03-11")
    await office.ask(case, "record-cost", "officer", on="2026-03-12", kind="labor", amount=cost)
    return case


async def test_an_expired_letter_waits_for_the_result_of_its_draw(office: Office) -> None:
    case = await office.worked()
    ends = await office.today() + timedelta(days=30)
    security = await office.post(expires_on=str(ends))
    await office.ask(
        security, "request-draw", "officer", case=case, amount=6000, on=await office.day(), reason="x"
    )
    await office.ask(security, "approve-draw", "attorney", draw="d1")

    await office.pass_days(40)
    waited = await office.runs(security)
    await office.ask(security, "record-draw-result", draw="d1", on=await office.day(), honored=False)

    assert waited
    assert await office.result(security) == "expired"
    assert [event.kind for event in office.events(case)[-2:]] == ["draw-requested", "draw-ended"]


async def test_a_security_that_is_not_there_leaves_nothing_running(office: Office) -> None:
    effect = await office.act("webster-S-2026-0099", "release-security", {"on": "2026-06-01"}, role="clerk")

    assert effect.refusal is not None
    assert effect.refusal.what == "There is no security webster-S-2026-0099."
    assert await office.result("webster-S-2026-0099") == "no such security"


async def test_case_and_security_of_one_number_do_not_meet(office: Office) -> None:
    case, security = await office.open(), await office.post()

    assert (workflow_id(case, "webster"), workflow_id(security, "webster")) == (
        "case/webster/2026-0001",
        "security/webster/2026-0001",
    )
    effect = await office.act(security, "add-note", {"text": "x"})
    assert effect.refusal is not None
    assert effect.refusal.kind == "malformed"
    assert (await office.note(case)).refusal is None
