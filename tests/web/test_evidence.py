"""Exhibits on pages: what they show and tell of themselves, small pictures and copies that tell nothing."""

import html
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from activities.scanner import Scanner
from rules.values import Role
from tests.activities.test_evidence import CHECKS_FOR_X, script
from tests.documents.photographs import HERE, PLACE, TAKEN, jpeg
from tests.web.browsing import Browsing, axe_finds, overflows
from tests.web.house import FormPage, House
from web.office import Office

FORM = "/cases/{}/do/attach-evidence"
NOTED = {"DateTimeOriginal": TAKEN, "OffsetTimeOriginal": "-04:00", "Model": "Acme 5", "gps": HERE}
_numbers = count()
Scan = Callable[[Path, str], None]


def _photo(**noted: Any) -> bytes:
    """Give a photograph that no other test has."""
    return jpeg(Software=str(next(_numbers)), **NOTED | noted)


def _files(*contents: bytes) -> list[tuple[str, tuple[str, bytes, str]]]:
    return [("path", (f"IMG {n}.jpg", each, "image/jpeg")) for n, each in enumerate(contents, 1)]


def _said(answer: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", answer.text)))


async def _send(house: House, case: str, *contents: bytes, who: str = "officer", **fields: Any) -> Any:
    return await house.visitor(who).fill(
        FORM.format(case), {"caption": "Fence down", **fields}, files=_files(*contents)
    )


async def _after(house: House, case: str, sent: Any) -> str:
    """Give what the page says that a form led to."""
    assert sent.status_code == 303, sent.text
    visitor = house.visitor("officer")
    visitor.client.cookies.update(sent.cookies)
    return _said(await visitor.get(f"/cases/{case}"))


def _attached(house: House, case: str) -> list[Any]:
    return [each for each in house.town.events(case) if each.kind == "evidence-attached"]


async def test_the_day_the_place_and_the_camera_stand_on_both_pages(house: House) -> None:
    case = await house.open_case()

    await _send(house, case, _photo())

    page = _said(await house.visitor("viewer").get(f"/cases/{case}/evidence"))
    assert PLACE in page
    assert "Acme 5" in page
    assert "taken on Mon 1 Jun 2026" in page
    assert PLACE in _said(await house.visitor("viewer").get(f"/cases/{case}"))


async def test_another_day_than_the_cameras_is_taken_and_marked(house: House) -> None:
    case = await house.open_case()

    sent = await _send(house, case, _photo(), taken_on="2026-05-30")

    assert "the camera dates IMG 1.jpg Mon 1 Jun 2026, you Sat 30 May 2026" in await _after(house, case, sent)
    page = _said(await house.visitor("viewer").get(f"/cases/{case}/evidence"))
    assert "Recorded as of Sat 30 May 2026 , but its camera dates it Mon 1 Jun 2026" in page


async def test_several_photographs_are_attached_each_with_its_own_day(house: House) -> None:
    case = await house.open_case()

    sent = await _send(house, case, _photo(), _photo(DateTimeOriginal="2026:06:03 09:00:00"))

    assert "IMG 1.jpg and IMG 2.jpg attached" in await _after(house, case, sent)
    days = ['"taken_on":"2026-06-01"', '"taken_on":"2026-06-03"']
    assert [day in each.data for day, each in zip(days, _attached(house, case), strict=True)] == [True, True]


async def test_what_is_in_the_case_already_is_left_and_said(house: House) -> None:
    case, known, new = await house.open_case(), _photo(), _photo()
    await _send(house, case, known)

    sent = await _send(house, case, known, new)
    alone = await _send(house, case, known)

    assert "In the case before: IMG 1.jpg." in await _after(house, case, sent)
    assert len(_attached(house, case)) == 2
    assert (alone.status_code, "already in the case" in alone.text) == (409, True)


async def test_a_form_sent_twice_attaches_once(house: House) -> None:
    case, photos = await house.open_case(), [_photo(), _photo()]
    path, visitor = FORM.format(case), house.visitor("officer")
    values = FormPage.read((await visitor.get(path)).text, path).values | {"caption": "Fence"}

    answers = [await visitor.client.post(path, data=values, files=_files(*photos)) for _ in range(2)]

    assert [each.status_code for each in answers] == [303, 303]
    assert len(_attached(house, case)) == 2


async def test_one_bad_file_among_good_ones_is_named_and_the_good_ones_are_kept(house: House) -> None:
    case = await house.open_case()
    path, visitor = FORM.format(case), house.visitor("officer")

    refused = await visitor.fill(path, {"caption": "Fence"}, files=_files(_photo(), b"<svg/>", _photo()))
    values = FormPage.read(refused.text, path).values
    sent = await visitor.client.post(path, data=values)

    assert refused.status_code == 422
    assert "IMG 2.jpg is no photograph" in refused.text
    assert "The file IMG 1.jpg is kept" in refused.text
    assert "IMG 3.jpg is kept" not in refused.text
    assert (sent.status_code, len(_attached(house, case))) == (303, 1)


async def test_a_kept_file_can_be_left_out(house: House) -> None:
    case = await house.open_case()
    path, visitor = FORM.format(case), house.visitor("officer")
    refused = await visitor.fill(path, {"caption": ""}, files=_files(_photo(), _photo()))
    values = FormPage.read(refused.text, path).values

    sent = await visitor.client.post(path, data=values | {"caption": "Fence", "_kept": [values["_kept"][1]]})

    assert sent.status_code == 303
    assert ['"filename":"IMG 2.jpg"' in each.data for each in _attached(house, case)] == [True]


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        pytest.param([b"\xff\xd8\xff" + b"0" * 25_000_000], "IMG 1.jpg is larger than 25 MB", id="too large"),
        pytest.param([b"\xff\xd8\xff%d" % n for n in range(21)], "can be 20 at a time", id="too many"),
        pytest.param([], "is missing; choose one", id="none"),
    ],
)
async def test_there_is_a_limit(house: House, contents: list[bytes], words: str) -> None:
    case = await house.open_case()

    sent = await _send(house, case, *contents)

    assert (sent.status_code, words in html.unescape(sent.text)) == (422, True)
    assert _attached(house, case) == []


async def test_exhibits_of_an_inspection_stand_beside_the_grade_of_its_day(house: House) -> None:
    case = await house.open_case()
    found = {"on": "2026-06-01", "inspector": "Ann", "findings": {"v1": "continuing"}}
    await house.town.act(case, "record-inspection", found)

    await _send(house, case, _photo(), _photo(), inspection_on="2026-06-01", taken_by="Ann")

    page = _said(await house.visitor("viewer").get(f"/cases/{case}/evidence"))
    assert "v1 Mon 1 Jun 2026 observed exhibit 1 , exhibit 2 —" in page
    on_case = await house.visitor("viewer").get(f"/cases/{case}?year=2026&violation=v1")
    assert "1 date with exhibits" in _said(on_case)
    assert "<td class=d-O>1<b>O•</b>" in on_case.text


async def test_a_photograph_of_a_day_without_an_inspection_is_refused_as_one_of_it(house: House) -> None:
    case = await house.open_case()

    sent = await _send(house, case, _photo(), inspection_on="2026-06-02")

    assert sent.status_code == 422
    assert "Record the inspection first" in sent.text
    assert "The file IMG 1.jpg is kept" in sent.text


# --- files ------------------------------------------------------------------------------------------------


async def _one(house: House, content: bytes) -> tuple[str, str]:
    case = await house.open_case()
    await _send(house, case, content)
    found = re.search(r'"sha256":"([0-9a-f]{64})"', _attached(house, case)[0].data)
    assert found is not None
    return case, f"/cases/{case}/evidence/{found[1]}"


async def test_the_original_the_copy_and_the_small_picture(house: House) -> None:
    photo = _photo(Orientation=6)
    case, path = await _one(house, photo)
    visitor = house.visitor("viewer")

    original, copy, thumb = [await visitor.get(f"{path}{more}") for more in ("", "?copy=1", "/thumb")]

    assert original.content == photo
    for told, size in ((copy, (480, 640)), (thumb, (240, 320))):
        assert Image.open(io.BytesIO(told.content)).size == size
        assert dict(Image.open(io.BytesIO(told.content)).getexif()) == {}
        assert told.headers["content-type"] == "image/jpeg"
        assert told.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert copy.headers["content-disposition"].endswith("IMG%201%20%28copy%29.jpg")
    assert thumb.headers["cache-control"].startswith("private")
    assert original.headers["cache-control"] == "no-store"
    assert 'alt="Exhibit 1: Fence down"' in (await visitor.get(f"/cases/{case}")).text


async def test_what_is_no_photograph_has_neither_copy_nor_small_picture(house: House) -> None:
    case, path = await _one(house, b"%%PDF-1.7 %d" % next(_numbers))
    visitor = house.visitor("viewer")

    answers = [await visitor.get(f"{path}{more}") for more in ("", "?copy=1", "/thumb")]

    assert [each.status_code for each in answers] == [200, 404, 404]
    assert "No copy without camera data can be made" in (await visitor.get(f"/cases/{case}/evidence")).text


async def test_another_village_and_another_case_have_none_of_it(house: House) -> None:
    case, path = await _one(house, _photo())
    other = await house.open_case()
    stranger = house.new_user(roles={"williamsville": (Role.OFFICER,)})
    paths = [f"/cases/{case}/evidence", path, f"{path}?copy=1", f"{path}/thumb"]

    for each in paths:
        assert (await house.visitor(stranger).get(each)).status_code == 404
        assert (await house.stranger().get(each)).status_code in {303, 401}
    for each in paths[1:]:
        assert (await house.visitor("officer").get(each.replace(case, other))).status_code == 404


# --- the scanner ------------------------------------------------------------------------------------------


@pytest.fixture
def scanned(house: House) -> Iterator[Scan]:
    """Give a way to have the house scan with a program of a few words."""
    state = house.app.state
    before: Office = state.office

    def scan(folder: Path, words: str) -> None:
        scanner = Scanner(script(folder, words))
        state.office = replace(before, settings=replace(before.settings, scanner=scanner))

    yield scan
    state.office = before


async def test_an_infected_file_is_refused_and_not_kept(house: House, scanned: Scan, tmp_path: Path) -> None:
    case = await house.open_case()
    scanned(tmp_path, CHECKS_FOR_X)

    sent = await _send(house, case, _photo() + b"EICAR")
    clean = await _send(house, case, _photo())

    assert (sent.status_code, "is kept" in sent.text) == (409, False)
    assert "found something in IMG 1.jpg: stream: Eicar-Test FOUND" in sent.text
    assert (clean.status_code, len(_attached(house, case))) == (303, 1)


async def test_without_an_answer_of_the_scanner_nothing_is_taken(
    house: House, scanned: Scan, tmp_path: Path
) -> None:
    case = await house.open_case()
    scanned(tmp_path, "#!/bin/sh\nexit 2\n")

    sent = await _send(house, case, _photo())

    assert sent.status_code == 503
    assert "cannot be checked for viruses now" in sent.text
    assert 'value="Fence down"' in sent.text
    assert _attached(house, case) == []


# --- in the browser ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["light", "narrow"])
async def test_the_page_of_exhibits_is_accessible_and_shows_them(chromium: Browsing, look: str) -> None:
    house = chromium.house
    case = await house.open_case()
    await _send(house, case, _photo(), _photo(), taken_on="2026-05-30", violation="v1", shows="continuing")
    async with chromium.page("officer", look=look) as page:
        for path in (f"/cases/{case}/evidence", f"/cases/{case}"):
            await page.goto(path)
            picture = page.locator("main img").first
            await picture.scroll_into_view_if_needed()
            await page.wait_for_function("() => document.querySelector('main img').naturalWidth > 0")

            assert await axe_finds(page) == []
            assert not await overflows(page)


async def test_photographs_are_chosen_in_the_browser_without_scripts(
    chromium: Browsing, tmp_path: Path
) -> None:
    case = await chromium.house.open_case()
    files = [tmp_path / f"{n}.jpg" for n in range(2)]
    for each in files:
        each.write_bytes(_photo())
    async with chromium.page("officer", look="narrow") as page:
        await page.goto(FORM.format(case))
        await page.get_by_label("Caption").fill("Fence down")
        await page.locator("#f-path").set_input_files(files)
        await page.get_by_role("button", name="Attach evidence").last.click()

        await page.get_by_text("0.jpg and 1.jpg attached").wait_for()
    assert len(_attached(chromium.house, case)) == 2


async def test_on_a_phone_a_photograph_can_be_taken_at_once(chromium: Browsing, tmp_path: Path) -> None:
    case = await chromium.house.open_case()
    photo = tmp_path / "now.jpg"
    photo.write_bytes(_photo())
    async with chromium.page("officer", look="narrow", has_touch=True, is_mobile=True) as page:
        await page.goto(FORM.format(case))
        camera = page.get_by_label("or take a photograph")
        assert await camera.is_visible()
        assert await camera.get_attribute("capture") == "environment"
        await page.get_by_label("Caption").fill("Fence down")
        await camera.set_input_files(photo)
        assert await axe_finds(page) == []
        await page.get_by_role("button", name="Attach evidence").last.click()

        await page.get_by_text("now.jpg attached").wait_for()
    assert len(_attached(chromium.house, case)) == 1
    async with chromium.page("officer") as page:
        await page.goto(FORM.format(case))
        assert not await page.locator("#f-path-camera").is_visible()
