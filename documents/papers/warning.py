"""The record of a verbal warning: to whom, where, when, what was said, of which violations, and what was to be done."""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Column, Facts, Grid, Heading, Signature, Words
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.wording import about, day
from rules.case import Violation
from rules.events import VerbalWarningGiven


def _warning(of: Occasion) -> Iterator[Paper]:
    event: VerbalWarningGiven = of.event
    standing = [each for each in of.case.violations.values() if each.annulled_on is None]
    yield Paper(
        kind="verbal-warning-record",
        title="Record of a Verbal Warning",
        dated=event.on,
        about=about(of.case),
        blocks=(
            Facts(rows=(("Action", "verbal warning"), ("Given to", event.to), ("On", day(event.on)))),
            Heading(text="What was said"),
            Words(text=event.words),
            *((_violations(standing),) if standing else ()),
            Words(
                text="This record is for the file. A verbal warning is no notice of violation: no time to appeal runs "
                "from it, and it orders nothing that could be enforced by itself."
            ),
            Signature(office=f"Code Enforcement Officer, {of.law.village.name}"),
        ),
    )


def _violations(standing: list[Violation]) -> Grid:
    def row(each: Violation) -> tuple[str, ...]:
        by = day(each.remedy_by) if each.remedy_by else "no day set"
        resolved = day(each.cured_on) if each.cured_on else "open"
        return each.provision, each.nature, each.remedy or "none recorded", by, resolved

    titles = ("Provision", "Nature", "Corrective action", "To be done by", "Resolved")
    weights = (3, 5, 5, 3, 3)
    return Grid(
        caption="The violations it was about",
        columns=tuple(
            Column(title=title, weight=weight) for title, weight in zip(titles, weights, strict=True)
        ),
        rows=tuple(row(each) for each in standing),
    )


PAPERS: Final[Makers] = {VerbalWarningGiven: (_warning,)}
