"""The securities as people look at them: one in full, many as lines, and what may be done on one.

A security of a village that is not the user's is answered like one that does not exist.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from itertools import groupby
from typing import Final

from sqlalchemy import bindparam
from sqlalchemy import select as core_select
from sqlmodel import Session, and_, col, or_, select

from models.event import EventRow
from models.security import SecurityRow
from queries.entries import entry_view
from queries.record import load, no_security, recorded, verify
from queries.security_views import SecurityLine, SecurityView
from queries.setting import setting_for
from queries.surety import portrait
from queries.tables import table
from queries.views import ActionView
from rules import security_engine
from rules.account import drawn_on
from rules.acts import Setting
from rules.case import Case
from rules.guarantee import Security, SecurityStatus
from rules.law import Law
from rules.values import Role


def village_of(session: Session, security_id: str) -> str:
    """Return the village of a security; raise NotFound where there is none."""
    row = session.get(SecurityRow, security_id)
    if row is None:
        raise no_security(security_id)
    return row.village


def show(
    session: Session, law: Law, security_id: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> SecurityView:
    """Return a security in full as it stands at an aware instant; raise NotFound."""
    entries = load(session, security_id)
    security = security_engine.fold(entry.event for entry in entries)
    if security is None or not roles:
        raise no_security(security_id)
    setting = setting_for(session, law, None, now=now, actor=actor, roles=roles)
    whole = verify(session, security_id) is None
    return portrait(security, setting, [entry_view(each) for each in entries], chain_ok=whole)


def actions(
    session: Session, law: Law, security_id: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> tuple[ActionView, ...]:
    """Return every command on a security, allowed or with the reason why not; raise NotFound."""
    security = security_engine.fold(entry.event for entry in load(session, security_id))
    if security is None or not roles:
        raise no_security(security_id)
    setting = setting_for(session, law, None, now=now, actor=actor, roles=roles)
    return tuple(_action(security, name, setting) for name in _given_on_one())


def _given_on_one() -> Iterable[str]:
    return (name for name in security_engine.security_commands() if name in security_engine.ACTS)


def _action(security: Security, name: str, setting: Setting) -> ActionView:
    refusal, roles = security_engine.may(security, name, setting), security_engine.ACTS[name].roles
    facts = refusal.facts if refusal else None
    return ActionView(
        command=name,
        allowed=facts is None,
        yours=bool(roles & setting.roles),
        why=facts.what if facts else None,
        section=facts.section if facts else None,
        remedy=facts.remedy if facts else None,
        roles=tuple(sorted(roles)),
    )


def list_securities(
    session: Session,
    villages: Collection[str],
    status: SecurityStatus | None = None,
    village: str | None = None,
) -> tuple[SecurityLine, ...]:
    """Return the securities of these villages, or of one of them: what falls due first comes first."""
    wanted = [key for key in villages if village in (None, key)]
    query = select(SecurityRow).where(col(SecurityRow.village).in_(wanted))
    if status is not None:
        query = query.where(col(SecurityRow.status) == status.value)
    due = col(SecurityRow.next_due)
    rows = session.exec(query.order_by(due.nulls_last(), col(SecurityRow.id)))
    return tuple(
        SecurityLine.model_validate(row.model_dump(include=set(SecurityLine.model_fields))) for row in rows
    )


# --- as the rules know them -------------------------------------------------------------------------------

# With every page of a case: so they are made once.
_SECURITY: Final = table(SecurityRow)
_LINKED: Final = or_(
    _SECURITY.c.case == bindparam("case"), _SECURITY.c.id.in_(bindparam("drawn", expanding=True))
)
_FREE: Final = and_(_SECURITY.c.over.is_(False), _SECURITY.c.case.is_(None))
_OF_VILLAGE: Final = core_select(_SECURITY.c.id).where(_SECURITY.c.village == bindparam("village"))
_CONCERNED: Final = _OF_VILLAGE.where(_LINKED)
_CONCERNED_OR_FREE: Final = _OF_VILLAGE.where(or_(_LINKED, _FREE))


def concerning(session: Session, case: Case) -> tuple[Security, ...]:
    """Return the village's securities that are linked to a case or drawn on for it, in order of their ids.

    Where there is a cost to recover, also those that are live and linked to no case.
    """
    drawn = {key.partition("/")[0] for key in case.abatement.draws} | drawn_on(case)
    asked = {"village": case.village, "case": case.id, "drawn": sorted(drawn)}
    concerned = _CONCERNED_OR_FREE if case.abatement.costs else _CONCERNED
    return _folded(session, session.connection().scalars(concerned, asked).all())


def drawn_for(session: Session, case: Case) -> tuple[Security, ...]:
    """Return the securities that paid towards a case."""
    return _folded(session, drawn_on(case))


def _folded(session: Session, ids: Collection[str]) -> tuple[Security, ...]:
    if not ids:
        return ()
    query = select(EventRow).where(col(EventRow.case_id).in_(ids))
    rows = session.exec(query.order_by(col(EventRow.case_id), col(EventRow.seq)))
    found = (
        security_engine.fold(recorded(row).event for row in of)
        for _, of in groupby(rows, lambda row: row.case_id)
    )
    return tuple(security for security in found if security is not None)
