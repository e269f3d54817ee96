"""The lien for cost and its end: the statement for the county clerk, the release, the certification for the levy.

Each is for confirmed cost alone; no fine is ever in it.
"""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Jurat, Quote, Signature, Words
from documents.cost_tables import (
    NO_FINE,
    OWNER_OF_RECORD,
    as_of,
    board,
    hall,
    owners,
    still_owed,
    stood,
    work_done,
)
from documents.occasion import Makers, Occasion
from documents.paper import Addressee, Paper
from documents.papers.assessment import day_for_start
from documents.wording import about, day, money, readings, weekday
from rules.dues import dues
from rules.events import CertifiedForLevy, LienRecorded, LienReleased
from rules.law import Levy, Lien, Question
from rules.ledger import NOUGHT, Account, balance
from rules.levy import CERTIFIED, LevyLine, by_parcel, levy_lines, owner_of
from rules.lien import day_for
from rules.standing import governing

NOT_KNOWN: Final = "not in this case's record"

# --- the statement of lien ------------------------------------------------------------------------------


def _statement(of: Occasion) -> Iterator[Paper]:
    event: LienRecorded = of.event
    rule = governing(of.case, of.law).lien
    if rule is None:
        return
    village = of.law.village
    yield Paper(
        kind="lien-statement",
        title="Statement of Lien for Cost of Village Work",
        dated=event.on,
        to=(Addressee(name=f"Clerk of the County of {village.county}"),),
        about=about(of.case),
        blocks=(
            Words(text=f"The {village.name} states that it has a lien on the real property described here."),
            *_whose(of, event.county_clerk_ref),
            Heading(text="Amount", section=rule.section),
            _unpaid(of),
            *_by_parcel(of),
            Heading(text="What the lien is for", section=_work_section(of, rule)),
            *work_done(of.case, event.on),
            *_under_which_law(rule, village.levy),
            Signature(
                office=f"Village Clerk, {village.name}",
                attests="I have read this statement; what it says is true by the records of the village.",
            ),
            Jurat(state=of.law.state.name, county=village.county),
        ),
    )


def _whose(of: Occasion, ref: str | None) -> Iterator[Block]:
    place, named = of.case.property, owners(of.case)
    yield Facts(
        rows=(
            ("Lienor", f"{of.law.village.name}, {hall(of.law)}"),
            ("Tax map parcel", place.parcel or NOT_KNOWN),
            ("County", of.law.village.county),
            *(("Owner", ", ".join(filter(None, (each.name, each.address)))) for each in named),
            *(() if named else (("Owner", f"{OWNER_OF_RECORD}; {NOT_KNOWN}"),)),
            ("Filed on", day(of.event.on)),
            ("Reference", ref or "given by the county clerk on filing"),
        )
    )


def _unpaid(of: Occasion) -> Grid:
    owed = still_owed(of.case, of.event.on)
    rows = [(of.case.abatement.assessments[key], left) for key, left in owed.items()]
    return Grid(
        caption=f"What was assessed and is unpaid on {day(of.event.on)}",
        columns=(
            Column(title="Resolution", weight=4),
            Column(title="Lien attached", weight=4),
            Column(title="Assessed", figures=True, weight=3),
            Column(title="Paid", figures=True, weight=3),
            Column(title="Unpaid", figures=True, weight=3),
        ),
        rows=tuple(
            (each.resolution, day(each.on), money(each.amount), money(each.amount - left), money(left))
            for each, left in rows
        ),
        foot=("Amount of the lien", "", "", "", money(sum(owed.values(), NOUGHT))),
    )


def _by_parcel(of: Occasion) -> Iterator[Grid]:
    """Yield what each parcel bears of the lien, where it was divided."""
    work = of.case.abatement
    owed = {
        key: left for key, left in still_owed(of.case, of.event.on).items() if work.assessments[key].parts
    }
    rows = [
        (parcel, owner_of(of.case, work.assessments[key], parcel) or OWNER_OF_RECORD, key, amount)
        for key, left in owed.items()
        for parcel, amount in by_parcel(of.case, work.assessments[key], left).items()
    ]
    if rows:
        yield Grid(
            caption="What each parcel bears of it",
            columns=(
                Column(title="Parcel", weight=4),
                Column(title="Owner", weight=6),
                Column(title="Of", weight=1),
                Column(title="Amount", figures=True, weight=3),
            ),
            rows=tuple((parcel, owner, key, money(amount)) for parcel, owner, key, amount in rows),
            foot=("Total", "", "", money(sum((row[3] for row in rows), NOUGHT))),
        )


def _work_section(of: Occasion, rule: Lien) -> str:
    return (governing(of.case, of.law).abatement or rule).section


def _under_which_law(rule: Lien, levy: Levy | None) -> Iterator[Block]:
    yield Heading(text="By what right", section=rule.section)
    yield Quote(words=rule.words, source=rule.section)
    confirmed = f" [{levy.section}]" if levy else ""
    yield Words(
        text="The amount was confirmed by resolution after notice to the owner and a hearing, and the lien "
        f"attached on the day of that resolution{confirmed}."
    )
    yield NO_FINE


# --- its release ----------------------------------------------------------------------------------------


def _release(of: Occasion) -> Iterator[Paper]:
    event: LienReleased = of.event
    rule = governing(of.case, of.law).lien
    if rule is None:
        return
    village, work = of.law.village, of.case.abatement
    filed = (
        ()
        if work.lien_recorded_on is None
        else (("Filed on", day(work.lien_recorded_on)), ("Reference", work.lien_ref or NOT_KNOWN))
    )
    yield Paper(
        kind="lien-release",
        title="Release of Lien",
        dated=event.on,
        to=(Addressee(name=f"Clerk of the County of {village.county}"), *owners(of.case)),
        about=about(of.case),
        blocks=(
            Words(
                text=f"The lien of the {village.name} for the cost of its work on the real property described here is "
                f"paid in full. The {village.name} releases it as of {day(event.on)} and consents that it be "
                "discharged of record."
            ),
            Facts(
                rows=(
                    ("Lienor", f"{village.name}, {hall(of.law)}"),
                    ("Tax map parcel", of.case.property.parcel or NOT_KNOWN),
                    ("County", village.county),
                    *filed,
                )
            ),
            _assessed(of),
            *_paid_by(of),
            Quote(words=rule.words, source=rule.section),
            Words(text="It releases the cost named here and nothing else that may be owed."),
            Signature(office=f"Village Clerk, {village.name}"),
            Jurat(state=of.law.state.name, county=village.county),
        ),
    )


def _assessed(of: Occasion) -> Grid:
    made = [each for each in of.case.abatement.assessments.values() if each.on <= of.event.on]
    return Grid(
        caption="What is released",
        columns=(
            Column(title="Resolution", weight=4),
            Column(title="Lien attached", weight=4),
            Column(title="Assessed and paid", figures=True, weight=3),
        ),
        rows=tuple((each.resolution, day(each.on), money(each.amount)) for each in made),
        foot=("Total", "", money(sum((each.amount for each in made), NOUGHT))),
    )


def _paid_by(of: Occasion) -> Iterator[Grid]:
    """Yield the payments on the lien, whether certified for a levy by then or not."""
    on_lien = [
        (each, -balance([each], Account.LIEN) - balance([each], Account.LEVIED))
        for each in as_of(of.case.abatement, of.event.on).entries
        if balance([each], Account.PAID)
    ]
    rows = [(day(each.on), each.document or "none", money(paid)) for each, paid in on_lien if paid]
    if rows:
        yield Grid(
            caption="How it was paid",
            columns=(
                Column(title="Day", weight=4),
                Column(title="Receipt", weight=4),
                Column(title="On the lien", figures=True, weight=3),
            ),
            rows=tuple(rows),
            foot=("Total", "", money(sum((paid for _, paid in on_lien), NOUGHT))),
        )


# --- the tax levy ---------------------------------------------------------------------------------------


def _certification(of: Occasion) -> Iterator[Paper]:
    event: CertifiedForLevy = of.event
    rule, levy = governing(of.case, of.law).lien, of.law.village.levy
    if rule is None or levy is None:
        return
    village, lines = of.law.village, _certified(of)
    yield Paper(
        kind="levy-certification",
        title=f"Certification for the Tax Levy of {event.fiscal_year}",
        dated=event.on,
        to=(Addressee(name=f"Assessor, {village.name}"), Addressee(name=board(of.law))),
        about=about(of.case),
        blocks=(
            Words(
                text="The charges below were confirmed for the cost of the village's work, fell due unpaid, and are "
                "certified to be levied on the parcels named and collected with the village's taxes."
            ),
            Facts(
                rows=(
                    (
                        "Fiscal year",
                        f"{event.fiscal_year}, begins {day(day_for_start(levy, event.fiscal_year))}",
                    ),
                    ("Certified on", weekday(event.on)),
                    ("Was due by", weekday(day_for(levy.certify_by, event.fiscal_year, levy))),
                    ("Amount", money(event.amount)),
                )
            ),
            Heading(text="Parcels", section=levy.section),
            _parcels(lines),
            Heading(text="Assessments", section=rule.section),
            _assessments(of),
            *_rest_of_lien(of),
            Heading(text="Certificate"),
            Items(items=tuple(_certificate(of, levy)), numbered=True),
            NO_FINE,
            Signature(
                office=f"Village Clerk, {village.name}",
                attests=f"I certify the above by the records of the {village.name}, under its seal.",
            ),
        ),
        rests_on=readings(of.law, Question.TAX_ROLL_CUTOFF),
    )


def _certified(of: Occasion) -> tuple[LevyLine, ...]:
    """Return the lines of this certification alone: it comes last of those of its fiscal year through its day."""
    event: CertifiedForLevy = of.event
    case = of.case.but(abatement=as_of(of.case.abatement, event.on))
    found: list[LevyLine] = []
    left = event.amount
    for line in reversed([each for each in levy_lines(case, event.fiscal_year) if each.what == CERTIFIED]):
        if left > 0:
            found.append(line)
            left -= line.amount
    return tuple(reversed(found))


def _parcels(lines: tuple[LevyLine, ...]) -> Grid:
    return Grid(
        caption="What each parcel bears",
        columns=(
            Column(title="Parcel", weight=3),
            Column(title="Owner", weight=5),
            Column(title="Resolution", weight=3),
            Column(title="Amount", figures=True, weight=3),
        ),
        rows=tuple(
            (each.parcel, each.owner or OWNER_OF_RECORD, each.resolution, money(each.amount))
            for each in lines
        ),
        foot=("Total", "", "", money(sum((each.amount for each in lines), NOUGHT))),
    )


def _assessments(of: Occasion) -> Grid:
    event: CertifiedForLevy = of.event
    taken = event.assessments or dues(as_of(of.case.abatement, event.on)).levied[-1].certified
    made = [(of.case.abatement.assessments[key], amount) for key, amount in taken.items()]
    return Grid(
        caption="The resolutions they rest on",
        columns=(
            Column(title="Resolution", weight=4),
            Column(title="Confirmed", weight=4),
            Column(title="Payable through", weight=4),
            Column(title="Confirmed amount", figures=True, weight=4),
            Column(title="Certified", figures=True, weight=3),
        ),
        rows=tuple(
            (each.resolution, day(each.on), day(each.payable_through), money(each.amount), money(amount))
            for each, amount in made
        ),
        foot=("Total", "", "", "", money(event.amount)),
    )


def _rest_of_lien(of: Occasion) -> Iterator[Block]:
    stand = stood(of.case, of.event.on)
    if stand.lien > stand.levied:
        yield Words(
            text=f"{money(stand.lien - stand.levied)} more is assessed and not certified here: it is still payable "
            "without penalty or was confirmed after the cut-off."
        )


def _certificate(of: Occasion, levy: Levy) -> Iterator[str]:
    within = levy.payable_within
    yield "Each amount was confirmed by resolution after notice to the owner and a hearing."
    if within is not None:
        yield f"The {within.days} days in which it was payable without penalty are over [{within.section}]."
    yield f"It was unpaid on {day(of.event.on)}, as far as it is certified here."
    yield "Nothing in it was recovered from a security or by payment."


PAPERS: Final[Makers] = {
    LienRecorded: (_statement,),
    LienReleased: (_release,),
    CertifiedForLevy: (_certification,),
}
