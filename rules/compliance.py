"""Compliance: `cured_on` is the first day found in compliance, so the violation existed through the day before it.

An earlier cure found out later voids the offenses from that day on, by the entry itself; nothing is deleted.
"""

from datetime import date, timedelta

from rules.acts import OFFICER, Act, Events, Fold, Setting, not_before, violation
from rules.case import Case, Violation
from rules.commands import ConfirmCompliance, CorrectCureDate
from rules.events import ComplianceConfirmed, CureDateCorrected, Event
from rules.refusals import Conflict, NotAllowed, OutOfOrder
from rules.standing import governing
from rules.values import Finding


def _is_open(case: Case, setting: Setting) -> None:
    if not case.open_violations:
        raise NotAllowed(
            "No violation of the case is open.",
            section=governing(case, setting.law).section,
            remedy="Use correct-cure-date to change a day of cure, or add-violation if one has recurred.",
        )


def _check_day(case: Case, found: Violation, cured_on: date, setting: Setting) -> None:
    version = governing(case, setting.law)
    section = version.penalty_for(found.provision).unit_section
    not_before(
        cured_on,
        found.observed_on,
        "The cure",
        f"{found.key} was observed",
        section=section,
        field="cured_on",
    )
    seen = [
        i.on for i in case.inspections if i.findings.get(found.key) is Finding.CONTINUING and i.on >= cured_on
    ]
    if seen:
        raise OutOfOrder(
            f"{found.key} cannot be in compliance from {cured_on}: the inspection of {max(seen)} found it continuing.",
            section=section,
            remedy=f"Give a day after {max(seen)}.",
            field="cured_on",
        )


def _confirm(case: Case, command: ConfirmCompliance, setting: Setting) -> Events:
    found = violation(case, command.violation)
    if found.annulled_on is not None:
        raise NotAllowed(
            f"{found.key} was annulled on {found.annulled_on}.",
            field="violation",
            remedy="There is nothing to confirm; its offenses are void.",
        )
    if found.cured_on is not None:
        raise Conflict(
            f"{found.key} is already confirmed in compliance from {found.cured_on}.",
            remedy="Use correct-cure-date to change the day.",
            field="violation",
        )
    _check_day(case, found, command.cured_on, setting)
    return (
        ComplianceConfirmed(
            on=command.cured_on,
            violation=found.key,
            dated_through=setting.today - timedelta(days=1),
            note=command.note,
        ),
    )


def _has_cure(case: Case, setting: Setting) -> None:
    if all(found.cured_on is None for found in case.violations.values()):
        raise NotAllowed("No violation has a day of cure to correct.", remedy="Use confirm-compliance.")


def _correct(case: Case, command: CorrectCureDate, setting: Setting) -> Events:
    found = violation(case, command.violation)
    if found.cured_on is None:
        raise NotAllowed(f"{found.key} has no day of cure to correct.", remedy="Use confirm-compliance.")
    if found.cured_on == command.cured_on:
        raise Conflict(
            f"{found.key} is already recorded as cured on {found.cured_on}.",
            field="cured_on",
            remedy="There is nothing to correct.",
        )
    if command.cured_on is not None:
        _check_day(case, found, command.cured_on, setting)
    return (
        CureDateCorrected(
            on=command.cured_on or setting.today,
            violation=found.key,
            was=found.cured_on,
            cured_on=command.cured_on,
            dated_through=setting.today - timedelta(days=1),
            reason=command.reason,
        ),
    )


def _cured(case: Case, event: ComplianceConfirmed) -> Case:
    return case.with_violation(_with_cure(case.violations[event.violation], event.on, event.dated_through))


def _corrected(case: Case, event: CureDateCorrected) -> Case:
    return case.with_violation(
        _with_cure(case.violations[event.violation], event.cured_on, event.dated_through)
    )


def _with_cure(found: Violation, cured_on: date | None, dated_through: date) -> Violation:
    latest = [day for day in (cured_on, found.latest_cure) if day is not None]
    return found.but(
        cured_on=cured_on,
        latest_cure=max(latest, default=None),
        dated_through=max(dated_through, found.dated_through or dated_through),
    )


FOLDS: dict[type[Event], Fold] = {ComplianceConfirmed: _cured, CureDateCorrected: _corrected}

ACTS = (
    Act(ConfirmCompliance, OFFICER, _confirm, _is_open),
    Act(CorrectCureDate, OFFICER, _correct, _has_cure),
)
