"""The list of cases as people take it along: CSV and a workbook with the columns of the page."""

from collections.abc import Iterable, Iterator

from documents.sheet import Cell, append, csv_lines, new_book, saved

COLUMNS = ("case", "village", "phase", "where", "parcel", "respondents", "where it stands", "opened", "closed",
           "next due", "open violations")  # fmt: skip
WIDTHS = (22, 16, 14, 36, 18, 40, 60, 12, 12, 12, 10)
Row = tuple[Cell, ...]


def as_csv(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the list as CSV."""
    return csv_lines(COLUMNS, rows)


def as_workbook(rows: Iterable[Row]) -> bytes:
    """Return the list as an XLSX workbook."""
    book, sheet = new_book("Cases", "cases", COLUMNS, WIDTHS)
    for row in rows:
        append(sheet, row)
    return saved(book)
