"""Who of a village bears the same name already: what is asked before a respondent is linked by name."""

from typing import NamedTuple

from sqlalchemy import func, select
from sqlmodel import Session, col

from models.case_number import CaseNumberRow
from models.respondent import RespondentRow
from rules.parties import key_of
from rules.values import PartyKind


class Same(NamedTuple):
    """A party of the same name: its key, one of its names, its first case, and how many cases there are."""

    key: str
    name: str
    case: str
    cases: int


def namesake(
    session: Session, village: str, name: str, kind: PartyKind, *, but: str | None = None
) -> Same | None:
    """Return the party that a name would be linked to through other cases than one, or None."""
    key = key_of(name, kind)
    known = select(
        func.min(col(RespondentRow.name)),
        func.min(col(RespondentRow.case_id)),
        func.count(func.distinct(col(RespondentRow.case_id))),
    ).where(col(RespondentRow.village) == village, col(RespondentRow.party_key) == key)
    if but is not None:
        known = known.where(col(RespondentRow.case_id) != but)
    first_name, first, cases = session.execute(known).one()
    return Same(key, first_name, first, cases) if cases else None


def opened_under(session: Session, village: str, op_id: str) -> str | None:
    """Return the case whose number was given out under the key of a command, or None."""
    return session.scalar(
        select(col(CaseNumberRow.case_id)).where(
            col(CaseNumberRow.village) == village, col(CaseNumberRow.op_id) == op_id
        )
    )
