"""Wherever Tab leads, one sees it: an indicator of 3:1, on the screen, in the order of the page, and to its end."""

from typing import Any, Final

import pytest

from tests.web.browsing import Browsing
from tests.web.house import House

LEAST: Final = 3.0  # WCAG 2.2, 1.4.11 and 2.4.7: the indicator against what surrounds it
WATCH: Final = """() => {
  const parts = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (color) => {
    const [r, g, b] = parts(color).map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = (on) => {
    for (; on; on = on.parentElement) {
      const color = getComputedStyle(on).backgroundColor;
      if ((parts(color)[3] ?? 1) === 1) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const tabbable = [...document.querySelectorAll("a[href],button,input,select,textarea,summary,[tabindex]")]
    .filter((on) => on.tabIndex >= 0 && !on.disabled && on.type !== "hidden" && on.checkVisibility());
  window.stops = [];
  document.addEventListener("focusin", ({ target }) => {
    const style = getComputedStyle(target), box = target.getBoundingClientRect();
    window.stops.push({
      place: tabbable.indexOf(target),
      words: target.outerHTML.slice(0, 120),
      drawn: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
      contrast: contrast(style.outlineColor, ground(target.parentElement)),
      onscreen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    });
  });
  const dates = tabbable.filter((on) => on.type === "date").length;  // month, day, year, calendar: four stops each
  return [tabbable.length, tabbable.length + 3 * dates];
}"""
PAGES: Final = {
    "officer": ("/", "/cases", "/open-case", "/cases/{case}", "/cases/{case}/do/record-inspection",
                "/cases/{case}/do/serve-notice", "/cases/{case}/what-if"),
    "attorney": ("/board", "/cases/{case}", "/cases/{case}/do/charge-offenses", "/parties", "/ordinances/webster"),
    "clerk": ("/levy", "/securities", "/cases/{case}/account", "/sessions", "/post-security"),
}  # fmt: skip


async def _wanting(page: Any) -> list[str]:
    """Press Tab through the whole page and return what is wrong with where it leads."""
    number, presses = await page.evaluate(WATCH)
    for _ in range(presses):
        await page.keyboard.press("Tab")
    stops = await page.evaluate("window.stops")
    unseen = [
        f"{each['words']}: contrast {each['contrast']:.1f}"
        for each in stops
        if not (each["drawn"] and each["onscreen"] and each["contrast"] >= LEAST)
    ]
    places = [each["place"] for each in stops]
    missed = [] if places == list(range(number)) else [f"in this order: {places}"]
    return unseen + missed


@pytest.mark.parametrize("look", ["light", "dark", "narrow"])
@pytest.mark.parametrize("who", PAGES)
async def test_tab_goes_through_every_page_in_order_and_is_seen(
    chromium: Browsing, house: House, who: str, look: str
) -> None:
    case = await house.town.worked()
    await house.town.act(case, "issue-notice", {"on": "2026-03-05", "respondents": ["r1"]})

    async with chromium.page(who, look=look, reduced_motion="reduce") as page:
        for path in PAGES[who]:
            await page.goto(path.format(case=case))

            assert await _wanting(page) == [], path


async def test_nobody_signed_in_sees_the_focus_too(chromium: Browsing) -> None:
    async with chromium.page() as page:
        await page.goto("/sign-in")

        assert await _wanting(page) == []
