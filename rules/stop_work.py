"""Stop work and the inspection hold: by separate order in one village, with receipt of the notice in the other.

Lifted only once compliance is confirmed, and in writing where the ordinance says so.
"""

from rules.acts import ATTORNEY, OFFICER, Act, Events, Fold, Setting, not_before, ordinance_on
from rules.case import Case, StopOrder, Violation
from rules.commands import LiftStopWork, OrderStopWork, PlaceInspectionHold, RecordBreach
from rules.events import BreachRecorded, Event, InspectionHoldPlaced, StopWorkLifted, StopWorkOrdered
from rules.refusals import Conflict, NotAllowed
from rules.standing import governing, holds_further_work, stop_work


def _by_order(case: Case, setting: Setting) -> None:
    rule = governing(case, setting.law).stop_work
    if rule is None:
        raise NotAllowed(
            "The ordinance has no stop-work order.", section=governing(case, setting.law).section
        )
    if rule.arises == "notice":
        raise NotAllowed(
            "There is no separate stop-work order here: work stops with receipt of the notice of violation.",
            section=rule.section,
            remedy="Issue and serve the notice.",
        )
    state = stop_work(case, setting.law)
    if state.in_force:
        raise Conflict(
            f"A stop-work order is already in force, since {state.since}.",
            section=rule.section,
            remedy="Lift that one before ordering another.",
        )


def _existing(case: Case) -> tuple[Violation, ...]:
    return tuple(violation for violation in case.violations.values() if violation.annulled_on is None)


def _order(case: Case, command: OrderStopWork, setting: Setting) -> Events:
    version = ordinance_on(setting.law, command.on, "The stop-work order is dated")
    rule = version.stop_work
    section = rule.section if rule else version.section
    existing = [v for v in _existing(case) if v.cured_on is None or v.cured_on > command.on]
    if not existing:
        raise NotAllowed(
            f"No violation of the case existed on {command.on}.",
            section=section,
            remedy="Check the day, or add the violation first.",
        )
    first = min(existing, key=lambda violation: violation.observed_on)
    not_before(command.on, first.observed_on, "The order", f"{first.key} was observed", section=section)
    if command.served_on is not None:
        not_before(command.served_on, command.on, "served_on", "the order", section=section)
    return (StopWorkOrdered(on=command.on, allowed_work=command.allowed_work, served_on=command.served_on),)


def _may_hold(case: Case, setting: Setting) -> None:
    version = governing(case, setting.law)
    if version.inspection_hold is None:
        raise NotAllowed("The ordinance has no inspection hold.", section=version.section)
    if not case.open_violations:
        raise NotAllowed(
            "No violation of the case is open.",
            section=version.inspection_hold.section,
            remedy="Add the violation first, where one was found.",
        )
    if holds_further_work(case):
        raise Conflict(
            "An inspection hold already stands.",
            section=version.inspection_hold.section,
            remedy="It stands until every violation is confirmed in compliance.",
        )


def _hold(case: Case, command: PlaceInspectionHold, setting: Setting) -> Events:
    first = min(case.open_violations, key=lambda violation: violation.observed_on)
    rule = governing(case, setting.law).inspection_hold
    section = rule.section if rule else None
    not_before(command.on, first.observed_on, "The hold", f"{first.key} was observed", section=section)
    return (InspectionHoldPlaced(on=command.on, note=command.note),)


def _is_stopped(case: Case, setting: Setting) -> None:
    if not stop_work(case, setting.law).in_force and not holds_further_work(case):
        raise NotAllowed(
            "Neither stop work nor an inspection hold is in force.",
            section=stop_work(case, setting.law).section,
            remedy="Order work to stop, or place a hold, first.",
        )


def _breach(case: Case, command: RecordBreach, setting: Setting) -> Events:
    state = stop_work(case, setting.law)
    since = min([*([state.since] if state.since else []), *case.inspection_holds])
    not_before(command.on, since, "The breach", "work was stopped", section=state.section)
    return (BreachRecorded(on=command.on, facts=command.facts),)


def _may_lift(case: Case, setting: Setting) -> None:
    state = stop_work(case, setting.law)
    if not state.in_force:
        raise NotAllowed(
            "No stop work is in force.", section=state.section, remedy="There is nothing to lift."
        )
    waiting = [violation.key for violation in case.open_violations]
    if waiting:
        raise NotAllowed(
            f"Stop work stands until compliance is confirmed; {', '.join(waiting)} not confirmed yet.",
            section=state.section,
            remedy="Confirm compliance first.",
        )


def _lift(case: Case, command: LiftStopWork, setting: Setting) -> Events:
    state = stop_work(case, setting.law)
    rule = governing(case, setting.law).stop_work
    if rule is not None and rule.lift_in_writing and not command.in_writing:
        raise NotAllowed(
            "Stop work is lifted only by confirmation in writing.",
            section=rule.section,
            remedy="Give the confirmation in writing, and record that it was.",
            field="in_writing",
        )
    if state.since is not None:
        not_before(command.on, state.since, "The lift", "work was stopped", section=state.section)
    cured = max((v.cured_on for v in _existing(case) if v.cured_on), default=command.on)
    not_before(
        command.on, cured, "The lift", "the last violation was found in compliance", section=state.section
    )
    return (StopWorkLifted(on=command.on, in_writing=command.in_writing),)


def _ordered(case: Case, event: StopWorkOrdered) -> Case:
    order = StopOrder(on=event.on, allowed_work=event.allowed_work, served_on=event.served_on)
    return case.but(stop_orders=(*case.stop_orders, order))


FOLDS: dict[type[Event], Fold] = {
    StopWorkOrdered: _ordered,
    InspectionHoldPlaced: lambda case, event: case.but(inspection_holds=(*case.inspection_holds, event.on)),
    BreachRecorded: lambda case, event: case.but(breaches=(*case.breaches, event.on)),
    StopWorkLifted: lambda case, event: case.but(stop_lifts=(*case.stop_lifts, event.on)),
}

ACTS = (
    Act(OrderStopWork, OFFICER, _order, _by_order),
    Act(PlaceInspectionHold, OFFICER, _hold, _may_hold),
    Act(RecordBreach, OFFICER, _breach, _is_stopped),
    Act(LiftStopWork, OFFICER | ATTORNEY, _lift, _may_lift),
)
