"""The schedule of separate offenses as of today: what they could cost if convicted, in short, then every one of them.

An offense is dated through yesterday. Nothing in the schedule is owed.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Quote, Signature, Warn, Words
from documents.listing import NONE, Given, given, listing
from documents.occasion import Asked, Statement
from documents.offenses import BARRED, Offense, Total, both, offenses, offenses_of, totals
from documents.paper import Paper
from documents.penalties import CONDITION, could_be, penalty_on, top
from documents.proof import supported
from documents.runs import runs, summary
from documents.wording import about, day, money, plain, readings
from rules.acts import ATTORNEY, OFFICER, violation
from rules.case import Case, Violation
from rules.law import Law, Question, Reading
from rules.penalties import limitation

RESTS_ON: Final = (
    Question.TIER_READING,
    Question.OFFENSE_START,
    Question.APPEAL_STAY,
    Question.STAYED_OFFENSES,
    Question.CLASSIFICATION,
)


def _whole(asked: Asked) -> Paper:
    return _schedule(asked, "schedule-of-offenses", "Schedule of Separate Offenses", None)


def _of_one(asked: Asked) -> Paper:
    key = violation(asked.case, asked.of or "").key
    return _schedule(asked, "schedule-of-a-violation", f"Schedule of Separate Offenses of {key}", key)


def _schedule(asked: Asked, kind: str, title: str, key: str | None) -> Paper:
    return Paper(
        kind=kind,
        title=title,
        dated=asked.today,
        of=key,
        about=about(asked.case),
        blocks=tuple(_blocks(asked, key)),
        rests_on=readings(asked.law, *RESTS_ON),
    )


def _blocks(asked: Asked, key: str | None) -> Iterator[Block]:
    case, law = asked.case, asked.law
    shown = [key] if key else [*case.violations]
    of = offenses_of(case, asked.setting)
    penalty = penalty_on(law, case.violations[shown[0]].provision, asked.today)
    condition = CONDITION[penalty.basis]
    yield Warn(text=f"Nothing here is owed. These figures are exposure: what could be imposed, {condition}.")
    yield Heading(text=f"Exposure, {condition}", section=penalty.section)
    yield _figures(list(totals(of, key)), case, law)
    yield Items(items=tuple(dict.fromkeys(_could_be(asked, shown))))
    yield Words(text=_counted(key))
    lists = {each: offenses(of, each) for each in shown}
    yield from _barred([each.on for dated in lists.values() for each in dated if each.status == BARRED], law)
    for each, dated in lists.items():
        yield from _violation(case.violations[each], dated, law)
    yield Signature(office=f"Prepared by (name, office), {law.village.name}")


def _could_be(asked: Asked, shown: Sequence[str]) -> Iterator[str]:
    for key in shown:
        yield from could_be(penalty_on(asked.law, asked.case.violations[key].provision, asked.today))


def _counted(key: str | None) -> str:
    alone = (
        " Only offenses of this violation are added up; those of the others count as earlier ones."
        if key
        else ""
    )
    return (
        "Counted are the offenses that are countable or charged. Those stayed, void or disposed of are listed "
        f"below and are in no total.{alone}"
    )


def _barred(late: Sequence[date], law: Law) -> Iterator[Block]:
    if late:
        last = max(late)
        yield Words(
            text=f"Time-barred are {len(late):,} of them, through that of {day(last)}: not charged by the limit that "
            f"ends first [{limitation(law, last).section}]. They are in the totals; the charge of one must be "
            "expressly allowed."
        )


def _figures(found: Sequence[Total], case: Case, law: Law) -> Grid:
    own, _ = both(law)
    columns = (
        Column(title="Earlier offenses that raise the fine", weight=5),
        Column(title="Respondent", weight=5),
        Column(title="Offenses", figures=True, weight=2),
        Column(title="Not less than", figures=True, weight=3),
        Column(title="Not more than", figures=True, weight=4),
    )
    return Grid(
        caption="Both readings, the village's first",
        columns=columns,
        rows=tuple(_figure(each, case, own) for each in found),
    )


def _figure(each: Total, case: Case, own: Reading) -> tuple[str, ...]:
    reading = f"{plain(each.reading)}{' (the village)' if each.reading is own else ''}"
    who = (
        f"{case.respondents[each.respondent].name} ({each.respondent})"
        if each.respondent
        else "whoever is charged"
    )
    held = " (held down by a cap)" if each.capped else ""
    most = money(each.minimum) if each.offenses == 0 else top(each.maximum)
    return reading, who, f"{each.offenses:,}", money(each.minimum), f"{most}{held}"


# --- one violation --------------------------------------------------------------------------------------


def _violation(of: Violation, dated: Sequence[Offense], law: Law) -> Iterator[Block]:
    penalty = penalty_on(law, of.provision, of.observed_on)
    yield Heading(text=f"{of.key}: {of.provision}", section=penalty.unit_section)
    yield Facts(rows=tuple(_about(of, dated)))
    yield Quote(words=penalty.unit_words, source=penalty.unit_section)
    if not dated:
        yield Words(text="No offense is dated yet.")
        return
    yield summary(
        "In short",
        runs(dated, lambda each: (each.status, each.places[0])),
        Column(title="Status", weight=5),
        Column(title="Offense", weight=3),
    )
    yield from _every(of.key, dated, law, CONDITION[penalty.basis])


def _about(of: Violation, dated: Sequence[Offense]) -> Iterator[tuple[str, str]]:
    yield "Nature", of.nature
    yield "Observed", f"{day(of.observed_on)}{f' by {of.observed_by}' if of.observed_by else ''}"
    if of.annulled_on:
        yield "Annulled", day(of.annulled_on)
    elif of.cured_on:
        yield "In compliance", f"since {day(of.cured_on)}"
    for void in of.voids:
        span = day(void.first) if void.first == void.last else f"{day(void.first)} to {day(void.last)}"
        yield "Voided", f"{span}: {void.reason}"
    if dated:
        yield "Dated", f"{len(dated):,} offenses, {day(dated[0].on)} to {day(dated[-1].on)}"


def _every(key: str, dated: Sequence[Offense], law: Law, condition: str) -> Iterator[Block]:
    own, other = (f"By {plain(reading)}" for reading in both(law))
    yield from listing(
        f"Every offense of {key}",
        (
            given("No.", [f"{number:,}" for number, _ in enumerate(dated, 1)], 2, figures=True),
            given("Offense date", [day(each.on) for each in dated], 5),
            given("Evidence", [supported(each.grade, each.exhibits) for each in dated], 4),
            given("Status", [each.status for each in dated], 5),
            *_counts(dated),
        ),
        (
            given(own, [each.places[0] for each in dated]),
            given(other, [each.places[1] for each in dated]),
            given(condition.capitalize(), [each.could_be for each in dated], 5),
            given("Section", [each.section for each in dated], 5),
        ),
        "offense below that is countable or charged",
    )


def _counts(dated: Sequence[Offense]) -> Iterator[Given]:
    if any(each.counts != NONE for each in dated):
        yield given("Count", [each.counts for each in dated])


STATEMENTS: Final = (
    Statement("schedule-of-offenses", "Schedule of Separate Offenses", ATTORNEY | OFFICER, _whole),
    Statement(
        "schedule-of-a-violation",
        "Schedule of Separate Offenses of a Violation",
        ATTORNEY | OFFICER,
        _of_one,
        lambda case: case.violations,
    ),
)
