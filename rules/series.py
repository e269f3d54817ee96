"""The two series of records, cases and securities, and their ids, by which they are told apart.

A number runs per village, series and year: webster-2026-0001 is a case, webster-S-2026-0001 a security.
"""

import re
from enum import StrEnum

_SECURITY = re.compile(r"(?:.*-)?S-\d+-\d+")


class Series(StrEnum):
    """What a record is of."""

    CASE = "case"
    SECURITY = "security"


def record_id(village: str, series: Series, year: int, number: int) -> str:
    """Return the id of a record."""
    mark = "S-" if series is Series.SECURITY else ""
    return f"{village}-{mark}{year}-{number:04}"


def series_of(record: str) -> Series:
    """Return the series of a record by its id; what is no id of a security counts as a case's."""
    return Series.SECURITY if _SECURITY.fullmatch(record) else Series.CASE


def number_of(record: str, village: str) -> str:
    """Return a record's number within its village and series: 2026-0001 of webster-S-2026-0001."""
    number = record.removeprefix(f"{village}-")
    return number.removeprefix("S-") if series_of(record) is Series.SECURITY else number
