"""The attorney's board and what-if: for those it is for, with the village's reading first, and without recording."""

import pytest

from tests.web.house import House
from tests.workflows.town_hall import opening

MOST_BYTES = 60_000


@pytest.mark.parametrize(
    ("who", "status"), [("attorney", 200), ("viewer", 200), ("officer", 403), ("clerk", 403)]
)
async def test_the_board_is_the_attorneys_and_the_viewer_may_look(
    house: House, who: str, status: int
) -> None:
    await house.open_case()

    board = await house.visitor(who).get("/board")

    assert board.status_code == status
    assert ("Charge<" in board.text) == (who == "attorney")
    assert ('href="/board"' in board.text) == (status == 200)


async def test_the_board_is_small_and_turns_its_pages(house: House) -> None:
    for _ in range(14):
        await house.open_case()
    attorney = house.visitor("attorney")

    for path in ("/board", "/board?rank=limit&page=2", "/board?rank=exposure", "/board?rank=x&page=x"):
        page = await attorney.get(path)

        assert page.status_code == 200
        assert len(page.content) < MOST_BYTES


async def test_a_neighbors_board_shows_nothing_of_it(house: House) -> None:
    await house.open_case()

    assert "webster-20" not in (await house.visitor("neighbor").get("/board")).text


async def test_what_if_shows_the_figures_beside_todays(house: House) -> None:
    case = await house.town.open(opening(observed_on="2026-05-04"))
    officer = house.visitor("officer")
    today = (house.clock()).date()

    shown = (await officer.get(f"/cases/{case}/what-if?by={today.year + 1}-11-30&cured=2026-05-14")).text

    assert '<td data-label="Prior conviction">' in shown
    assert "If cured on Thu 14 May 2026" in shown
    assert "$2,500" in shown
    assert "10 offenses" in shown
    assert "§ 130-28" in shown


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("by=2020-01-01", "is past"),
        ("by=tomorrow", "This is no date"),
        ("by=9999-12-31", "too far ahead"),
        ("cured=2020-01-01", "before v1 was observed"),
        ("vacated=x+c1", "no such prior"),
        ("by=<b>", "&lt;b&gt;"),
    ],
)
async def test_what_cannot_be_supposed_is_said_and_nothing_breaks(
    house: House, query: str, words: str
) -> None:
    case = await house.open_case()

    shown = await house.visitor("viewer").get(f"/cases/{case}/what-if?{query}")

    assert shown.status_code == 200
    assert words in shown.text


async def test_another_villages_case_is_not_there_to_suppose(house: House) -> None:
    case = await house.open_case()

    assert (await house.visitor("neighbor").get(f"/cases/{case}/what-if")).status_code == 404
