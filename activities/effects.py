"""What a command did, in the form that travels back: where the case stands, what wakes it, what it sets off."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from activities.messages import Effect, FollowUp, Timer
from activities.rows import Footing, agenda, headline, next_due
from activities.security_rows import nothing_ahead, security_agenda, security_headline
from documents.catalog import calls_for_paper
from models.case import CaseRow
from models.respondent import RespondentRow
from rules.acts import Due
from rules.calendar import end_of_day
from rules.case import Case
from rules.events import (
    AssessmentConfirmed,
    CaseOpened,
    CostRecorded,
    CountsSettled,
    Event,
    NoticeIssued,
    OffensesCharged,
    OffensesVoided,
    RespondentAdded,
    ViolationAdded,
)
from rules.guarantee import Security, status
from rules.law import Law
from rules.parties import party_key
from rules.security_events import DrawRequested
from rules.standing import phase

POKE = "poke"
PAPERS = "papers"


def effect_of(case: Case, law: Law, footing: Footing, result: dict[str, Any]) -> Effect:
    """Return where a case stands and what it waits for, with a command's result added to its name and phase."""
    due = agenda(case, law, footing.as_of)
    stands = phase(case, law, footing.as_of)
    return Effect(
        phase=stands,
        over=case.closed_on is not None,
        seq=footing.seq,
        headline=headline(case, law, footing.as_of, due),
        next_due=next_due(due),
        timers=_timers(due, law),
        result={"case": case.id, "phase": stands.value, **result},
    )


def security_effect_of(security: Security, law: Law, footing: Footing, result: dict[str, Any]) -> Effect:
    """Return where a security stands and what it waits for, with a command's result added to its name and status."""
    due = security_agenda(security, law, footing.as_of)
    stands = status(security, footing.as_of)
    return Effect(
        phase=stands,
        over=nothing_ahead(security, footing.as_of, due),
        seq=footing.seq,
        headline=security_headline(security, footing.as_of, due),
        next_due=next_due(due),
        timers=_timers(due, law),
        result={"security": security.id, "status": stands.value, **result},
    )


def _timers(due: tuple[Due, ...], law: Law) -> tuple[Timer, ...]:
    return tuple(_timer(item, law.village.zone) for item in due if not item.passed)


def _timer(item: Due, zone: str) -> Timer:
    return Timer(
        key=item.key,
        kind=item.kind,
        due=item.due,
        wakes_at=end_of_day(item.wakes_on, zone),
        summary=f"{item.kind.replace('_', ' ')} {item.due}: {item.explanation}",
    )


# --- what was made --------------------------------------------------------------------------------------


def result_of(events: Sequence[Event]) -> dict[str, Any]:
    """Return the kinds of a command's events and the keys it gave out; of an opening all, else the one."""
    opened = any(isinstance(event, CaseOpened) for event in events)
    made: dict[str, Any] = {"events": [event.kind for event in events]}
    for name, key in _made(events):
        if opened:
            made.setdefault(f"{name}s", []).append(key)
        else:
            made[name] = key
    return made


def _made(events: Sequence[Event]) -> Iterator[tuple[str, Any]]:
    for event in events:
        match event:
            case RespondentAdded():
                yield "respondent", event.respondent
            case ViolationAdded():
                yield "violation", event.violation
            case NoticeIssued():
                yield "notice", event.notice
            case CountsSettled():
                yield "settlement", event.settlement
            case OffensesCharged():
                yield "counts", [each.count for each in event.counts]
            case CostRecorded():
                yield "cost", event.cost
            case AssessmentConfirmed():
                yield "assessment", event.assessment
            case DrawRequested():
                yield "draw", event.draw


# --- what it sets off -----------------------------------------------------------------------------------


def follow_ups(
    session: Session, before: Case | None, after: Case, events: Sequence[Event]
) -> tuple[FollowUp, ...]:
    """Return a poke for each open case of a party whose record here has changed: its tiers may rest on it."""
    parties = set(_changed(before, after, events))
    if not parties:
        return ()
    others = (
        select(col(RespondentRow.case_id))
        .join(CaseRow, col(CaseRow.id) == col(RespondentRow.case_id))
        .where(col(RespondentRow.village) == after.village, col(RespondentRow.party_key).in_(parties))
        .where(col(RespondentRow.case_id) != after.id, col(CaseRow.closed_on).is_(None))
        .distinct()
        .order_by(col(RespondentRow.case_id))
    )
    note = f"the record of a respondent changed in {after.id}"
    return tuple(
        FollowUp(kind=POKE, case=case_id, village=after.village, note=note)
        for case_id in session.scalars(others)
    )


def papers_for(record_id: str, village: str, events: Sequence[Event]) -> tuple[FollowUp, ...]:
    """Return the errand of issuing papers where an event calls for one."""
    called = [event.kind for event in events if calls_for_paper(event)]
    note = f"papers for {', '.join(called)}"
    return (FollowUp(kind=PAPERS, case=record_id, village=village, note=note),) if called else ()


def pokes_of_draws(before: Security | None, after: Security) -> tuple[FollowUp, ...]:
    """Return a poke for each case that an entry was made in: of a draw asked for, or of its result."""
    was = {} if before is None else before.draws
    moved = {
        draw.case
        for key, draw in after.draws.items()
        if key not in was or was[key].is_pending != draw.is_pending
    }
    note = f"a draw on {after.id} is entered in its account"
    return tuple(FollowUp(kind=POKE, case=case, village=after.village, note=note) for case in sorted(moved))


def _changed(before: Case | None, after: Case, events: Sequence[Event]) -> Iterator[str]:
    """Yield the parties whose convictions differ, who had offenses voided, or who gained or lost a respondent."""
    convicted = set() if before is None else _convicted(before)
    for _, respondent in convicted ^ _convicted(after):
        yield party_key(after.respondents[respondent])
    if any(isinstance(event, OffensesVoided) for event in events):
        yield from map(party_key, after.respondents.values())
    for key, known in ({} if before is None else before.respondents).items():
        if party_key(known) != party_key(after.respondents[key]):
            yield from (party_key(known), party_key(after.respondents[key]))


def _convicted(case: Case) -> set[tuple[str, str]]:
    return {(count.key, count.respondent) for count in case.counts.values() if count.is_conviction}
