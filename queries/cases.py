"""The cases as people look at them: one in full, many as lines, and what may be done on one.

A case of a village that is not the user's is answered like one that does not exist.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from models.case import CaseRow
from queries.entries import entry_view
from queries.portrait import portrait
from queries.record import load, no_case, verify
from queries.securities import concerning
from queries.setting import setting_for
from queries.views import ActionView, CaseLine, CaseView
from rules import engine
from rules.acts import Setting
from rules.case import Case
from rules.guarantee import Security
from rules.law import Law
from rules.recovery import recovery, sentences
from rules.refusals import Refusal
from rules.values import Phase, Role

RECOVERS = frozenset({"give-cost-notice", "confirm-assessment", "record-cost-payment", "certify-for-levy"})
"""The commands by which a cost is recovered: before one is given, both ways are told."""


def village_of(session: Session, case_id: str) -> str:
    """Return the village of a case; raise NotFound where there is none."""
    row = session.get(CaseRow, case_id)
    if row is None:
        raise no_case(case_id)
    return row.village


def show(
    session: Session, law: Law, case_id: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> CaseView:
    """Return a case in full as it stands at an aware instant; raise NotFound."""
    entries = load(session, case_id)
    case = engine.fold(entry.event for entry in entries)
    if case is None or not roles:
        raise no_case(case_id)
    setting = setting_for(session, law, case, now=now, actor=actor, roles=roles)
    return portrait(
        case,
        setting,
        [entry_view(each) for each in entries],
        chain_ok=verify(session, case_id) is None,
        securities=concerning(session, case),
    )


def actions(
    session: Session, law: Law, case_id: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> tuple[ActionView, ...]:
    """Return every command on a case, allowed or with the reason why not; raise NotFound."""
    case = engine.fold(entry.event for entry in load(session, case_id))
    if case is None or not roles:
        raise no_case(case_id)
    setting = setting_for(session, law, case, now=now, actor=actor, roles=roles)
    return actions_on(case, setting, concerning(session, case))


def actions_on(case: Case, setting: Setting, securities: Sequence[Security] = ()) -> tuple[ActionView, ...]:
    """Return every command on a case as the setting's user may or may not give it; `securities` concern the case."""
    notes = sentences(recovery(case, setting, securities)) if case.abatement.costs else ()
    found = (_action(name, engine.may(case, name, setting), setting) for name in engine.case_commands())
    return tuple(
        each.model_copy(update={"notes": notes}) if each.command in RECOVERS else each for each in found
    )


def _action(name: str, refusal: Refusal | None, setting: Setting) -> ActionView:
    facts = refusal.facts if refusal else None
    return ActionView(
        command=name,
        allowed=facts is None,
        yours=bool(engine.ACTS[name].roles & setting.roles),
        why=facts.what if facts else None,
        section=facts.section if facts else None,
        remedy=facts.remedy if facts else None,
        roles=tuple(sorted(engine.ACTS[name].roles)),
    )


def list_cases(
    session: Session,
    villages: Collection[str],
    phase: Phase | None = None,
    village: str | None = None,
    *,
    offset: int = 0,
    limit: int | None = None,
) -> tuple[CaseLine, ...]:
    """Return the cases of these villages, or of one of them, the newest first."""
    wanted = [key for key in villages if village in (None, key)]
    query = select(CaseRow).where(col(CaseRow.village).in_(wanted))
    if phase is not None:
        query = query.where(col(CaseRow.phase) == phase.value)
    newest = (col(CaseRow.year).desc(), col(CaseRow.number).desc(), col(CaseRow.village))
    rows = session.exec(query.order_by(*newest).offset(offset).limit(limit))
    return tuple(map(_line, rows))


def _line(row: CaseRow) -> CaseLine:
    return CaseLine(
        id=row.id,
        village=row.village,
        phase=Phase(row.phase),
        address=row.address or row.parcel or row.description or "",
        headline=row.headline,
        opened_on=row.opened_on,
        closed_on=row.closed_on,
        next_due=row.next_due,
        open_violations=row.open_violations,
    )
