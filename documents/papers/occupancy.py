"""Occupancy withheld and released.

Where the officer withholds it, the hold is an order to the respondents. Where the law withholds it by itself there is
nothing to order: what is needed is a statement, to whoever grants occupation permits, that none may be granted.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final

from documents.blocks import Block, Heading, Items, Quote, Signature, Warn, Words
from documents.occasion import Asked, Makers, Occasion, Statement
from documents.paper import Addressee, Paper
from documents.wording import about, addressees, day, whom_to_ask
from rules.case import Case
from rules.events import OccupancyHeld, OccupancyReleased
from rules.law import Law
from rules.law import Occupancy as Rule
from rules.refusals import Incomplete
from rules.standing import governing, occupancy_held
from rules.values import Role


def _order(of: Occasion) -> Iterator[Paper]:
    event: OccupancyHeld = of.event
    rule = governing(of.case, of.law).occupancy
    if rule is None or rule.holds == "automatic":
        return
    yield Paper(
        kind="occupancy-withheld",
        title="Order Withholding Occupancy",
        dated=event.on,
        to=addressees(of.case, of.case.respondents),
        about=about(of.case),
        blocks=(
            Warn(
                text=f"Occupancy of the building or land is withheld from {day(event.on)}. It may not be occupied "
                "until the village releases it in writing."
            ),
            Heading(text="Reason"),
            Words(text=event.reason),
            *_because(of.case, rule),
            Heading(text="How it is released"),
            Words(
                text="Remedy the violations and ask the village to inspect. Once every violation is found in "
                "compliance and the corrections are accepted, you receive the release in writing."
            ),
            Words(text=whom_to_ask()),
            Signature(office=_office(of.law)),
        ),
    )


def _office(law: Law) -> str:
    return f"Code Enforcement Officer, {law.village.name}"


def _because(case: Case, rule: Rule) -> Iterator[Block]:
    standing = [
        f"{each.key}, {each.provision}: {each.nature}, observed {day(each.observed_on)}{_state(each.cured_on)}"
        for each in case.violations.values()
        if each.annulled_on is None
    ]
    if standing:
        yield Heading(text="Violations", section=rule.section)
        yield Items(items=tuple(standing))
    yield Quote(words=rule.words, source=rule.section)


def _state(cured_on: date | None) -> str:
    return f"; in compliance since {day(cured_on)}" if cured_on else "; not remedied"


def _release(of: Occasion) -> Iterator[Paper]:
    event: OccupancyReleased = of.event
    rule = governing(of.case, of.law).occupancy
    if rule is None:
        return
    corrected = tuple(
        f"{each.key}, {each.provision}: {each.nature}; found in compliance on {day(each.cured_on)}"
        for each in of.case.violations.values()
        if each.cured_on is not None and each.annulled_on is None
    )
    yield Paper(
        kind="occupancy-released",
        title="Acceptance of Corrections and Release of Occupancy",
        dated=event.on,
        to=addressees(of.case, of.case.respondents),
        about=about(of.case),
        blocks=(
            Warn(
                text=f"The {of.law.village.name} accepts the corrections. Occupancy is no longer withheld in this case "
                f"from {day(event.on)}."
            ),
            Heading(text="Corrections accepted", section=rule.section),
            *((Items(items=corrected),) if corrected else ()),
            Words(text=event.reason),
            Words(
                text="This release is no certificate of occupancy and stands in for no permit. It ends no penalty for "
                "the time before and no proceeding that is pending."
            ),
            Words(text=whom_to_ask()),
            Signature(office=_office(of.law)),
        ),
    )


# --- the statement --------------------------------------------------------------------------------------


def _statement(asked: Asked) -> Paper:
    case, law = asked.case, asked.law
    rule = governing(case, law).occupancy
    if rule is None or not occupancy_held(case, law):
        raise Incomplete(
            f"Occupancy is not withheld in {case.id}, so there is nothing to state.",
            section=rule.section if rule else governing(case, law).section,
        )
    return Paper(
        kind="occupancy-statement",
        title="Statement That Occupancy Is Withheld",
        dated=asked.today,
        to=(Addressee(name=f"Whoever grants occupation permits in the {law.village.name}"),),
        about=about(case),
        blocks=(
            Warn(text=_withheld(case, rule, asked.today)),
            *_because(case, rule),
            Words(
                text="It ends when the village has accepted the corrections, which it states in writing. Ask for that "
                "release, or for this statement of a later day, before a permit is granted."
            ),
            Signature(office=_office(law)),
        ),
    )


def _withheld(case: Case, rule: Rule, today: date) -> str:
    if rule.holds == "automatic":
        return (
            f"On {day(today)} no occupation permit may be granted for this property. The ordinance withholds it by "
            "itself, without an order, until the corrections are made and accepted."
        )
    since = max(entry.on for entry in case.occupancy if entry.held)
    return f"On {day(today)} occupancy of this property is withheld by the order of {day(since)}."


PAPERS: Final[Makers] = {OccupancyHeld: (_order,), OccupancyReleased: (_release,)}
STATEMENTS: Final = (
    Statement(
        kind="occupancy-statement",
        title="Statement That Occupancy Is Withheld",
        roles=frozenset({Role.OFFICER, Role.CLERK, Role.ATTORNEY}),
        make=_statement,
    ),
)
