"""The levy file a clerk hands to the assessor, as CSV and as a workbook: the same rows, and a total that reconciles.

The same lines give the same bytes. Text that a spreadsheet could take for a formula stays text.
"""

import csv
import io
import zipfile
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.cell.cell import TYPE_STRING
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from rules.ledger import NOUGHT
from rules.levy import LevyLine

COLUMNS = ("parcel", "owner", "amount", "resolution", "lien date", "entered on", "what", "case")
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
EPOCH = datetime(2000, 1, 1)  # noqa: DTZ001  a workbook's own dates bear no zone; a fixed one keeps the bytes the same


def total(lines: Sequence[LevyLine]) -> Decimal:
    """Return what the lines add up to, in dollars."""
    return sum((line.amount for line in lines), NOUGHT)


def as_csv(lines: Sequence[LevyLine]) -> str:
    """Return the levy as CSV (RFC 4180), the last row its total."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for line in lines:
        writer.writerow([_plain(cell) if isinstance(cell, str) else cell for cell in _cells(line)])
    writer.writerow(["total", "", f"{total(lines):.2f}", "", "", "", "", ""])
    return out.getvalue()


def as_workbook(lines: Sequence[LevyLine], *, title: str) -> bytes:
    """Return the levy as an XLSX workbook of one sheet, the last row its total."""
    book = Workbook()
    book.properties.created = book.properties.modified = EPOCH
    book.properties.title = title
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "levy"
    sheet.append(COLUMNS)
    for line in lines:
        _append(sheet, line)
    sheet.append(("total", "", total(lines)))
    for cell in (*sheet[1], *sheet[sheet.max_row]):
        cell.font = Font(bold=True)
    for row in sheet.iter_rows(min_row=2, min_col=3, max_col=3):
        row[0].number_format = "#,##0.00"
    sheet.freeze_panes = "A2"
    for column, width in zip("ABCDEFGH", (18, 36, 14, 18, 12, 12, 24, 22), strict=True):
        sheet.column_dimensions[column].width = width
    out = io.BytesIO()
    book.save(out)
    return _undated(out.getvalue())


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


def _plain(text: str) -> str:
    """Return text as no spreadsheet takes it for a formula: with an apostrophe before what begins like one."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _append(sheet: Worksheet, line: LevyLine) -> None:
    row = sheet.max_row + 1
    for column, value in enumerate(_cells(line), start=1):
        cell = sheet.cell(row=row, column=column, value=value)
        if isinstance(value, str):
            cell.data_type = TYPE_STRING


def _undated(data: bytes) -> bytes:
    """Return a ZIP archive without the clock's traces, so that the same levy is the same file."""
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
