"""Makes every projection anew from the events: the same rows again, whatever had become of them.

Record by record, each in one transaction, so that work goes on meanwhile. A case or a security whose record is not
whole keeps its rows: they are what tells.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from sqlalchemy import Engine, delete, func, select
from sqlmodel import Session, SQLModel, col

from activities.calendar_items import remember
from activities.held import HeldCase, held
from activities.messages import Difference
from activities.parties import agree_all_parties, agree_parties
from activities.project import hold
from activities.record import law_of
from activities.register import Place, all_cases
from activities.rows import Footing
from activities.tables import rows_of
from models.case import CaseRow
from models.count import CountRow
from models.deadline import DeadlineRow
from models.entry import EntryRow
from models.event import EventRow
from models.offense import OffenseRow
from models.respondent import RespondentRow
from models.security import SecurityRow
from models.session import write
from models.violation import ViolationRow
from queries.record import row_of, verify
from queries.tables import table
from rules.calendar import local_day
from rules.law import Question
from rules.refusals import Refusal
from rules.series import series_of

OF_A_RECORD: tuple[type[SQLModel], ...] = (
    ViolationRow,
    OffenseRow,
    RespondentRow,
    CountRow,
    EntryRow,
    DeadlineRow,
    CaseRow,
    SecurityRow,
)
Told = Callable[[int, int], None]


def rebuild(
    engine: Engine, ordinances: Path | None = None, progress: Told | None = None
) -> tuple[Difference, ...]:
    """Make all rows anew, telling how many records are done of how many; return those left as they were."""
    places = list(all_cases(engine))
    left: list[Difference] = []
    for done, place in enumerate(places, start=1):
        try:
            with write(engine) as session:
                fault = _rebuild(session, place, ordinances)
        except Refusal as refusal:
            fault = refusal.facts.what
        if fault is not None:
            left.append(Difference(case=place.case, kind="not_rebuilt", detail=fault, repaired=False))
        if progress is not None:
            progress(done, len(places))
    agree_all_parties(engine, None)
    return tuple(left)


def _rebuild(session: Session, place: Place, ordinances: Path | None) -> str | None:
    """Make the rows of one record anew; return why not where it is not whole."""
    hold(session, place.case)
    fault = verify(session, place.case)
    if fault is not None:
        return fault
    last = select(func.max(col(EventRow.recorded_at))).where(col(EventRow.case_id) == place.case)
    entered = session.scalar(last)
    if entered is None or place.village is None:
        return f"there are rows of this {series_of(place.case)} and no events"
    record = held(session, law_of(session, place.village, ordinances), place.case, entered)
    row = row_of(session, place.case)
    if row is not None:
        record.footing = record.footing._replace(as_of=row.as_of)
    known = {each["party_key"] for each in rows_of(session, RespondentRow, place.case).values()}
    session.expunge_all()
    for model in OF_A_RECORD:
        of = table(model)
        column = of.c["id" if model in (CaseRow, SecurityRow) else "case_id"]
        session.execute(delete(of).where(column == place.case))
    if isinstance(record, HeldCase) and record.law.choice(Question.OFFENSE_START) != "observed":
        _relive(record)
    record.project()
    remember(session, place.case, record.footing.seq, entered)
    agree_parties(session, place.village, known)
    return None


def _relive(record: HeldCase) -> None:
    """Make the rows of a case on the day of each of its events, as it stood before and after.

    Where separate offenses start by service, a notice withdrawn leaves void offenses that no later day tells of.
    """
    told, footing, day = record.told, record.footing, date.min
    record.told = None
    for entry in record.entries:
        day = max(day, local_day(entry.recorded_at, record.law.village.zone))
        record.footing = Footing(entry.seq, entry.hash, day)
        if record.told is not None:
            record.project()
        record.told = record.fold([entry.event], record.told)
        record.project()
    record.told, record.footing = told, footing
