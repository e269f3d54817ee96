"""The cases as people look at them: one in full, many as lines, and what may be done on one.

A case of a village that is not the user's is answered like one that does not exist.
"""

from collections.abc import Collection
from datetime import datetime

from sqlmodel import Session, col, select

from models.case import CaseRow
from queries.portrait import portrait
from queries.record import Recorded, load, no_case, verify
from queries.setting import setting_for
from queries.views import ActionView, CaseLine, CaseView, EntryView
from rules import engine
from rules.law import Law
from rules.values import Phase, Role


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
        case, setting, [_entry(each) for each in entries], chain_ok=verify(session, case_id) is None
    )


def actions(
    session: Session, law: Law, case_id: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> tuple[ActionView, ...]:
    """Return every command on a case, allowed or with the reason why not; raise NotFound."""
    case = engine.fold(entry.event for entry in load(session, case_id))
    if case is None or not roles:
        raise no_case(case_id)
    setting = setting_for(session, law, case, now=now, actor=actor, roles=roles)
    found: list[ActionView] = []
    for name in engine.case_commands():
        refusal = engine.may(case, name, setting)
        facts = refusal.facts if refusal else None
        found.append(
            ActionView(
                command=name,
                allowed=facts is None,
                yours=bool(engine.ACTS[name].roles & roles),
                why=facts.what if facts else None,
                section=facts.section if facts else None,
                remedy=facts.remedy if facts else None,
                roles=tuple(sorted(engine.ACTS[name].roles)),
            )
        )
    return tuple(found)


def list_cases(
    session: Session, villages: Collection[str], phase: Phase | None = None, village: str | None = None
) -> tuple[CaseLine, ...]:
    """Return the cases of these villages, or of one of them, the newest first."""
    wanted = [key for key in villages if village in (None, key)]
    query = select(CaseRow).where(col(CaseRow.village).in_(wanted))
    if phase is not None:
        query = query.where(col(CaseRow.phase) == phase.value)
    rows = session.exec(
        query.order_by(col(CaseRow.year).desc(), col(CaseRow.number).desc(), col(CaseRow.village))
    )
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


def _entry(recorded: Recorded) -> EntryView:
    return EntryView(
        seq=recorded.seq,
        kind=recorded.kind,
        effective_on=recorded.effective_on,
        recorded_at=recorded.recorded_at,
        actor=recorded.actor,
        op_id=recorded.op_id,
        data=recorded.event.model_dump(mode="json"),
        hash=recorded.hash,
    )
