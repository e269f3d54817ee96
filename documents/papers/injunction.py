"""The referral of a case to counsel to restrain its violations by injunction: what counsel needs of the file."""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Signature, Warn, Words
from documents.occasion import Makers, Occasion
from documents.paper import Addressee, Paper
from documents.runs import in_short
from documents.wording import about, day, listed, plain, readings
from rules.case import Case, Violation
from rules.events import InjunctionReferred
from rules.law import Law, Question
from rules.standing import governing, is_disposed, served_on, stays, stop_work


def _referral(of: Occasion) -> Iterator[Paper]:
    rule = governing(of.case, of.law).injunction
    if rule is None:
        return
    event: InjunctionReferred = of.event
    village = of.law.village.name
    yield Paper(
        kind="injunction-referral",
        title="Referral for an Injunction",
        dated=event.on,
        to=(Addressee(name=f"Village Attorney, {village}"),),
        about=about(of.case),
        blocks=(
            Words(
                text=f"This case is referred to you to restrain the violations below by injunction. The referral was "
                f"authorized by {event.authorized_by} on {day(event.on)}."
            ),
            Facts(rows=(("Authority", rule.section),)),
            *_file(of),
            Signature(office=f"Code Enforcement Officer, {village}"),
        ),
        rests_on=readings(of.law, Question.APPEAL_STAY),
    )


def _file(of: Occasion) -> Iterator[Block]:
    case, law = of.case, of.law
    if any(stay.covers(of.event.on) for stay in stays(case, law)):
        yield Warn(
            text="Enforcement is stayed by an appeal on the day of this referral. Look at the stay first."
        )
    yield Heading(text="Who answers for the violations")
    yield Items(items=tuple(_people(case)) or ("Nobody is known yet.",))
    yield Heading(text="What is to be restrained")
    yield _violations(of)
    yield Heading(text="What was done so far")
    yield Items(items=tuple(_history(of)) or ("No notice was issued and nothing was charged.",))
    yield Heading(text="Inspections")
    yield _inspections(case)


def _people(case: Case) -> Iterator[str]:
    for each in case.respondents.values():
        yield f"{each.name}, {plain(each.role)}, {each.address or 'no address known'}"


def _violations(of: Occasion) -> Grid:
    rows = tuple(
        (each.key, each.provision, each.nature, day(each.observed_on), _remedy(each), _state(each))
        for each in of.case.violations.values()
    )
    titles = ("Violation", "Provision", "Nature", "Observed", "Remedy ordered", "State")
    weights = (3, 4, 5, 4, 5, 4)
    return Grid(
        caption="Violations",
        columns=tuple(
            Column(title=title, weight=weight) for title, weight in zip(titles, weights, strict=True)
        ),
        rows=rows,
    )


def _remedy(each: Violation) -> str:
    by = f" by {day(each.remedy_by)}" if each.remedy and each.remedy_by else ""
    return f"{each.remedy}{by}" if each.remedy else "none"


def _state(each: Violation) -> str:
    if each.annulled_on:
        return f"annulled on {day(each.annulled_on)}"
    return f"in compliance since {day(each.cured_on)}" if each.cured_on else "continuing"


def _history(of: Occasion) -> Iterator[str]:
    case, law = of.case, of.law
    yield from _notices(case, law)
    for appeal in case.appeals:
        ended = f"ended on {day(appeal.ended_on)}" if appeal.ended_on else "not ended"
        yield f"{case.respondents[appeal.respondent].name} appealed on {day(appeal.filed_on)}; {ended}."
    halted = stop_work(case, law)
    if halted.in_force and halted.since:
        yield f"Stop work is in force since {day(halted.since)} [{halted.section}]."
    for on in case.breaches:
        yield f"Work went on in breach of stop work on {day(on)}."
    if case.counts:
        yield f"Counts charged: {in_short(case.counts)}; {_pending(case, of)}."


def _notices(case: Case, law: Law) -> Iterator[str]:
    for notice in case.notices.values():
        served = (
            f"{case.respondents[key].name}: {f'served {day(on)}' if on else 'not served'}"
            for key in notice.respondents
            for on in (served_on(notice, key, law),)
        )
        withdrawn = f"; withdrawn on {day(notice.withdrawn_on)}" if notice.withdrawn_on else ""
        yield f"Notice of violation {notice.key} of {day(notice.on)} ({listed(served)}){withdrawn}."


def _pending(case: Case, of: Occasion) -> str:
    open_ones = [key for key, each in case.counts.items() if not is_disposed(each, case, of.event.on)]
    return f"{in_short(open_ones)} pending" if open_ones else "none pending"


def _inspections(case: Case) -> Block:
    rows = tuple(
        (day(each.on), each.inspector, listed(f"{key} {plain(said)}" for key, said in each.findings.items()))
        for each in case.inspections
    )
    if not rows:
        return Words(text="No inspection is recorded.")
    titles = (Column(title="Day"), Column(title="Inspector"), Column(title="Found", weight=3))
    return Grid(caption="What inspections found", columns=titles, rows=rows)


PAPERS: Final[Makers] = {InjunctionReferred: (_referral,)}
