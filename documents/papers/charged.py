"""The schedule of offenses as charged: date, place among earlier ones, evidence, section; what is left to do."""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Block, Column, Facts, Heading, Items, Signature, Warn
from documents.charges import Charge, Pleaded, charge_of, noted
from documents.listing import FEW, NONE, given, listing
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.penalties import CONDITION, could_be, nth, penalty_on, tier_range
from documents.proof import findings, supported, witnesses
from documents.runs import in_short, runs, summary
from documents.wording import about, day, listed, readings, weekday
from rules.events import OffensesCharged
from rules.law import Accusation, Question
from rules.offenses import Evidence


def _schedule(of: Occasion) -> Iterator[Paper]:
    charge = charge_of(of)
    yield Paper(
        kind="charged-offenses",
        title="Schedule of Offenses as Charged",
        dated=charge.event.on,
        of=charge.event.respondent,
        about=about(of.case),
        blocks=tuple(_charged(charge)),
        rests_on=readings(
            of.law,
            Question.TIER_READING,
            Question.CLASSIFICATION,
            Question.OFFENSE_START,
            Question.APPEAL_STAY,
        ),
    )


def _charged(charge: Charge) -> Iterator[Block]:
    law, event, violation = charge.law, charge.event, charge.violation
    penalty = penalty_on(law, violation.provision, charge.counts[0].on)
    condition = CONDITION[penalty.basis]
    yield Facts(
        rows=(
            ("Charged", f"{charge.person.name} ({event.respondent})"),
            ("Violation", f"{event.violation}: {violation.provision}, {violation.nature}"),
            ("Court", event.court),
            ("Filed", day(event.on)),
            ("Returnable", weekday(event.returnable_on)),
            ("Counts", f"{len(charge.counts):,}, one for each offense date"),
        )
    )
    yield Warn(
        text=f"Nothing here is owed. What stands beside a count is what the court could impose {condition}."
    )
    yield Items(items=tuple(could_be(penalty)))
    if len(charge.counts) > FEW:
        found = runs(charge.counts, lambda each: (nth(each.charged.ordinal), noted(each)))
        more = (Column(title="Offense", weight=3), Column(title="To note", weight=5))
        yield summary("The counts in short", found, *more)
    yield from _listed(charge, condition)
    yield from _before_filing(charge)
    yield Signature(office=f"Village Attorney, {law.village.name}")


def _listed(charge: Charge, condition: str) -> Iterator[Block]:
    counts = charge.counts
    yield from listing(
        "The counts",
        (
            given("Count", [each.charged.count for each in counts], 2),
            given("Offense date", [day(each.on) for each in counts], 5),
            given("Evidence", [supported(each.grade, each.exhibits) for each in counts], 4),
            given("Status", [_status(each) for each in counts], 4),
        ),
        (
            given("Offense", [nth(each.charged.ordinal) for each in counts]),
            given(f"Fine, {condition}", [_could_be(charge, each) for each in counts], 5),
            given("Section", [each.charged.section for each in counts], 4),
        ),
        "count",
    )


def _status(each: Pleaded) -> str:
    doubts = noted(each)
    return "charged" if doubts == NONE else f"charged, {doubts}"


def _could_be(charge: Charge, each: Pleaded) -> str:
    could, _ = tier_range(charge.law, charge.violation.provision, each.on, each.charged.ordinal)
    return could


def _before_filing(charge: Charge) -> Iterator[Block]:
    rule = charge.law.state.accusation
    if rule is None:
        return
    yield Heading(text="Before it is filed", section=rule.sufficient)
    yield Items(items=tuple(_checks(charge, rule)), numbered=True)


def _checks(charge: Charge, rule: Accusation) -> Iterator[str]:
    found = findings(charge.case, charge.violation)
    seen = {each.charged.count: witnesses(found, each.on) for each in charge.counts}
    named = dict.fromkeys(name for names in seen.values() for name in names)
    yield (
        f"Witnesses of the counts: {listed(named) or 'none is named in the record'}. Whoever of them is not the "
        f"complainant gives a supporting deposition [{rule.depositions}]."
    )
    nobody = [key for key, names in seen.items() if not names]
    if nobody:
        yield f"No witness is named in the record for {in_short(nobody)}."
    yield f"The complainant signs beneath the form notice or swears to it [{rule.verification}]."
    bare = [each.charged.count for each in charge.counts if each.grade is Evidence.UNSUPPORTED]
    if bare:
        yield f"Unsupported, expressly allowed, to be proved or withdrawn [{rule.own_facts}]: {in_short(bare)}."
    late = [each for each in charge.counts if each.late]
    if late:
        keys = in_short(each.charged.count for each in late)
        yield f"Time-barred at the limit that ends first, expressly allowed [{late[0].limit.section}]: {keys}."
    timely = [each.limit for each in charge.counts if not each.late]
    if timely:
        first = min(timely, key=lambda limit: limit.due)
        yield f"The first time limit among the counts is {weekday(first.due)} [{first.section}]; it does not roll."


PAPERS: Final[Makers] = {OffensesCharged: (_schedule,)}
