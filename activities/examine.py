"""What the audit finds of one case: whether its record is sound, and what of its rows is not as it tells."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlmodel import Session

from activities.compare import Found, differences
from activities.project import accrued_through
from activities.record import law_of
from activities.register import Place
from activities.rows import Footing
from models.case import CaseRow
from queries.record import load, verify
from rules import engine
from rules.calendar import local_day
from rules.case import Case
from rules.law import Law
from rules.refusals import NotFound

AHEAD = timedelta(days=2)  # midnight may pass while an audit goes on, and clocks differ


class Seen(NamedTuple):
    """A case as the audit saw it. Only rows of a sound record are made anew."""

    events: int
    found: tuple[Found, ...]
    sound: bool = True
    is_old: bool = False
    is_ahead: bool = False


def examine(session: Session, place: Place, at: datetime, ordinances: Path | None) -> Seen:
    """Verify the chain of a case and compare its rows with what its events tell."""
    fault = verify(session, place.case)
    if fault is not None:
        return _unsound("tampered", fault)
    entries = load(session, place.case)
    case = engine.fold(entry.event for entry in entries)
    if case is None or place.village is None:
        return _unsound("record_missing", "there are rows of this case and no events")
    try:
        law = law_of(place.village, ordinances)
    except NotFound as refusal:
        return _unsound("law_missing", refusal.facts.what)
    row = session.get(CaseRow, place.case)
    if row is None:
        return Seen(len(entries), (Found("case_missing", "the case had no row"),))
    today = local_day(at, law.village.zone)
    ahead = row.as_of > today + AHEAD
    return Seen(
        len(entries),
        tuple(_differences(session, case, law, row, at)),
        is_old=case.closed_on is None and row.as_of < today,
        is_ahead=ahead,
    )


def _unsound(kind: str, detail: str) -> Seen:
    return Seen(0, (Found(kind, detail),), sound=False)


def _differences(session: Session, case: Case, law: Law, row: CaseRow, at: datetime) -> Iterator[Found]:
    today = local_day(at, law.village.zone)
    if row.as_of > today + AHEAD:
        yield Found("case_differs", f"its rows are of {row.as_of}, which is not yet")
        return
    yesterday = today - timedelta(days=1)
    accrued = accrued_through(session, law.village.key)
    dated = max(yesterday, accrued or yesterday)
    yield from differences(session, case, law, Footing(row.seq, row.head, row.as_of, dated), dated)
