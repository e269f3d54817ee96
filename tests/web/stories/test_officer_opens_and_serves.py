"""An officer opens a case, issues the notice of violation and records its service; the window to appeal then runs."""

from datetime import date, timedelta

import pytest

from rules.calendar import due, say
from tests.web.browsing import Browsing
from tests.web.house import House
from tests.web.stories.walking import SCRIPTS, Walk, new_address, walking


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_an_officer_opens_a_case_and_serves_its_notice(
    chromium: Browsing, house: House, *, script: bool
) -> None:
    today, place = house.app.state.office.today("webster"), new_address()
    seen, served = today - timedelta(days=3), today - timedelta(days=1)

    async with walking(chromium, "officer", java_script_enabled=script) as officer:
        await _open(officer, place, seen)
        opened = await officer.said()
        await officer.act("issue-notice", {"Date": seen.isoformat()})  # to the one respondent
        noticed = await officer.reads()
        await officer.follow("Record service on r1")
        rule = await officer.page.get_by_role("complementary").inner_text()
        await officer.fill({"Mode": "personal", "Delivered on": served.isoformat(), "Served by": "J. Doe"})
        await officer.send("Serve notice")

        told, standing = await officer.reads("Respondents"), await officer.reads()
        assert opened == f"{await officer.page.locator('h1').inner_text()} is opened."
        assert f"{place}: noticed." in noticed
        assert (await officer.said()).startswith("Serve notice: done.")
        assert f"{place}: served." in standing
        assert "personal: delivered\n" in rule
        assert "posting and mail: posted and mailed" in rule
        window = _window(house, served)
        assert f"served {say(served)}" in told
        assert f"May appeal through {say(window)}. § 130-28C(6)" in told
        assert f"15 days from service on {say(served)}, that day excluded" in told


def _window(house: House, served: date) -> date:
    law = house.app.state.office.law("webster")
    appeal = law.versions[0].appeal
    assert appeal is not None
    return due(appeal.within, served, law).due


async def _open(officer: Walk, place: str, seen: date) -> None:
    """Open a case with all that the notice must contain."""
    await officer.follow("Open a case", officer.page.get_by_role("main"))
    await officer.fill({"Address": place}, officer.part("Property"))
    await officer.fill(
        {"Name": f"{place} LLC", "Role": "landowner", "Address": "9 Main Street", "Kind": "corporation"},
        officer.part("Respondents", 1),
    )
    violation = {
        "Provision": "§ 130-23B",
        "Nature": "silt fence down",
        "First observed on": seen.isoformat(),
        "Remedy": "reset it",
        "Remedy by": (seen + timedelta(days=30)).isoformat(),
    }
    await officer.fill(violation, officer.part("Violations", 1))
    await officer.send("Open the case")
