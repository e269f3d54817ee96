"""Remembers what calendars were told of an agenda, so that they are told of a change, and of what has left it.

An item keeps its key while its day moves. Its sequence is the number of the record's last event when it changed, and in
any case more than before: where the law or the day alone moved it, there was no event.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from activities.tables import Change, apply, by_key, rows_of
from models.calendar_item import CalendarItemRow
from models.deadline import DeadlineRow
from queries.calendar_feed import TOLD_SINCE

FACTS: Final = ("due", "section", "explanation")
Row = Mapping[str, Any]


def remember(session: Session, record_id: str, seq: int, at: datetime) -> None:
    """Make what is remembered of a record's agenda agree with its deadlines, as of its event `seq` and an instant."""
    there = rows_of(session, CalendarItemRow, record_id)
    due = rows_of(session, DeadlineRow, record_id).values()
    wanted = by_key(CalendarItemRow, _items(due))
    new: list[Row] = [
        {**row, "gone": False, "sequence": seq, "changed_at": at}
        for key, row in wanted.items()
        if key not in there
    ]
    moved: list[Row] = [
        {**row, "gone": False, **_after(there[key], seq, at)}
        for key, row in wanted.items()
        if key in there and _differs(row, there[key])
    ]
    left = [row for key, row in there.items() if key not in wanted]
    ended: list[Row] = [{**row, "gone": True, **_after(row, seq, at)} for row in left if not row["gone"]]
    forgotten = [
        (row["case_id"], row["key"]) for row in left if row["gone"] and row["changed_at"] < at - TOLD_SINCE
    ]
    apply(session, CalendarItemRow, Change(new, [*moved, *ended], forgotten))


def _items(deadlines: Iterable[Row]) -> Iterable[Row]:
    """Yield what the deadlines are to a calendar: of those of one kind and object, the second is #2, and so on."""
    counted: dict[str, int] = {}
    for row in sorted(deadlines, key=lambda row: (row["due"], row["key"])):
        name = ":".join(part for part in (row["kind"], row["of"]) if part)
        counted[name] = counted.get(name, 0) + 1
        number = counted[name]
        kept = {field: row[field] for field in ("case_id", "village", "kind", "of", *FACTS)}
        yield {**kept, "key": name if number == 1 else f"{name}#{number}"}


def _differs(row: Row, told: Row) -> bool:
    return told["gone"] or any(row[name] != told[name] for name in FACTS)


def _after(told: Row, seq: int, at: datetime) -> Row:
    """Return the sequence and the instant of a change after what was told."""
    return {"sequence": max(seq, told["sequence"] + 1), "changed_at": max(at, told["changed_at"])}
