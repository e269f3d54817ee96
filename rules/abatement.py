"""The village does the work itself: notice, the time it gives, authorization, and the costs, each with its document.

A last day counts to its end, so work is authorized from the day after. Nothing is done while enforcement is stayed.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from rules.acts import CLERK, OFFICER, STAFF, Act, Due, Events, Fold, Setting, due, next_key, not_before
from rules.appeal import stay_section
from rules.calendar import due as reckon
from rules.calendar import say
from rules.case import Abatement, Case, Cost, WorkNotice
from rules.commands import AuthorizeVillageWork, GiveMaintenanceNotice, OrderRestoration, RecordCost
from rules.events import (
    CostRecorded,
    Event,
    MaintenanceNoticeGiven,
    RestorationOrdered,
    VillageWorkAuthorized,
)
from rules.law import Abatement as AbatementRule
from rules.ledger import Account, balances, dollars, entry
from rules.refusals import Conflict, Incomplete, NotAllowed, NotFound
from rules.standing import governing, is_stayed


def rule_of(case: Case, setting: Setting) -> AbatementRule:
    """Return what the ordinance says of work by the village; raise NotAllowed where it says nothing."""
    version = governing(case, setting.law)
    if version.abatement is None:
        raise NotAllowed("The ordinance gives the village no power to do the work.", section=version.section)
    return version.abatement


def refuse_stayed(case: Case, setting: Setting, day: date) -> None:
    """Raise NotAllowed where enforcement was stayed on a day: no work, no assessment, no draw."""
    if is_stayed(case, setting.law, day):
        raise NotAllowed(
            f"Enforcement is stayed on {day} by the appeal.",
            section=stay_section(setting),
            remedy="Wait for the decision, or certify imminent peril where there is any.",
        )


def _may_order(case: Case, setting: Setting) -> None:
    rule = rule_of(case, setting)
    if rule.by != "restoration_order":
        raise NotAllowed(
            "The ordinance knows no restoration order.",
            section=rule.section,
            remedy="Use give-maintenance-notice.",
        )


def _order(case: Case, command: OrderRestoration, setting: Setting) -> Events:
    section = rule_of(case, setting).section
    _check_observed(case, command.on, "The order", section)
    refuse_stayed(case, setting, command.on)
    if command.do_by <= command.on:
        raise Incomplete(
            "The order leaves no time to restore the land.",
            section=section,
            remedy=f"Give a do_by after {command.on}.",
            field="do_by",
        )
    return (RestorationOrdered(on=command.on, do_by=command.do_by, what=command.what, section=section),)


def _check_observed(case: Case, day: date, what: str, section: str) -> None:
    first = min(violation.observed_on for violation in case.violations.values())
    not_before(day, first, what, "the violation was observed", section=section)


def _may_notify(case: Case, setting: Setting) -> None:
    rule = rule_of(case, setting)
    if rule.by != "maintenance_notice":
        raise NotAllowed(
            "The ordinance knows no maintenance notice.",
            section=rule.section,
            remedy="Use order-restoration.",
        )


def _notify(case: Case, command: GiveMaintenanceNotice, setting: Setting) -> Events:
    rule = rule_of(case, setting)
    _check_observed(case, command.on, "The notice", rule.section)
    not_before(command.received_on, command.on, "received_on", "the notice was given", section=rule.section)
    refuse_stayed(case, setting, command.on)
    do_by, explanation = _time_given(rule, command, setting)
    return (
        MaintenanceNoticeGiven(
            on=command.on,
            received_on=command.received_on,
            emergency=command.emergency,
            do_by=do_by,
            explanation=explanation,
            what=command.what,
            section=rule.emergency.section if command.emergency and rule.emergency else rule.section,
        ),
    )


def _time_given(rule: AbatementRule, command: GiveMaintenanceNotice, setting: Setting) -> tuple[date, str]:
    if command.emergency:
        if rule.emergency is None:
            raise NotAllowed(
                "The ordinance has no emergency clock.",
                section=rule.section,
                field="emergency",
                remedy="Leave emergency out, and give a reasonable time with do_by.",
            )
        reckoned = reckon(rule.emergency.within, command.received_on, setting.law)
        return reckoned.due, reckoned.explanation
    if command.do_by is None or command.do_by <= command.received_on:
        raise Incomplete(
            "A notice that is no emergency leaves a reasonable time.",
            section=rule.section,
            remedy=f"Give a do_by after {command.received_on}, or set emergency.",
            field="do_by",
        )
    return command.do_by, f"reasonable time given until {say(command.do_by)}"


def _may_authorize(case: Case, setting: Setting) -> None:
    rule = rule_of(case, setting)
    if not case.abatement.notices:
        wanted = rule.by.replace("_", " ")
        raise NotAllowed(
            f"The village does the work only after notice; no {wanted} has been given.",
            section=rule.section,
            remedy=f"Give the {wanted} first.",
        )


def _authorize(case: Case, command: AuthorizeVillageWork, setting: Setting) -> Events:
    rule = rule_of(case, setting)
    refuse_stayed(case, setting, command.on)
    first = min(case.abatement.notices, key=lambda notice: notice.do_by)
    if command.on <= first.do_by:
        raise NotAllowed(
            f"The time given runs through {first.do_by}; the village may do the work from the day after.",
            section=first.section,
            remedy="Wait until it has run.",
            field="on",
        )
    open_then = [v for v in case.violations.values() if v.cured_on is None or v.cured_on > command.on]
    if not open_then:
        raise NotAllowed(
            "Every violation was in compliance by then; no work is left to do.",
            section=rule.section,
            remedy="Check the day; the village works only where a violation lasts.",
        )
    if case.abatement.authorized_on is not None:
        raise Conflict(
            f"Village work is authorized since {case.abatement.authorized_on}.",
            section=rule.section,
            remedy="Record the costs of the work with record-cost.",
        )
    return (VillageWorkAuthorized(on=command.on, authorized_by=command.authorized_by),)


def _is_authorized(case: Case, setting: Setting) -> None:
    rule = rule_of(case, setting)
    if case.abatement.authorized_on is None:
        raise NotAllowed(
            "No village work is authorized, so there is no cost to record.",
            section=rule.section,
            remedy="Authorize the work first.",
        )


def _record(case: Case, command: RecordCost, setting: Setting) -> Events:
    authorized = case.abatement.authorized_on
    if authorized is not None:
        not_before(
            command.on,
            authorized,
            "The cost",
            "the work was authorized",
            section=rule_of(case, setting).section,
        )
    if command.reverses is not None:
        _check_reversal(case, command, setting)
    return (
        CostRecorded(
            on=command.on,
            cost=next_key("k", case.abatement.costs),
            cost_kind=command.kind,
            amount=command.amount,
            invoice=command.invoice,
            reverses=command.reverses,
        ),
    )


def _check_reversal(case: Case, command: RecordCost, setting: Setting) -> None:
    costs, section = case.abatement.costs, rule_of(case, setting).section
    taken_back = costs.get(command.reverses or "")
    if taken_back is None or taken_back.reverses is not None:
        raise NotFound(
            f"There is no cost {command.reverses} to reverse.",
            section=section,
            field="reverses",
            remedy="Give the key of a recorded cost that is no reversal itself, e.g. k1.",
        )
    already = [cost.key for cost in costs.values() if cost.reverses == taken_back.key]
    if already:
        raise Conflict(
            f"{taken_back.key} was already reversed by {already[0]}.",
            section=section,
            field="reverses",
            remedy="There is nothing left of it to reverse.",
        )
    if (taken_back.kind, taken_back.amount) != (command.kind, command.amount):
        raise NotAllowed(
            f"A reversal takes back the whole of {taken_back.key}: {taken_back.kind}, {dollars(taken_back.amount)}.",
            section=section,
            remedy="Reverse it whole, then record the right cost.",
            field="amount",
        )
    if command.amount > uncommitted(case):
        raise NotAllowed(
            f"{taken_back.key} has been recovered, assessed or set aside for a draw; only "
            f"{dollars(uncommitted(case))} is still open.",
            section=section,
            field="reverses",
            remedy="A draw without a result can be declined first; what was recovered or assessed stays.",
        )


def uncommitted(case: Case) -> Decimal:
    """Return the cost neither recovered, assessed nor set aside for a draw: the most that can be recovered anew."""
    return balances(case.abatement.entries).open - sum(case.abatement.draws.values(), Decimal(0))


# --- folds ----------------------------------------------------------------------------------------------


def _ordered(case: Case, event: RestorationOrdered) -> Case:
    given = WorkNotice(
        on=event.on, do_by=event.do_by, emergency=False, section=event.section, what=event.what
    )
    return _with_notice(case, given)


def _notified(case: Case, event: MaintenanceNoticeGiven) -> Case:
    given = WorkNotice(
        on=event.on,
        do_by=event.do_by,
        emergency=event.emergency,
        section=event.section,
        what=event.what,
    )
    return _with_notice(case, given)


def _with_notice(case: Case, notice: WorkNotice) -> Case:
    work = case.abatement
    return case.but(abatement=work.but(notices=(*work.notices, notice)))


def _recorded(case: Case, event: CostRecorded) -> Case:
    work: Abatement = case.abatement
    cost = Cost(
        key=event.cost,
        on=event.on,
        kind=event.cost_kind,
        amount=event.amount,
        invoice=event.invoice,
        reverses=event.reverses,
    )
    signed = -event.amount if event.reverses else event.amount
    what = f"{event.cost_kind}, reversing {event.reverses}" if event.reverses else event.cost_kind.value
    posted = entry(event.on, what, {Account.OPEN: signed, Account.SPENT: -signed}, document=event.invoice)
    return case.but(abatement=work.but(costs={**work.costs, cost.key: cost}, entries=(*work.entries, posted)))


FOLDS: dict[type[Event], Fold] = {
    RestorationOrdered: _ordered,
    MaintenanceNoticeGiven: _notified,
    VillageWorkAuthorized: lambda case, event: case.but(abatement=case.abatement.but(authorized_on=event.on)),
    CostRecorded: _recorded,
}

ACTS = (
    Act(OrderRestoration, OFFICER, _order, _may_order),
    Act(GiveMaintenanceNotice, OFFICER, _notify, _may_notify),
    Act(AuthorizeVillageWork, STAFF - CLERK, _authorize, _may_authorize),
    Act(RecordCost, OFFICER | CLERK, _record, _is_authorized),
)


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield the last day of the time a restoration order or maintenance notice gave, until work is authorized."""
    if case.abatement.authorized_on is not None or not case.open_violations:
        return
    for notice in case.abatement.notices:
        kind = "emergency_maintenance" if notice.emergency else "restoration"
        words = f"the time to do the work runs through {say(notice.do_by)}; after it the village may do it"
        yield due(kind, notice.do_by, of=None, section=notice.section, explanation=words)
