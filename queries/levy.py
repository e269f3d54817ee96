"""The levy of a village for a fiscal year: what its cases were certified for, and the payments that correct it."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from models.case import CaseRow
from models.entry import EntryRow
from queries.dollars import Dollars
from queries.record import fold_case, no_village
from rules.calendar import local_day
from rules.law import Law, Levy
from rules.ledger import NOUGHT, Account, balances
from rules.levy import CERTIFIED, LevyLine, levy_lines
from rules.lien import day_for
from rules.refusals import NotAllowed
from rules.values import Role, Value


class LevyLineView(LevyLine):
    """One line for the assessor."""

    amount: Dollars


class LevyView(Value):
    """A levy on a day. certified + corrections = total; total + other_years = what its cases have levied and unpaid.

    `closes_on` is the last day to certify; until then the levy may still grow.
    """

    village: str
    fiscal_year: int
    on: date
    begins_on: date
    closes_on: date
    open: bool
    section: str
    lines: tuple[LevyLineView, ...]
    certified: Dollars
    corrections: Dollars
    total: Dollars
    other_years: Dollars
    levied: Dollars


class _Collected(NamedTuple):
    lines: tuple[LevyLine, ...]
    levied: Dollars


def levy_of(
    session: Session, law: Law, fiscal_year: int, *, now: datetime, roles: frozenset[Role]
) -> LevyView:
    """Return the levy of the law's village for the fiscal year that begins in a calendar year.

    `fiscal_year` has four digits. Raises NotFound where the village is not the user's.
    """
    if not roles:
        raise no_village(law.village.key)
    rule = law.village.levy
    if rule is None:
        section = law.versions[-1].section
        raise NotAllowed(f"{law.village.name} has no levy in its file.", section=section, field="village")
    found = _collect(session, law.village.key, fiscal_year)
    return _view(found, law, rule, fiscal_year, local_day(now, law.village.zone))


def _collect(session: Session, village: str, fiscal_year: int) -> _Collected:
    lines, levied = list[LevyLine](), NOUGHT
    for case_id in _levied(session, village):
        case = fold_case(session, case_id)
        lines += levy_lines(case, fiscal_year)
        levied += balances(case.abatement.entries).levied
    return _Collected(tuple(lines), levied)


def _levied(session: Session, village: str) -> Sequence[str]:
    """Return the cases anything was ever certified of, in the order of their numbers."""
    certified = select(EntryRow.case_id).where(col(EntryRow.account) == Account.LEVIED.value)
    query = (
        select(CaseRow.id)
        .where(col(CaseRow.village) == village, col(CaseRow.id).in_(certified))
        .order_by(col(CaseRow.year), col(CaseRow.number))
    )
    return session.exec(query).all()


def _view(found: _Collected, law: Law, rule: Levy, fiscal_year: int, today: date) -> LevyView:
    certified = sum((line.amount for line in found.lines if line.what == CERTIFIED), NOUGHT)
    total = sum((line.amount for line in found.lines), NOUGHT)
    closes = day_for(rule.certify_by, fiscal_year, rule)
    return LevyView(
        village=law.village.key,
        fiscal_year=fiscal_year,
        on=today,
        begins_on=date.fromisoformat(f"{fiscal_year}-{rule.fiscal_year_starts}"),
        closes_on=closes,
        open=today <= closes,
        section=rule.section,
        lines=tuple(LevyLineView(**dict(line)) for line in found.lines),
        certified=certified,
        corrections=total - certified,
        total=total,
        other_years=found.levied - total,
        levied=found.levied,
    )
