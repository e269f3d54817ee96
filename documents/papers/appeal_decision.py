"""The decision on an appeal: the ruling on each violation, what falls with it, what stands, and review by a court."""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Quote, Signature, Warn
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.wording import about, addressees, day, in_full, listed, readings, weekday
from rules.calendar import due
from rules.case import Appeal, Case, Violation
from rules.events import AppealDecided
from rules.law import Question, Review
from rules.standing import governing, occupancy_held, stop_work
from rules.values import Ruling


def _decision(of: Occasion) -> Iterator[Paper]:
    event: AppealDecided = of.event
    yield Paper(
        kind="appeal-decision",
        title="Decision on the Appeal",
        dated=event.on,
        to=addressees(of.case, event.respondents),
        about=about(of.case),
        blocks=(
            Facts(rows=tuple(_facts(of))),
            Warn(text=f"The determination of violation is {event.outcome}."),
            _rulings(of),
            Heading(text="What follows"),
            Items(items=tuple(_effects(of))),
            *_review(of),
            Signature(office=f"For the {_body(of)} (name, office)"),
        ),
        rests_on=readings(of.law, Question.APPEAL_BODY, Question.APPEAL_STAY, Question.STAYED_OFFENSES),
    )


def _body(of: Occasion) -> str:
    return of.case.hearings[-1].body if of.case.hearings else of.law.choice(Question.APPEAL_BODY)


def _decided(of: Occasion) -> tuple[Appeal, ...]:
    event: AppealDecided = of.event
    return tuple(
        each
        for each in of.case.appeals
        if each.respondent in event.respondents and each.ended_on == event.on and not each.moot
    )


def _facts(of: Occasion) -> Iterator[tuple[str, str]]:
    event: AppealDecided = of.event
    yield "Decided by", f"the {_body(of)}"
    yield "Decided on", weekday(event.on)
    for appeal in _decided(of):
        name = of.case.respondents[appeal.respondent].name
        notice = of.case.notices[appeal.notice]
        yield (
            "Appeal of",
            f"{name}, filed {day(appeal.filed_on)}, from notice {notice.key} of {day(notice.on)}",
        )
    if event.filed_on:
        yield "Filed", f"{weekday(event.filed_on)}, in the office of the Village Clerk"


def _rulings(of: Occasion) -> Grid:
    event: AppealDecided = of.event
    rows = tuple(
        (key, f"{each.provision}: {each.nature}", ruling.value, _remedy_by(each))
        for key, ruling in event.violations.items()
        for each in (of.case.violations[key],)
    )
    titles, weights = ("Violation", "What it is", "Ruling", "To be remedied by"), (2, 6, 2, 4)
    return Grid(
        caption="The ruling on each violation",
        columns=tuple(
            Column(title=title, weight=weight) for title, weight in zip(titles, weights, strict=True)
        ),
        rows=rows,
    )


def _remedy_by(each: Violation) -> str:
    if each.annulled_on:
        return "nothing to remedy"
    if each.cured_on:
        return f"in compliance since {day(each.cured_on)}"
    return day(each.remedy_by) if each.remedy_by else "no day set"


def _effects(of: Occasion) -> Iterator[str]:
    event: AppealDecided = of.event
    ruled = event.violations
    annulled = [key for key, ruling in ruled.items() if ruling is Ruling.ANNULLED]
    affirmed = [key for key, ruling in ruled.items() if ruling is Ruling.AFFIRMED]
    if annulled:
        are = "are" if len(annulled) > 1 else "is"
        yield f"{listed(annulled)} {are} annulled: no offense of it stands, and those dated until now are void."
    if affirmed:
        stand = "stand" if len(affirmed) > 1 else "stands"
        yield f"{listed(affirmed)} {stand} as determined."
        if any(of.case.violations[key].is_open for key in affirmed):
            yield "Separate offenses go on being dated as long as the violation continues."
        if event.remedy_by:
            yield f"The new date by which {listed(affirmed)} must be remedied is {weekday(event.remedy_by)}."
    yield from _holds(of)
    if of.law.choice(Question.APPEAL_STAY) != "none":
        yield from _after_stay(of, affirmed)


def _holds(of: Occasion) -> Iterator[str]:
    before = _as_if_pending(of)
    was, now = stop_work(before, of.law), stop_work(of.case, of.law)
    if now.in_force:
        yield f"Stop work stands [{now.section}] until compliance is confirmed."
    elif was.in_force:
        yield f"Stop work [{was.section}] falls with the determination: work may go on from {day(of.event.on)}."
    if occupancy_held(before, of.law) and not occupancy_held(of.case, of.law):
        yield "Occupancy is no longer withheld."


def _as_if_pending(of: Occasion) -> Case:
    """Return the case without the annulments of this decision, to see what falls with them."""
    case = of.case
    for key in of.event.violations:
        case = case.with_violation(case.violations[key].but(annulled_on=None))
    return case


def _after_stay(of: Occasion, affirmed: list[str]) -> Iterator[str]:
    yield f"The stay of enforcement ended; it does not cover {day(of.event.on)}."
    if not affirmed:
        return
    if of.law.choice(Question.STAYED_OFFENSES) == "drop":
        yield "Offenses dated during the stay are not charged."
    else:
        yield (
            f"Offenses of {listed(affirmed)} dated during the stay remain held apart until the Village Attorney "
            "releases them, with a reason; only then may they be charged."
        )


def _review(of: Occasion) -> Iterator[Block]:
    """Yield the review by a court where the law names one, and say nothing where it does not."""
    version = governing(of.case, of.law)
    rule = version.appeal.review if version.appeal else None
    if rule is None:
        return
    yield Heading(text="Review by a court", section=rule.section)
    yield Quote(words=rule.words, source=rule.section)
    yield Warn(text=_until(of, rule))


def _until(of: Occasion, rule: Review) -> str:
    filed = of.event.filed_on
    if filed is None:
        within = rule.within
        number, unit = next(
            (number, unit)
            for number, unit in ((within.days, "days"), (within.months, "months"), (within.years, "years"))
            if number
        )
        return (
            f"The proceeding must be begun within {number} {unit} after the filing of the decision in the office of "
            "the Village Clerk. The day of filing was not recorded yet: ask the Village Clerk for it."
        )
    last = due(rule.within, filed, of.law)
    return f"The proceeding must be begun by {weekday(last.due)}: {in_full(last.explanation)}."


PAPERS: Final[Makers] = {AppealDecided: (_decision,)}
