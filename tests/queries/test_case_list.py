"""The list of cases: found by any word, filtered and ordered alike on both databases, a page at a time."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine

from models.session import read
from queries.case_list import PAGE, Listed, Sort, Wish, all_found, count_cases, find_cases
from queries.desk import Place
from rules.values import Phase, Role
from tests.activities.support import OWNER, Town

TODAY = date(2026, 6, 1)
VIEWER = frozenset({Role.VIEWER})


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _find(
    town: Town, today: date = TODAY, villages: tuple[str, ...] = ("webster",), **wish: Any
) -> list[str]:
    places = {key: Place(today=today, roles=VIEWER) for key in villages}
    with read(town.engine) as session:
        found = find_cases(session, places, Wish(**wish))
        assert count_cases(session, places, Wish(**wish)) == len(found)
    return [case.id for case in found]


@pytest.mark.parametrize(
    "text",
    ["webster-2026-0001", "2026-0001", "WEBSTER-2026", "muñoz", "Munoz", "o'brien", "OBRIEN", "079.18-1", "ditch",
     "silt obrien", "elm str", "§ 130-23A"],
)  # fmt: skip
def test_a_case_is_found_by_any_of_its_words(town: Town, text: str) -> None:
    where = {"address": "41 Elm Street", "parcel": "079.18-1-23"}
    person = OWNER | {"name": "Muñoz & O'Brien LLC"}
    case = town.open(where=where, respondents=[person])

    assert _find(town, text=text) == [case]


@pytest.mark.parametrize("text", ["oak", "2026-0002", "elm oak", "%", "_", "williamsville-2026-0001"])
def test_a_case_is_not_found_by_what_it_has_not(town: Town, text: str) -> None:
    town.open()

    assert _find(town, text=text) == ([] if text not in {"%", "_"} else ["webster-2026-0001"])


def test_a_case_of_another_village_is_not_found(town: Town) -> None:
    town.open()

    assert _find(town, villages=("williamsville",)) == []
    assert _find(town, villages=()) == []
    assert _find(town, village="williamsville") == []


def test_filters_narrow_the_list(town: Town) -> None:
    noticed, opened = town.served(remedy_by="2026-06-05"), town.open(remedy_by="2026-06-20")

    assert _find(town, phase=Phase.SERVED) == [noticed]
    assert _find(town, phase=Phase.OPENED) == [opened]
    assert _find(town, role=Role.OFFICER) == [opened, noticed]
    assert _find(town, role=Role.CLERK) == []


def test_overdue_is_what_was_due_before_today(town: Town) -> None:
    case = town.open(remedy_by="2026-06-05")

    assert _find(town, date(2026, 6, 5), overdue=True) == []
    assert _find(town, date(2026, 6, 6), overdue=True) == [case]
    assert _find(town, date(2026, 6, 6), overdue=True, role=Role.CLERK) == []


def test_a_line_says_since_when_work_is_overdue(town: Town) -> None:
    town.open(remedy_by="2026-06-05")

    def since(today: date) -> date | None:
        with read(town.engine) as session:
            return find_cases(session, {"webster": Place(today=today, roles=VIEWER)}, Wish())[0].overdue_since

    assert since(date(2026, 6, 5)) is None
    assert since(date(2026, 6, 6)) == date(2026, 6, 5)


def test_the_list_is_ordered_as_wished(town: Town) -> None:
    first = town.open(where={"address": "9 Oak Lane"}, remedy_by="2026-06-20")
    second = town.open(where={"address": "1 Ash Road"}, remedy_by="2026-06-10")

    assert _find(town) == [second, first]
    assert _find(town, sort=Sort.OLDEST) == [first, second]
    assert _find(town, sort=Sort.DUE) == [second, first]
    assert _find(town, sort=Sort.ADDRESS) == [second, first]


def test_pages_follow_one_another_without_a_gap(town: Town) -> None:
    cases = [town.open() for _ in range(5)]
    places = {"webster": Place(today=TODAY, roles=VIEWER)}

    with read(town.engine) as session:
        pages = [find_cases(session, places, Wish(), offset=at, limit=2) for at in (0, 2, 4)]
        whole = [case.id for case in all_found(session, places, Wish(), chunk=2)]

    assert [case.id for page in pages for case in page] == whole == cases[::-1]
    assert PAGE > 5


def test_a_line_names_its_respondents_in_order(town: Town) -> None:
    case = town.open(respondents=[OWNER | {"name": f"Owner {number}"} for number in range(1, 12)])

    with read(town.engine) as session:
        (found,) = find_cases(session, {"webster": Place(today=TODAY, roles=VIEWER)}, Wish())

    assert isinstance(found, Listed)
    assert (found.id, found.respondents[0], found.respondents[10]) == (case, "Owner 1", "Owner 11")


def test_a_corrected_name_is_found_and_the_old_one_no_more(town: Town) -> None:
    case = town.open(respondents=[OWNER | {"name": "Smyth"}])
    town.act(case, "correct-respondent", respondent="r1", name="Smith", reason="deed")

    assert _find(town, text="smith") == [case]
    assert _find(town, text="smyth") == []
