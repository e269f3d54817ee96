"""Keeps the parties of a village in step with the respondents of its cases.

A party is named and described as the first of its respondents in order of case is, whoever was written last.
"""

from collections.abc import Collection

from sqlalchemy import Engine, select
from sqlmodel import Session, col

from activities.messages import Difference
from activities.tables import insert_or_ignore
from models.party import PartyRow
from models.respondent import RespondentRow
from models.session import read, write
from rules.searching import normal


def agree_parties(session: Session, village: str, keys: Collection[str]) -> None:
    """Make the rows of parties agree with their respondents; one that has none left goes."""
    for key in sorted(keys):  # in order, so that two commands never wait for each other
        here = (col(PartyRow.village) == village, col(PartyRow.key) == key)
        insert_or_ignore(session, PartyRow, [{"village": village, "key": key, "name": "", "kind": ""}])
        party = session.scalars(select(PartyRow).where(*here).with_for_update()).one()
        first = session.scalars(
            select(RespondentRow)
            .where(col(RespondentRow.village) == village, col(RespondentRow.party_key) == key)
            .order_by(col(RespondentRow.case_id), col(RespondentRow.key))
            .limit(1)
        ).first()
        if first is None:
            session.delete(party)
        else:
            party.name, party.kind, party.search = first.name, first.kind, normal(first.name)
    session.flush()


def agree_all_parties(engine: Engine, village: str | None) -> tuple[Difference, ...]:
    """Make the parties of a village, or of all, agree with their respondents; return those that did not."""
    with read(engine) as session:
        wrong = sorted(_wrong(session, village))
    for place in sorted({place for place, _ in wrong}):
        with write(engine) as session:
            agree_parties(session, place, [key for village, key in wrong if village == place])
    detail = "its row was not that of its first respondent"
    return tuple(
        Difference(case=place, kind="party_differs", detail=f"{key}: {detail}", repaired=True)
        for place, key in wrong
    )


def _wrong(session: Session, village: str | None) -> set[tuple[str, str]]:
    told: dict[tuple[str, str], tuple[str, str, str]] = {}
    respondents = select(
        col(RespondentRow.village),
        col(RespondentRow.party_key),
        col(RespondentRow.name),
        col(RespondentRow.kind),
    ).order_by(col(RespondentRow.case_id), col(RespondentRow.key))
    for place, key, name, kind in session.execute(respondents):
        told.setdefault((place, key), (name, kind, normal(name)))
    kept = {
        (row.village, row.key): (row.name, row.kind, row.search) for row in session.scalars(select(PartyRow))
    }
    return {
        party
        for party in {*told, *kept}
        if told.get(party) != kept.get(party) and village in (None, party[0])
    }
