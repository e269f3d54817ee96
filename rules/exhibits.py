"""Files of evidence: what they are of, and on which days they show a violation.

Exhibits stand beside the grade of an offense date and never make it: an offense is observed where an inspection
found it. One that belongs to an inspection shows what that inspection found, unless it says what it shows itself.
"""

from datetime import date
from typing import NamedTuple

from rules.acts import STAFF, Act, Events, Fold, Setting, violation
from rules.case import Case, Exhibit
from rules.commands import AttachEvidence
from rules.events import Event, EvidenceAttached
from rules.intake import check_continuing
from rules.refusals import Conflict, Incomplete
from rules.values import Finding, Shown


class Bearing(NamedTuple):
    """The exhibits of one day: those that show a violation continuing, and those that show it in compliance."""

    showing: tuple[Exhibit, ...] = ()
    contrary: tuple[Exhibit, ...] = ()


NOTHING = Bearing()


def bearing(case: Case, key: str) -> dict[date, Bearing]:
    """Return the exhibits that bear on a violation, by the day they are of."""
    found: dict[date, Bearing] = {}
    said = _findings(case, key)
    for exhibit in case.exhibits:
        if exhibit.on is None or exhibit.violation not in {None, key}:
            continue
        shown = exhibit.shows or (said.get(exhibit.on) if exhibit.inspection_on else None)
        before = found.get(exhibit.on, NOTHING)
        if shown is Shown.CONTINUING:
            found[exhibit.on] = before._replace(showing=(*before.showing, exhibit))
        elif shown is Shown.COMPLIANT:
            found[exhibit.on] = before._replace(contrary=(*before.contrary, exhibit))
    return found


def _findings(case: Case, key: str) -> dict[date, Shown]:
    """Return what inspections found of a violation by day; of two on one day, that of compliance."""
    found: dict[date, Shown] = {}
    for inspection in case.inspections:
        said = inspection.findings.get(key, Finding.NOT_CHECKED)
        if said is not Finding.NOT_CHECKED and found.get(inspection.on) is not Shown.COMPLIANT:
            found[inspection.on] = Shown(said.value)
    return found


# --- attaching ------------------------------------------------------------------------------------------


def _attach(case: Case, command: AttachEvidence, setting: Setting) -> Events:
    if command.sha256 is None or command.filename is None or command.size is None:
        raise Incomplete("There is no file to attach.", remedy="Give its path, or upload it.", field="path")
    if command.sha256 in case.evidence:
        raise Conflict(
            f"This file is already in the case: its content is the same as {command.sha256[:12]}…."
        )
    taken_on = _taken_on(case, command)
    _check_shown(case, command, taken_on)
    return (
        EvidenceAttached(
            on=taken_on or setting.today,
            sha256=command.sha256,
            filename=command.filename,
            size=command.size,
            caption=command.caption,
            taken_on=taken_on,
            taken_by=command.taken_by,
            inspection_on=command.inspection_on,
            violation=command.violation,
            shows=command.shows,
        ),
    )


def _taken_on(case: Case, command: AttachEvidence) -> date | None:
    """Return the day an exhibit is of; raise a Refusal where its inspection is not there or of another day."""
    inspected = command.inspection_on
    if inspected is None:
        return command.taken_on
    if inspected not in {each.on for each in case.inspections}:
        raise Incomplete(
            f"No inspection of {inspected} is recorded in {case.id}.",
            remedy="Record the inspection first, or leave its day out.",
            field="inspection_on",
        )
    if command.taken_on not in {None, inspected}:
        raise Conflict(
            f"It cannot be taken on {command.taken_on} at an inspection of {inspected}.",
            remedy="Give one day, or leave the inspection out.",
            field="taken_on",
        )
    return inspected


def _check_shown(case: Case, command: AttachEvidence, taken_on: date | None) -> None:
    found = None if command.violation is None else violation(case, command.violation)
    if command.shows is None:
        return
    if found is None:
        raise Incomplete(
            f"Of which violation does it show that it is {command.shows}?",
            remedy="Name the violation.",
            field="violation",
        )
    if taken_on is None:
        raise Incomplete(
            f"On which day does it show {found.key} {command.shows}? The file does not tell when it was taken.",
            remedy="Give the day it was taken.",
            field="taken_on",
        )
    if command.shows is Shown.CONTINUING:
        check_continuing(found, taken_on, field="shows")


def _attached(case: Case, event: EvidenceAttached) -> Case:
    exhibit = Exhibit(
        number=len(case.exhibits) + 1,
        sha256=event.sha256,
        caption=event.caption,
        on=event.taken_on,
        taken_by=event.taken_by,
        inspection_on=event.inspection_on,
        violation=event.violation,
        shows=event.shows,
    )
    return case.but(evidence=case.evidence | {event.sha256}, exhibits=(*case.exhibits, exhibit))


FOLDS: dict[type[Event], Fold] = {EvidenceAttached: _attached}

ACTS = (Act(AttachEvidence, STAFF, _attach, when_closed=True),)
