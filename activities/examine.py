"""What the audit finds of one record: whether it is sound, and what of the rows is not as it tells."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlmodel import Session

from activities.compare import Found, differences, security_differences
from activities.held import HeldCase, HeldSecurity, held
from activities.record import law_of
from activities.register import Place
from activities.rows import Footing
from models.security import SecurityRow
from queries.record import Row, row_of, verify
from rules.calendar import local_day
from rules.refusals import NotFound
from rules.series import series_of

AHEAD = timedelta(days=2)  # midnight may pass while an audit goes on, and clocks differ


class Seen(NamedTuple):
    """A record as the audit saw it. Only rows of a sound one are made anew."""

    events: int
    found: tuple[Found, ...]
    sound: bool = True
    is_old: bool = False
    is_ahead: bool = False


def examine(session: Session, place: Place, at: datetime, ordinances: Path | None) -> Seen:
    """Verify the chain of a case or a security and compare its rows with what its events tell."""
    series = series_of(place.case)
    fault = verify(session, place.case)
    if fault is not None:
        return _unsound("tampered", fault)
    if place.village is None:
        return _unsound("record_missing", f"there are rows of this {series} and no events")
    try:
        law = law_of(session, place.village, ordinances)
    except NotFound as refusal:
        return _unsound("law_missing", refusal.facts.what)
    record = held(session, law, place.case, at)
    if record.told is None:
        return _unsound("record_missing", f"there are rows of this {series} and no events")
    row = row_of(session, place.case)
    if row is None:
        return Seen(len(record.entries), (Found(f"{series}_missing", f"the {series} had no row"),))
    today = local_day(at, law.village.zone)
    return Seen(
        len(record.entries),
        tuple(_differences(record, row, today)),
        is_old=_is_open(row) and row.as_of < today,
        is_ahead=row.as_of > today + AHEAD,
    )


def _unsound(kind: str, detail: str) -> Seen:
    return Seen(0, (Found(kind, detail),), sound=False)


def _is_open(row: Row) -> bool:
    return not row.over if isinstance(row, SecurityRow) else row.closed_on is None


def _differences(record: HeldCase | HeldSecurity, row: Row, today: date) -> Iterator[Found]:
    if row.as_of > today + AHEAD:
        yield Found(f"{series_of(row.id)}_differs", f"its rows are of {row.as_of}, which is not yet")
        return
    yesterday = today - timedelta(days=1)
    dated = max(yesterday, record.footing.accrued_through or yesterday)
    footing = Footing(row.seq, row.head, row.as_of, dated)
    session, law = record.session, record.law
    if isinstance(record, HeldSecurity):
        yield from security_differences(session, record.standing, law, footing)
    else:
        yield from differences(session, record.standing, law, footing, dated)
