"""Tables as CSV and as a workbook: text that a spreadsheet could take for a formula stays text.

The same rows give the same bytes.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, TYPE_STRING
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

Cell = str | Decimal | int | date | None
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
EPOCH = datetime(2000, 1, 1)  # noqa: DTZ001  a workbook's own dates bear no zone; a fixed one keeps the bytes the same
LONGEST_CELL = 32_767


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield a table as CSV (RFC 4180), row by row."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        yield _taken(out)
        writer.writerow([plain(cell) if isinstance(cell, str) else cell for cell in row])
    yield _taken(out)


def plain(text: str) -> str:
    """Return text as no spreadsheet takes it for a formula: with an apostrophe before what begins like one."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def new_book(
    title: str, name: str, columns: Sequence[str], widths: Sequence[int]
) -> tuple[Workbook, Worksheet]:
    """Make a workbook of one sheet with a head of columns that stays in sight."""
    book = Workbook()
    book.properties.created = book.properties.modified = EPOCH
    book.properties.title = title
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = name
    sheet.append(tuple(columns))
    sheet.freeze_panes = "A2"
    for number, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    bold(sheet, 1)
    return book, sheet


def append(sheet: Worksheet, cells: Sequence[Cell]) -> None:
    """Write a row below the last one; what is text stays text."""
    row = sheet.max_row + 1
    for column, value in enumerate(cells, start=1):
        told = ILLEGAL_CHARACTERS_RE.sub("", value)[:LONGEST_CELL] if isinstance(value, str) else value
        cell = sheet.cell(row=row, column=column, value=told)
        if isinstance(told, str):
            cell.data_type = TYPE_STRING


def bold(sheet: Worksheet, row: int) -> None:
    """Write a row in bold."""
    for cell in sheet[row]:
        cell.font = Font(bold=True)


def saved(book: Workbook) -> bytes:
    """Return a workbook as a file without the clock's traces, so that the same rows are the same file."""
    out = io.BytesIO()
    book.save(out)
    return _undated(out.getvalue())


def _taken(out: io.StringIO) -> str:
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text


def _undated(data: bytes) -> bytes:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = _with_fixed_dates(content)
            target.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def _with_fixed_dates(core: bytes) -> bytes:
    """Return the workbook's properties with the day of saving, which openpyxl sets itself, made the fixed one."""
    head, marker, rest = core.partition(b"<dcterms:modified")
    if not marker:
        return core
    opening, _, after = rest.partition(b">")
    _, closing, tail = after.partition(b"</dcterms:modified>")
    return head + marker + opening + b">" + f"{EPOCH.isoformat()}Z".encode() + closing + tail
