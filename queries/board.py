"""The attorney's board: the open cases in which most escalates, each with what it rests on.

Figures are worked out by the rules, case by case, for those that can be foremost: the oldest, those whose time
limit ends next, and those of parties with convictions, about `LOOKED_AT` in all.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, func, or_, select
from sqlmodel import Session, col

from models.case import CaseRow
from models.count import CountRow
from models.deadline import DeadlineRow
from models.respondent import RespondentRow
from queries.exposure import Statuses
from queries.record import fold_cases
from queries.setting import setting_for
from queries.views import EvidenceView
from rules.case import Case
from rules.exposure import all_dated, evidence, open_offenses, time_barred
from rules.judgments import Judgment, judgments, look_back_on
from rules.law import Law
from rules.offenses import Evidence
from rules.standing import appeal_state, is_stayed, phase
from rules.values import Outcome, Phase, Role, Value
from rules.what_if import Outlook, outlook, priors

LOOKED_AT = 90
EACH, LEAST = LOOKED_AT // 3, 5
THRESHOLD, LIMITATION = "exposure_threshold", "limitation"


class Rank(StrEnum):
    """The orders of the board."""

    TIER = "tier"
    LIMIT = "limit"
    EXPOSURE = "exposure"


class Dated(Value):
    """A due date of the case: the limit of an uncharged offense, or a threshold."""

    of: str | None
    due: date
    section: str | None
    explanation: str


class BoardLine(Value):
    """One case on the board."""

    id: str
    village: str
    today: date
    phase: Phase
    where: str
    respondents: tuple[str, ...]
    outlook: Outlook
    evidence: EvidenceView
    time_barred: int
    judgments: tuple[Judgment, ...]
    limits: tuple[Dated, ...]
    thresholds: tuple[Dated, ...]
    appeals: tuple[tuple[str, str], ...]
    stayed: bool

    @property
    def tier(self) -> int:
        """The highest place in a history that an open offense takes, under either reading."""
        return max(figure.highest_ordinal for figure in self.outlook.figures)

    @property
    def minimum(self) -> Decimal:
        """The greater of the minima under the two readings."""
        return max(figure.minimum for figure in self.outlook.figures)

    @property
    def limit(self) -> date:
        """The first day after which an uncharged offense can no longer be charged, or the end of time."""
        return min((each.due for each in self.limits), default=date.max)


class Board(Value):
    """The lines in the order wished for, and how many cases are open in all."""

    lines: tuple[BoardLine, ...]
    looked_at: int
    open_cases: int


class Asking(NamedTuple):
    """Who asks, when, and under which laws."""

    laws: Mapping[str, Law]
    now: datetime
    roles: Mapping[str, frozenset[Role]]
    actor: str


def board(session: Session, asking: Asking, rank: Rank, *, offset: int = 0, limit: int = 20) -> Board:
    """Return a part of the board of these villages."""
    villages = list(asking.laws)
    open_cases = select(func.count()).select_from(CaseRow).where(*_is_open(villages))
    candidates = fold_cases(session, sorted(_candidates(session, villages)))
    dues = _dues(session, list(candidates))
    lines = sorted(
        (_line(session, asking, case, dues.get(key, [])) for key, case in candidates.items()),
        key=ORDERS[rank],
    )
    return Board(
        lines=tuple(lines[offset : offset + limit]),
        looked_at=len(lines),
        open_cases=session.scalar(open_cases) or 0,
    )


ORDERS: dict[Rank, Any] = {
    Rank.TIER: lambda line: (-line.tier, -line.minimum, line.limit, line.id),
    Rank.LIMIT: lambda line: (line.limit, -line.minimum, line.id),
    Rank.EXPOSURE: lambda line: (-line.minimum, -line.tier, line.id),
}


# --- which cases are looked at ----------------------------------------------------------------------------


def _is_open(villages: list[str]) -> tuple[Any, ...]:
    return (col(CaseRow.village).in_(villages), col(CaseRow.closed_on).is_(None))


def _candidates(session: Session, villages: list[str]) -> set[str]:
    found: set[str] = set()
    for village in villages:
        each = max(LEAST, EACH // len(villages))
        parties = list(session.scalars(_convicted(village).limit(each)))
        of_parties = [_of_parties(village, parties)] if parties else []
        for query in (_oldest(village), _next_limits(village), *of_parties):
            found |= set(session.scalars(query.limit(each)))
    return found


def _oldest(village: str) -> Select[Any]:
    order = (col(CaseRow.year), col(CaseRow.number))
    return select(col(CaseRow.id)).where(*_is_open([village])).order_by(*order)


def _next_limits(village: str) -> Select[Any]:
    here = (col(DeadlineRow.village) == village, col(DeadlineRow.kind) == LIMITATION)
    return (
        select(col(DeadlineRow.case_id)).where(*here).order_by(col(DeadlineRow.due), col(DeadlineRow.case_id))
    )


def _convicted(village: str) -> Select[Any]:
    """Return the parties with convictions that stand, those convicted last first."""
    stands = and_(col(CountRow.outcome) == Outcome.CONVICTED.value, col(CountRow.vacated_on).is_(None))
    party = col(CountRow.party_key)
    query: Select[Any] = select(party).where(col(CountRow.village) == village, stands).group_by(party)
    return query.order_by(func.max(col(CountRow.disposed_on)).desc(), party)


def _of_parties(village: str, parties: list[str]) -> Select[Any]:
    whose = (col(RespondentRow.village) == village, col(RespondentRow.party_key).in_(parties))
    query: Select[Any] = select(col(RespondentRow.case_id)).where(*whose).distinct()
    query = query.join(CaseRow, col(CaseRow.id) == col(RespondentRow.case_id))
    return query.where(col(CaseRow.closed_on).is_(None)).order_by(col(RespondentRow.case_id).desc())


def _dues(session: Session, cases: list[str]) -> dict[str, list[Any]]:
    kinds = or_(col(DeadlineRow.kind) == THRESHOLD, col(DeadlineRow.kind) == LIMITATION)
    rows = (
        select(DeadlineRow).where(col(DeadlineRow.case_id).in_(cases), kinds).order_by(col(DeadlineRow.due))
    )
    found: dict[str, list[Any]] = {}
    for row in session.scalars(rows) if cases else ():
        found.setdefault(row.case_id, []).append(row)
    return found


# --- one case ---------------------------------------------------------------------------------------------


def _line(session: Session, asking: Asking, case: Case, dues: list[Any]) -> BoardLine:
    law, roles = asking.laws[case.village], asking.roles[case.village]
    setting = setting_for(session, law, case, now=asking.now, actor=asking.actor, roles=roles)
    where, statuses = case.property, all_dated(case, setting)
    return BoardLine(
        id=case.id,
        village=case.village,
        today=setting.today,
        phase=phase(case, law, setting.today),
        where=where.address or where.parcel or where.description or "",
        respondents=tuple(each.name for each in case.respondents.values()),
        outlook=outlook(case, setting),
        evidence=_evidence(case, statuses),
        time_barred=sum(map(len, time_barred(statuses, setting).values())),
        judgments=judgments(priors(case, setting), look_back_on(law, setting.today)),
        limits=tuple(_dated(row) for row in dues if row.kind == LIMITATION),
        thresholds=tuple(_dated(row) for row in dues if row.kind == THRESHOLD and row.due <= setting.today),
        appeals=tuple(_appeals(case, law)),
        stayed=is_stayed(case, law, setting.today),
    )


def _appeals(case: Case, law: Law) -> Iterator[tuple[str, str]]:
    for key in case.respondents:
        state = appeal_state(case, key, law)
        if state is not None:
            yield key, state


def _evidence(case: Case, statuses: Statuses) -> EvidenceView:
    """Return how the offenses that are in the exposure are supported."""
    grades = [
        grade
        for key, offenses in statuses.items()
        for grade in evidence(case, case.violations[key], open_offenses(offenses))
    ]
    return EvidenceView(
        observed=grades.count(Evidence.OBSERVED),
        inferred=grades.count(Evidence.INFERRED),
        unsupported=grades.count(Evidence.UNSUPPORTED),
    )


def _dated(row: DeadlineRow) -> Dated:
    return Dated(of=row.of, due=row.due, section=row.section, explanation=row.explanation)
