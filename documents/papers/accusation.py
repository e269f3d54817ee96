"""The accusatory draft: one count for each offense date, each with its own day, place, violation and proof.

It alleges no earlier conviction: what place an offense has among earlier ones stands in the schedule of what was
charged, which is the attorney's.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from documents.blocks import Block, Column, Heading, Items, Jurat, Quote, Signature, Warn, Words
from documents.charges import Charge, Pleaded, caption, charge_of, noted
from documents.listing import FEW
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.penalties import nth, penalty_on
from documents.proof import Found, contradicted, findings, pictured, proof
from documents.runs import in_short, runs, summary
from documents.wording import about, day, plain, readings, weekday
from rules.case import Case, Notice, Respondent, Violation
from rules.events import OffensesCharged
from rules.holidays import DAYS_IN_WEEK
from rules.law import Accusation, Law, Penalty, Question, Unit
from rules.offenses import Evidence
from rules.standing import served_on
from rules.values import RespondentRole

A_PARAGRAPH: Final = 1000
"""How many letters of a violation each count repeats; a longer one stands once, among the facts common to all."""

NOTE: Final = "Marked for the village attorney:"


def _draft(of: Occasion) -> Iterator[Paper]:
    rule = of.law.state.accusation
    if rule is None:
        return
    charge = charge_of(of)
    yield Paper(
        kind="accusatory-draft",
        title=f"{rule.instrument} (Draft)",
        dated=charge.event.on,
        of=charge.event.respondent,
        about=about(of.case),
        blocks=tuple(_information(charge, rule)),
        rests_on=readings(of.law, Question.OFFENSE_START, Question.CLASSIFICATION),
    )


def _information(charge: Charge, rule: Accusation) -> Iterator[Block]:
    law, event = charge.law, charge.event
    yield caption(law, event.court, (charge.person.name,), rule.instrument)
    yield Warn(
        text="Draft. It accuses nobody until the village attorney has approved it, a complainant has verified it "
        f"and it is filed with the court [{rule.section}, {rule.verification}]."
    )
    yield from _marks(charge, rule)
    yield from _accusatory_part(charge, rule)
    yield Heading(text="Facts common to all counts", section=rule.section)
    yield Items(items=tuple(_common_facts(charge)))
    found = findings(charge.case, charge.violation)
    for each in charge.counts:
        yield from _count(charge, each, found)
    yield Heading(text="Return of this charge")
    yield Warn(
        text=f"Returnable before the {event.court} on {weekday(event.returnable_on)}, "
        "at the hour and place that the court gives. The defendant must appear there on that day."
    )
    yield from _verification(charge, rule)


def _marks(charge: Charge, rule: Accusation) -> Iterator[Block]:
    """Yield, for the attorney, which counts are doubtful and were charged because that was expressly allowed."""
    bare = in_short(each.charged.count for each in charge.counts if each.grade is Evidence.UNSUPPORTED)
    late = in_short(each.charged.count for each in charge.counts if each.late)
    section = charge.counts[0].limit.section
    marks = (
        f"Unsupported: {bare}. A count falls without facts of its own [{rule.sufficient}; {rule.own_facts}].",
        f"Time-barred at the limit that ends first: {late} [{section}].",
    )
    told = [mark for mark, keys in zip(marks, (bare, late), strict=True) if keys]
    if told:
        yield Warn(
            text=f"{NOTE} {' '.join(told)} Charging them was expressly allowed. Strike out these marks before filing."
        )


def _accusatory_part(charge: Charge, rule: Accusation) -> Iterator[Block]:
    many, penalty = (
        len(charge.counts),
        penalty_on(charge.law, charge.violation.provision, charge.counts[0].on),
    )
    yield Heading(text="Accusatory part", section=rule.section)
    yield Words(
        text=f"{rule.in_the_name_of} accuse {charge.person.name} of {_number(many)} against "
        f"{charge.violation.provision} ({_code(charge)}), punishable under {penalty.section}, "
        f"{'each in a count of its own' if many > 1 else 'in one count'}, as follows."
    )
    yield Quote(words=penalty.unit_words, source=penalty.unit_section)
    if many > FEW:
        yield Words(
            text="For the reader only, the counts in short. Every offense date is a count of its own, with its own "
            "facts, below."
        )
        found = runs(charge.counts, lambda each: (noted(each),))
        yield summary("Counts in short", found, Column(title="To note", weight=6))


def _code(charge: Charge) -> str:
    law = charge.law
    return (law.on(charge.violation.observed_on) or law.versions[0]).source


def _number(many: int) -> str:
    return f"{many} separate offenses" if many > 1 else "an offense"


def _common_facts(charge: Charge) -> Iterator[str]:
    case, person, violation = charge.case, charge.person, charge.violation
    yield f"The place is {_place(case)}, in the {charge.law.village.name}, County of {charge.law.village.county}."
    if person.role is not RespondentRole.OTHER:
        where = f", whose last known address is {person.address}" if person.address else ""
        yield f"At that place the defendant, {person.name}{where}, is the {plain(person.role)}."
    yield f"The violation, of {violation.provision}, is: {violation.nature}."
    if violation.remedy:
        yield f"What must be done to comply: {violation.remedy}."
    for notice in case.notices.values():
        if violation.key in notice.violations and person.key in notice.respondents:
            yield _told(notice, person, charge.law)


def _told(notice: Notice, person: Respondent, law: Law) -> str:
    served = served_on(notice, person.key, law)
    told = f"Notice of violation {notice.key} of {day(notice.on)} was addressed to the defendant"
    withdrawn = f"; it was withdrawn on {day(notice.withdrawn_on)}" if notice.withdrawn_on else ""
    return f"{told}{f' and served on {day(served)}' if served else '; no service is recorded'}{withdrawn}."


def _place(case: Case) -> str:
    place = case.property
    named = (place.address, f"parcel {place.parcel}" if place.parcel else None, place.description)
    return ", ".join(text for text in named if text)


def _count(charge: Charge, each: Pleaded, found: Sequence[Found]) -> Iterator[Block]:
    violation, law = charge.violation, charge.law
    penalty = penalty_on(law, violation.provision, each.on)
    nature = violation.nature if len(violation.nature) <= A_PARAGRAPH else "as stated among the common facts"
    yield Heading(text=f"{each.name}: {weekday(each.on)}", section=violation.provision)
    yield Words(
        text=f"On {day(each.on)}, at {_place(charge.case)}, in the {law.village.name}, {charge.person.name} "
        f"violated {violation.provision}: {nature}.{_weeks(penalty, violation, each.on)} The offense of this day is "
        f"punishable under {penalty.section}."
    )
    yield Words(text=f"{proof(found, each.on, each.grade)}{pictured(each.exhibits)}")
    yield from _doubts(each)


def _weeks(penalty: Penalty, violation: Violation, on: date) -> str:
    """Say, where each completed week is an offense, which week this day completed: without it there is no offense."""
    weeks = (on - violation.observed_on).days // DAYS_IN_WEEK
    if penalty.unit is not Unit.WEEK or weeks == 0:
        return ""
    since = day(violation.observed_on)
    return f" On this day the violation completed its {nth(weeks)} week, having been first found on {since}."


def _doubts(each: Pleaded) -> Iterator[Block]:
    if each.grade is Evidence.UNSUPPORTED:
        yield Warn(text=f"{NOTE} unsupported.")
    against = contradicted(each.exhibits)
    if against:
        yield Warn(text=f"{NOTE} {against}.")
    if each.late:
        yield Warn(text=f"{NOTE} time-barred after {day(each.limit.due)}.")


def _verification(charge: Charge, rule: Accusation) -> Iterator[Block]:
    village = charge.law.village
    yield Heading(text="Verification", section=rule.verification)
    yield Warn(text=rule.form_notice)
    yield Signature(
        office=f"Complainant, Code Enforcement Officer, {village.name}",
        attests="I am the complainant. I know the facts stated above for the days on which I am named as having "
        "found the violation; what I state of other days is stated upon information and belief, from the findings "
        "of those named, whose supporting depositions are annexed, and I believe it to be true.",
    )
    yield Jurat(state=charge.law.state.name, county=village.county)


PAPERS: Final[Makers] = {OffensesCharged: (_draft,)}
