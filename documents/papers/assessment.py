"""The cost on its way to a lien: notice of amount and hearing, the hearing's minute, and the amount confirmed.

A lien without notice and hearing is void, so the notice says all that can be objected to. No fine is ever in it.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Quote, Signature, Warn, Words
from documents.cost_tables import (
    NO_FINE,
    OWNER_OF_RECORD,
    board,
    charged,
    cost_grid,
    hall,
    stood,
    work_done,
)
from documents.occasion import Makers, Occasion
from documents.paper import Addressee, Paper
from documents.wording import about, day, in_full, money, readings, recurring, weekday
from rules.acts import Setting
from rules.case import Assessment
from rules.events import AssessmentConfirmed, AssessmentProrated, CostHearingHeld, CostNoticeGiven
from rules.law import Law, Levy, Lien, Question
from rules.ledger import NOUGHT
from rules.levy import owner_of
from rules.lien import day_for, levy_year
from rules.standing import governing

# --- notice of the amount and of the hearing ------------------------------------------------------------


def _cost_notice(of: Occasion) -> Iterator[Paper]:
    event: CostNoticeGiven = of.event
    rule = governing(of.case, of.law).lien
    if rule is None:
        return
    yield Paper(
        kind="cost-notice",
        title="Notice of Cost and of Hearing",
        dated=event.dated,
        to=charged(of.case, rule),
        about=about(of.case),
        blocks=(
            Words(
                text=f"The {of.law.village.name} did the work below on the property and asks that its cost be "
                "charged to the land."
            ),
            Warn(text=_when_and_where(of)),
            Facts(rows=(("Amount noticed", money(event.amount)), ("Heard by", board(of.law)))),
            *_cost(of, rule),
            Heading(text="Your right to be heard", section=rule.section),
            Words(text=_right(of)),
            Heading(text="What may follow", section=rule.section),
            Items(items=tuple(_follows(rule, of.law.village.levy)), numbered=True),
            Quote(words=rule.words, source=rule.section),
            NO_FINE,
            Heading(text="Service and questions"),
            Facts(
                rows=(
                    ("Served on", weekday(event.on)),
                    ("Questions", f"Village Clerk, {hall(of.law)}"),
                )
            ),
            Signature(office=f"Village Clerk, {of.law.village.name}"),
        ),
    )


def _when_and_where(of: Occasion) -> str:
    event: CostNoticeGiven = of.event
    hour = f" at {event.hour}" if event.hour else ""
    ask = "" if event.hour else " The Village Clerk gives the hour."
    return f"A hearing on this cost will be held on {weekday(event.hearing_on)}{hour}, at {_place(of)}.{ask}"


def _place(of: Occasion) -> str:
    event: CostNoticeGiven = of.event
    return (event.place or hall(of.law)).rstrip(".")


def _cost(of: Occasion, rule: Lien) -> Iterator[Block]:
    event: CostNoticeGiven = of.event
    work = governing(of.case, of.law).abatement
    yield Heading(text="The work and its cost", section=(work or rule).section)
    yield from work_done(of.case, event.dated)
    yield cost_grid(of.case, event.dated)
    yield Facts(rows=tuple(_how_the_amount_is_found(of)))


def _how_the_amount_is_found(of: Occasion) -> Iterator[tuple[str, str]]:
    event: CostNoticeGiven = of.event
    stand = stood(of.case, event.dated)
    aside = sum(of.case.abatement.draws.values(), NOUGHT)
    yield "Cost recorded", money(stand.recorded)
    yield "Less recovered", f"{money(-stand.recovered)} by payment or by draw on a security"
    yield "Less assessed", f"{money(-stand.lien)} by an earlier resolution"
    yield "Still open", money(stand.open)
    if aside:
        yield "Asked of a security", f"{money(aside)}; what it pays is not charged to the land"
    yield "Of which noticed", f"{money(event.amount)}: the most that can be confirmed on this notice"


def _right(of: Occasion) -> str:
    event: CostNoticeGiven = of.event
    return (
        "You may appear at the hearing in person or by an attorney, see the bills and records of the work, bring "
        "witnesses and papers, and object to the whole amount or to any line of it: that the work was not needed, "
        "was not done, cost too much, or is not to be charged to you. You may also file objections in writing with "
        f"the Village Clerk by {weekday(event.hearing_on)}. The amount is confirmed only after you could be heard."
    )


def _follows(rule: Lien, levy: Levy | None) -> Iterator[str]:
    yield "The board may confirm the amount, or less, by resolution; never more than this notice names."
    yield f"The amount confirmed is a lien from the day of the resolution until it is paid [{rule.section}]."
    if rule.prorated_among_users:
        yield f"It may be prorated among the parcels of the beneficial users of the property [{rule.section}]."
    if levy is None or levy.payable_within is None:
        return
    yield (
        f"It is payable without penalty for {levy.payable_within.days} days from the resolution "
        f"[{levy.payable_within.section}]."
    )
    tax_bill = " on the tax bill" if rule.on_tax_bill else ""
    yield (
        f"What is unpaid after that is certified by {recurring(levy.certify_by)} for the levy of the fiscal year "
        f"that begins {recurring(levy.fiscal_year_starts)}, and is collected{tax_bill} with the village's taxes "
        f"[{levy.section}]."
    )


# --- the hearing ----------------------------------------------------------------------------------------


def _minute(of: Occasion) -> Iterator[Paper]:
    event: CostHearingHeld = of.event
    rule = governing(of.case, of.law).lien
    if rule is None:
        return
    notice = of.case.abatement.cost_notice
    noticed = (
        ()
        if notice is None
        else (
            ("Notice served on", day(notice.served_on)),
            ("Noticed for", weekday(notice.hearing_on)),
            ("Amount noticed", money(notice.amount)),
        )
    )
    yield Paper(
        kind="cost-hearing",
        title="Minute of the Hearing on Cost",
        dated=event.on,
        about=about(of.case),
        blocks=(
            Facts(rows=(("Held on", weekday(event.on)), ("Before", board(of.law)), *noticed)),
            Heading(text="What was heard", section=rule.section),
            Words(text=event.outcome),
            Heading(text="What may follow"),
            Items(items=tuple(_follows(rule, of.law.village.levy)), numbered=True),
            NO_FINE,
            Signature(
                office=f"Village Clerk, {of.law.village.name}",
                attests="This is a true minute of the hearing on the cost of the village's work.",
            ),
        ),
    )


# --- the amount confirmed -------------------------------------------------------------------------------


def _confirmed(of: Occasion) -> Iterator[Paper]:
    event: AssessmentConfirmed = of.event
    rule = governing(of.case, of.law).lien
    if rule is None:
        return
    yield Paper(
        kind="assessment-notice",
        title="Notice of Confirmed Assessment",
        dated=event.on,
        of=event.assessment,
        to=charged(of.case, rule),
        about=about(of.case),
        blocks=(
            Words(
                text=f"After notice and hearing, the {board(of.law)} has confirmed the cost of the village's work "
                f"on the property at {money(event.amount)}."
            ),
            Facts(
                rows=(
                    ("Amount", money(event.amount)),
                    ("Resolution", event.resolution),
                    ("Adopted", weekday(event.on)),
                    ("Assessment", event.assessment),
                )
            ),
            *_payable(of, of.case.abatement.assessments[event.assessment], event.explanation),
            Heading(text="The lien", section=event.section),
            Words(text=f"The amount is a lien from {day(event.on)} until it is paid."),
            Quote(words=rule.words, source=rule.section),
            NO_FINE,
            Signature(office=f"Village Clerk, {of.law.village.name}"),
        ),
        rests_on=readings(of.law, Question.TAX_ROLL_CUTOFF),
    )


def _payable(of: Occasion, assessment: Assessment, explanation: str) -> Iterator[Block]:
    levy = of.law.village.levy
    within = levy.payable_within if levy else None
    yield Heading(text="Payment", section=within.section if within else None)
    is_ = "is" if of.event.on <= assessment.payable_through else "was"
    yield Warn(text=f"It {is_} payable without penalty through {weekday(assessment.payable_through)}.")
    if explanation:
        yield Words(text=f"So reckoned: {in_full(explanation)}.")
    yield Words(
        text=f"Pay to the {of.law.village.name}, {hall(of.law)}, and name {of.case.id} and {assessment.key}. "
        "A part of it may be paid; what is paid is taken off the lien."
    )
    if levy is not None:
        yield Words(text=_unpaid(assessment, levy, _on(of.law, of.event.on)))


def _unpaid(assessment: Assessment, levy: Levy, setting: Setting) -> str:
    year = levy_year(assessment, levy, setting)
    begins, closes = day_for_start(levy, year), day_for(levy.certify_by, year, levy)
    return (
        f"What is unpaid after that day is certified by {weekday(closes)} for the tax levy of the fiscal year that "
        f"begins {day(begins)} [{levy.section}]."
    )


def day_for_start(levy: Levy, fiscal_year: int) -> date:
    """Return the day on which a fiscal year of the village begins."""
    return date.fromisoformat(f"{fiscal_year}-{levy.fiscal_year_starts}")


def _on(law: Law, on: date) -> Setting:
    now = datetime.combine(on, time.min, UTC)
    return Setting(law=law, now=now, today=on, roles=frozenset(), actor="")


# --- the amount divided among parcels -------------------------------------------------------------------


def _prorated(of: Occasion) -> Iterator[Paper]:
    event: AssessmentProrated = of.event
    rule = governing(of.case, of.law).lien
    if rule is None:
        return
    assessment = of.case.abatement.assessments[event.assessment].but(parts=event.parts)
    yield Paper(
        kind="assessment-prorated",
        title="Notice of Assessment Prorated Among Parcels",
        dated=event.on,
        of=event.assessment,
        to=_bearers(of, assessment) or charged(of.case, rule),
        about=about(of.case),
        blocks=(
            Words(
                text=f"The assessment of {money(assessment.amount)} that resolution {assessment.resolution} "
                f"confirmed on {day(assessment.on)} is prorated among the parcels below. This division replaces "
                "any earlier one."
            ),
            _parts(of, assessment),
            *_payable(of, assessment, ""),
            Heading(text="The lien", section=rule.section),
            Words(
                text=f"Each parcel bears its own amount, which is a lien on it since {day(assessment.on)} until "
                "paid; no parcel bears another's."
            ),
            Quote(words=rule.words, source=rule.section),
            NO_FINE,
            Signature(office=f"Village Clerk, {of.law.village.name}"),
        ),
        rests_on=readings(of.law, Question.TAX_ROLL_CUTOFF),
    )


def _bearers(of: Occasion, assessment: Assessment) -> tuple[Addressee, ...]:
    """Return the owners of the parcels, each once, with the address where the case has it."""
    known = {each.name: each.address for each in of.case.respondents.values()}
    names = dict.fromkeys(owner_of(of.case, assessment, part.parcel) for part in assessment.parts)
    return tuple(Addressee(name=name, address=known.get(name)) for name in names if name)


def _parts(of: Occasion, assessment: Assessment) -> Grid:
    return Grid(
        caption="What each parcel bears",
        columns=(
            Column(title="Parcel", weight=3),
            Column(title="Owner", weight=5),
            Column(title="Amount", figures=True, weight=2),
        ),
        rows=tuple(
            (part.parcel, owner_of(of.case, assessment, part.parcel) or OWNER_OF_RECORD, money(part.amount))
            for part in assessment.parts
        ),
        foot=("Total", "", money(sum((part.amount for part in assessment.parts), NOUGHT))),
    )


PAPERS: Final[Makers] = {
    CostNoticeGiven: (_cost_notice,),
    CostHearingHeld: (_minute,),
    AssessmentConfirmed: (_confirmed,),
    AssessmentProrated: (_prorated,),
}
