"""Adds events to the record of a case, each sealed to the one before."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlmodel import Session

from models.event import EventRow
from queries.chain import GENESIS, canonical, seal
from queries.record import Recorded, recorded
from rules.events import Event


def append(
    session: Session,
    case_id: str,
    entries: Sequence[Recorded],
    events: Iterable[Event],
    *,
    op_id: str,
    actor: str,
    at: datetime,
) -> tuple[Recorded, ...]:
    """Write a command's events after those that are there; return them as they will be read again."""
    rows: list[EventRow] = []
    previous = entries[-1].hash if entries else GENESIS
    for part, event in enumerate(events):
        row = EventRow(
            case_id=case_id,
            seq=len(entries) + part + 1,
            op_id=op_id,
            part=part,
            kind=event.kind,
            data=canonical(event.model_dump(mode="json")),
            actor=actor,
            effective_on=event.on,
            recorded_at=at,
            prev_hash=previous,
            hash="",
        )
        previous = row.hash = seal(row)
        rows.append(row)
    session.add_all(rows)
    session.flush()
    return tuple(map(recorded, rows))
