"""The first look: a person signs in, in a real browser, and sees the cases."""

import pytest

from tests.web.browsing import Browsing
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
