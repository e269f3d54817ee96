"""The attorney decides a doubtful question: what it changes is told first, and then it is the law of every case."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page
from sqlalchemy import delete
from temporalio.client import Client

from models.interpretation import InterpretationRow
from models.session import read, write
from queries.interpretations import decisions_of
from tests.web.browsing import Browsing, axe_finds, overflows
from tests.web.house import House
from tests.web.programs import ask, token_of
from tests.workflows.until import until
from workflows.entity import Entity
from workflows.policy import workflow_id

AT = "/interpretations/webster"
STAY = f"{AT}/appeal_stay"
WEB = Path(__file__).resolve().parents[2] / "web"
TYPED = {
    "choice": "statutory",
    "authority": "Village Law § 7-712-a(6); opinion of 4 May",
    "decided_by": "A. Counsel",
    "decided_on": "2026-05-04",
}


@pytest.fixture(autouse=True)
def _undecided(house: House) -> Iterator[None]:
    """Leave the house's villages as the other tests know them."""
    yield
    with write(house.engine) as session:
        session.execute(delete(InterpretationRow))


def recorded(house: House, village: str = "webster") -> list[tuple[str, str]]:
    with read(house.engine) as session:
        return [(each.question, each.choice) for each in decisions_of(session, village)]


async def appealed(house: House) -> str:
    """Open a case in Webster in which an appeal pends."""
    case = await house.open_case()
    await house.town.act(case, "issue-notice", {"on": "2026-05-05", "respondents": ["r1"]})
    served = {"respondent": "r1", "mode": "personal", "delivered_on": "2026-05-06"}
    await house.town.act(case, "serve-notice", served)
    await house.town.act(case, "file-appeal", {"respondent": "r1", "on": "2026-05-07", "grounds": "x"})
    return case


async def shown(house: House, case: str) -> dict[str, Any]:
    token = await token_of(house, "viewer")
    answered: dict[str, Any] = (await ask(house, token, f"/cases/{case}")).json()
    return answered


# --- looking ----------------------------------------------------------------------------------------------


async def test_the_page_says_whose_the_reading_is_and_what_turns_on_it(house: House) -> None:
    page = (await house.visitor("officer").get("/interpretations")).text

    assert "Default: not decided by counsel." in page
    assert "Village Law § 7-712-a(6)" in page
    assert "nothing in this village: no fine of its ordinance rises" in page
    assert "Record a decision" not in page
    assert "Record a decision" in (await house.visitor("attorney").get("/interpretations")).text


async def test_a_question_there_is_not_is_named_with_those_there_are(house: House) -> None:
    answered = await house.visitor("attorney").get(f"{AT}/tax_reading")

    assert answered.status_code == 404
    assert "tier_reading, appeal_stay" in answered.text


@pytest.mark.parametrize("name", ["officer", "clerk", "viewer", "admin"])
async def test_no_other_role_gets_the_form_or_records(house: House, name: str) -> None:
    visitor = house.visitor(name)

    looked, sent = await visitor.get(STAY), await visitor.send(STAY, TYPED | {"confirmed": "1"})

    assert (looked.status_code, sent.status_code) == (403, 403)
    assert recorded(house) == []


async def test_to_the_neighbor_the_village_is_not_there(house: House) -> None:
    neighbor, token = house.visitor("neighbor"), await token_of(house, "neighbor")

    pages = [await neighbor.get(STAY), await neighbor.send(STAY, TYPED | {"confirmed": "1"})]
    told = await ask(house, token, "/villages/webster/interpretations")
    sent = await ask(house, token, "/villages/webster/interpretations", {"question": "appeal_stay", **TYPED})
    nowhere = await ask(house, token, "/villages/nowhere/interpretations")

    assert [each.status_code for each in (*pages, told, sent, nowhere)] == [404] * 5
    assert told.json()["what"].replace("webster", "nowhere") == nowhere.json()["what"]
    assert recorded(house) == []


# --- deciding ---------------------------------------------------------------------------------------------


async def test_what_it_changes_is_told_before_it_is_recorded_and_then_it_is_the_law(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("queries.decision_preview.LOOKED_AT", 100_000)  # all that other tests have opened
    case, attorney = await appealed(house), house.visitor("attorney")
    before = await shown(house, case)

    weighed = await attorney.fill(STAY, TYPED)

    assert weighed.status_code == 200
    assert case in weighed.text
    assert "yes" in weighed.text.partition(case)[2].partition("</tr>")[0]
    assert recorded(house) == []

    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', weighed.text))
    both = [await attorney.send(STAY, hidden) for _ in range(2)]  # a double click

    assert [each.status_code for each in both] == [303, 303]
    assert recorded(house) == [("appeal_stay", "statutory")]
    after = await shown(house, case)
    assert (before["stayed"], after["stayed"]) == (False, True)
    assert after["exposure"]["count"] < before["exposure"]["count"]
    page = (await attorney.get("/interpretations")).text
    assert "Whether an appeal stays enforcement: statutory" in page
    assert "By A. Counsel" in page
    assert "1 decision recorded" in page


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({"choice": "sometimes"}, "Choose one of: statutory, none.", id="not offered"),
        pytest.param({"authority": " "}, "Authority is empty.", id="no authority"),
        pytest.param({"decided_on": "2099-01-01"}, "is after today", id="in the future"),
        pytest.param({"decided_on": "4 May"}, "not a date written YYYY-MM-DD", id="no date"),
        pytest.param({"decided_by": ""}, "Who decided it?", id="nobody"),
    ],
)
async def test_a_form_that_will_not_do_comes_back_as_it_was_typed(
    house: House, changes: dict[str, str], said: str
) -> None:
    answered = await house.visitor("attorney").send(STAY, TYPED | changes | {"confirmed": "1"})

    assert answered.status_code == 422
    assert said in answered.text
    assert "This was not done" in answered.text
    assert ("opinion of 4 May" in answered.text) is ("authority" not in changes)
    assert recorded(house) == []
    field = next(iter(changes))
    beside = answered.text.partition(f'id="f-{field}-error"')[2].partition("</p>")[0]
    assert said in beside


async def test_the_choices_of_a_question_are_told_as_the_form_writes_them(house: House) -> None:
    answered = await house.visitor("attorney").send("/interpretations/webster/tier_reading", {"choice": ""})

    assert "Choose one of: prior conviction, prior offense." in answered.text


async def test_a_superseded_decision_stays_in_the_history(house: House) -> None:
    attorney = house.visitor("attorney")
    await attorney.send(STAY, TYPED | {"confirmed": "1"})
    await attorney.send(STAY, TYPED | {"confirmed": "1", "choice": "none", "authority": "Board, 2 June"})

    page = (await attorney.get("/interpretations")).text

    assert "2 decisions recorded" in page
    assert page.index("Board, 2 June") < page.index("superseded")
    assert recorded(house) == [("appeal_stay", "statutory"), ("appeal_stay", "none")]


async def test_the_clock_of_a_running_case_follows(house: House) -> None:
    case, attorney = await house.open_case(), house.visitor("attorney")
    client: Client = house.door._client
    process = client.get_workflow_handle(workflow_id(case, "webster"))

    async def limits() -> set[int]:
        state = await process.query(Entity.state)
        return {timer.due.year for timer in state.timers if timer.kind == "limitation"}

    assert await limits() == {2027}
    fields = TYPED | {"choice": "unclassified_misdemeanor", "confirmed": "1"}
    assert (await attorney.send(f"{AT}/classification", fields)).status_code == 303

    async def moved() -> bool:
        return await limits() == {2028}

    await until(moved, within=90)  # every case that other tests have opened is looked at, in their order


async def test_a_program_reads_foresees_and_records(house: House) -> None:
    token, officer = await token_of(house, "attorney"), await token_of(house, "officer")
    at, fields = "/villages/webster/interpretations", {"question": "appeal_stay", **TYPED}

    foreseen = await ask(house, token, f"{at}/preview?question=appeal_stay&choice=statutory")
    refused = await ask(house, officer, at, fields)
    made = [await ask(house, token, at, fields, **{"idempotency-key": "decision-1"}) for _ in range(2)]
    told = {each["question"]: each for each in (await ask(house, officer, at)).json()}

    assert (foreseen.status_code, refused.status_code) == (200, 403)
    assert set(foreseen.json()) >= {"open_cases", "now", "then", "changed"}
    assert [each.status_code for each in made] == [201, 201]
    assert made[0].json()["number"] == made[1].json()["number"]
    assert told["appeal_stay"]["decided_by"] == "A. Counsel"
    assert [each["choice"] for each in told["appeal_stay"]["history"]] == ["statutory"]
    assert told["tier_reading"]["decided_by"] is None


@pytest.mark.parametrize("look", ["light", "narrow"])
async def test_the_attorney_decides_in_a_browser_and_axe_finds_nothing(
    house: House, chromium: Browsing, look: str
) -> None:
    await appealed(house)

    async with chromium.page("attorney", look=look) as page:
        await page.goto("/interpretations")
        said = [*await axe_finds(page), *await _wide(page)]
        await page.get_by_role("link", name="Whether an appeal stays enforcement").first.click()
        said += [*await axe_finds(page), *await _wide(page)]
        await page.get_by_label("statutory").check()
        await page.get_by_label("Decided by").fill("A. Counsel")
        await page.get_by_label("Decided on").fill("2026-05-04")
        await page.get_by_label("Authority").fill("opinion of 4 May")
        await page.get_by_role("button", name="See what it changes").click()
        said += [*await axe_finds(page), *await _wide(page)]
        await page.get_by_role("button", name="Record the decision").click()
        told = await page.get_by_role("status").inner_text()

    assert said == []
    assert told == "Recorded: Whether an appeal stays enforcement: statutory."
    assert recorded(house) == [("appeal_stay", "statutory")]


async def _wide(page: Page) -> list[str]:
    return [f"{page.url} is wider than the window"] if await overflows(page) else []


async def test_today_is_the_villages(house: House) -> None:
    house.clock.ahead = timedelta(days=-30)
    today = house.app.state.office.today("webster")

    answered = await house.visitor("attorney").send(
        STAY, TYPED | {"decided_on": (today + timedelta(days=1)).isoformat(), "confirmed": "1"}
    )

    assert answered.status_code == 422


def test_no_finding_of_a_case_is_made_by_the_law_of_the_files_alone() -> None:
    # Names and sections of the files; what is found of a case takes `law_in`.
    of_the_files = {"decisions.py", "law.py", "securities.py"}
    whole = re.compile(r"here\.law\([^()]*\)(?!\.)")

    found = {path.name for path in WEB.rglob("*.py") if whole.search(path.read_text(encoding="utf-8"))}

    assert found <= of_the_files
