"""Makes every projection anew from the events: the same rows again, whatever had become of them.

Case by case, each in one transaction, so that work goes on meanwhile. A case whose record is not whole keeps its
rows: they are what tells.
"""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine, delete
from sqlmodel import Session, SQLModel

from activities.messages import Difference
from activities.parties import agree_all_parties, agree_parties
from activities.project import accrued_through, hold, project
from activities.record import law_of
from activities.register import Place, all_cases
from activities.rows import Footing
from activities.tables import rows_of, table
from models.case import CaseRow
from models.count import CountRow
from models.deadline import DeadlineRow
from models.offense import OffenseRow
from models.respondent import RespondentRow
from models.session import write
from models.violation import ViolationRow
from queries.record import load, verify
from rules import engine as rules
from rules.calendar import local_day
from rules.refusals import Refusal

OF_A_CASE: tuple[type[SQLModel], ...] = (
    ViolationRow,
    OffenseRow,
    RespondentRow,
    CountRow,
    DeadlineRow,
    CaseRow,
)
Told = Callable[[int, int], None]


def rebuild(
    engine: Engine, ordinances: Path | None = None, progress: Told | None = None
) -> tuple[Difference, ...]:
    """Make all rows anew, telling how many cases are done of how many; return the cases left as they were."""
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
    """Make the rows of one case anew; return why not where its record is not whole."""
    hold(session, place.case)
    fault = verify(session, place.case)
    if fault is not None:
        return fault
    entries = load(session, place.case)
    case = rules.fold(entry.event for entry in entries)
    if case is None or place.village is None:
        return "there are rows of this case and no events"
    law = law_of(place.village, ordinances)
    row = session.get(CaseRow, place.case)
    as_of = row.as_of if row is not None else local_day(entries[-1].recorded_at, law.village.zone)
    footing = Footing(len(entries), entries[-1].hash, as_of, accrued_through(session, place.village))
    known = {each["party_key"] for each in rows_of(session, RespondentRow, place.case).values()}
    session.expunge_all()
    for model in OF_A_CASE:
        of = table(model)
        column = of.c["id" if model is CaseRow else "case_id"]
        session.execute(delete(of).where(column == place.case))
    project(session, case, law, footing)
    agree_parties(session, place.village, known)
    return None
