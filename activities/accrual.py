"""The nightly run: makes a row of every separate offense due through a day, set by set in order of case.

It can be run again, by two at once, and after any number of missed nights: an offense is dated once.
Where one offense follows another by a number of days the database does it alone; elsewhere `rules/` tells the days.
"""

from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine, select, update
from sqlmodel import Session, col
from temporalio import activity

from activities.accrual_sql import Page, date_page, last_of_page, look, unforeseen, unstepped
from activities.effects import POKE
from activities.messages import AccrualOrder, AccrualResult, FollowUp
from activities.project import accrued_through, hold_violations, project_offenses
from activities.record import law_of, moment
from activities.rows import Footing
from models.case import CaseRow
from models.session import read, write
from models.village import VillageRow
from queries.record import load
from rules import engine
from rules.calendar import local_day
from rules.law import Law, Question
from rules.refusals import FutureFact, Refusal

PAGE = 10_000
"""Violations to a transaction: few enough that a command waits a moment only, and many enough to spare the disk."""


POKES = 1000
"""Cases told to look again in one run: a result is one message; the rest follow the next night."""


class Progress(NamedTuple):
    """How far a run has come: the last case, what was written so far, and the cases that are to look again."""

    after: str = ""
    violations: int = 0
    offenses: int = 0
    pokes: tuple[str, ...] = ()


class Accruals:
    """The activity `date_offenses`; `ordinances` is a folder of laws beside our own."""

    def __init__(self, engine: Engine, ordinances: Path | None = None, page: int = PAGE) -> None:
        self._engine = engine
        self._ordinances = ordinances
        self._page = page

    @activity.defn
    def date_offenses(self, order: AccrualOrder) -> AccrualResult:
        """Date every offense of a village due through a day, yesterday if none is given; one of today is refused."""
        at = moment(order.at)
        try:
            with read(self._engine) as session:
                law = law_of(session, order.village, self._ordinances)
            through = _through(order.through, local_day(at, law.village.zone) - timedelta(days=1))
        except Refusal as refusal:
            day = order.through or at.date()
            return AccrualResult(
                village=order.village, through=day, violations=0, offenses=0, refusal=refusal.facts
            )
        with write(self._engine) as session:
            _begin(session, order.village, through)
        done = _resumed(through)
        while (further := self._turn(order.village, through, done)) is not None:
            done = further
            _heartbeat(through, done)
        return _result(order.village, through, done)

    def _turn(self, village: str, through: date, done: Progress) -> Progress | None:
        """Date one page in one transaction; None after the last page."""
        with write(self._engine) as session:
            last = last_of_page(session, village, done.after, self._page)
            if last is None:
                return None
            law = self._law_until_dated(session, village)
            page = Page(village, done.after, last, through)
            found = look(session, page, by_service=law.choice(Question.OFFENSE_START) != "observed")
            if not found.due:
                return done._replace(after=last)
            pokes = unforeseen(session, page, POKES - len(done.pokes)) if found.fresh else []
            by_the_rules = unstepped(session, page) if found.unstepped else []
            offenses = date_page(session, page, found.missed(through))
            offenses += sum(_date_case(session, law, case_id) for case_id in by_the_rules)
        return Progress(last, done.violations + found.due, done.offenses + offenses, (*done.pokes, *pokes))

    def _law_until_dated(self, session: Session, village: str) -> Law:
        """Return the law of a village, which no decision changes until the transaction ends."""
        row = select(col(VillageRow.key)).where(col(VillageRow.key) == village)
        session.scalars(row.with_for_update(read=True)).all()
        return law_of(session, village, self._ordinances)


def _through(asked: date | None, yesterday: date) -> date:
    if asked is not None and asked > yesterday:
        raise FutureFact(
            f"Offenses cannot be dated through {asked}: the last day that is over is {yesterday}.",
            remedy=f"Give {yesterday} or a day before it.",
            field="through",
        )
    return asked or yesterday


def _begin(session: Session, village: str, through: date) -> None:
    """Note the day, so that from here on no command takes itself to be earlier."""
    session.execute(
        update(VillageRow)
        .where(col(VillageRow.key) == village)
        .where((col(VillageRow.accrued_through) < through) | col(VillageRow.accrued_through).is_(None))
        .values(accrued_through=through)
    )


def _date_case(session: Session, law: Law, case_id: str) -> int:
    """Date what has no fixed step as the rules tell; return how many offenses are new."""
    hold_violations(session, case_id)
    entries = load(session, case_id)
    case = engine.fold(entry.event for entry in entries)
    row = session.get(CaseRow, case_id)
    if case is None or row is None:
        return 0
    footing = Footing(row.seq, row.head, row.as_of, accrued_through(session, law.village.key))
    return project_offenses(session, case, law, footing)


# --- how far it has come --------------------------------------------------------------------------------


def _result(village: str, through: date, done: Progress) -> AccrualResult:
    note = "a first offense was dated: its limit of time is new on the agenda"
    return AccrualResult(
        village=village,
        through=through,
        violations=done.violations,
        offenses=done.offenses,
        follow_ups=tuple(FollowUp(kind=POKE, case=case, village=village, note=note) for case in done.pokes),
    )


def _heartbeat(through: date, done: Progress) -> None:
    if activity.in_activity():
        activity.heartbeat(through.isoformat(), *done)


def _resumed(through: date) -> Progress:
    """Return where an earlier attempt at this run left off."""
    details = activity.info().heartbeat_details if activity.in_activity() else ()
    if len(details) == 1 + len(Progress._fields) and details[0] == through.isoformat():
        _, after, violations, offenses, pokes = details
        return Progress(after, violations, offenses, tuple(pokes))
    return Progress()
