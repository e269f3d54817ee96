"""The levy file a clerk hands to the assessor, as CSV and as a workbook: the same rows, and a total that reconciles.

The same lines give the same bytes. Text that a spreadsheet could take for a formula stays text.
"""

from collections.abc import Sequence
from decimal import Decimal

from documents.sheet import append, bold, csv_lines, new_book, saved
from rules.ledger import NOUGHT
from rules.levy import LevyLine

COLUMNS = ("parcel", "owner", "amount", "resolution", "lien date", "entered on", "what", "case")
WIDTHS = (18, 36, 14, 18, 12, 12, 24, 22)


def total(lines: Sequence[LevyLine]) -> Decimal:
    """Return what the lines add up to, in dollars."""
    return sum((line.amount for line in lines), NOUGHT)


def as_csv(lines: Sequence[LevyLine]) -> str:
    """Return the levy as CSV (RFC 4180), the last row its total."""
    last = ("total", "", f"{total(lines):.2f}", "", "", "", "", "")
    return "".join(csv_lines(COLUMNS, [*map(_cells, lines), last]))


def as_workbook(lines: Sequence[LevyLine], *, title: str) -> bytes:
    """Return the levy as an XLSX workbook of one sheet, the last row its total."""
    book, sheet = new_book(title, "levy", COLUMNS, WIDTHS)
    for line in lines:
        append(sheet, _cells(line))
    sheet.append(("total", "", total(lines)))
    bold(sheet, sheet.max_row)
    for row in sheet.iter_rows(min_row=2, min_col=3, max_col=3):
        row[0].number_format = "#,##0.00"
    return saved(book)


def _cells(line: LevyLine) -> tuple[str | Decimal, ...]:
    return (
        line.parcel,
        line.owner,
        line.amount,
        line.resolution,
        line.lien_on.isoformat(),
        line.on.isoformat(),
        line.what,
        line.case,
    )
