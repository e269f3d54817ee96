"""From costs to a lien and the tax roll: notice of amount and hearing, hearing, resolution, and the parcels' parts.

A lien without notice and hearing is void (Luedeke v New Paltz); a fine never enters it (SBEA Op. 9-105).
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from rules.abatement import refuse_stayed, uncommitted
from rules.acts import CLERK, OFFICER, Act, Due, Events, Fold, Setting, due, next_key, not_before
from rules.calendar import due as reckon
from rules.case import Assessment, Case, CostNotice
from rules.commands import (
    ConfirmAssessment,
    GiveCostNotice,
    Part,
    Prorate,
    RecordCostHearing,
)
from rules.dues import dues
from rules.events import (
    AssessmentConfirmed,
    AssessmentProrated,
    CostHearingHeld,
    CostNoticeGiven,
    Event,
    ParcelPart,
)
from rules.law import Levy
from rules.law import Lien as LienRule
from rules.ledger import NOUGHT, Account, balances, dollars, entry
from rules.refusals import Conflict, Incomplete, NotAllowed, OutOfOrder
from rules.standing import governing

CENT = Decimal("0.01")


def lien_rule(case: Case, setting: Setting) -> LienRule:
    """Return what the ordinance says of the lien; raise NotAllowed where it gives none."""
    version = governing(case, setting.law)
    if version.lien is None:
        raise NotAllowed("The ordinance gives no lien for the cost of the work.", section=version.section)
    return version.lien


def levy_rule(case: Case, setting: Setting) -> Levy:
    """Return the village's levy; raise NotAllowed where its file names none."""
    levy = setting.law.village.levy
    if levy is None or levy.payable_within is None:
        raise NotAllowed(
            f"{setting.law.village.name} has no levy in its file.", section=lien_rule(case, setting).section
        )
    return levy


def _most(case: Case, amount: Decimal, section: str) -> None:
    most = uncommitted(case)
    if amount > most:
        costs, set_aside = balances(case.abatement.entries), sum(case.abatement.draws.values(), NOUGHT)
        raise NotAllowed(
            f"{dollars(amount)} is more than the cost still open: {dollars(most)} "
            f"({dollars(costs.recorded)} recorded, {dollars(costs.recovered)} recovered, "
            f"{dollars(costs.lien)} assessed, {dollars(set_aside)} set aside for draws).",
            section=section,
            remedy="A cost is recovered once, by draw, payment or lien.",
            field="amount",
        )


def has_costs(case: Case, setting: Setting) -> None:
    """Raise NotAllowed where no cost of village work is recorded."""
    rule = lien_rule(case, setting)
    if not case.abatement.costs:
        raise NotAllowed(
            "No cost of village work is recorded.", section=rule.section, remedy="Record the costs first."
        )


def _notify(case: Case, command: GiveCostNotice, setting: Setting) -> Events:
    section = lien_rule(case, setting).section
    last = max(cost.on for cost in case.abatement.costs.values())
    not_before(command.on, last, "The notice", "the last cost in it", section=section)
    not_before(command.served_on, command.on, "served_on", "the notice", section=section)
    refuse_stayed(case, setting, command.served_on)
    _most(case, command.amount, section)
    _check_hearing(case, command, setting, section)
    return (
        CostNoticeGiven(
            on=command.served_on,
            amount=command.amount,
            dated=command.on,
            hearing_on=command.hearing_on,
            hour=command.hour,
            place=command.place,
        ),
    )


def _check_hearing(case: Case, command: GiveCostNotice, setting: Setting, section: str) -> None:
    if command.hearing_on <= command.served_on:
        raise OutOfOrder(
            f"The hearing on {command.hearing_on} is not after the notice was served on {command.served_on}.",
            section=section,
            remedy="Notice comes before hearing; set a later day.",
            field="hearing_on",
        )
    within = governing(case, setting.law).notice_before_hearing
    if within is None:
        return
    latest = reckon(within, command.hearing_on, setting.law)
    if command.served_on > latest.due:
        raise NotAllowed(
            f"Notice of the hearing on {command.hearing_on} must be served by {latest.due}.",
            section=latest.section,
            remedy="Set a later hearing.",
            field="hearing_on",
        )


def _has_cost_notice(case: Case, setting: Setting) -> None:
    if case.abatement.cost_notice is None:
        raise NotAllowed(
            "No notice of cost and hearing has been served; a hearing without notice is none.",
            section=lien_rule(case, setting).section,
            remedy="Give the cost notice first.",
        )


def _hear(case: Case, command: RecordCostHearing, setting: Setting) -> Events:
    section = lien_rule(case, setting).section
    notice = case.abatement.cost_notice
    if notice is not None:
        not_before(
            command.on, notice.hearing_on, "The hearing", "the day it was noticed for", section=section
        )
    return (CostHearingHeld(on=command.on, outcome=command.outcome),)


def _was_heard(case: Case, setting: Setting) -> None:
    if case.abatement.cost_notice is None or case.abatement.heard_on is None:
        raise NotAllowed(
            "The amount is confirmed only after notice and hearing; no hearing has been held.",
            section=lien_rule(case, setting).section,
            remedy="Give the cost notice, then record the hearing.",
        )


def _confirm(case: Case, command: ConfirmAssessment, setting: Setting) -> Events:
    section = lien_rule(case, setting).section
    notice, heard = case.abatement.cost_notice, case.abatement.heard_on
    if notice is None or heard is None:
        raise Incomplete(
            "No hearing has been held.",
            section=section,
            remedy="Give the cost notice, then record the hearing.",
        )
    not_before(command.on, heard, "The resolution", "the hearing", section=section)
    refuse_stayed(case, setting, command.on)
    if command.amount > notice.amount:
        raise NotAllowed(
            f"{dollars(command.amount)} is more than the {dollars(notice.amount)} of which notice was given.",
            section=section,
            remedy="Confirm no more, or give a new notice and hearing.",
            field="amount",
        )
    _most(case, command.amount, section)
    within = levy_rule(case, setting).payable_within
    payable = None if within is None else reckon(within, command.on, setting.law)
    return (
        AssessmentConfirmed(
            on=command.on,
            assessment=next_key("a", case.abatement.assessments),
            amount=command.amount,
            resolution=command.resolution,
            section=section,
            payable_through=payable.due if payable else command.on,
            explanation=payable.explanation if payable else "payable at once",
        ),
    )


# --- proration ------------------------------------------------------------------------------------------


def has_assessment(case: Case, setting: Setting) -> None:
    """Raise NotAllowed where no assessment is confirmed."""
    if not case.abatement.assessments:
        raise NotAllowed(
            "No assessment is confirmed.",
            section=lien_rule(case, setting).section,
            remedy="Confirm it by resolution first.",
        )


def _may_prorate(case: Case, setting: Setting) -> None:
    rule = lien_rule(case, setting)
    if not rule.prorated_among_users:
        raise NotAllowed(
            "The ordinance does not prorate the cost among parcels.",
            section=rule.section,
            remedy="The lien stays on the property whole.",
        )
    has_assessment(case, setting)


def _prorate(case: Case, command: Prorate, setting: Setting) -> Events:
    assessment = list(case.abatement.assessments.values())[-1]
    section = lien_rule(case, setting).section
    _check_uncertified(case, assessment, section)
    parcels = [part.parcel for part in command.parts]
    if len(set(parcels)) < len(parcels):
        raise Conflict(
            "A parcel is named twice.", section=section, remedy="Give each parcel once.", field="parts"
        )
    parts = _by_amount(command.parts, assessment.amount, section) or shares(assessment.amount, command.parts)
    return (AssessmentProrated(on=setting.today, assessment=assessment.key, parts=parts),)


def _check_uncertified(case: Case, assessment: Assessment, section: str) -> None:
    for levied in dues(case.abatement).levied:
        if assessment.key in levied.certified:
            raise NotAllowed(
                f"{assessment.key} was certified for the levy of {levied.fiscal_year} on {levied.on}, "
                "parcel by parcel.",
                section=section,
                remedy="Its division stands; a payment corrects the levy.",
            )


def _by_amount(parts: Sequence[Part], total: Decimal, section: str) -> tuple[ParcelPart, ...]:
    amounts = [part.amount for part in parts if part.amount is not None]
    if not amounts:
        return ()
    if len(amounts) < len(parts):
        raise Incomplete(
            "Some parcels have an amount, others a share.",
            section=section,
            remedy="Use one measure for all.",
            field="parts",
        )
    if sum(amounts, NOUGHT) != total:
        raise NotAllowed(
            f"The parts add up to {dollars(sum(amounts, NOUGHT))}, not to the {dollars(total)} assessed.",
            section=section,
            field="parts",
            remedy="Correct the amounts, or give shares: they are divided to the cent.",
        )
    return tuple(
        ParcelPart(parcel=part.parcel, amount=part.amount, owner=part.owner) for part in parts if part.amount
    )


def shares(total: Decimal, parts: Sequence[Part]) -> tuple[ParcelPart, ...]:
    """Divide a sum of dollars by shares, by largest remainder; equal remainders go by the parcel's number.

    The parts add up to the cent, and the order in which parcels are named changes nothing. They come as people count
    them, 2 before 10; a cent of equal remainders goes by the number as text, as in every levy certified so far.
    """
    weights = {part.parcel: part.share or NOUGHT for part in parts}
    owners = {part.parcel: part.owner for part in parts}
    whole = sum(weights.values(), NOUGHT)
    exact = {parcel: total * weight / whole for parcel, weight in weights.items()}
    floors = {parcel: amount.quantize(CENT, rounding="ROUND_FLOOR") for parcel, amount in exact.items()}
    left = int((total - sum(floors.values(), NOUGHT)) / CENT)
    order = sorted(weights, key=lambda parcel: (floors[parcel] - exact[parcel], parcel))
    more = set(order[:left])
    return tuple(
        ParcelPart(
            parcel=parcel, amount=floors[parcel] + (CENT if parcel in more else 0), owner=owners[parcel]
        )
        for parcel in sorted(weights, key=_as_counted)
    )


def _as_counted(parcel: str) -> tuple[list[str | int], str]:
    """Return the key that orders numbers inside a parcel's number by their size."""
    # Text and digits alternate, text first, so that like is compared with like.
    parts = re.split(r"(\d+)", parcel)
    return [int(part) if at % 2 else part for at, part in enumerate(parts)], parcel


# --- folds ----------------------------------------------------------------------------------------------


def _noticed(case: Case, event: CostNoticeGiven) -> Case:
    notice = CostNotice(amount=event.amount, served_on=event.on, hearing_on=event.hearing_on)
    return case.but(abatement=case.abatement.but(cost_notice=notice, heard_on=None))


def _confirmed(case: Case, event: AssessmentConfirmed) -> Case:
    work = case.abatement
    assessment = Assessment(
        key=event.assessment,
        on=event.on,
        amount=event.amount,
        resolution=event.resolution,
        payable_through=event.payable_through,
    )
    posted = entry(
        event.on,
        "assessed",
        {Account.LIEN: event.amount, Account.OPEN: -event.amount},
        document=event.resolution,
        section=event.section,
    )
    return case.but(
        abatement=work.but(
            assessments={**work.assessments, assessment.key: assessment},
            cost_notice=None,
            heard_on=None,
            lien_released_on=None,
            entries=(*work.entries, posted),
        )
    )


def _prorated(case: Case, event: AssessmentProrated) -> Case:
    work = case.abatement
    divided = work.assessments[event.assessment].but(parts=event.parts)
    return case.but(abatement=work.but(assessments={**work.assessments, divided.key: divided}))


FOLDS: dict[type[Event], Fold] = {
    CostNoticeGiven: _noticed,
    CostHearingHeld: lambda case, event: case.but(abatement=case.abatement.but(heard_on=event.on)),
    AssessmentConfirmed: _confirmed,
    AssessmentProrated: _prorated,
}

ACTS = (
    Act(GiveCostNotice, OFFICER | CLERK, _notify, has_costs),
    Act(RecordCostHearing, CLERK, _hear, _has_cost_notice),
    Act(ConfirmAssessment, CLERK, _confirm, _was_heard),
    Act(Prorate, CLERK, _prorate, _may_prorate),
)


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield the hearing on the cost of which notice was served."""
    work = case.abatement
    rule = governing(case, setting.law).lien
    if rule is not None and work.cost_notice is not None and work.heard_on is None:
        words = f"hearing on {dollars(work.cost_notice.amount)} of cost"
        yield due(
            "cost_hearing", work.cost_notice.hearing_on, of=None, section=rule.section, explanation=words
        )
