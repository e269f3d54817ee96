import csv
import io
from datetime import date
from decimal import Decimal

from openpyxl import load_workbook

from documents.levy_file import COLUMNS, as_csv, as_workbook, total
from rules.levy import LevyLine

LINES = [
    LevyLine(
        case="webster-2026-0001",
        parcel="080.09-2-14",
        owner="=HYPERLINK(1), O'Brien & Söhne",
        amount=Decimal("1333.34"),
        resolution="2026-34",
        lien_on=date(2026, 4, 2),
        on=date(2026, 5, 5),
        what="certified",
    ),
    LevyLine(
        case="webster-2026-0001",
        parcel="+1",
        owner="HOA",
        amount=Decimal("-400.00"),
        resolution="2026-34",
        lien_on=date(2026, 4, 2),
        on=date(2026, 6, 1),
        what="paid since, correction",
    ),
]


def test_the_rows_reconcile_with_the_total() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(LINES))))

    assert tuple(rows[0]) == COLUMNS
    assert [row[2] for row in rows[1:]] == ["1333.34", "-400.00", "933.34"]
    assert total(LINES) == Decimal("933.34")


def test_text_that_begins_like_a_formula_stays_text() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(LINES))))
    sheet = load_workbook(io.BytesIO(as_workbook(LINES, title="x")))["levy"]

    assert rows[1][1] == "'=HYPERLINK(1), O'Brien & Söhne"
    assert rows[2][0] == "'+1"
    assert sheet["B2"].value == "=HYPERLINK(1), O'Brien & Söhne"
    assert sheet["B2"].data_type == "s"
    assert sheet["A3"].data_type == "s"


def test_the_workbook_holds_numbers_and_the_same_total() -> None:
    sheet = load_workbook(io.BytesIO(as_workbook(LINES, title="x")))["levy"]

    assert [sheet.cell(row, 3).value for row in (2, 3, 4)] == [1333.34, -400, 933.34]


def test_the_same_levy_is_the_same_file() -> None:
    assert as_workbook(LINES, title="x") == as_workbook(LINES, title="x")


def test_an_empty_levy_is_a_header_and_a_total_of_nought() -> None:
    assert as_csv([]).splitlines()[1].startswith("total,,0.00")
