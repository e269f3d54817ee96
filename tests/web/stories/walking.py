"""A person at the pages: follows links by their words, fills fields in by their labels, presses buttons."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from playwright.async_api import Locator, Page

from tests.web.browsing import Browsing
from web.words import title

SCRIPTS: Final = {"with scripts": True, "without": False}
_numbers = count(1001)


def new_address() -> str:
    """Give an address that no other case of the house has, so that a search finds one case."""
    return f"{next(_numbers)} Walker Lane"


@dataclass(frozen=True)
class Walk:
    """One page, and what a person does with it."""

    page: Page

    async def follow(self, words: str, within: Locator | None = None) -> None:
        """Click a link."""
        link = (within or self.page).get_by_role("link", name=words, exact=True).first
        async with self.page.expect_navigation():
            await link.click()

    async def find(self, words: str) -> None:
        """Look a case up in the list of cases, and open it."""
        await self.follow("Cases", self.page.get_by_role("navigation", name="Main"))
        await self.page.get_by_role("searchbox").fill(words)
        await self.send("Show")
        await self.page.get_by_role("table").get_by_role("link").click()

    async def fill(self, typed: dict[str, str], within: Locator | None = None) -> None:
        """Fill fields in by their labels; a choice is made by its words."""
        for label, value in typed.items():
            named = re.compile(rf"^{re.escape(label)}( optional)?$")
            await _put((within or self.page).get_by_label(named), value)

    def part(self, title: str, number: int | None = None) -> Locator:
        """Give a group of fields by its title, or one of its rows."""
        name = title if number is None else f"{title} {number}"
        return self.page.get_by_role("group", name=name, exact=True)

    async def tick(self, *choices: str) -> None:
        """Tick boxes by how their labels begin."""
        for each in choices:
            await self.page.get_by_label(re.compile(rf"^{re.escape(each)}\b")).check()

    async def send(self, words: str, *, clicks: int = 1) -> None:
        """Press the button that sends the form."""
        button = self.page.get_by_role("button", name=words, exact=True)
        if clicks == 1:
            async with self.page.expect_navigation():
                await button.click()
            return
        # The second press takes over from the first, whose way the browser may call aborted: where it ends counts.
        before = self.page.url
        await button.click(click_count=clicks, no_wait_after=True)
        await self.page.wait_for_url(lambda url: url != before)

    async def begin(self, command: str) -> None:
        """Go from the case's page to the form of a command."""
        await self.follow(title(command), self.page.get_by_role("region", name="What may be done"))

    async def act(self, command: str, typed: dict[str, str]) -> None:
        """Go to the form of a command, fill it in and send it."""
        await self.begin(command)
        await self.fill(typed)
        await self.send(title(command))

    async def said(self) -> str:
        """Return the sentence that the page says about what was just done."""
        return await self.page.get_by_role("status").inner_text()

    async def reads(self, part: str | None = None) -> str:
        """Return the words of the page, or of one section by its heading, on one line."""
        whole = self.page.get_by_role("main") if part is None else self.page.get_by_role("region", name=part)
        return " ".join((await whole.inner_text()).split())


async def _put(field: Locator, value: str) -> None:
    if await field.evaluate("each => each.localName") == "select":
        await field.select_option(label=value)
    else:
        await field.fill(value)


@asynccontextmanager
async def walking(chromium: Browsing, name: str, **more: Any) -> AsyncIterator[Walk]:
    """Begin at the desk, signed in."""
    async with chromium.page(name, **more) as page:
        page.set_default_timeout(15_000)
        await page.goto("/")
        yield Walk(page)
