"""A double click is one command, with scripts and without; of two people at once one is told what the other did."""

import asyncio

import pytest

from tests.web.browsing import Browsing
from tests.web.house import House
from tests.web.stories.walking import SCRIPTS, Walk, new_address, walking
from tests.workflows.town_hall import opening


async def _case_at(house: House, place: str) -> str:
    return await house.town.open(opening(property={"address": place}))


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_a_double_click_adds_one_note(chromium: Browsing, house: House, *, script: bool) -> None:
    place = new_address()
    case = await _case_at(house, place)

    async with walking(chromium, "officer", java_script_enabled=script) as officer:
        await officer.find(place)
        await officer.follow("Add note")
        await officer.fill({"Text": "the fence is up again"})
        await officer.send("Add note", clicks=2)

        assert (await officer.said()).startswith("Add note: done.")
    assert len(house.town.op_ids(case)) == 1


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_a_double_click_opens_one_case(chromium: Browsing, house: House, *, script: bool) -> None:
    place = new_address()

    async with walking(chromium, "officer", java_script_enabled=script) as officer:
        await officer.follow("Open a case", officer.page.get_by_role("main"))
        await officer.fill({"Address": place}, officer.part("Property"))
        seen = {"Provision": "§ 130-23B", "Nature": "silt fence down", "First observed on": "2026-05-04"}
        await officer.fill(seen, officer.part("Violations", 1))
        await officer.send("Open the case", clicks=2)
        opened = await officer.said()
        await officer.find(place)  # which takes the one case there is, and no choice

        assert opened == f"{await officer.page.locator('h1').inner_text()} is opened."


async def _about_to_issue(walk: Walk, place: str) -> None:
    await walk.find(place)
    await walk.follow("Issue notice")
    await walk.fill({"Date": "2026-05-06"})


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_on_a_page_that_is_out_of_date_one_is_told_what_stands_already(
    chromium: Browsing, house: House, *, script: bool
) -> None:
    place = new_address()
    case = await _case_at(house, place)

    async with (
        walking(chromium, "officer", java_script_enabled=script) as first,
        walking(chromium, "both", java_script_enabled=script) as second,
    ):
        await _about_to_issue(first, place)
        await _about_to_issue(second, place)
        await first.send("Issue notice")
        await second.send("Issue notice")

        told = await second.page.get_by_role("alert").inner_text()
        assert (await first.said()).startswith("Issue notice: done.")
        assert "A notice of every violation to everyone it could be addressed to already stands: n1." in told
        assert "Serve that one, or withdraw it before issuing another. A respondent or" in told
        assert await second.page.get_by_label("Date").input_value() == "2026-05-06"
    assert [event.kind for event in house.town.events(case)].count("notice-issued") == 1


async def test_of_two_who_press_at_the_same_moment_one_is_refused(chromium: Browsing, house: House) -> None:
    place = new_address()
    case = await _case_at(house, place)

    async with walking(chromium, "officer") as one, walking(chromium, "both") as other:
        await asyncio.gather(_about_to_issue(one, place), _about_to_issue(other, place))
        await asyncio.gather(one.send("Issue notice"), other.send("Issue notice"))
        for each in (one, other):
            await each.page.locator("[role=alert], [role=status]").wait_for()

        refused = [await each.page.get_by_role("alert").count() for each in (one, other)]
        assert sorted(refused) == [0, 1]
    assert [event.kind for event in house.town.events(case)].count("notice-issued") == 1
