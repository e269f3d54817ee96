"""Signing in through a provider in a browser: one comes back to where one was, with what one had typed."""

from runtime.health import serve
from tests.web.browsing import Browsing, axe_finds, overflows
from tests.web.through_provider import Town


async def test_in_a_browser_one_comes_back_to_the_page_one_wanted(chromium: Browsing, town: Town) -> None:
    name = town.known()
    async with serve(town.house.app) as address:
        there = Browsing(chromium.browser, address, town.house)
        async with there.page() as page:
            await page.goto("/parties")
            await page.get_by_role("link", name="Sign in with Village Login").click()
            await page.get_by_label("Who").fill(name)
            await page.get_by_role("button", name="Let me in").click()
            await page.get_by_role("heading", name="Parties").wait_for()

            assert page.url == f"{address}/parties"
            assert await page.get_by_text(name).first.is_visible()
            cookies = {each["name"]: each for each in await page.context.cookies()}
            assert "abate-provider" not in cookies
            assert cookies["abate"]["httpOnly"]


async def test_in_a_browser_nothing_typed_is_lost_on_the_way_through_the_provider(
    chromium: Browsing, town: Town
) -> None:
    name, case = town.known(), await town.house.open_case()
    async with serve(town.house.app) as address:
        there = Browsing(chromium.browser, address, town.house)
        async with there.page(name, look="narrow") as page:
            await page.goto(f"/cases/{case}/do/add-note")
            await page.locator("textarea").fill("typed before")
            await page.context.clear_cookies()
            await page.locator("button.main").click()
            assert await axe_finds(page) == []
            assert not await overflows(page)
            async with page.context.expect_page() as opened:
                await page.get_by_role("link", name="Sign in with Village Login in a new tab").click()
            tab = await opened.value
            await tab.get_by_label("Who").fill(name)
            await tab.get_by_role("button", name="Let me in").click()
            await tab.wait_for_url(f"{address}/**")
            await page.get_by_role("button", name="I have signed in").click()
            await page.get_by_text("nothing has been sent yet").wait_for()

            assert await page.locator("textarea").input_value() == "typed before"
