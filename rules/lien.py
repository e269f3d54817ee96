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
from rules.dues import dues
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
from rules.ledger import NOUGHT, Account, balances, dollars, entry
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
            remedy="Record what was owed; a surplus is returned.",
        )
    on_lien = min(command.amount, unlevied)
    on_levy = min(command.amount - on_lien, costs.levied)
    return (
        CostPaid(
            on=command.on, amount=command.amount, on_lien=on_lien, on_levy=on_levy, receipt=command.receipt
        ),
    )


def _may_record(case: Case, setting: Setting) -> None:
    """Refuse where nothing of a lien is unpaid, or its filing stands with its reference; one may be added later."""
    has_assessment(case, setting)
    work, section = case.abatement, lien_rule(case, setting).section
    if balances(work.entries).lien == 0:
        raise NotAllowed(
            "The lien is paid; there is nothing to file.",
            section=section,
            remedy="Release it with release-lien.",
        )
    if work.lien_ref is not None and _is_filed(case):
        raise Conflict(
            f"The lien is filed since {work.lien_recorded_on}, under {work.lien_ref}.",
            section=section,
            remedy="A later assessment is filed anew; say in a note where the reference was misread.",
        )


def _is_filed(case: Case) -> bool:
    """Whether the filing that is recorded came after every assessment."""
    return case.abatement.lien_recorded_for.issuperset(case.abatement.assessments)


def _record_lien(case: Case, command: RecordLien, setting: Setting) -> Events:
    section = lien_rule(case, setting).section
    latest = list(case.abatement.assessments.values())[-1]
    not_before(command.on, latest.on, "The filing", "the resolution", section=section)
    if _is_filed(case) and command.county_clerk_ref is None:
        raise Conflict(
            f"The lien is filed since {case.abatement.lien_recorded_on}.",
            section=section,
            remedy="Give county_clerk_ref, which is not on record yet.",
            field="county_clerk_ref",
        )
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
        raise Conflict(
            f"The lien was released on {case.abatement.lien_released_on}.",
            section=section,
            remedy="There is nothing left to release.",
        )


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
    if not dues(case.abatement).unpaid:
        raise NotAllowed(
            "Nothing assessed is unpaid and uncertified.",
            section=lien_rule(case, setting).section,
            remedy="There is nothing to certify.",
        )


def _certify(case: Case, command: CertifyForLevy, setting: Setting) -> Events:
    levy, unpaid = levy_rule(case, setting), dues(case.abatement).unpaid
    refuse_stayed(case, setting, command.on)
    confirmed = [case.abatement.assessments[key] for key in unpaid]
    confirmed = [each for each in confirmed if each.on <= command.on]
    if not confirmed:
        raise NotAllowed(
            f"Nothing unpaid had been assessed by {command.on}.",
            section=levy.section,
            field="on",
            remedy="Give a day after the resolution that confirmed it.",
        )
    payable = [each for each in confirmed if each.payable_through < command.on]
    if not payable:
        raise _still_payable(confirmed[-1], levy)
    taken = _in_time(payable, command, levy, setting)
    sums = {each.key: unpaid[each.key] for each in taken}
    return (
        CertifiedForLevy(
            on=command.on,
            fiscal_year=command.fiscal_year,
            amount=sum(sums.values(), NOUGHT),
            assessments=sums,
        ),
    )


def _still_payable(latest: Assessment, levy: Levy) -> NotAllowed:
    days = levy.payable_within.days if levy.payable_within else None
    return NotAllowed(
        f"The assessment of {latest.on} is payable without penalty for {days} days, "
        f"through {latest.payable_through}.",
        section=levy.payable_within.section if levy.payable_within else levy.section,
        remedy="Certify what is still unpaid after that day.",
        field="on",
    )


def _in_time(
    payable: list[Assessment], command: CertifyForLevy, levy: Levy, setting: Setting
) -> list[Assessment]:
    """Return the assessments confirmed by the year's cut-off; raise NotAllowed where it closed before them all."""
    year = command.fiscal_year
    remedy = f"Certify it for fiscal year {year + 1}."
    closes = day_for(levy.certify_by, year, levy)
    if command.on > closes:
        what = f"The levy of fiscal year {year} closed on {closes}."
        raise NotAllowed(what, section=levy.section, remedy=remedy, field="fiscal_year")
    cutoff = day_for(setting.law.choice(Question.TAX_ROLL_CUTOFF), year, levy)
    taken = [each for each in payable if each.on <= cutoff]
    if not taken:
        what = f"The assessment was confirmed on {payable[-1].on}, after the cut-off {cutoff} for fiscal year {year}."
        raise NotAllowed(what, section=levy.section, remedy=remedy, field="fiscal_year")
    return taken


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
    made = LevyEntry(
        on=event.on, fiscal_year=event.fiscal_year, amount=event.amount, assessments=event.assessments
    )
    posted = entry(
        event.on,
        f"certified for the levy of {event.fiscal_year}",
        {Account.LEVIED: event.amount, Account.LIEN: -event.amount},
    )
    return case.but(abatement=work.but(levies=(*work.levies, made), entries=(*work.entries, posted)))


def _lien_recorded(case: Case, event: LienRecorded) -> Case:
    work = case.abatement
    return case.but(
        abatement=work.but(
            lien_recorded_on=event.on,
            lien_ref=event.county_clerk_ref,
            lien_recorded_for=frozenset(work.assessments),
        )
    )


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
    LienRecorded: _lien_recorded,
    LienReleased: lambda case, event: case.but(abatement=case.abatement.but(lien_released_on=event.on)),
    CertifiedForLevy: _certified,
    CaseDrawRequested: _draw_requested,
    CaseDrawEnded: _draw_ended,
}

ACTS = (
    Act(RecordCostPayment, CLERK, _pay, has_costs),
    Act(RecordLien, CLERK, _record_lien, _may_record),
    Act(ReleaseLien, CLERK, _release, _may_release),
    Act(CertifyForLevy, CLERK, _certify, _may_levy),
)


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield the last penalty-free day of each assessment that is unpaid, and the levy it must make."""
    levy = setting.law.village.levy
    if levy is None:
        return
    for key, unpaid in dues(case.abatement).unpaid.items():
        assessment = case.abatement.assessments[key]
        last = assessment.payable_through
        words = f"{dollars(unpaid)} of the lien is payable without penalty through {say(last)}"
        yield due("assessment_payable", last, of=key, section=levy.section, explanation=words)
        yield _levy_due(assessment, levy, setting)


def levy_year(assessment: Assessment, levy: Levy, setting: Setting) -> int:
    """Return the first fiscal year for whose levy an assessment was confirmed in time and can still be certified."""
    year = assessment.on.year
    while (
        day_for(setting.law.choice(Question.TAX_ROLL_CUTOFF), year, levy) < assessment.on
        or day_for(levy.certify_by, year, levy) < setting.today
    ):
        year += 1
    return year


def _levy_due(assessment: Assessment, levy: Levy, setting: Setting) -> Due:
    year = levy_year(assessment, levy, setting)
    closes = day_for(levy.certify_by, year, levy)
    words = f"the levy of fiscal year {year} closes on {say(closes)}; what is unpaid is certified by then"
    return due("levy_cutoff", closes, of=assessment.key, section=levy.section, explanation=words)
