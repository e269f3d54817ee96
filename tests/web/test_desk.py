"""The desk: what is due, each with the way to the form that answers it, and nothing of another village."""

from datetime import timedelta
from typing import Any

from tests.web.browsing import Browsing
from tests.web.house import House
from tests.workflows.town_hall import opening

MOST_BYTES = 60_000


def _due(house: House, days: int, **more: Any) -> dict[str, Any]:
    today = (house.clock() + timedelta(days=days)).date().isoformat()
    return opening(observed_on="2023-01-02", remedy_by=today) | more


async def test_the_desk_leads_to_the_form_that_answers(house: House) -> None:
    case = await house.town.open(_due(house, -1000))
    officer = house.visitor("officer")

    desk = await officer.get("/")

    assert desk.status_code == 200
    assert f'href="/cases/{case}/do/record-inspection"' in desk.text
    assert (await officer.get(f"/cases/{case}/do/record-inspection")).status_code == 200
    assert len(desk.content) < MOST_BYTES


async def test_a_full_desk_stays_small(house: House) -> None:
    long = "Lorem ipsum dolor sit amet " * 10
    for days in (-700, 0, 3):
        for _ in range(13):
            await house.town.open(_due(house, days, property={"address": f"{long} {days}"}))

    desk = await house.visitor("both").get("/?whose=all")

    assert len(desk.content) < MOST_BYTES
    assert "These are the first 12" in desk.text


async def test_who_only_looks_on_is_led_to_the_case_and_to_no_form(house: House) -> None:
    case = await house.town.open(_due(house, -950))

    desk = (await house.visitor("viewer").get("/")).text

    assert f'href="/cases/{case}"' in desk
    assert "/do/" not in desk


async def test_a_neighbor_sees_nothing_of_it(house: House) -> None:
    await house.town.open(_due(house, -3))

    assert "webster" not in (await house.visitor("neighbor").get("/")).text


async def test_the_clerk_sees_the_officers_work_under_everyones(house: House) -> None:
    await house.town.open(_due(house, -1050, property={"address": "77 Only Here"}))
    clerk = house.visitor("clerk")

    assert "77 Only Here" not in (await clerk.get("/")).text
    assert "77 Only Here" in (await clerk.get("/?whose=all")).text


async def test_who_has_no_role_is_told_so(house: House) -> None:
    nobody = house.visitor(house.new_user(roles={}))

    assert "no role in any village" in (await nobody.get("/")).text


async def test_the_desk_is_walked_with_the_keyboard(chromium: Browsing, house: House) -> None:
    case = await house.town.open(_due(house, -1020))

    async with chromium.page("officer", java_script_enabled=False) as page:
        await page.goto("/")
        await page.locator(f'a.go[href*="{case}"]').first.focus()
        await page.keyboard.press("Enter")
        await page.get_by_role("heading", name="Record inspection").wait_for()

        assert case in page.url
