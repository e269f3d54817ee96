"""The office without a mouse: Tab, Return and Space, from signing in to a recorded inspection, and out of an error."""

import pytest
from playwright.async_api import Page

from tests.web.browsing import Browsing
from tests.web.house import PASSWORD, House
from tests.web.stories.walking import SCRIPTS
from tests.workflows.town_hall import opening

MOST = 250  # presses of Tab; more would be a walk around the whole page
FOCUSED = """() => {
  const on = document.activeElement;
  return on === document.body ? "" : (on.labels?.[0] ?? on).innerText.trim().replace(/ optional$/, "");
}"""


async def _tab_to(page: Page, words: str) -> None:
    """Press Tab until what bears these words is in focus."""
    for _ in range(MOST):
        await page.keyboard.press("Tab")
        if await page.evaluate(FOCUSED) == words:
            return
    pytest.fail(f"Tab does not come to {words!r} on {page.url}")


async def _skip(page: Page) -> None:
    """Skip to the content, which is the first thing that Tab comes to."""
    await page.keyboard.press("Tab")
    assert await page.evaluate(FOCUSED) == "Skip to the content"
    assert await page.get_by_role("link", name="Skip to the content").bounding_box() is not None
    await page.keyboard.press("Enter")
    assert await page.evaluate("document.activeElement.id") == "main"


async def _press(page: Page, key: str, *, at: str) -> None:
    await _tab_to(page, at)
    async with page.expect_navigation():
        await page.keyboard.press(key)


async def _to_the_form(page: Page, case: str) -> None:
    """Sign in, and go from the desk to the case and on to the form of an inspection."""
    await page.goto("/")
    await _tab_to(page, "Name")
    await page.keyboard.type("officer")
    await _tab_to(page, "Password")
    await page.keyboard.type(PASSWORD)
    async with page.expect_navigation():
        await page.keyboard.press("Enter")
    await _skip(page)
    await _press(page, "Enter", at=case)
    await _skip(page)
    await _press(page, "Enter", at="Record inspection")


async def _long_overdue(house: House) -> str:
    """Have a case that is the first on the officer's desk."""
    return await house.town.open(opening(observed_on="2020-11-16", remedy_by="2020-11-17"))


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_an_inspection_is_recorded_with_the_keyboard_alone(
    chromium: Browsing, house: House, *, script: bool
) -> None:
    case = await _long_overdue(house)

    async with chromium.page(java_script_enabled=script) as page:
        await _to_the_form(page, case)
        await _tab_to(page, "Date")
        await page.keyboard.type("06102026")
        await _tab_to(page, "Inspector")
        await page.keyboard.type("J. Doe")
        await _tab_to(page, "v1 — § 130-23B: silt fence down")
        await page.keyboard.type("continuing")
        await _press(page, "Space", at="Record inspection")

        assert (await page.get_by_role("status").inner_text()).startswith("Record inspection: done.")
    recorded = house.town.events(case)[-1]
    assert (recorded.kind, recorded.effective_on.isoformat()) == ("inspection-recorded", "2026-06-10")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_from_a_refused_form_the_keyboard_comes_to_the_first_error_at_once(
    chromium: Browsing, house: House, *, script: bool
) -> None:
    case = await house.open_case()

    async with chromium.page("officer", java_script_enabled=script) as page:
        await page.goto(f"/cases/{case}/do/record-inspection")
        await _press(page, "Enter", at="Record inspection")
        assert (await page.title()).startswith("Error: ")
        assert await page.evaluate("document.activeElement.id") == "troubles"
        await page.keyboard.press("Tab")
        assert await page.evaluate(FOCUSED) == "Date is missing."
        await page.keyboard.press("Enter")

        assert await page.evaluate("document.activeElement.id") == "f-on"
        assert await page.locator("#f-on").get_attribute("aria-invalid") == "true"


async def test_a_date_out_of_order_is_an_error_of_its_field(chromium: Browsing, house: House) -> None:
    case = await house.open_case()

    async with chromium.page("officer") as page:
        await page.goto(f"/cases/{case}/do/issue-notice")
        await page.get_by_label("Date").fill("2026-05-01")
        await _press(page, "Enter", at="Issue notice")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")

        assert await page.evaluate("document.activeElement.id") == "f-on"
        assert "before v1 was observed on Mon 4 May 2026" in await page.locator("#f-on-error").inner_text()


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_after_a_row_is_added_one_goes_on_in_it(chromium: Browsing, *, script: bool) -> None:
    async with chromium.page("officer", java_script_enabled=script) as page:
        await page.goto("/open-case?village=webster")
        await page.get_by_label("Nature").fill("silt fence down")
        violations = page.get_by_role("group", name="Violations", exact=True)
        async with page.expect_navigation():
            await violations.get_by_role("button", name="Add another").press("Enter")
        await page.keyboard.press("Tab")

        assert await page.evaluate("document.activeElement.name") == "violations.1.provision"
        assert await page.get_by_label("Nature").first.input_value() == "silt fence down"
        async with page.expect_navigation():
            await page.get_by_role("button", name="Remove number 1").press("Enter")

        assert await page.evaluate("document.activeElement.id") == "f-violations"
