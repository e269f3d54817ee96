"""Before the village does the work itself: the order to restore, the notice to maintain, the authorization.

What is announced is the cost of the work, never a fine.
"""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Quote, Signature, Warn, Words
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.wording import about, addressees, day, in_full, weekday, whom_to_ask
from rules.case import WorkNotice
from rules.events import MaintenanceNoticeGiven, RestorationOrdered, VillageWorkAuthorized
from rules.law import Abatement as Rule
from rules.law import Ordinance
from rules.standing import governing, stop_work


def _order(of: Occasion) -> Iterator[Paper]:
    event: RestorationOrdered = of.event
    version = governing(of.case, of.law)
    if version.abatement is None:
        return
    yield Paper(
        kind="restoration-order",
        title="Order to Restore",
        dated=event.on,
        to=addressees(of.case, of.case.respondents),
        about=about(of.case),
        blocks=(
            Words(text="You are required to restore the land, as follows."),
            Heading(text="What must be done", section=event.section),
            Words(text=event.what),
            Warn(text=f"It must be done by {weekday(event.do_by)}."),
            *_may_go_on(of),
            *_violations(of),
            *_otherwise(version, version.abatement),
            Words(text=whom_to_ask()),
            Signature(office=f"Code Enforcement Officer, {of.law.village.name}"),
        ),
    )


def _notice(of: Occasion) -> Iterator[Paper]:
    event: MaintenanceNoticeGiven = of.event
    version = governing(of.case, of.law)
    if version.abatement is None:
        return
    yield Paper(
        kind="maintenance-notice",
        title="Emergency Notice to Maintain or Repair" if event.emergency else "Notice to Maintain or Repair",
        dated=event.on,
        to=addressees(of.case, of.case.respondents),
        about=about(of.case),
        blocks=(
            *_danger(event),
            Heading(text="What must be done", section=event.section),
            Words(text=event.what),
            Warn(text=f"It must be done by {weekday(event.do_by)}."),
            Facts(
                rows=(
                    ("Given", weekday(event.on)),
                    ("Received", weekday(event.received_on)),
                    ("Time given", in_full(event.explanation)),
                )
            ),
            *_may_go_on(of),
            *_violations(of),
            *_otherwise(version, version.abatement),
            Words(text=whom_to_ask()),
            Signature(office=f"Code Enforcement Officer, {of.law.village.name}"),
        ),
    )


def _danger(event: MaintenanceNoticeGiven) -> Iterator[Block]:
    if event.emergency:
        yield Warn(text="The village finds that public safety or public health is in danger.")
    else:
        yield Words(text="You are notified that the work described below must be done on the property.")


def _may_go_on(of: Occasion) -> Iterator[Block]:
    """Yield leave for the work ordered, where all other work is stopped."""
    state = stop_work(of.case, of.law)
    if state.in_force:
        yield Words(
            text=f"Stop work is in force on the property [{state.section}]. The work ordered above is authorized and "
            "may go on; no other work may."
        )


def _violations(of: Occasion) -> Iterator[Block]:
    """Yield the violations that had been observed by the day of the event and were not in compliance on it."""
    on = of.event.on
    still = tuple(
        f"{each.key}, {each.provision}: {each.nature}, observed {day(each.observed_on)}"
        for each in of.case.violations.values()
        if each.annulled_on is None
        and each.observed_on <= on
        and (each.cured_on is None or each.cured_on > on)
    )
    if still:
        yield Heading(text="Violations")
        yield Items(items=still)


def _otherwise(version: Ordinance, rule: Rule) -> Iterator[Block]:
    yield Heading(text="If it is not done by then", section=rule.section)
    yield Words(text="The village may do the work itself, from the day after, and recover its cost.")
    yield Quote(words=rule.words, source=rule.section)
    if version.lien is not None and version.lien.words not in rule.words:
        yield Quote(words=version.lien.words, source=version.lien.section)
    yield Words(
        text="The cost is the cost of the work alone. Before any of it is charged to the property you receive a notice "
        "of the amount and are heard on it."
    )


# --- authorization --------------------------------------------------------------------------------------


def _authorization(of: Occasion) -> Iterator[Paper]:
    event: VillageWorkAuthorized = of.event
    version = governing(of.case, of.law)
    if version.abatement is None:
        return
    by = event.authorized_by or f"the {of.law.village.name}"
    yield Paper(
        kind="village-work-authorization",
        title="Authorization of Work by the Village",
        dated=event.on,
        to=addressees(of.case, of.case.respondents),
        about=about(of.case),
        blocks=(
            Words(
                text=f"The time given has run and the work was not done. The {of.law.village.name} is authorized to do "
                f"it from {day(event.on)}. Authorized by: {by}."
            ),
            _given(of),
            Heading(text="Authority", section=version.abatement.section),
            Quote(words=version.abatement.words, source=version.abatement.section),
            *_violations(of),
            Heading(text="What it covers"),
            Items(items=LIMITS),
            Words(text=whom_to_ask()),
            Signature(office=f"{by} (name, office)"),
        ),
    )


LIMITS: Final = (
    "It covers the work named in the notices above and what that work cannot be done without, and nothing more.",
    "Each cost of it is recorded with its day, its kind and its amount.",
    "Only the cost of the work is recovered, and charged to the property only after notice, hearing and resolution.",
)


def _given(of: Occasion) -> Grid:
    def row(each: WorkNotice) -> tuple[str, ...]:
        what = f"{each.what or 'the work as noticed'}{' (emergency)' if each.emergency else ''}"
        return day(each.on), what, weekday(each.do_by), each.section

    ran_out = [each for each in of.case.abatement.notices if each.do_by < of.event.on]
    titles, weights = ("Notice of", "Work", "Time ran through", "Section"), (3, 6, 4, 3)
    return Grid(
        caption="The notices that went before",
        columns=tuple(
            Column(title=title, weight=weight) for title, weight in zip(titles, weights, strict=True)
        ),
        rows=tuple(row(each) for each in ran_out),
    )


PAPERS: Final[Makers] = {
    RestorationOrdered: (_order,),
    MaintenanceNoticeGiven: (_notice,),
    VillageWorkAuthorized: (_authorization,),
}
