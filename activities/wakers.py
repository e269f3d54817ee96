"""What wakes a record, as its rows tell: the audit and a revision poke those for which it has changed."""

from sqlmodel import Session

from activities.tables import rows_of
from models.deadline import DeadlineRow


def wakers(session: Session, case_id: str) -> set[tuple[object, ...]]:
    """Return the key, the day and the state of each thing that a case or a security waits for."""
    there = rows_of(session, DeadlineRow, case_id).values()
    return {(row["key"], row["wakes_on"], row["passed"]) for row in there}
