"""The record of a case as it was written: its events, the case they tell of, and whether the chain is whole."""

from datetime import date, datetime

from pydantic import SerializeAsAny
from sqlmodel import Session, col, select

from models.case import CaseRow
from models.event import EventRow
from queries.chain import GENESIS, seal
from rules.case import Case
from rules.engine import fold
from rules.events import EVENTS, Event
from rules.refusals import NotFound
from rules.values import Value


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
    """Return the events of a case in order; none where there is no such case."""
    return tuple(map(recorded, _rows(session, case_id)))


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
        event=EVENTS[row.kind].model_validate_json(row.data),
        prev_hash=row.prev_hash,
        hash=row.hash,
    )


def fold_case(session: Session, case_id: str) -> Case:
    """Return the case its events tell of; raise NotFound where there is none."""
    case = fold(entry.event for entry in load(session, case_id))
    if case is None:
        raise no_case(case_id)
    return case


def no_case(case_id: str) -> NotFound:
    """Return the one refusal for a case that is not there and for one that is not this user's to see."""
    return NotFound(f"There is no case {case_id}.", remedy="Check the number.", field="case")


def verify(session: Session, case_id: str) -> str | None:
    """Return None if the chain of a case is whole, else a sentence that names the first broken event.

    Whether events are missing at the end is seen from the number and the hash of the last one in the case's row.
    """
    try:
        rows = _rows(session, case_id)
    except ValueError as fault:
        return f"{case_id}: an event holds what is no date: {fault}."
    previous = GENESIS
    for place, row in enumerate(rows, start=1):
        broken = _broken(row, place, previous)
        if broken is not None:
            return f"{case_id}: event {row.seq} ({row.kind}) {broken}."
        previous = row.hash
    return cut_short(session.get(CaseRow, case_id), len(rows), previous)


def _rows(session: Session, case_id: str) -> list[EventRow]:
    found = session.exec(select(EventRow).where(col(EventRow.case_id) == case_id).order_by(col(EventRow.seq)))
    return list(found)


def _broken(row: EventRow, place: int, previous: str) -> str | None:
    if row.seq != place:
        return f"follows a gap: event {place} is missing"
    if row.prev_hash != previous:
        return "does not follow from the event before it"
    if row.hash != seal(row):
        return "was changed after it was recorded: its hash is not that of its content"
    return None


def cut_short(case: CaseRow | None, events: int, last: str) -> str | None:
    """Return None if the last event is the one the case's row tells of, else a sentence that says what is not."""
    if case is None:
        return None
    if case.seq > events:
        return f"{case.id}: event {events + 1} is missing, and all after it: there were {case.seq}."
    if case.seq < events:
        return f"{case.id}: event {case.seq + 1} was added past the record: there were {case.seq}."
    if case.head != last:
        return f"{case.id}: event {events} is not the one that was recorded last."
    return None
