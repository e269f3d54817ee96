"""The list of cases: searched by its address, kept as a view, taken along as a file in which nothing is a formula."""

import csv
import io

import pytest
from openpyxl import load_workbook

from documents.case_sheet import COLUMNS
from tests.web.house import House
from tests.workflows.town_hall import opening

MOST_BYTES = 60_000
FORMULA = '=HYPERLINK("http://evil.test")'


async def test_what_is_searched_for_is_found_and_stays_in_the_form(house: House) -> None:
    case = await house.town.open(opening() | {"property": {"address": "12 Zebra Crossing"}})

    found = (await house.visitor("officer").get("/cases?q=zebra")).text

    assert f'href="/cases/{case}"' in found
    assert 'value="zebra"' in found
    assert "1 case<" in found


@pytest.mark.parametrize(
    "query", ["phase=nonsense&sort=x&page=-1&role=admin", "page=99999999999999999999", "q=%00%ff"]
)
async def test_what_is_no_choice_is_passed_over(house: House, query: str) -> None:
    assert (await house.visitor("officer").get(f"/cases?{query}")).status_code == 200


@pytest.mark.parametrize(
    "path", ["/cases?q=yak", "/cases?village=webster", "/cases.csv", "/cases.csv?village=webster"]
)
async def test_a_neighbor_finds_nothing_of_it(house: House, path: str) -> None:
    await house.town.open(opening() | {"property": {"address": "3 Yak Lane"}})

    assert "Yak Lane" not in (await house.visitor("neighbor").get(path)).text


async def test_the_csv_is_what_is_shown_and_no_formula(house: House) -> None:
    case = await house.town.open(opening() | {"property": {"address": FORMULA, "parcel": "csv 1"}})
    answer = await house.visitor("viewer").get("/cases.csv?q=csv+1")

    head, row = csv.reader(io.StringIO(answer.text))

    assert tuple(head) == COLUMNS
    assert (row[0], row[3]) == (case, f"'{FORMULA}")
    assert answer.headers["content-type"].startswith("text/csv")


async def test_the_workbook_is_what_is_shown_and_no_formula(house: House) -> None:
    case = await house.town.open(opening() | {"property": {"address": FORMULA, "parcel": "xlsx 1"}})
    answer = await house.visitor("viewer").get("/cases.xlsx?q=xlsx+1")

    sheet = load_workbook(io.BytesIO(answer.content)).worksheets[0]

    assert [cell.value for cell in sheet[2]][:4] == [case, "webster", "opened", FORMULA]
    assert sheet["D2"].data_type == "s"


async def test_a_view_is_kept_found_again_and_dropped(house: House) -> None:
    someone = house.visitor(house.new_user())

    kept = await someone.send("/views", {"name": "  Mine  <b>", "query": "q=elm&sort=due&evil=1&page=7"})
    shown = (await someone.get("/cases")).text

    assert kept.headers["location"] == "/cases?q=elm&sort=due"
    assert '<a href="/cases?q=elm&amp;sort=due">Mine &lt;b&gt;</a>' in shown
    await someone.send("/views/drop", {"name": "Mine <b>"})
    assert "Mine &lt;b&gt;" not in (await someone.get("/cases?page=1")).text.partition("Your views")[2]


async def test_a_view_without_a_name_is_asked_for_one(house: House) -> None:
    refused = await house.visitor("officer").send("/views", {"name": " ", "query": "q=elm"})

    assert refused.status_code == 422
    assert "Give the view a name" in refused.text


async def test_views_are_ones_own(house: House) -> None:
    one, other = house.visitor(house.new_user()), house.visitor(house.new_user())
    await one.send("/views", {"name": "secret plan", "query": ""})

    assert "secret plan" not in (await other.get("/cases")).text


async def test_a_full_page_stays_small(house: House) -> None:
    long = "Lorem ipsum dolor sit amet " * 10
    for _ in range(52):
        await house.town.open(opening() | {"property": {"address": f"heavy {long}"}})

    page = await house.visitor("both").get("/cases?q=heavy")

    assert len(page.content) < MOST_BYTES
    assert "Next page" in page.text
    assert "Earlier page" in (await house.visitor("both").get("/cases?q=heavy&page=2")).text
