"""Whether a command was carried out before, by its key."""

from sqlmodel import Session, select

from models.event import EventRow


def was_carried_out(session: Session, case_id: str, op_id: str) -> bool:
    """Tell whether a case's record holds an event of the command with this key."""
    query = select(EventRow.seq).where(EventRow.case_id == case_id, EventRow.op_id == op_id).limit(1)
    return session.exec(query).first() is not None
