"""Every page and every form in a real browser: nothing for axe to find, nothing wider than the window, nothing heavy.

The demonstration's cases are on record without an engine; looking needs none.
"""

import re
import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, cast

import pytest
from playwright.async_api import Page

from activities.users import add_user
from rules.values import Role
from runtime.database import open_engine
from runtime.settings import load_settings
from tests.activities.support import Town
from tests.web.browsing import LOOKS, Browsing, Rules, axe_finds, browsing, overflows
from tests.web.contrast import LEAST, faint, pixels_stand_out
from tests.web.demo_cases import load_demo, posted
from tests.web.house import House
from tests.web.test_case_page import TODAY, Still
from tests.web.walk import COURT, Stop, forms, pages
from web.app import create_app
from workflows.client import Door

MOST_BYTES, FEWEST_FILES, SEE_OTHER = 60_000, 4, 303
"""A page, its styles, script and icon, before any picture of evidence, as sent: pages plain, files packed."""

NAMES = tuple(LOOKS)
UNFOLD = "document.querySelectorAll('details').forEach(each => each.open = true)"
# The hundredth row is like the third, and axe looks at each for itself.
SHORTEN = """for (const each of document.querySelectorAll(
  "tbody tr:nth-child(n+5), .month:nth-child(n+2), .dues li:nth-child(n+4), .whynot > :nth-child(n+7)"
)) each.remove()"""


class Walk(NamedTuple):
    """The house, the browser in it, and where to go."""

    chromium: Browsing
    pages: list[Stop]
    forms: list[Stop]


@pytest.fixture(scope="module")
async def walk(_migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    folder = tmp_path_factory.mktemp("walk")
    shutil.copyfile(_migrated_file, folder / "abate.db")
    engine = open_engine(f"sqlite:///{folder / 'abate.db'}")
    Town(engine, TODAY.isoformat())
    add_user(engine, "admin", {"webster": (Role.ADMIN,), "williamsville": (Role.ADMIN,)})
    cases = await load_demo(engine, TODAY)
    securities = posted(engine, TODAY)
    door, clock = cast("Door", None), Still()
    app = create_app(engine, door, load_settings(data=folder, environ={}), clock)
    house = House(app, engine, door, clock)
    await _issue_paper(house, f"/cases/{cases[COURT]}/papers")
    async with browsing(house) as chromium:
        yield Walk(chromium, pages(cases, securities), forms(cases, securities))
    engine.dispose()


async def _issue_paper(house: House, path: str) -> None:
    """Have a statement set, so that there is a paper to look at."""
    clerk = house.visitor("clerk")
    form = re.search(r'name="kind" value="([^"]+)">(.*?)</form>', (await clerk.get(path)).text, re.DOTALL)
    assert form, "no statement can be asked for"
    about = re.search("<option>([^<]+)", form[2])
    asked = {"kind": form[1], "of": about[1] if about else "", "_op": "walk-1"}
    answer = await clerk.send(path, asked)
    assert answer.status_code == SEE_OTHER, answer.text


def _by_person(stops: Sequence[Stop]) -> Iterator[tuple[str | None, list[Stop]]]:
    ordered = sorted(stops, key=lambda each: each.who or "")
    return ((who, list(few)) for who, few in groupby(ordered, key=lambda each: each.who))


# What each look asks of every page. Rules on colors do not depend on the width, nor the others on the colors.
ASKED = {"light": Rules.ALL, "dark": Rules.COLORS, "narrow": Rules.OTHERS, "tiny": None}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("look", LOOKS)
async def test_nothing_stands_against_any_page(walk: Walk, look: str) -> None:
    found: dict[str, list[str]] = {}
    forms_here = walk.forms[NAMES.index(look) :: len(NAMES)]

    for who, few in _by_person([*walk.pages, *forms_here]):
        async with walk.chromium.page(who, look=look) as page:
            for stop in few:
                await page.goto(stop.path)
                rules = Rules.ALL if stop in forms_here else ASKED[look]
                if said := await _against(page, rules):
                    found[stop.path] = said

    assert found == {}


async def _against(page: Page, rules: Rules | None) -> list[str]:
    """Return what there is to say against a page, with everything on it unfolded."""
    await page.evaluate(UNFOLD)
    said = ["it is wider than the window"] if await overflows(page) else []
    if rules in {Rules.ALL, Rules.COLORS}:
        said += await faint(page)
    if rules is not None:
        await page.evaluate(SHORTEN)
        said += await axe_finds(page, rules)
    return said


@pytest.mark.parametrize("look", ["light", "dark"])
async def test_boxes_to_check_are_seen_before_they_are_checked(walk: Walk, look: str) -> None:
    path = next(stop.path for stop in walk.forms if stop.path.endswith("/record-inspection"))

    async with walk.chromium.page("officer", look=look) as page:
        await page.goto(path)
        for kind in ("checkbox", "radio"):
            for box in (await page.locator(f"main input[type={kind}]:not(:checked)").all())[:1]:
                assert await pixels_stand_out(box) >= LEAST, kind


FAINT = """
<div style="background: #fff"><input type="text" style="border: 1px solid #ccc">
<table class="month"><tr><td class="d-O" style="background: #777">1<b style="color: #888">O</b></table>
<svg class="chart"><g class="k-notice"><path style="fill: #eee" d="M0 0h9v9z"/></g></svg></div>
"""


async def test_what_is_faint_is_found(walk: Walk) -> None:
    async with walk.chromium.page() as page:
        await page.set_content(FAINT)

        found = " ".join(await faint(page))

    assert [part in found for part in ("edge of input", "letter in td.d-O", "mark g.k-notice")] == [True] * 3


async def test_a_first_visit_to_no_page_is_heavy(walk: Walk) -> None:
    house, heavy, files = walk.chromium.house, dict[str, int](), dict[str, int]()

    for who, few in _by_person([*walk.pages, *walk.forms]):
        visitor = house.visitor(who) if who else house.stranger()
        for stop in few:
            page = await visitor.get(stop.path)
            linked = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
            for each in linked - files.keys():
                files[each] = int((await visitor.get(each)).headers["content-length"])
            weight = len(page.content) + sum(files[each] for each in linked)
            if weight > MOST_BYTES:
                heavy[stop.path] = weight

    assert heavy == {}
    assert len(files) >= FEWEST_FILES  # styles and scripts were found, and weighed
