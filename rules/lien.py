"""The lien, its payment and its way to the tax roll: payable first without penalty, then certified before the cut-off.

A payment goes to the lien first, then to what is levied, then to cost not yet assessed.
"""

from collections.abc import Iterator
from datetime import date

from rules.abatement import refuse_stayed, uncommitted
from rules.acts import CLERK, Act, Due, Events, Fold, Setting, due, not_before
from rules.assessment import has_assessment, has_costs, levy_rule, lien_rule
from rules.calendar import say
from rules.case import Assessment, Case, LevyEntry
from rules.commands import CertifyForLevy, RecordCostPayment, RecordLien, ReleaseLien
from rules.events import (
    CaseDrawEnded,
    CaseDrawRequested,
    CertifiedForLevy,
    CostPaid,
    Event,
    LienRecorded,
    LienReleased,
)
from rules.law import Levy, Question
from rules.ledger import Account, balances, dollars, entry
from rules.refusals import Conflict, NotAllowed


def _pay(case: Case, command: RecordCostPayment, setting: Setting) -> Events:
    section = lien_rule(case, setting).section
    costs = balances(case.abatement.entries)
    not_before(
        command.on,
        min(c.on for c in case.abatement.costs.values()),
        "The payment",
        "the first cost",
        section=section,
    )
    unlevied = costs.lien - costs.levied
    most = costs.lien + uncommitted(case)
    if command.amount > most:
        raise NotAllowed(
            f"{dollars(command.amount)} is more than the {dollars(most)} of cost unpaid.",
            section=section,
            field="amount",
        )
    on_lien = min(command.amount, unlevied)
    on_levy = min(command.amount - on_lien, costs.levied)
    return (
        CostPaid(
            on=command.on, amount=command.amount, on_lien=on_lien, on_levy=on_levy, receipt=command.receipt
        ),
    )


def _record_lien(case: Case, command: RecordLien, setting: Setting) -> Events:
    section = lien_rule(case, setting).section
    latest = list(case.abatement.assessments.values())[-1]
    not_before(command.on, latest.on, "The filing", "the resolution", section=section)
    if balances(case.abatement.entries).lien == 0:
        raise NotAllowed("The lien is paid; there is nothing to file.", section=section)
    return (LienRecorded(on=command.on, county_clerk_ref=command.county_clerk_ref),)


def _may_release(case: Case, setting: Setting) -> None:
    has_assessment(case, setting)
    unpaid = balances(case.abatement.entries).lien
    section = lien_rule(case, setting).section
    if unpaid:
        raise NotAllowed(
            f"{dollars(unpaid)} of the lien is unpaid.", section=section, remedy="Record the payment first."
        )
    if case.abatement.lien_released_on is not None:
        raise Conflict(f"The lien was released on {case.abatement.lien_released_on}.", section=section)


def _release(case: Case, command: ReleaseLien, setting: Setting) -> Events:
    last = max(each.on for each in case.abatement.entries)
    not_before(
        command.on,
        last,
        "The release",
        "the last entry on the account",
        section=lien_rule(case, setting).section,
    )
    return (LienReleased(on=command.on),)


def _may_levy(case: Case, setting: Setting) -> None:
    levy_rule(case, setting)
    has_assessment(case, setting)
    costs = balances(case.abatement.entries)
    if costs.lien == costs.levied:
        raise NotAllowed(
            "Nothing assessed is unpaid and uncertified.", section=lien_rule(case, setting).section
        )


def _certify(case: Case, command: CertifyForLevy, setting: Setting) -> Events:
    levy = levy_rule(case, setting)
    refuse_stayed(case, setting, command.on)
    unpaid = [each for each in case.abatement.assessments.values() if each.on <= command.on]
    if not unpaid:
        raise NotAllowed(f"No assessment was confirmed by {command.on}.", section=levy.section, field="on")
    latest = unpaid[-1]
    if command.on <= latest.payable_through:
        days = levy.payable_within.days if levy.payable_within else None
        raise NotAllowed(
            f"The assessment of {latest.on} is payable without penalty for {days} days, "
            f"through {latest.payable_through}.",
            section=levy.payable_within.section if levy.payable_within else levy.section,
            remedy="Certify what is still unpaid after that day.",
            field="on",
        )
    _check_year(command, latest, levy, setting)
    costs = balances(case.abatement.entries)
    return (
        CertifiedForLevy(on=command.on, fiscal_year=command.fiscal_year, amount=costs.lien - costs.levied),
    )


def _check_year(command: CertifyForLevy, latest: Assessment, levy: Levy, setting: Setting) -> None:
    closes = day_for(levy.certify_by, command.fiscal_year, levy)
    if command.on > closes:
        raise NotAllowed(
            f"The levy of fiscal year {command.fiscal_year} closed on {closes}.",
            section=levy.section,
            remedy=f"Certify it for fiscal year {command.fiscal_year + 1}.",
            field="fiscal_year",
        )
    cutoff = day_for(setting.law.choice(Question.TAX_ROLL_CUTOFF), command.fiscal_year, levy)
    if latest.on > cutoff:
        raise NotAllowed(
            f"The assessment was confirmed on {latest.on}, after the cut-off {cutoff} "
            f"for fiscal year {command.fiscal_year}.",
            section=levy.section,
            remedy=f"Certify it for fiscal year {command.fiscal_year + 1}.",
            field="fiscal_year",
        )


def day_for(month_day: str, fiscal_year: int, levy: Levy) -> date:
    """Return the MM-DD that precedes the start of the fiscal year beginning in this calendar year."""
    year = fiscal_year if month_day < levy.fiscal_year_starts else fiscal_year - 1
    return date.fromisoformat(f"{year}-{month_day}")


# --- folds ----------------------------------------------------------------------------------------------


def _paid(case: Case, event: CostPaid) -> Case:
    lines = {
        Account.PAID: event.amount,
        Account.LIEN: -event.on_lien,
        Account.LEVIED: -event.on_levy,
        Account.OPEN: -(event.amount - event.on_lien - event.on_levy),
    }
    posted = entry(event.on, "payment", lines, document=event.receipt)
    return case.but(abatement=case.abatement.but(entries=(*case.abatement.entries, posted)))


def _certified(case: Case, event: CertifiedForLevy) -> Case:
    work = case.abatement
    made = LevyEntry(on=event.on, fiscal_year=event.fiscal_year, amount=event.amount)
    posted = entry(
        event.on,
        f"certified for the levy of {event.fiscal_year}",
        {Account.LEVIED: event.amount, Account.LIEN: -event.amount},
    )
    return case.but(abatement=work.but(levies=(*work.levies, made), entries=(*work.entries, posted)))


def _draw_requested(case: Case, event: CaseDrawRequested) -> Case:
    draws = {**case.abatement.draws, f"{event.security}/{event.draw}": event.amount}
    return case.but(abatement=case.abatement.but(draws=draws))


def _draw_ended(case: Case, event: CaseDrawEnded) -> Case:
    work = case.abatement
    key = f"{event.security}/{event.draw}"
    left = {draw: amount for draw, amount in work.draws.items() if draw != key}
    lines = {Account.DRAWN: event.recovered, Account.OPEN: -event.recovered}
    posted = entry(event.on, "drawn on security", lines, document=key)
    entries = (*work.entries, posted) if event.recovered else work.entries
    return case.but(abatement=work.but(draws=left, entries=entries))


FOLDS: dict[type[Event], Fold] = {
    CostPaid: _paid,
    LienRecorded: lambda case, event: case.but(abatement=case.abatement.but(lien_recorded_on=event.on)),
    LienReleased: lambda case, event: case.but(abatement=case.abatement.but(lien_released_on=event.on)),
    CertifiedForLevy: _certified,
    CaseDrawRequested: _draw_requested,
    CaseDrawEnded: _draw_ended,
}

ACTS = (
    Act(RecordCostPayment, CLERK, _pay, has_costs),
    Act(RecordLien, CLERK, _record_lien, has_assessment),
    Act(ReleaseLien, CLERK, _release, _may_release),
    Act(CertifyForLevy, CLERK, _certify, _may_levy),
)


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield the last penalty-free day of what is unpaid, and the levy it must make."""
    work = case.abatement
    costs, levy = balances(work.entries), setting.law.village.levy
    if costs.lien == costs.levied or levy is None:
        return
    latest = list(work.assessments.values())[-1]
    unpaid = dollars(costs.lien - costs.levied)
    words = f"{unpaid} of the lien is payable without penalty through {say(latest.payable_through)}"
    yield due(
        "assessment_payable", latest.payable_through, of=latest.key, section=levy.section, explanation=words
    )
    yield _levy_due(latest, levy, setting)


def _levy_due(latest: Assessment, levy: Levy, setting: Setting) -> Due:
    year = latest.on.year
    while (
        day_for(setting.law.choice(Question.TAX_ROLL_CUTOFF), year, levy) < latest.on
        or day_for(levy.certify_by, year, levy) < setting.today
    ):
        year += 1
    closes = day_for(levy.certify_by, year, levy)
    words = f"the levy of fiscal year {year} closes on {say(closes)}; what is unpaid is certified by then"
    return due("levy_cutoff", closes, of=latest.key, section=levy.section, explanation=words)
