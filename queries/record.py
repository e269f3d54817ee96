"""The record of a case or a security as it was written: its events, what they tell, and whether the chain is whole.

Which of the two an id names is told by its series; the same kind of event may stand in both.
"""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from itertools import groupby
from typing import Any, Final

import sqlalchemy
from pydantic import SerializeAsAny
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from models.case import CaseRow
from models.event import EventRow
from models.security import SecurityRow
from queries.chain import GENESIS, seal
from queries.tables import table
from rules import engine, security_engine
from rules.case import Case
from rules.events import EVENTS, Event
from rules.guarantee import Security
from rules.refusals import NotFound
from rules.security_events import SECURITY_EVENTS
from rules.series import Series, series_of
from rules.values import Value

KINDS: Final[dict[Series, Mapping[str, type[Event]]]] = {
    Series.CASE: EVENTS,
    Series.SECURITY: SECURITY_EVENTS,
}
Row = CaseRow | SecurityRow

_EVENT: Final = table(EventRow)
# With every page of a case and every command: so it is made once.
_EVENTS: Final = sqlalchemy.select(_EVENT).where(_EVENT.c.case_id == bindparam("of")).order_by(_EVENT.c.seq)


class Recorded(Value):
    """One event as it stands in the record; `part` numbers the events of one command from 0."""

    seq: int
    op_id: str
    part: int
    kind: str
    effective_on: date
    recorded_at: datetime
    actor: str
    event: SerializeAsAny[Event]
    prev_hash: str
    hash: str


def load(session: Session, case_id: str) -> tuple[Recorded, ...]:
    """Return the events of a case or a security in order; none where there is no such thing."""
    session.flush()  # what a command adds is read by it as well
    return tuple(map(recorded, _fetched(session, case_id)))


def recorded(row: EventRow) -> Recorded:
    """Return the frozen value of an event's row."""
    return Recorded(
        seq=row.seq,
        op_id=row.op_id,
        part=row.part,
        kind=row.kind,
        effective_on=row.effective_on,
        recorded_at=row.recorded_at,
        actor=row.actor,
        event=KINDS[series_of(row.case_id)][row.kind].model_validate_json(row.data),
        prev_hash=row.prev_hash,
        hash=row.hash,
    )


def fold_case(session: Session, case_id: str) -> Case:
    """Return the case its events tell of; raise NotFound where there is none."""
    is_one = series_of(case_id) is Series.CASE
    case = engine.fold(entry.event for entry in load(session, case_id)) if is_one else None
    if case is None:
        raise no_case(case_id)
    return case


def fold_cases(session: Session, case_ids: Collection[str]) -> dict[str, Case]:
    """Return cases by their ids, of events that are read at once; those that there are none of are left out."""
    if not case_ids:
        return {}
    query = select(EventRow).where(col(EventRow.case_id).in_(case_ids))
    rows = session.exec(query.order_by(col(EventRow.case_id), col(EventRow.seq)))
    found = {
        key: engine.fold(recorded(row).event for row in of)
        for key, of in groupby(rows, key=lambda row: row.case_id)
    }
    return {key: case for key, case in found.items() if case is not None}


def fold_security(session: Session, security_id: str) -> Security:
    """Return the security its events tell of; raise NotFound where there is none."""
    is_one = series_of(security_id) is Series.SECURITY
    security = security_engine.fold(entry.event for entry in load(session, security_id)) if is_one else None
    if security is None:
        raise no_security(security_id)
    return security


def no_case(case_id: str) -> NotFound:
    """Return the one refusal for a case that is not there and for one that is not this user's to see."""
    return NotFound(f"There is no case {case_id}.", remedy="Check the number.", field="case")


def no_security(security_id: str) -> NotFound:
    """Return the one refusal for a security that is not there and for one that is not this user's to see."""
    return NotFound(f"There is no security {security_id}.", remedy="Check the number.", field="security")


def no_village(village: str) -> NotFound:
    """Return the one refusal for a village that is not there and for one that is not this user's."""
    return NotFound(f"There is no village {village}.", remedy="Check its key.", field="village")


def nothing(record_id: str) -> NotFound:
    """Return the refusal for what is not there under an id, in the words of its series."""
    return no_security(record_id) if series_of(record_id) is Series.SECURITY else no_case(record_id)


def row_of(session: Session, record_id: str) -> Row | None:
    """Return the row of a case or a security, or None."""
    if series_of(record_id) is Series.SECURITY:
        return session.get(SecurityRow, record_id)
    return session.get(CaseRow, record_id)


def verify(session: Session, case_id: str) -> str | None:
    """Return None if the chain of a case or a security is whole, else a sentence that names the first broken event.

    Whether events are missing at the end is seen from the number and the hash of the last one in its row.
    """
    try:
        rows = _rows(session, case_id)
    except ValueError:
        return _unreadable(session, case_id)
    return _whole(session, case_id, rows)


def load_verified(session: Session, case_id: str) -> tuple[tuple[Recorded, ...], str | None]:
    """Return what `load` and `verify` do, of events that are read once."""
    rows = _fetched(session, case_id)
    return tuple(map(recorded, rows)), _whole(session, case_id, rows)


def _fetched(session: Session, case_id: str) -> list[Any]:
    """Return events as rows of the table, which have the columns of a model and no object behind them."""
    return list(session.connection().execute(_EVENTS, {"of": case_id}))


def _whole(session: Session, case_id: str, rows: list[EventRow]) -> str | None:
    previous = GENESIS
    for place, row in enumerate(rows, start=1):
        broken = _broken(row, place, previous)
        if broken is not None:
            return f"{case_id}: event {row.seq} ({row.kind}) {broken}."
        previous = row.hash
    return cut_short(row_of(session, case_id), len(rows), previous)


def _rows(session: Session, case_id: str) -> list[EventRow]:
    found = session.exec(select(EventRow).where(col(EventRow.case_id) == case_id).order_by(col(EventRow.seq)))
    return list(found)


def _unreadable(session: Session, case_id: str) -> str:
    """Name the first event that holds what is no date; not through the columns that cannot be read."""
    names = (
        select(EventRow.seq, EventRow.kind)
        .where(col(EventRow.case_id) == case_id)
        .order_by(col(EventRow.seq))
    )
    for seq, kind in session.exec(names):
        try:
            session.get(EventRow, (case_id, seq), populate_existing=True)
        except ValueError as fault:
            return f"{case_id}: event {seq} ({kind}) holds what is no date: {fault}."
    return f"{case_id}: an event cannot be read."


def _broken(row: EventRow, place: int, previous: str) -> str | None:
    if row.seq != place:
        return f"follows a gap: event {place} is missing"
    if row.prev_hash != previous:
        return "does not follow from the event before it"
    if row.hash != seal(row):
        return "was changed after it was recorded: its hash is not that of its content"
    return None


def cut_short(row: Row | None, events: int, last: str) -> str | None:
    """Return None if the last event is the one that the row tells of, else a sentence that says what is not."""
    if row is None:
        return None
    if row.seq > events:
        return f"{row.id}: event {events + 1} is missing, and all after it: there were {row.seq}."
    if row.seq < events:
        return f"{row.id}: event {row.seq + 1} was added past the record: there were {row.seq}."
    if row.head != last:
        return f"{row.id}: event {events} is not the one that was recorded last."
    return None
