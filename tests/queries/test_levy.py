"""The levy of a village: it reconciles with its cases, and a payment corrects it without changing a line."""

import csv
import io
from decimal import Decimal
from typing import Any

import pytest
from openpyxl import load_workbook
from sqlalchemy import Engine

from documents.levy_file import as_csv, as_workbook
from models.session import read
from ordinances.load import load_law
from queries.levy import levy_of
from queries.record import fold_case
from rules.ledger import balances
from rules.refusals import NotFound
from rules.values import Role
from tests.activities.support import Town
from tests.queries.money import assessed

VIEWER = frozenset({Role.VIEWER})
THREE = [{"parcel": f"080.09-2-{lot}", "share": 1} for lot in (14, 15, 16)]


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _levy(town: Town, year: int = 2026, village: str = "webster", roles: frozenset[Role] = VIEWER) -> Any:
    with read(town.engine) as session:
        return levy_of(session, load_law(village), year, now=town.at, roles=roles)


def _certified(town: Town, amount: int = 4000, year: int = 2026, **prorated: Any) -> str:
    case = assessed(town, town.worked(), amount)
    if prorated:
        town.act(case, "prorate", **prorated)
    town.act(case, "certify-for-levy", on="2026-05-05", fiscal_year=year)
    return case


def _stands(town: Town, cases: list[str]) -> Decimal:
    with read(town.engine) as session:
        accounts = [fold_case(session, case).abatement.entries for case in cases]
    return sum((balances(entries).levied for entries in accounts), Decimal(0))


def test_the_totals_reconcile_with_the_cases(town: Town) -> None:
    cases = [_certified(town, 4000, parts=THREE), _certified(town, 2500), _certified(town, 700, year=2027)]
    town.worked()
    town.act(cases[0], "record-cost-payment", on="2026-06-01", amount=1000)

    found = _levy(town)

    assert [line.case for line in found.lines] == [cases[0]] * 6 + [cases[1]]
    assert (found.certified, found.corrections, found.total) == (6500, -1000, 5500)
    assert found.levied == found.total + found.other_years == _stands(town, cases)
    assert found.other_years == 700


def test_the_files_hold_the_same_lines_and_the_same_total(town: Town) -> None:
    _certified(town, 4000, parts=THREE)
    found = _levy(town)

    rows = list(csv.reader(io.StringIO(as_csv(found.lines))))
    sheet = load_workbook(io.BytesIO(as_workbook(found.lines, title="Levy")))["levy"]

    assert [row[2] for row in rows[1:]] == ["1333.34", "1333.33", "1333.33", "4000.00"]
    assert [sheet.cell(row, 3).value for row in range(2, 6)] == [1333.34, 1333.33, 1333.33, 4000]
    assert sum(Decimal(row[2]) for row in rows[1:-1]) == found.total


def test_running_it_twice_changes_nothing_and_a_payment_adds_a_line(town: Town) -> None:
    case = _certified(town)
    first, again = _levy(town), _levy(town)
    town.act(case, "record-cost-payment", on="2026-06-01", amount=250)

    later = _levy(town.after(1))

    assert as_csv(first.lines) == as_csv(again.lines)
    assert as_workbook(first.lines, title="x") == as_workbook(again.lines, title="x")
    assert later.lines[: len(first.lines)] == first.lines
    assert [(line.amount, line.what) for line in later.lines[len(first.lines) :]] == [
        (-250, "paid since, correction")
    ]


def test_a_year_with_nothing_in_it_is_an_empty_levy(town: Town) -> None:
    found = _levy(town, 2031)

    assert (found.lines, found.total, found.levied) == ((), 0, 0)
    assert (str(found.begins_on), str(found.closes_on), found.open) == ("2031-06-01", "2031-05-15", True)
    assert as_csv(found.lines).splitlines()[1].startswith("total,,0.00")


def test_a_levy_that_has_closed_says_so(town: Town) -> None:
    assert not _levy(town).open


def test_the_levy_of_another_village_is_not_there(town: Town) -> None:
    with pytest.raises(NotFound):
        _levy(town, roles=frozenset())


def test_a_case_of_another_village_is_not_in_it(town: Town) -> None:
    _certified(town)

    assert _levy(town, village="williamsville").lines == ()
