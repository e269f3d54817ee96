"""The parties of villages, in a list: who they are and how many cases they have."""

from collections.abc import Collection

from sqlalchemy import case, func, select
from sqlmodel import Session, col

from models.case import CaseRow
from models.party import PartyRow
from models.respondent import RespondentRow
from queries.money_views import PartyLine


def list_parties(
    session: Session, villages: Collection[str], village: str | None = None
) -> tuple[PartyLine, ...]:
    """Return the parties of these villages, or of one of them, by name."""
    wanted = [key for key in villages if village in (None, key)]
    cases = func.count(func.distinct(col(RespondentRow.case_id)))
    still_open = func.count(func.distinct(case((col(CaseRow.closed_on).is_(None), col(CaseRow.id)))))
    here = (col(PartyRow.key), col(PartyRow.name), col(PartyRow.kind), col(PartyRow.village))
    query = (
        select(*here, cases, still_open)
        .join(
            RespondentRow,
            (col(RespondentRow.village) == col(PartyRow.village))
            & (col(RespondentRow.party_key) == col(PartyRow.key)),
        )
        .join(CaseRow, col(CaseRow.id) == col(RespondentRow.case_id))
        .where(col(PartyRow.village).in_(wanted))
        .group_by(*here)
        .order_by(col(PartyRow.name), col(PartyRow.key), col(PartyRow.village))
    )
    names = ("party", "name", "kind", "village", "cases", "open_cases")
    return tuple(PartyLine(**dict(zip(names, row, strict=True))) for row in session.execute(query))
