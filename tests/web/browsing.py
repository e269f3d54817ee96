"""A real browser on the house: Debian's chromium, driven by playwright, looked over by axe."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from activities.sign_in import begin_session
from runtime.health import serve
from tests.web.house import House

CHROMIUM = shutil.which("chromium")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "narrow": {"viewport": {"width": 390, "height": 844}},
    "tiny": {"viewport": {"width": 320, "height": 600}},
}
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice")
COLORS = ("color-contrast", "link-in-text-block")
FINDS = """async options => {
  const { violations } = await axe.run(document, options);
  const shown = each => each.nodes.map(node => node.html.slice(0, 150)).join(" | ");
  return violations.map(each => `${each.id}: ${each.help}: ${shown(each)}`);
}"""


class Rules(StrEnum):
    """Which of axe's rules are asked: those on colors take longer than all others together."""

    ALL = "all"
    COLORS = "those on colors"
    OTHERS = "all but those on colors"

    def options(self) -> dict[str, Any]:
        """Return them as axe wants them; of what it finds, only what is wrong is asked for."""
        if self is Rules.COLORS:
            return {"runOnly": {"type": "rule", "values": COLORS}, "resultTypes": ["violations"]}
        off = COLORS if self is Rules.OTHERS else ()
        return {
            "runOnly": {"type": "tag", "values": TAGS},
            "rules": {each: {"enabled": False} for each in off},
            "resultTypes": ["violations"],
        }


@dataclass(frozen=True)
class Browsing:
    """The browser, and the address of the house."""

    browser: Browser
    address: str
    house: House

    async def context(self, name: str | None = None, *, look: str = "light", **more: Any) -> BrowserContext:
        """Open a window in which a user is signed in, or nobody; close it when done."""
        context = await self.browser.new_context(base_url=self.address, **LOOKS[look], **more)
        if name is not None:
            secret = begin_session(self.house.engine, name, now=self.house.clock(), agent="chromium")
            value = self.house.app.state.office.seal.sign(secret, "session")
            await context.add_cookies([{"name": "abate", "value": value, "url": self.address}])
        return context

    @asynccontextmanager
    async def page(self, name: str | None = None, *, look: str = "light", **more: Any) -> AsyncIterator[Page]:
        """Open one page in a window of its own; a fault in a script fails the test."""
        context = await self.context(name, look=look, **more)
        page = await context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
        try:
            yield page
            assert faults == []
        finally:
            await context.close()


async def axe_finds(page: Page, rules: Rules = Rules.ALL) -> list[str]:
    """Return what axe has against a page, each with the elements meant."""
    await page.evaluate(AXE_SCRIPT)
    found: list[str] = await page.evaluate(FINDS, rules.options())
    return found


async def overflows(page: Page) -> bool:
    """Tell whether a page must be moved sideways to be read."""
    wide: bool = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return wide


@asynccontextmanager
async def browsing(house: House) -> AsyncIterator[Browsing]:
    """Start the browser and serve the house."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium; tools/browser.sh installs it")
    async with serve(house.app) as address, async_playwright() as playwright:
        # A new profile for each start, in a folder that goes with it.
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield Browsing(browser, address, house)
        await browser.close()
