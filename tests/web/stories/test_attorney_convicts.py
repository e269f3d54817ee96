"""The attorney charges the offenses of a violation that was not cured, and records the judgment of conviction."""

import pytest

from tests.web.browsing import Browsing
from tests.web.house import House
from tests.web.stories.walking import SCRIPTS, Walk, new_address, walking
from tests.workflows.town_hall import opening


async def _uncured(house: House, place: str) -> str:
    """Have a case whose window to appeal has passed, and an inspection that found it going on."""
    person = {"name": f"{place} LLC", "role": "landowner", "address": "9 Main Street", "kind": "corporation"}
    case = await house.town.open(opening(property={"address": place}, respondents=[person]))
    steps = (
        ("issue-notice", {"on": "2026-05-06", "respondents": ["r1"]}),
        ("serve-notice", {"respondent": "r1", "mode": "personal", "delivered_on": "2026-05-07"}),
        ("record-inspection", {"on": "2026-06-10", "inspector": "J. Doe", "findings": {"v1": "continuing"}}),
    )
    for command, fields in steps:
        assert (await house.town.act(case, command, fields)).refusal is None
    return case


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_the_attorney_takes_offenses_to_a_conviction(
    chromium: Browsing, house: House, *, script: bool
) -> None:
    place = new_address()
    case = await _uncured(house, place)

    async with walking(chromium, "attorney", java_script_enabled=script) as attorney:
        await attorney.find(place)
        before = await attorney.reads("Exposure, if convicted")
        await attorney.act(
            "charge-offenses",
            {
                "Day of filing": "2026-06-12",
                "First offense date": "2026-06-08",
                "Last offense date": "2026-06-10",
                "Returnable on": "2026-07-01",
            },
        )
        charged = await attorney.reads("Court")
        await attorney.begin("record-disposition")
        await attorney.fill({"Outcome": "convicted", "Pronounced on": "2026-07-01", "Fine": "250"})
        if script:
            await attorney.page.get_by_role("button", name="Tick all 3").click()
        else:
            await attorney.tick(*(f"{key} — offense of" for key in ("c1", "c2", "c3")))
        await attorney.send("Record disposition")

        told, after = await attorney.reads("Court"), await attorney.reads("Exposure, if convicted")
        assert "window to appeal closed Fri 22 May 2026. § 130-28C(6)" in await attorney.reads("Respondents")
        assert "Webster Village Justice Court, returnable Wed 1 Jul 2026" in charged
        assert "pending" in charged
        assert (await attorney.said()).startswith("Record disposition: done.")
        assert "c1 to c3" in told
        assert "convicted Wed 1 Jul 2026" in told
        assert "fine $250" in told
        assert _open(before) - _open(after) == 3
        row = await _row_on_the_board(attorney, case)
        assert f"convicted Wed 1 Jul 2026 on 3 counts in {case}" in row
        assert f"{_open(after)} offenses" in row


def _open(exposure: str) -> int:
    return int(exposure.partition("all ")[2].partition(" open")[0].replace(",", ""))


async def _row_on_the_board(attorney: Walk, case: str) -> str:
    """Turn the pages of the board until the case is on one."""
    await attorney.follow("Board")
    row = attorney.page.get_by_role("row").filter(
        has=attorney.page.get_by_role("link", name=case, exact=True)
    )
    while not await row.count():
        await attorney.follow("Next page")
    return " ".join((await row.inner_text()).split())
