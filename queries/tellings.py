"""How each kind of event is told as a mark on the timeline: in which lane, on which day, in which words."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final, NamedTuple

from rules import events as e
from rules.case import Case
from rules.values import Finding, Value

NOTICE, APPEAL, WORK, OCCUPANCY = "Notice", "Appeal", "Work", "Occupancy"
COURT, WORKS = "Court", "Village work"


class Mark(Value):
    """Something that happened on a day, or is set for one; `short` fits beside a mark, `words` stand alone."""

    lane: str
    kind: str
    on: date
    short: str
    words: str


class Telling(NamedTuple):
    """The lane, the kind of mark, and the words, with fields of the event in braces; `at` is where its day is."""

    lane: str
    kind: str
    short: str
    words: str
    at: str = "on"


TELLINGS: Final[dict[type[e.Event], tuple[Telling, ...]]] = {
    e.VerbalWarningGiven: (Telling(NOTICE, "notice", "warning", "verbal warning given to {0.to}"),),
    e.NoticeIssued: (Telling(NOTICE, "notice", "{0.notice} issued", "notice {0.notice} issued"),),
    e.NoticeServed: (
        Telling(
            NOTICE, "service", "mailed {0.respondent}", "{0.notice} mailed to {0.respondent}", "mailed_on"
        ),
        Telling(
            NOTICE, "service", "posted {0.respondent}", "{0.notice} posted for {0.respondent}", "posted_on"
        ),
        Telling(
            NOTICE,
            "service",
            "delivered {0.respondent}",
            "{0.notice} delivered to {0.respondent}",
            "delivered_on",
        ),
    ),
    e.ServiceFailed: (
        Telling(NOTICE, "failed", "failed {0.respondent}", "service of {0.notice} on {0.respondent} failed"),
    ),
    e.NoticeWithdrawn: (Telling(NOTICE, "failed", "withdrawn", "notice withdrawn"),),
    e.RemedyDateExtended: (
        Telling(NOTICE, "notice", "extended", "remedy date of {0.violation} extended to {0.to}"),
    ),
    e.AppealFiled: (Telling(APPEAL, "appeal", "filed {0.respondent}", "appeal of {0.respondent} filed"),),
    e.TimelinessRuled: (
        Telling(APPEAL, "appeal", "ruled on", "ruled on whether the late appeal of {0.respondent} is heard"),
    ),
    e.PerilCertified: (Telling(APPEAL, "order", "peril", "imminent peril certified; the stay ends"),),
    e.HearingScheduled: (
        Telling(APPEAL, "hearing", "hearing", "hearing of the appeal, {0.body}", "hearing_on"),
    ),
    e.AppealDecided: (Telling(APPEAL, "judgment", "{0.outcome}", "appeal decided: {0.outcome}"),),
    e.AppealWithdrawn: (Telling(APPEAL, "failed", "withdrawn", "appeal of {0.respondent} withdrawn"),),
    e.StopWorkOrdered: (Telling(WORK, "order", "ordered", "stop-work order"),),
    e.InspectionHoldPlaced: (Telling(WORK, "order", "hold", "inspection hold placed"),),
    e.BreachRecorded: (Telling(WORK, "failed", "breach", "work went on in breach"),),
    e.StopWorkLifted: (Telling(WORK, "service", "lifted", "stop work lifted"),),
    e.OccupancyHeld: (Telling(OCCUPANCY, "order", "held", "occupancy held"),),
    e.OccupancyReleased: (
        Telling(OCCUPANCY, "service", "released", "corrections accepted, occupancy released"),
    ),
    e.OffensesCharged: (
        Telling(COURT, "charge", "charged", "counts filed against {0.respondent} before the {0.court}"),
        Telling(COURT, "hearing", "returnable", "counts returnable before the {0.court}", "returnable_on"),
    ),
    e.DispositionRecorded: (Telling(COURT, "judgment", "{0.outcome}", "counts {0.outcome}"),),
    e.ConvictionVacated: (Telling(COURT, "failed", "vacated", "conviction on {0.count} vacated"),),
    e.CountsSettled: (
        Telling(COURT, "judgment", "settled", "counts settled for ${0.amount:,.2f}"),
        Telling(COURT, "hearing", "{0.settlement} due", "settlement {0.settlement} to be paid by", "due_on"),
    ),
    e.FinePaid: (Telling(COURT, "paid", "paid", "${0.amount:,.2f} paid on {0.count}"),),
    e.InjunctionReferred: (Telling(COURT, "charge", "injunction", "referred for an injunction"),),
    e.InjunctionRecorded: (Telling(COURT, "judgment", "injunction", "injunction: {0.outcome}"),),
    e.RestorationOrdered: (
        Telling(WORKS, "notice", "restore", "restoration ordered"),
        Telling(WORKS, "hearing", "do by", "restoration to be done by", "do_by"),
    ),
    e.MaintenanceNoticeGiven: (
        Telling(WORKS, "notice", "maintain", "maintenance notice received", "received_on"),
        Telling(WORKS, "hearing", "do by", "maintenance to be done by", "do_by"),
    ),
    e.VillageWorkAuthorized: (Telling(WORKS, "order", "authorized", "village work authorized"),),
    e.CostRecorded: (Telling(WORKS, "paid", "cost", "cost {0.cost} of ${0.amount:,.2f} recorded"),),
    e.CostNoticeGiven: (
        Telling(WORKS, "notice", "cost notice", "notice of ${0.amount:,.2f} of cost served"),
        Telling(WORKS, "hearing", "hearing", "hearing on the cost", "hearing_on"),
    ),
    e.AssessmentConfirmed: (
        Telling(WORKS, "judgment", "assessed", "${0.amount:,.2f} assessed; the lien attaches"),
    ),
    e.CostPaid: (Telling(WORKS, "paid", "paid", "${0.amount:,.2f} of cost paid"),),
    e.LienRecorded: (Telling(WORKS, "charge", "lien filed", "lien filed with the county clerk"),),
    e.LienReleased: (Telling(WORKS, "service", "released", "lien released"),),
    e.CertifiedForLevy: (
        Telling(WORKS, "judgment", "levy", "${0.amount:,.2f} certified for the levy of {0.fiscal_year}"),
    ),
    e.CaseDrawRequested: (Telling(WORKS, "notice", "draw", "draw {0.draw} asked on {0.security}"),),
    e.Closed: (Telling(NOTICE, "service", "closed", "case closed"),),
    e.Reopened: (Telling(NOTICE, "failed", "reopened", "case reopened"),),
}


def marks_of(case: Case, record: Iterable[e.Event]) -> list[Mark]:
    """Return the marks of a case's events, and of what its violations are to be and have been remedied by."""
    found = [mark for event in record for mark in (*_told(event), *_inspected(event), *_drawn(event))]
    return list(dict.fromkeys([*found, *_remedied(case)]))


def _told(event: e.Event) -> Iterator[Mark]:
    for telling in TELLINGS.get(type(event), ()):
        on: Any = getattr(event, telling.at)
        if on is not None:
            short, words = telling.short.format(event), telling.words.format(event)
            yield Mark(lane=telling.lane, kind=telling.kind, on=on, short=short, words=words)


def _inspected(event: e.Event) -> Iterator[Mark]:
    if not isinstance(event, e.InspectionRecorded):
        return
    for key, finding in event.findings.items():
        if finding is not Finding.NOT_CHECKED:
            words = f"inspection by {event.inspector}: {key} {finding}"
            short = "" if finding is Finding.CONTINUING else finding.value
            yield Mark(lane=key, kind=finding.value, on=event.on, short=short, words=words)


def _drawn(event: e.Event) -> Iterator[Mark]:
    """Tell what a draw brought or, where it brought nothing, how it ended."""
    if not isinstance(event, e.CaseDrawEnded):
        return
    if event.recovered:
        words = f"${event.recovered:,.2f} drawn on {event.security}"
        yield Mark(lane=WORKS, kind="paid", on=event.on, short="drawn", words=words)
    else:
        ended = event.outcome or "ended"
        words = f"draw {event.draw} on {event.security} {ended}, nothing paid"
        yield Mark(lane=WORKS, kind="failed", on=event.on, short=f"draw {ended}", words=words)


def _remedied(case: Case) -> Iterator[Mark]:
    for key, each in case.violations.items():
        yield Mark(
            lane=key, kind="observed", on=each.observed_on, short="observed", words=f"{key} first observed"
        )
        if each.remedy_by is not None:
            words = f"{key} to be remedied by this day"
            yield Mark(lane=key, kind="hearing", on=each.remedy_by, short="remedy by", words=words)
        if each.cured_on is not None:
            words = f"{key} cured: first day in compliance"
            yield Mark(lane=key, kind="compliant", on=each.cured_on, short="cured", words=words)
        if each.annulled_on is not None:
            words = f"{key} annulled on appeal"
            yield Mark(lane=key, kind="failed", on=each.annulled_on, short="annulled", words=words)
