"""Writes what follows from the events of a case or a security into its rows: only what differs, no offense deleted.

Whoever writes to a case first holds its number and its violations, in this order, so that neither another command
nor the nightly run comes between; who writes to a security and a case holds the security first. SQLite has one
writer anyway.
"""

from datetime import date, timedelta

from sqlalchemy import select
from sqlmodel import Session, SQLModel, col

from activities.parties import agree_parties
from activities.rows import Footing, offense_rows, projection
from activities.security_rows import security_projection
from activities.tables import Change, apply, by_key, difference, rows_of
from models.case_number import CaseNumberRow
from models.offense import OffenseRow
from models.respondent import RespondentRow
from models.village import VillageRow
from models.violation import ViolationRow
from queries.record import Row
from rules.case import Case
from rules.exposure import Status
from rules.guarantee import Security
from rules.law import Law


def hold(session: Session, case_id: str) -> None:
    """Keep every other writer from a case or a security until the transaction ends."""
    session.scalars(
        select(col(CaseNumberRow.case_id)).where(col(CaseNumberRow.case_id) == case_id).with_for_update()
    ).all()
    hold_violations(session, case_id)


def hold_violations(session: Session, case_id: str) -> None:
    """Keep the nightly run, and whoever would record, from the violations of a case."""
    session.scalars(
        select(col(ViolationRow.key))
        .where(col(ViolationRow.case_id) == case_id)
        .order_by(col(ViolationRow.key))
        .with_for_update()
    ).all()


def accrued_through(session: Session, village: str) -> date | None:
    """Return the last day that a nightly run of the village has begun on."""
    return session.scalar(select(col(VillageRow.accrued_through)).where(col(VillageRow.key) == village))


def not_before(today: date, row: Row | None, accrued: date | None) -> date:
    """Return "today" for a record: an instant taken before a nightly run or a later entry is overtaken by them."""
    seen = [] if row is None else [row.as_of]
    dated = [] if accrued is None else [accrued + timedelta(days=1)]
    return max([today, *seen, *dated])


def project(session: Session, case: Case, law: Law, footing: Footing) -> None:
    """Make every row of a case agree with its events."""
    touched: set[str] = set()
    for model, rows in projection(case, law, footing).items():
        there = rows_of(session, model, case.id)
        change = _kept(difference(there, by_key(model, rows)), model)
        apply(session, model, change)
        if model is RespondentRow and any(change):
            touched = {row["party_key"] for row in (*there.values(), *rows)}
    agree_parties(session, case.village, touched)


def project_security(session: Session, security: Security, law: Law, footing: Footing) -> None:
    """Make every row of a security agree with its events."""
    for model, rows in security_projection(security, law, footing).items():
        apply(session, model, difference(rows_of(session, model, security.id), by_key(model, rows)))


def project_offenses(session: Session, case: Case, law: Law, footing: Footing) -> int:
    """Make the violations and offenses of a case agree with its events; return how many offenses are new."""
    new = 0
    for model, rows in offense_rows(case, law, footing).items():
        change = _kept(difference(rows_of(session, model, case.id), by_key(model, rows)), model)
        apply(session, model, change)
        new += len(change.added) if model is OffenseRow else 0
    return new


def _kept(change: Change, model: type[SQLModel]) -> Change:
    """Return a change that deletes no offense: one that is no more is void."""
    if model is not OffenseRow:
        return change
    names = ("case_id", "violation", "offense_on")
    void = [dict(zip(names, key, strict=True), status=Status.VOID.value) for key in change.gone]
    return Change(change.added, [*change.changed, *void], [])
