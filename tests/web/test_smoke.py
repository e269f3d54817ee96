"""The first look: a person signs in, in a real browser, and sees the cases."""

import pytest

from tests.web.browsing import LOOKS, Browsing, axe_finds, overflows
from tests.web.house import PASSWORD, House


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without"])
async def test_an_officer_signs_in_and_sees_the_cases(
    chromium: Browsing, house: House, *, script: bool
) -> None:
    case = await house.open_case()

    async with chromium.page(java_script_enabled=script) as page:
        await page.goto("/cases")
        await page.get_by_label("Name").fill("officer")
        await page.get_by_label("Password").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()

        assert await page.get_by_role("link", name=case).is_visible()


@pytest.mark.parametrize("look", LOOKS)
async def test_axe_finds_nothing_and_nothing_sticks_out(chromium: Browsing, house: House, look: str) -> None:
    case = await house.open_case()
    paths = ("/cases", f"/cases/{case}", "/open-case", f"/cases/{case}/do/issue-notice", "/password",
             f"/cases/{case}/do/record-inspection", "/sessions", "/tokens", "/nowhere")  # fmt: skip

    async with chromium.page("officer", look=look) as page:
        for path in paths:
            await page.goto(path)

            assert await axe_finds(page) == [], path
            assert not await overflows(page), path


async def test_axe_finds_nothing_on_the_pages_of_those_who_come_and_of_the_admin(chromium: Browsing) -> None:
    async with chromium.page() as page:
        await page.goto("/sign-in")
        assert await axe_finds(page) == []
    async with chromium.page("admin", look="tiny") as page:
        await page.goto("/users")
        assert await axe_finds(page) == []
        assert not await overflows(page)
