"""A charge as papers tell of it: its counts, what proves each, when each could be charged; the head for a court."""

from datetime import date
from typing import NamedTuple

from documents.blocks import Caption
from documents.listing import NONE
from documents.occasion import Occasion
from documents.wording import listed
from rules.calendar import Reckoned
from rules.case import Case, Respondent, Violation
from rules.events import ChargedCount, OffensesCharged
from rules.exhibits import NOTHING, Bearing, bearing
from rules.exposure import evidence
from rules.law import Law
from rules.offenses import Evidence
from rules.penalties import limitation


class Pleaded(NamedTuple):
    """One count with what proves it and the last day on which it could be charged."""

    number: int
    charged: ChargedCount
    grade: Evidence
    limit: Reckoned
    late: bool
    exhibits: Bearing

    @property
    def on(self) -> date:
        """The day of the offense."""
        return self.charged.offense_on

    @property
    def name(self) -> str:
        """How the count is referred to."""
        return f"Count {self.number} ({self.charged.count})"


class Charge(NamedTuple):
    """What one charge is about."""

    law: Law
    case: Case
    event: OffensesCharged
    person: Respondent
    violation: Violation
    counts: tuple[Pleaded, ...]


def charge_of(of: Occasion) -> Charge:
    """Return the charge that an event is of, with the proof of its counts as the case has it."""
    event: OffensesCharged = of.event
    violation = of.case.violations[event.violation]
    days = [each.offense_on for each in event.counts]
    graded = zip(event.counts, evidence(of.case, violation, days), strict=True)
    shown = bearing(of.case, violation.key)
    counts = tuple(
        _pleaded(of.law, event, number, each, grade, shown.get(each.offense_on, NOTHING))
        for number, (each, grade) in enumerate(graded, 1)
    )
    return Charge(of.law, of.case, event, of.case.respondents[event.respondent], violation, counts)


def _pleaded(
    law: Law, event: OffensesCharged, number: int, each: ChargedCount, grade: Evidence, exhibits: Bearing
) -> Pleaded:
    limit = limitation(law, each.offense_on)
    return Pleaded(number, each, grade, limit, limit.due < event.on, exhibits)


def noted(each: Pleaded) -> str:
    """Say what is doubtful about a count: that no inspection supports it, that it is time-barred."""
    doubts = (
        *(("unsupported",) if each.grade is Evidence.UNSUPPORTED else ()),
        *(("time-barred",) if each.late else ()),
    )
    return listed(doubts) or NONE


def caption(law: Law, court: str, defendants: tuple[str, ...], instrument: str) -> Caption:
    """Return the head of a paper for a court, in the name in which the state's law has counts brought."""
    rule = law.state.accusation
    return Caption(
        court=court,
        state=law.state.name,
        county=law.village.county,
        plaintiff=rule.in_the_name_of if rule else law.village.name,
        defendants=defendants,
        instrument=instrument,
    )
