"""The parties of villages as people look them up, and one party's history over all its cases in a village."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal

from sqlalchemy import case, func, select
from sqlmodel import Session, col

from models.case import CaseRow
from models.count import CountRow
from models.offense import OffenseRow
from models.party import PartyRow
from models.respondent import RespondentRow
from queries.money_views import PartyLine
from queries.setting import OPEN
from rules.judgments import Judgment, judgments, look_back_on
from rules.law import Law
from rules.parties import key_of
from rules.penalties import Prior
from rules.refusals import NotFound
from rules.searching import wanted
from rules.values import Outcome, PartyKind, Phase, RespondentRole, Value

PAGE = 50
MOST_ALIKE = 10
MOST_SHOWN = 100


class PartyCase(Value):
    """A case in which a party is a respondent; `linked` by hand or by its name; `offenses` open in the case."""

    case: str
    respondent: str
    name: str
    role: RespondentRole
    where: str
    phase: Phase
    opened_on: date
    closed_on: date | None
    linked: bool
    offenses: int


class PartyCount(Value):
    """A count against a party."""

    case: str
    key: str
    offense_on: date
    filed_on: date
    outcome: str | None
    disposed_on: date | None
    fine: Decimal | None
    paid: Decimal
    vacated_on: date | None


class Alike(Value):
    """A respondent of another party whose name begins alike: it may be the same."""

    case: str
    respondent: str
    name: str
    party: str
    is_open: bool


class PartyView(Value):
    """One party: its cases and counts, the newest first, at most `MOST_SHOWN` of each, and its judgments."""

    village: str
    key: str
    name: str
    kind: PartyKind
    cases: tuple[PartyCase, ...]
    counts: tuple[PartyCount, ...]
    judgments: tuple[Judgment, ...]
    alike: tuple[Alike, ...]


def find_parties(
    session: Session, villages: Iterable[str], text: str, *, offset: int = 0, limit: int = PAGE
) -> tuple[PartyLine, ...]:
    """Return the parties of these villages whose name has all these words in it, by name."""
    here = col(PartyRow.village).in_(list(villages))
    words = [col(PartyRow.search).like(f"%{part}%") for part in wanted(text)]
    order = (col(PartyRow.search), col(PartyRow.village), col(PartyRow.key))
    rows = session.scalars(
        select(PartyRow).where(here, *words).order_by(*order).offset(offset).limit(limit)
    ).all()
    cases = _cases_of(session, rows)
    return tuple(
        PartyLine(
            party=row.key,
            name=row.name,
            kind=PartyKind(row.kind),
            village=row.village,
            cases=cases.get((row.village, row.key), (0, 0))[0],
            open_cases=cases.get((row.village, row.key), (0, 0))[1],
        )
        for row in rows
    )


def party(session: Session, law: Law, key: str, *, today: date) -> PartyView:
    """Return one party of a law's village; raise NotFound."""
    village = law.village.key
    row = session.get(PartyRow, (village, key))
    if row is None:
        raise NotFound(f"There is no party {key}.", remedy="Look it up by its name.", field="party")
    return PartyView(
        village=village,
        key=key,
        name=row.name,
        kind=PartyKind(row.kind),
        cases=_history(session, village, key),
        counts=_counts(session, village, key),
        judgments=judgments(_priors(session, law, key), look_back_on(law, today)),
        alike=_alike(session, row),
    )


# --- inside -----------------------------------------------------------------------------------------------


def _cases_of(session: Session, parties: Iterable[PartyRow]) -> dict[tuple[str, str], tuple[int, int]]:
    keys = [row.key for row in parties]
    whose = (col(RespondentRow.village), col(RespondentRow.party_key))
    number = func.count(func.distinct(col(RespondentRow.case_id)))
    still = func.count(func.distinct(case((col(CaseRow.closed_on).is_(None), col(CaseRow.id)))))
    query = (
        select(*whose, number, still)
        .join(CaseRow, col(CaseRow.id) == col(RespondentRow.case_id))
        .where(
            col(RespondentRow.party_key).in_(keys),
            col(RespondentRow.village).in_([r.village for r in parties]),
        )
        .group_by(*whose)
    )
    return (
        {(place, key): (cases, open_) for place, key, cases, open_ in session.execute(query)} if keys else {}
    )


def _history(session: Session, village: str, key: str) -> tuple[PartyCase, ...]:
    query = (
        select(RespondentRow, CaseRow)
        .join(CaseRow, col(CaseRow.id) == col(RespondentRow.case_id))
        .where(col(RespondentRow.village) == village, col(RespondentRow.party_key) == key)
        .order_by(col(CaseRow.opened_on).desc(), col(CaseRow.id).desc(), col(RespondentRow.key))
        .limit(MOST_SHOWN)
    )
    rows = [(row[0], row[1]) for row in session.execute(query)]
    offenses = _open_offenses(session, {there.id for _, there in rows})
    return tuple(_party_case(who, there, offenses) for who, there in rows)


def _party_case(who: RespondentRow, there: CaseRow, offenses: Mapping[str, int]) -> PartyCase:
    return PartyCase(
        case=there.id,
        respondent=who.key,
        name=who.name,
        role=RespondentRole(who.role),
        where=there.address or there.parcel or there.description or "",
        phase=Phase(there.phase),
        opened_on=there.opened_on,
        closed_on=there.closed_on,
        linked=key_of(who.name, PartyKind(who.kind)) != who.party_key,
        offenses=offenses.get(there.id, 0),
    )


def _open_offenses(session: Session, cases: set[str]) -> dict[str, int]:
    query = (
        select(col(OffenseRow.case_id), func.count())
        .where(col(OffenseRow.case_id).in_(cases), col(OffenseRow.status).in_(OPEN))
        .group_by(col(OffenseRow.case_id))
    )
    return {case_id: number for case_id, number in session.execute(query)} if cases else {}  # noqa: C416


def _counts(session: Session, village: str, key: str) -> tuple[PartyCount, ...]:
    query = (
        select(CountRow)
        .where(col(CountRow.village) == village, col(CountRow.party_key) == key)
        .order_by(col(CountRow.filed_on).desc(), col(CountRow.case_id), col(CountRow.offense_on).desc())
        .limit(MOST_SHOWN)
    )
    kept = set(PartyCount.model_fields) - {"case"}
    return tuple(
        PartyCount(case=row.case_id, **row.model_dump(include=kept)) for row in session.scalars(query)
    )


def _priors(session: Session, law: Law, key: str) -> list[Prior]:
    query = select(CountRow).where(
        col(CountRow.village) == law.village.key,
        col(CountRow.section) == law.versions[0].section,
        col(CountRow.party_key) == key,
        col(CountRow.outcome) == Outcome.CONVICTED.value,
        col(CountRow.vacated_on).is_(None),
    )
    return [
        Prior(offense_on=row.offense_on, convicted_on=row.disposed_on, case=row.case_id, count=row.key)
        for row in session.scalars(query)
        if row.disposed_on is not None
    ]


def _alike(session: Session, row: PartyRow) -> tuple[Alike, ...]:
    first = row.search.partition(" ")[0]
    if not first:
        return ()
    query = (
        select(RespondentRow, col(CaseRow.closed_on))
        .join(
            PartyRow,
            (col(PartyRow.village) == col(RespondentRow.village))
            & (col(PartyRow.key) == col(RespondentRow.party_key)),
        )
        .join(CaseRow, col(CaseRow.id) == col(RespondentRow.case_id))
        .where(col(PartyRow.village) == row.village, col(PartyRow.key) != row.key)
        .where(col(PartyRow.search).like(f"{first}%"))
        .order_by(col(PartyRow.search), col(RespondentRow.case_id), col(RespondentRow.key))
        .limit(MOST_ALIKE)
    )
    return tuple(
        Alike(
            case=who.case_id,
            respondent=who.key,
            name=who.name,
            party=who.party_key,
            is_open=closed_on is None,
        )
        for who, closed_on in session.execute(query)
    )
