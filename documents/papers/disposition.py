"""What the court made of counts: the record of a disposition beside the range of its tier, and of a conviction vacated.

A fine stands here only as the court pronounced it; it is paid to the court and never becomes a charge on land.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Signature, Warn, Words
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.penalties import fine_range, jail, nth, penalty_on
from documents.runs import in_short
from documents.wording import about, day, listed, money, plain, readings
from rules.case import Case, Count
from rules.events import ConvictionVacated, DispositionRecorded, Pronounced
from rules.judgments import Judgment, judgments, look_back_on
from rules.law import Penalty, Question
from rules.penalties import jail_limit_days
from rules.priors import Prior
from rules.standing import governing
from rules.values import Outcome

FOLLOWS: Final = {
    Outcome.CONVICTED: "Fine and surcharge are paid to the court; they are never made a lien or placed on a tax bill.",
    Outcome.ACQUITTED: "The counts are over. There is no conviction, nothing is owed on them, and they raise no fine.",
    Outcome.DISMISSED: "The counts are over. There is no conviction, nothing is owed on them, and they raise no fine.",
    Outcome.ADJOURNED: "The counts were adjourned and pend. There is no conviction and nothing is owed on them.",
    Outcome.SETTLED: "The counts were settled before the court. There is no conviction, and they raise no fine.",
}


def _disposition(of: Occasion) -> Iterator[Paper]:
    event: DispositionRecorded = of.event
    yield Paper(
        kind="disposition-record",
        title="Record of Disposition",
        dated=event.on,
        about=about(of.case),
        blocks=tuple(_disposed(of)),
        rests_on=readings(of.law, Question.TIER_READING),
    )


def _disposed(of: Occasion) -> Iterator[Block]:
    event: DispositionRecorded = of.event
    counts = [of.case.counts[each.count] for each in event.counts]
    yield Facts(rows=(*_court_facts(of.case, counts), ("Outcome", plain(event.outcome))))
    yield _sentences(of) if event.outcome is Outcome.CONVICTED else _ends(of)
    yield from _beside_the_fine(of, counts)
    if event.departure_reason:
        yield Warn(text=f"Why the court departed from the range (where marked *): {event.departure_reason}")
    yield Words(text=FOLLOWS[event.outcome])
    if event.outcome is Outcome.CONVICTED:
        yield Heading(text="What the judgment does to later offenses", section=_looked_back(of))
        yield from (Words(text=text) for text in _later(of, counts))
    yield Words(
        text="This is the village's own record of what was pronounced; the court's certificate of disposition governs."
    )
    yield Signature(office=f"Village Attorney, {of.law.village.name}")


def _court_facts(case: Case, counts: list[Count]) -> Iterator[tuple[str, str]]:
    yield "Court", listed(dict.fromkeys(each.court for each in counts))
    people = dict.fromkeys(each.respondent for each in counts)
    yield (
        ("Defendant" if len(people) == 1 else "Defendants"),
        listed(case.respondents[key].name for key in people),
    )
    yield "Counts", f"{in_short(each.key for each in counts)} ({len(counts):,} in all)"


def _sentences(of: Occasion) -> Grid:
    event: DispositionRecorded = of.event
    many = len(event.counts)
    pronounced = (event.fine, event.surcharge)
    return Grid(
        caption="What was pronounced on each count, beside the range of its tier",
        columns=(
            Column(title="Count", weight=2),
            Column(title="Offense date", weight=4),
            Column(title="Range of the tier", weight=7),
            Column(title="Fine", figures=True, weight=3),
            Column(title="Surcharge", figures=True, weight=3),
            Column(title="Jail", figures=True, weight=3),
        ),
        rows=tuple(_sentence(of, each) for each in event.counts),
        foot=(
            "All",
            f"{many:,} count{'s' if many > 1 else ''}",
            "",
            *(_times(each, many) for each in pronounced),
            "",
        ),
    )


def _sentence(of: Occasion, each: Pronounced) -> tuple[str, ...]:
    event: DispositionRecorded = of.event
    count = of.case.counts[each.count]
    days = event.jail_days
    return (
        each.count,
        day(count.offense_on),
        f"{nth(each.ordinal)} offense: {fine_range(each.minimum, each.maximum)} [{each.section}]",
        f"{_amount(event.fine)}{'*' if _departs(event.fine, each) else ''}",
        _amount(event.surcharge),
        f"{days} day{'' if days == 1 else 's'}{'*' if _too_long(of, count) else ''}" if days else "none",
    )


def _departs(fine: Decimal | None, each: Pronounced) -> bool:
    if fine is None:
        return False
    return fine < (each.minimum or 0) or (each.maximum is not None and fine > each.maximum)


def _too_long(of: Occasion, count: Count) -> bool:
    most = jail_limit_days(_penalty(of, count), of.event.on)
    return (of.event.jail_days or 0) > (most or 0)


def _penalty(of: Occasion, count: Count) -> Penalty:
    return penalty_on(of.law, of.case.violations[count.violation].provision, count.offense_on)


def _beside_the_fine(of: Occasion, counts: list[Count]) -> Iterator[Block]:
    """Yield, for a conviction, the longest terms of imprisonment that the law provides beside the fine."""
    if of.event.outcome is Outcome.CONVICTED:
        penalties = [_penalty(of, each) for each in counts]
        allowed = {f"{jail(each)} [{each.jail.section}]" for each in penalties if each.jail}
        yield Words(text=f"What may be imposed beside the fine: {listed(sorted(allowed)) or 'nothing'}.")


def _amount(pronounced: Decimal | None) -> str:
    return money(pronounced) if pronounced else "none"


def _times(pronounced: Decimal | None, many: int) -> str:
    return money(pronounced * many) if pronounced else "none"


def _ends(of: Occasion) -> Grid:
    event: DispositionRecorded = of.event
    rows = (
        (each.count, day(of.case.counts[each.count].offense_on), plain(event.outcome))
        for each in event.counts
    )
    return Grid(
        caption="Counts",
        columns=(
            Column(title="Count"),
            Column(title="Offense date", weight=2),
            Column(title="Outcome", weight=2),
        ),
        rows=tuple(rows),
    )


def _looked_back(of: Occasion) -> str:
    look_back = look_back_on(of.law, of.event.on)
    return look_back.section if look_back else governing(of.case, of.law).penalties["default"].section


def _later(of: Occasion, counts: list[Count]) -> Iterator[str]:
    """Say, for each defendant, from when until when the judgment raises the fine of a later offense."""
    for key in dict.fromkeys(each.respondent for each in counts):
        own = [each for each in counts if each.respondent == key]
        yield f"{of.case.respondents[key].name}: {_effect(_judgment(of, own))}"


def _judgment(of: Occasion, counts: list[Count]) -> Judgment:
    priors = [Prior(offense_on=each.offense_on, convicted_on=of.event.on) for each in counts]
    return judgments(priors, look_back_on(of.law, of.event.on))[0]


def _effect(judgment: Judgment) -> str:
    if judgment.falls_out_on is None:
        return "the section looks back at no earlier judgment, so this one raises no later fine."
    many = "These counts, pronounced on one day, are" if len(judgment.counts) > 1 else "This count is"
    return (
        f"{many} one judgment. It is in the window for offenses after {day(judgment.convicted_on)} and before "
        f"{day(judgment.falls_out_on)}; on that day itself the lower tier applies."
    )


# --- a conviction vacated -------------------------------------------------------------------------------


def _vacated(of: Occasion) -> Iterator[Paper]:
    event: ConvictionVacated = of.event
    count = of.case.counts[event.count]
    yield Paper(
        kind="vacated-conviction",
        title="Record of a Conviction Vacated",
        dated=event.on,
        of=count.respondent,
        about=about(of.case),
        blocks=(
            Facts(rows=tuple(_fallen(of, count))),
            Words(
                text=f"The conviction was vacated on {day(event.on)}. From that day it raises the fine of no offense, "
                "and nothing pronounced on it is owed. The count pends again until the court or the village disposes "
                "of it."
            ),
            Words(
                text="Whatever was charged or pronounced on the footing of this conviction has to be looked at again, "
                "in this case and in every other case of the same party."
            ),
            *_to_return(count),
            Signature(office=f"Village Attorney, {of.law.village.name}"),
        ),
        rests_on=readings(of.law, Question.TIER_READING),
    )


def _fallen(of: Occasion, count: Count) -> Iterator[tuple[str, str]]:
    yield from _court_facts(of.case, [count])
    yield "Offense date", day(count.offense_on)
    if count.disposed_on:
        yield "Convicted", day(count.disposed_on)
    days = f"{count.jail_days} days" if count.jail_days else "none"
    yield "Pronounced", f"fine {_amount(count.fine)}, surcharge {_amount(count.surcharge)}, jail {days}"
    yield "Vacated because", of.event.reason


def _to_return(count: Count) -> Iterator[Block]:
    if count.paid:
        yield Warn(
            text=f"{money(count.paid)} was paid on this count. The clerk asks the court about its return."
        )


PAPERS: Final[Makers] = {DispositionRecorded: (_disposition,), ConvictionVacated: (_vacated,)}
