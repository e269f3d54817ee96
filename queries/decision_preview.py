"""What a decision of a doubtful question would change in the open cases of a village, before it is made.

Each case is read twice from the same facts, as the law is read now and as it would be. Offenses of other cases of the
same party are taken as they stand now. The oldest cases are looked at, `LOOKED_AT` at most.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import func, select
from sqlmodel import Session, col

from models.case import CaseRow
from queries.record import fold_cases
from queries.setting import setting_for
from queries.views import Figures
from rules import engine
from rules.acts import Setting
from rules.case import Case
from rules.exposure import exposure
from rules.interpretations import Decision, as_decided
from rules.law import Law, Question
from rules.standing import is_stayed
from rules.values import Role, Value

LOOKED_AT = 100  # a case of a year of daily offenses takes some hundredths of a second
OF_APPEALS = (Question.APPEAL_STAY, Question.STAYED_OFFENSES)


class Stand(Value):
    """How a case stands under one reading; `next_due` is the first day not yet noted."""

    exposure: Figures
    stayed: bool
    next_due: date | None


class Changed(Value):
    """An open case in which something would be another: its exposure, its stay, or what falls due when."""

    id: str
    where: str
    now: Stand
    then: Stand
    exposure: bool
    stay: bool
    clocks: bool


class Preview(Value):
    """What a choice would change: the exposure of all open cases looked at, now and then, and each case changed."""

    question: Question
    choice: str
    chosen_now: str
    open_cases: int
    looked_at: int
    now: Figures
    then: Figures
    changed: tuple[Changed, ...]

    @property
    def exposures(self) -> int:
        """In how many cases the exposure would be another."""
        return sum(each.exposure for each in self.changed)

    @property
    def stays(self) -> int:
        """In how many cases it would change whether enforcement is stayed today."""
        return sum(each.stay for each in self.changed)

    @property
    def clocks(self) -> int:
        """In how many cases other things would fall due, or on other days."""
        return sum(each.clocks for each in self.changed)


class Looker(NamedTuple):
    """Who looks, and when."""

    now: datetime
    actor: str
    roles: frozenset[Role]


class _Seen(NamedTuple):
    stand: Stand
    due: frozenset[str]


def preview(session: Session, law: Law, question: Question, choice: str, looker: Looker) -> Preview:
    """Return what a choice would change in the open cases of a village."""
    then = as_decided(law, [_supposed(law, question, choice)])
    rows = _oldest(session, law.village.key)
    cases = fold_cases(session, [row.id for row in rows])
    found = [_both(session, row, cases[row.id], question, (law, then), looker) for row in rows]
    return Preview(
        question=question,
        choice=choice,
        chosen_now=law.choice(question),
        open_cases=_how_many(session, law.village.key),
        looked_at=len(found),
        now=_total([now.stand.exposure for _, now, _ in found]),
        then=_total([after.stand.exposure for _, _, after in found]),
        changed=tuple(_changed(found)),
    )


def _supposed(law: Law, question: Question, choice: str) -> Decision:
    # Whoever decides, and when, changes nothing but that it is decided.
    return Decision(
        question=question, choice=choice, authority="", decided_by=law.village.name, decided_on=date.min
    )


def _how_many(session: Session, village: str) -> int:
    query = select(func.count()).select_from(CaseRow).where(col(CaseRow.village) == village)
    return session.scalar(query.where(col(CaseRow.closed_on).is_(None))) or 0


def _oldest(session: Session, village: str) -> Sequence[CaseRow]:
    query = select(CaseRow).where(col(CaseRow.village) == village, col(CaseRow.closed_on).is_(None))
    return session.scalars(query.order_by(col(CaseRow.year), col(CaseRow.number)).limit(LOOKED_AT)).all()


def _both(
    session: Session, row: CaseRow, case: Case, question: Question, laws: tuple[Law, Law], looker: Looker
) -> tuple[CaseRow, _Seen, _Seen]:
    law, then = laws
    setting = setting_for(session, law, case, **looker._asdict())
    now = _seen(case, setting)
    if question is Question.APPEAL_BODY or (question in OF_APPEALS and not case.appeals):
        return row, now, now
    return row, now, _seen(case, setting.model_copy(update={"law": then}))


def _seen(case: Case, setting: Setting) -> _Seen:
    found = exposure(case, setting, setting.law.reading) if case.violations else None
    ahead = [item for item in engine.agenda(case, setting) if not item.passed]
    figures = Figures(
        count=found.count if found else 0,
        minimum=found.minimum if found else Decimal(0),
        maximum=found.maximum if found else Decimal(0),
    )
    stand = Stand(
        exposure=figures,
        stayed=is_stayed(case, setting.law, setting.today),
        next_due=min((item.due for item in ahead), default=None),
    )
    return _Seen(stand, frozenset(item.key for item in ahead))


def _changed(found: Iterable[tuple[CaseRow, _Seen, _Seen]]) -> Iterator[Changed]:
    for row, now, then in found:
        if now == then:
            continue
        yield Changed(
            id=row.id,
            where=row.address or row.parcel or row.description or "",
            now=now.stand,
            then=then.stand,
            exposure=now.stand.exposure != then.stand.exposure,
            stay=now.stand.stayed != then.stand.stayed,
            clocks=now.due != then.due,
        )


def _total(figures: Sequence[Figures]) -> Figures:
    """Return the sum; one that states no maximum leaves the sum without any."""
    maxima = [each.maximum for each in figures]
    return Figures(
        count=sum(each.count for each in figures),
        minimum=sum((each.minimum for each in figures), Decimal(0)),
        maximum=None if None in maxima else sum((most for most in maxima if most), Decimal(0)),
    )
