"""What was carried out before: under a key, or alike under another."""

from datetime import datetime

from sqlalchemy import and_
from sqlmodel import Session, col, select

from models.command import CommandRow
from models.event import EventRow


def was_carried_out(session: Session, case_id: str, op_id: str) -> bool:
    """Tell whether a case's record holds an event of the command with this key."""
    query = select(EventRow.seq).where(EventRow.case_id == case_id, EventRow.op_id == op_id).limit(1)
    return session.exec(query).first() is not None


def recorded_alike(session: Session, case_id: str, mark: str) -> dict[str, datetime]:
    """Return when the same command was recorded on a record, by the keys it came under (`activities.keys`)."""
    same = and_(
        col(EventRow.case_id) == col(CommandRow.case_id), col(EventRow.op_id) == col(CommandRow.op_id)
    )
    query = (
        select(CommandRow.op_id, EventRow.recorded_at)
        .join(EventRow, same)
        .where(col(CommandRow.case_id) == case_id, col(CommandRow.mark) == mark, col(EventRow.part) == 0)
    )
    return dict(session.exec(query).all())
