"""From a cost of village work to its lien: the officer records it, the clerk gives notice, the board confirms it."""

import pytest

from tests.web.browsing import Browsing
from tests.web.house import House
from tests.web.stories.walking import SCRIPTS, new_address, walking
from tests.workflows.town_hall import opening

COST = {"Date": "2026-03-12", "Kind": "contractor", "Amount": "4,812.50", "Invoice": "A-77"}
NOTICE = {"Date": "2026-03-13", "Hearing on": "2026-04-02", "Served on": "2026-03-16"}
HEARING = {"Date": "2026-04-02", "Outcome": "Nobody objected."}
RESOLUTION = {"Date": "2026-04-09", "Resolution": "2026-31"}
LIEN = {"Date": "2026-04-13", "County clerk's reference": "Liber 12 page 7"}


async def _authorized(house: House, place: str) -> None:
    """Have a case in which the village may do the work."""
    case = await house.town.open(
        opening(property={"address": place}, observed_on="2026-03-02", remedy_by="2026-03-13")
    )
    notice = {"on": "2026-03-05", "received_on": "2026-03-06", "emergency": True, "what": "rebuild it"}
    assert (await house.town.act(case, "give-maintenance-notice", notice)).refusal is None
    assert (await house.town.act(case, "authorize-village-work", {"on": "2026-03-11"})).refusal is None


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_a_cost_becomes_a_lien(chromium: Browsing, house: House, *, script: bool) -> None:
    place = new_address()
    await _authorized(house, place)

    async with walking(chromium, "officer", java_script_enabled=script) as officer:
        await officer.find(place)
        await officer.act("record-cost", COST)
        assert "Recorded $4,812.50" in await officer.reads("Cost of village work and securities")

    async with walking(chromium, "clerk", java_script_enabled=script) as clerk:
        await clerk.find(place)
        await clerk.act("give-cost-notice", NOTICE)  # of the whole cost, as the form proposes
        await clerk.act("record-cost-hearing", HEARING)
        await clerk.act("confirm-assessment", RESOLUTION)
        await clerk.act("record-lien", LIEN)

        told = await clerk.reads("Cost of village work and securities")
        assert (await clerk.said()).startswith("Record lien: done.")
        assert "Lien $4,812.50" in told
        assert "assessed a1 2026-31 § 130-28A" in told
        assert "filed with the county clerk Mon 13 Apr 2026, Liber 12 page 7." in told
        assert "Certify for levy, by " in told
