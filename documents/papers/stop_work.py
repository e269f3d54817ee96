"""Stop work: the separate order with the work that may go on, the inspection hold, and the written lift."""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Heading, Items, Quote, Signature, Warn, Words
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.wording import about, addressees, day
from rules.events import InspectionHoldPlaced, StopWorkLifted, StopWorkOrdered
from rules.standing import governing


def _order(of: Occasion) -> Iterator[Paper]:
    event: StopWorkOrdered = of.event
    version = of.law.on(event.on) or governing(of.case, of.law)
    rule = version.stop_work
    if rule is None:
        return
    yield Paper(
        kind="stop-work-order",
        title="Stop-Work Order",
        dated=event.on,
        to=addressees(of.case, of.case.respondents),
        about=about(of.case),
        blocks=(
            Warn(text="You are ordered to stop all work on the property, except the work named below."),
            Heading(text="Violations", section=rule.section),
            Items(items=tuple(_open(of))),
            Heading(text="Work that may go on"),
            Words(text=event.allowed_work),
            Heading(text="Until when"),
            Quote(words=rule.words, source=rule.section),
            Signature(office=f"Code Enforcement Officer, {of.law.village.name}"),
        ),
    )


def _hold(of: Occasion) -> Iterator[Paper]:
    event: InspectionHoldPlaced = of.event
    rule = governing(of.case, of.law).inspection_hold
    if rule is None:
        return
    yield Paper(
        kind="inspection-hold",
        title="Inspection Hold",
        dated=event.on,
        to=addressees(of.case, of.case.respondents),
        about=about(of.case),
        blocks=(
            Warn(
                text="An inspection found the violations below. No further work may go on until they are corrected."
            ),
            Items(items=tuple(_open(of))),
            Quote(words=rule.words, source=rule.section),
            *(
                (Heading(text="Work that may go on"), Words(text=rule.allowed_work))
                if rule.allowed_work
                else ()
            ),
            *((Heading(text="Remarks"), Words(text=event.note)) if event.note else ()),
            Signature(office=f"Code Enforcement Officer, {of.law.village.name}"),
        ),
    )


def _lift(of: Occasion) -> Iterator[Paper]:
    event: StopWorkLifted = of.event
    rule = governing(of.case, of.law).stop_work
    if rule is None or not event.in_writing:
        return
    cured = tuple(
        f"{each.provision}: {each.nature}; found in compliance on {day(each.cured_on)}"
        for each in of.case.violations.values()
        if each.cured_on is not None and each.annulled_on is None
    )
    yield Paper(
        kind="stop-work-lifted",
        title="Confirmation of Compliance and Lift of Stop Work",
        dated=event.on,
        to=addressees(of.case, of.case.respondents),
        about=about(of.case),
        blocks=(
            Words(
                text=f"{of.law.village.name} confirms that the activity is in compliance and that the violations "
                f"have been addressed. Stop work is lifted as of {day(event.on)}."
            ),
            Heading(text="Violations that were corrected", section=rule.section),
            Items(items=cured),
            Quote(words=rule.words, source=rule.section),
            Words(
                text="This confirmation ends no penalty for the time before and no proceeding that is pending."
            ),
            Signature(office=f"Code Enforcement Officer, {of.law.village.name}"),
        ),
    )


def _open(of: Occasion) -> Iterator[str]:
    for each in of.case.violations.values():
        if (
            each.observed_on <= of.event.on
            and each.annulled_on is None
            and (not each.cured_on or each.cured_on > of.event.on)
        ):
            yield f"{each.provision}: {each.nature}, observed {day(each.observed_on)}"


PAPERS: Final[Makers] = {
    StopWorkOrdered: (_order,),
    InspectionHoldPlaced: (_hold,),
    StopWorkLifted: (_lift,),
}
