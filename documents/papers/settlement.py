"""The stipulation of settlement: counts settled for a sum by a day, and what happens if it is not paid by then.

The sum is agreed, not pronounced: it is no fine, no conviction follows from it, and no charge on land.
"""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Block, Column, Grid, Heading, Items, Signature, Words
from documents.charges import caption
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.wording import about, addressees, day, listed, money, weekday
from rules.case import Count
from rules.events import CountsSettled


def _settlement(of: Occasion) -> Iterator[Paper]:
    event: CountsSettled = of.event
    counts = [of.case.counts[key] for key in event.counts]
    people = list(dict.fromkeys(each.respondent for each in counts))
    yield Paper(
        kind="settlement",
        title="Stipulation of Settlement",
        dated=event.on,
        of=event.settlement,
        to=addressees(of.case, people),
        about=about(of.case),
        blocks=tuple(_stipulated(of, counts, people)),
    )


def _stipulated(of: Occasion, counts: list[Count], people: list[str]) -> Iterator[Block]:
    event: CountsSettled = of.event
    village, courts = of.law.village.name, listed(dict.fromkeys(each.court for each in counts))
    names = tuple(of.case.respondents[key].name for key in people)
    yield caption(of.law, courts, names, "Stipulation of Settlement")
    yield Words(text=f"It is agreed between the {village}, by its attorney, and {listed(names)}:")
    yield Items(items=tuple(_terms(of, courts, names)), numbered=True)
    yield _settled_counts(of, counts)
    if event.terms:
        yield Heading(text="Further terms")
        yield Words(text=event.terms)
    yield Signature(office=f"Village Attorney, for the {village}")
    for name in names:
        yield Signature(office=f"{name}, or attorney for the defendant (name, capacity, day)")
    yield Signature(
        office=f"Village Justice, {courts}",
        attests="So ordered, where the court's leave is needed to end these counts:",
    )


def _terms(of: Occasion, courts: str, names: tuple[str, ...]) -> Iterator[str]:
    event: CountsSettled = of.event
    many = len(event.counts)
    yield (
        f"{listed(names)} will pay {money(event.amount)} in all to the {of.law.village.name} on or before "
        f"{weekday(event.due_on)}. This day does not move, be it a day of rest or not."
    )
    yield f"The {f'{many} counts' if many > 1 else 'count'} listed below {'are' if many > 1 else 'is'} settled for it."
    yield (
        f"If the whole sum has not been paid by the end of {weekday(event.due_on)}, this settlement reverts: the "
        f"counts pend again before the {courts} as though it had not been made, and the sum is no longer owed. What "
        "was paid until then stays on record and is accounted for."
    )
    yield (
        "The sum is agreed and is no fine. There is no conviction; the counts settled raise no fine of a later offense "
        "as long as the settlement stands."
    )
    yield "The sum is not a charge upon the property and is not collected with its taxes."
    yield "This settlement is of these counts only. It ends no other count, no duty to comply and no cost of work."


def _settled_counts(of: Occasion, counts: list[Count]) -> Grid:
    def row(each: Count) -> tuple[str, ...]:
        provision = of.case.violations[each.violation].provision
        return (
            each.key,
            of.case.respondents[each.respondent].name,
            day(each.offense_on),
            provision,
            day(each.filed_on),
        )

    titles = ("Count", "Defendant", "Offense date", "Provision", "Filed")
    weights = (2, 5, 4, 4, 4)
    return Grid(
        caption="The counts settled",
        columns=tuple(
            Column(title=title, weight=weight) for title, weight in zip(titles, weights, strict=True)
        ),
        rows=tuple(row(each) for each in counts),
    )


PAPERS: Final[Makers] = {CountsSettled: (_settlement,)}
