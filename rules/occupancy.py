"""Withholding of occupancy: discretionary in one village, by itself in the other until corrections are accepted."""

from rules.acts import ATTORNEY, OFFICER, Act, Events, Fold, Setting, not_before
from rules.case import Case, OccupancyEntry
from rules.commands import HoldOccupancy, ReleaseOccupancy
from rules.events import Event, OccupancyHeld, OccupancyReleased
from rules.refusals import Conflict, NotAllowed
from rules.standing import governing, occupancy_held


def _section(case: Case, setting: Setting) -> str:
    version = governing(case, setting.law)
    return version.occupancy.section if version.occupancy else version.section


def _may_hold(case: Case, setting: Setting) -> None:
    if governing(case, setting.law).occupancy is None:
        raise NotAllowed("The ordinance does not withhold occupancy.", section=_section(case, setting))
    if occupancy_held(case, setting.law):
        raise Conflict(
            "Occupancy is already withheld.",
            section=_section(case, setting),
            remedy="There is nothing to add; release-occupancy ends it once corrections are accepted.",
        )


def _hold(case: Case, command: HoldOccupancy, setting: Setting) -> Events:
    first = min(violation.observed_on for violation in case.violations.values())
    not_before(command.on, first, "The hold", "the violation was observed", section=_section(case, setting))
    return (OccupancyHeld(on=command.on, reason=command.reason),)


def _may_release(case: Case, setting: Setting) -> None:
    if not occupancy_held(case, setting.law):
        raise NotAllowed(
            "Occupancy is not withheld.",
            section=_section(case, setting),
            remedy="There is nothing to release.",
        )
    waiting = [violation.key for violation in case.open_violations]
    if waiting:
        raise NotAllowed(
            f"Releasing occupancy accepts the corrections, and {', '.join(waiting)} is still open.",
            section=_section(case, setting),
            remedy="Confirm compliance first.",
        )


def _release(case: Case, command: ReleaseOccupancy, setting: Setting) -> Events:
    facts = [violation.cured_on for violation in case.violations.values() if violation.cured_on]
    facts += [entry.on for entry in case.occupancy]
    if facts:
        not_before(
            command.on, max(facts), "The release", "the last correction", section=_section(case, setting)
        )
    return (OccupancyReleased(on=command.on, reason=command.reason),)


def _entered(case: Case, event: OccupancyHeld | OccupancyReleased) -> Case:
    entry = OccupancyEntry(on=event.on, held=isinstance(event, OccupancyHeld))
    return case.but(occupancy=(*case.occupancy, entry))


FOLDS: dict[type[Event], Fold] = {OccupancyHeld: _entered, OccupancyReleased: _entered}

ACTS = (
    Act(HoldOccupancy, OFFICER, _hold, _may_hold),
    Act(ReleaseOccupancy, OFFICER | ATTORNEY, _release, _may_release),
)
