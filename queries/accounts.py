"""Statements of account, of one case and of one party over all its cases in a village: dated lines and what stands.

Costs stand against the property of their case, so a statement of a party repeats what its co-respondents see.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from difflib import get_close_matches
from typing import NamedTuple

from sqlmodel import Session, col, select

from models.case import CaseRow
from models.party import PartyRow
from models.respondent import RespondentRow
from queries.money_views import (
    CaseAccountView,
    FinesView,
    FineView,
    LineView,
    PartyAccountView,
    PartyCaseView,
    TotalsView,
)
from queries.record import fold_case, no_case, no_village
from queries.securities import drawn_for
from queries.setting import setting_for
from rules.account import Fine, Posted, Standing, fines, statement
from rules.acts import Setting
from rules.case import Case
from rules.law import Law
from rules.ledger import NOUGHT, balances
from rules.parties import key_of, party_key
from rules.refusals import Conflict, NotFound
from rules.security_acts import section_of
from rules.values import PartyKind, Role


class Told(NamedTuple):
    """A case with the entries of its account and its fines."""

    case: Case
    lines: tuple[Posted, ...]
    fines: tuple[Fine, ...]


def case_account(
    session: Session, law: Law, case_id: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> CaseAccountView:
    """Return the statement of a case as it stands at an aware instant; raise NotFound."""
    case = fold_case(session, case_id)
    if not roles:
        raise no_case(case_id)
    setting = setting_for(session, law, None, now=now, actor=actor, roles=roles)
    told = _tell(session, case, setting)
    return CaseAccountView(
        case=case.id,
        village=case.village,
        property=_place(case),
        on=setting.today,
        lines=_lines([told]),
        totals=_totals([case]),
        fines=_fines((case.id, fine) for fine in told.fines),
    )


def party_account(
    session: Session, law: Law, party: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> PartyAccountView:
    """Return the statement of a party, by its key or its name, in the village of the law; raise NotFound."""
    if not roles:
        raise no_village(law.village.key)
    row = _party(session, law.village.key, party)
    setting = setting_for(session, law, None, now=now, actor=actor, roles=roles)
    found = [_tell(session, fold_case(session, each), setting) for each in _cases_of(session, row)]
    cases = [each.case for each in found]
    return PartyAccountView(
        party=row.key,
        name=row.name,
        kind=row.kind,
        village=row.village,
        on=setting.today,
        cases=tuple(_stand_in(case, row.key) for case in cases),
        lines=_lines(found),
        totals=_totals(cases),
        fines=_fines(_fines_of(found, row.key)),
    )


def _party(session: Session, village: str, party: str) -> PartyRow:
    keys = {party, *(key_of(party, kind) for kind in PartyKind)}
    here = col(PartyRow.village) == village
    rows = list(session.exec(select(PartyRow).where(here, col(PartyRow.key).in_(keys))))
    exact = [row for row in rows if row.key == party] or rows
    if len(exact) > 1:
        named = " and ".join(sorted(row.key for row in exact))
        raise Conflict(
            f"{party} is two parties: {named}.", remedy="Give the key of the one meant.", field="party"
        )
    if not exact:
        raise NotFound(
            f"There is no party {party} in this village.",
            remedy=_meant(session, village, party),
            field="party",
        )
    return exact[0]


def _meant(session: Session, village: str, party: str) -> str | None:
    names = session.exec(select(PartyRow.name).where(col(PartyRow.village) == village).distinct()).all()
    close = get_close_matches(party, names, n=1)
    return f"Did you mean {close[0]}?" if close else None


def _cases_of(session: Session, party: PartyRow) -> Sequence[str]:
    query = (
        select(CaseRow.id)
        .join(RespondentRow, col(RespondentRow.case_id) == col(CaseRow.id))
        .where(col(RespondentRow.village) == party.village, col(RespondentRow.party_key) == party.key)
        .group_by(col(CaseRow.id), col(CaseRow.year), col(CaseRow.number))
        .order_by(col(CaseRow.year), col(CaseRow.number))
    )
    return session.exec(query).all()


def _tell(session: Session, case: Case, setting: Setting) -> Told:
    sections = {each.id: section_of(each, setting.law) for each in drawn_for(session, case)}
    return Told(case, statement(case, setting, sections), fines(case, setting))


def _place(case: Case) -> str:
    place = case.property
    return ", ".join(part for part in (place.address, place.parcel, place.description) if part)


def _stand_in(case: Case, party: str) -> PartyCaseView:
    stand = balances(case.abatement.entries)
    own = [each for each in case.respondents.values() if party_key(each) == party]
    others = [each for each in case.respondents.values() if party_key(each) != party]
    return PartyCaseView(
        case=case.id,
        property=_place(case),
        roles=tuple(each.role.value for each in own),
        others=tuple(each.name for each in others),
        balance=stand.open + stand.lien,
    )


# --- lines and totals -------------------------------------------------------------------------------------


def _lines(found: Sequence[Told]) -> tuple[LineView, ...]:
    """Return the lines of all cases by date, with what stands over all of them after each."""
    dated = [(line.on, place, line.n, line) for place, told in enumerate(found) for line in told.lines]
    total, shown = NOUGHT, list[LineView]()
    for _, place, _, line in sorted(
        dated, key=lambda each: each[:2]
    ):  # within a case they are in order already
        total += line.change
        shown.append(LineView(**dict(line), case=found[place].case.id, total=total))
    return tuple(shown)


def _totals(cases: Iterable[Case]) -> TotalsView:
    stands = [(balances(case.abatement.entries), case.abatement.assessments.values()) for case in cases]
    names = ("recorded", "recovered", "open", "lien", "levied")
    sums = {name: sum((getattr(each, name) for each, _ in stands), NOUGHT) for name in names}
    assessed = sum((one.amount for _, assessments in stands for one in assessments), NOUGHT)
    return TotalsView(**sums, assessed=assessed, balance=sums["open"] + sums["lien"])


def _fines_of(found: Iterable[Told], party: str) -> Iterable[tuple[str, Fine]]:
    for told in found:
        own = {key for key, each in told.case.respondents.items() if party_key(each) == party}
        yield from ((told.case.id, fine) for fine in told.fines if own & set(fine.respondents))


def _fines(found: Iterable[tuple[str, Fine]]) -> FinesView:
    lines = tuple(
        FineView(**dict(fine), case=case)
        for case, fine in sorted(found, key=lambda each: (each[1].on, each[0]))
    )
    standing = [line for line in lines if line.standing is Standing.STANDS]
    return FinesView(
        lines=lines,
        pronounced=_sum(line.pronounced for line in standing),
        paid=_sum(line.paid for line in standing),
        unpaid=_sum(line.unpaid for line in standing),
    )


def _sum(amounts: Iterable[Decimal]) -> Decimal:
    return sum(amounts, NOUGHT)
