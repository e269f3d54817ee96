"""Opening a case, who and what it is about, inspections and notes, closing and reopening.

An inspection is of the day it was made; a finding that contradicts a recorded cure is refused, never merged.
"""

from collections.abc import Iterator
from datetime import date

from rules.acts import (
    OFFICER,
    STAFF,
    Act,
    Due,
    Events,
    Fold,
    Setting,
    due,
    next_key,
    not_before,
    ordinance_on,
    respondent,
    violation,
)
from rules.calendar import say
from rules.case import Case, Inspection, Respondent, Violation
from rules.commands import (
    AddNote,
    AddRespondent,
    AddViolation,
    CloseCase,
    CorrectRespondent,
    GiveVerbalWarning,
    NewRespondent,
    NewViolation,
    OpenCase,
    RecordInspection,
    ReopenCase,
    SetExposureThreshold,
)
from rules.events import (
    CaseOpened,
    Closed,
    Event,
    InspectionRecorded,
    NoteAdded,
    Reopened,
    RespondentAdded,
    RespondentCorrected,
    ThresholdSet,
    VerbalWarningGiven,
    ViolationAdded,
)
from rules.exposure import running_offenses
from rules.law import Law
from rules.ledger import balances, dollars
from rules.parties import own_key
from rules.refusals import Conflict, Incomplete, NotAllowed, OutOfOrder
from rules.standing import governing, is_disposed, pending, stop_work, unruled
from rules.values import Finding


def open_case(case_id: str, command: OpenCase, setting: Setting) -> Events:
    """Open the case under its reserved number, with its respondents and violations."""
    opened_on = command.opened_on or setting.today
    for facts in command.violations:
        _check_violation(facts, setting.law)
    events: list[Event] = [
        CaseOpened(on=opened_on, case=case_id, village=command.village, property=command.property)
    ]
    for index, person in enumerate(command.respondents):
        events.append(RespondentAdded(on=opened_on, respondent=next_key("r", range(index)), facts=person))
    for index, facts in enumerate(command.violations):
        events.append(
            ViolationAdded(on=facts.observed_on, violation=next_key("v", range(index)), facts=facts)
        )
    return tuple(events)


def _check_violation(facts: NewViolation, law: Law) -> None:
    version = ordinance_on(law, facts.observed_on, "The violation was observed on")
    if facts.remedy_by is not None and facts.remedy_by < facts.observed_on:
        raise OutOfOrder(
            f"The remedy date {facts.remedy_by} is before the violation was observed on {facts.observed_on}.",
            section=version.notice.section,
            remedy="Give a remedy date on or after the day the violation was observed.",
            field="remedy_by",
        )


def _add_respondent(case: Case, command: AddRespondent, setting: Setting) -> Events:
    for known in case.respondents.values():
        if (known.name.casefold(), known.role) == (command.name.casefold(), command.role):
            raise Conflict(
                f"{known.name} is already respondent {known.key} as {known.role}.",
                remedy="Use correct-respondent to change what is recorded.",
                field="name",
            )
    facts = NewRespondent(**{name: getattr(command, name) for name in NewRespondent.model_fields})
    return (RespondentAdded(on=setting.today, respondent=next_key("r", case.respondents), facts=facts),)


def _correct_respondent(case: Case, command: CorrectRespondent, setting: Setting) -> Events:
    known = respondent(case, command.respondent)
    party = _party(case, known, command)
    given = (command.name, command.role, command.address, command.kind, party, command.language)
    if not any(given):
        raise Incomplete(
            "Nothing to correct was given.", remedy="Give name, role, address, kind, party or language."
        )
    return (
        RespondentCorrected(
            on=setting.today,
            respondent=command.respondent,
            name=command.name,
            role=command.role,
            address=command.address,
            party_kind=command.kind,
            reason=command.reason,
            party=party,
            language=command.language,
        ),
    )


def _party(case: Case, known: Respondent, command: CorrectRespondent) -> str | None:
    """Return the party that a respondent is linked to from now on, or None where that stays; raise Conflict."""
    if not command.unlink:
        return command.party
    if command.party is not None:
        raise Conflict(
            "It cannot be linked and unlinked at once.", remedy="Give party or unlink.", field="unlink"
        )
    own = own_key(case.id, known.key)
    if known.party == own:
        raise Conflict(f"{known.key} is a party of its own already.", field="unlink")
    return own


def _add_violation(case: Case, command: AddViolation, setting: Setting) -> Events:
    facts = NewViolation(**{name: getattr(command, name) for name in NewViolation.model_fields})
    _check_violation(facts, setting.law)
    return (ViolationAdded(on=facts.observed_on, violation=next_key("v", case.violations), facts=facts),)


def _warn(case: Case, command: GiveVerbalWarning, setting: Setting) -> Events:
    return (VerbalWarningGiven(on=command.on, to=command.to, words=command.words),)


def _inspect(case: Case, command: RecordInspection, setting: Setting) -> Events:
    for key, finding in command.findings.items():
        if finding is Finding.CONTINUING:
            check_continuing(violation(case, key), command.on, field="findings")
        else:
            violation(case, key)
    return (
        InspectionRecorded(
            on=command.on, inspector=command.inspector, findings=command.findings, note=command.note
        ),
    )


def check_continuing(found: Violation, on: date, *, field: str) -> None:
    """Refuse a finding, or an exhibit, that a violation continued on a day outside of what is recorded of it."""
    if on < found.observed_on:
        raise OutOfOrder(
            f"{found.key} cannot be continuing on {on}, before it was observed on {found.observed_on}.",
            remedy="Add a violation with the earlier day if it was seen then.",
            field=field,
        )
    if found.cured_on is not None and on >= found.cured_on:
        raise OutOfOrder(
            f"{found.key} cannot be continuing on {on}: it was confirmed in compliance from {found.cured_on}.",
            remedy="Use correct-cure-date if that was wrong, or add-violation if it has recurred.",
            field=field,
        )


def _note(case: Case, command: AddNote, setting: Setting) -> Events:
    return (NoteAdded(on=setting.today, text=command.text),)


def _threshold(case: Case, command: SetExposureThreshold, setting: Setting) -> Events:
    return (ThresholdSet(on=setting.today, offenses=command.offenses, reason=command.reason),)


# --- closing --------------------------------------------------------------------------------------------


def _obstacles(case: Case, setting: Setting) -> Iterator[str]:
    law, today = setting.law, setting.today
    for open_violation in case.open_violations:
        yield f"violation {open_violation.key} is still open"
    for appeal in pending(case, law):
        yield f"the appeal of {appeal.respondent} is pending"
    for appeal in unruled(case, law):
        yield f"the late appeal of {appeal.respondent} has not been ruled on"
    waiting = [key for key, count in case.counts.items() if not is_disposed(count, case, today)]
    if waiting:
        yield f"counts {', '.join(waiting)} pend before the court"
    costs = balances(case.abatement.entries)
    if costs.open:
        yield f"{dollars(costs.open)} of cost is neither recovered nor assessed"
    if costs.lien:
        yield f"{dollars(costs.lien)} of the lien is unpaid"
    if case.abatement.draws:
        yield f"draws {', '.join(case.abatement.draws)} pend"
    if stop_work(case, law).in_force:
        yield f"stop work stands [{stop_work(case, law).section}]"


def _may_close(case: Case, setting: Setting) -> None:
    obstacles = list(_obstacles(case, setting))
    if obstacles:
        raise NotAllowed(
            f"{case.id} cannot be closed: {'; '.join(obstacles)}.",
            section=governing(case, setting.law).section,
            remedy="Settle each of these first.",
        )


def _close(case: Case, command: CloseCase, setting: Setting) -> Events:
    last = max(_facts(case), default=command.on)
    not_before(command.on, last, "The closing", "the last fact of the case")
    return (Closed(on=command.on, reason=command.reason),)


def _facts(case: Case) -> Iterator[date]:
    """Yield the days on which violations, appeals, counts and stop work ended."""
    for found in case.violations.values():
        yield from (day for day in (found.observed_on, found.cured_on) if day)
    yield from (appeal.ended_on for appeal in case.appeals if appeal.ended_on)
    yield from (count.disposed_on for count in case.counts.values() if count.disposed_on)
    yield from case.stop_lifts


def _is_closed(case: Case, setting: Setting) -> None:
    if case.closed_on is None:
        raise NotAllowed(f"{case.id} is not closed.", remedy="There is nothing to reopen.")


def _reopen(case: Case, command: ReopenCase, setting: Setting) -> Events:
    if case.closed_on is not None and command.on < case.closed_on:
        raise OutOfOrder(
            f"It cannot reopen on {command.on}, before it was closed on {case.closed_on}.",
            field="on",
            remedy=f"Give a date on or after {case.closed_on}.",
        )
    return (Reopened(on=command.on, reason=command.reason),)


# --- folds ----------------------------------------------------------------------------------------------


def opened(event: CaseOpened) -> Case:
    """Return the case that the first event opens."""
    return Case(id=event.case, village=event.village, property=event.property, opened_on=event.on)


def _respondent_added(case: Case, event: RespondentAdded) -> Case:
    person = Respondent(key=event.respondent, **event.facts.model_dump())
    return case.but(respondents={**case.respondents, person.key: person})


def _respondent_corrected(case: Case, event: RespondentCorrected) -> Case:
    given = {"name": event.name, "role": event.role, "address": event.address, "kind": event.party_kind}
    given |= {"party": event.party, "language": event.language}
    changed = {name: value for name, value in given.items() if value is not None}
    corrected = case.respondents[event.respondent].but(**changed)
    return case.but(respondents={**case.respondents, corrected.key: corrected})


def _violation_added(case: Case, event: ViolationAdded) -> Case:
    return case.with_violation(Violation(key=event.violation, **event.facts.model_dump()))


def _inspected(case: Case, event: InspectionRecorded) -> Case:
    made = Inspection(on=event.on, inspector=event.inspector, findings=event.findings)
    return case.but(inspections=(*case.inspections, made))


FOLDS: dict[type[Event], Fold] = {
    RespondentAdded: _respondent_added,
    RespondentCorrected: _respondent_corrected,
    ViolationAdded: _violation_added,
    VerbalWarningGiven: lambda case, event: case,
    InspectionRecorded: _inspected,
    NoteAdded: lambda case, event: case,
    ThresholdSet: lambda case, event: case.but(thresholds=(*case.thresholds, event.offenses)),
    Closed: lambda case, event: case.but(closed_on=event.on),
    Reopened: lambda case, event: case.but(closed_on=None),
}

ACTS = (
    Act(AddRespondent, OFFICER, _add_respondent),
    Act(CorrectRespondent, STAFF, _correct_respondent),
    Act(AddViolation, OFFICER, _add_violation),
    Act(GiveVerbalWarning, OFFICER, _warn),
    Act(RecordInspection, OFFICER, _inspect),
    Act(AddNote, STAFF, _note, when_closed=True),
    Act(SetExposureThreshold, STAFF - OFFICER, _threshold),
    Act(CloseCase, STAFF, _close, _may_close),
    Act(ReopenCase, STAFF, _reopen, _is_closed, when_closed=True),
)


# --- what falls due -------------------------------------------------------------------------------------


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield the remedy dates of open violations and the days the case reaches a threshold."""
    for found in case.open_violations:
        if found.remedy_by is not None:
            yield due(
                "remedy_date",
                found.remedy_by,
                of=found.key,
                section=_remedy_section(case, found, setting),
                explanation=f"{found.key} is to be remedied by {say(found.remedy_by)}",
            )
    yield from _thresholds(case, setting)


def _remedy_section(case: Case, found: Violation, setting: Setting) -> str:
    version = setting.law.on(found.observed_on) or governing(case, setting.law)
    return next((c.section for c in version.notice.contents if c.key == "remedy"), version.notice.section)


def _thresholds(case: Case, setting: Setting) -> Iterator[Due]:
    wanted = {*case.thresholds, *(t.offenses for t in setting.law.village.thresholds if t.offenses)}
    if not wanted:
        return
    days = running_offenses(case, setting, most=max(wanted))
    section = governing(case, setting.law).penalties["default"].unit_section
    for number in sorted(wanted):
        if len(days) >= number:
            words = f"{number} separate offenses are reached, the number set for a look at the case"
            item = due("exposure_threshold", days[number - 1], of=None, section=section, explanation=words)
            yield item.model_copy(update={"key": f"exposure_threshold:{number}"})
