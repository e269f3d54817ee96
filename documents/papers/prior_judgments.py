"""The statement of a respondent's prior judgments: which stand, until when each is in the window, what they raise."""

from collections.abc import Iterator, Sequence
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Signature, Warn, Words
from documents.occasion import Asked, Statement
from documents.offenses import both
from documents.paper import Paper
from documents.penalties import CONDITION, fine_range, nth, penalty_on
from documents.wording import about, day, plain, readings
from rules.acts import ATTORNEY, OFFICER, respondent
from rules.exposure import Status, all_dated, open_offenses, priors_of
from rules.judgments import Judgment, judgments, look_back_on
from rules.law import LookBack, Question, Reading
from rules.penalties import Fine, fines
from rules.priors import Prior, drops_out
from rules.series import number_of

MEANT: Final = {
    Reading.PRIOR_CONVICTION: "judgments pronounced before the offense date raise its fine; counts pronounced on one "
    "day are one judgment, which is in the window as long as one of its offenses is",
    Reading.PRIOR_OFFENSE: "every earlier offense raises the fine, whether convicted of or not; each is in the window "
    "by its own date",
}


def _statement(asked: Asked) -> Paper:
    who = respondent(asked.case, asked.of or "")
    return Paper(
        kind="prior-judgments",
        title="Statement of Prior Judgments",
        dated=asked.today,
        of=who.key,
        about=about(asked.case),
        blocks=tuple(_blocks(asked, who.key)),
        rests_on=readings(asked.law, Question.TIER_READING),
    )


def _blocks(asked: Asked, key: str) -> Iterator[Block]:
    who, law = asked.case.respondents[key], asked.law
    section, village = law.versions[-1].section, law.village.name
    found = judgments(priors_of(asked.case, key, asked.setting), look_back_on(law, asked.today))
    yield Facts(
        rows=(
            ("Respondent", f"{who.name} ({key}), {plain(who.role)}"),
            ("Covers", f"judgments of conviction in the {village} under {section}"),
        )
    )
    yield from _window(asked, section)
    yield Heading(text="Judgments that stand", section=section)
    if found:
        yield _judgments(asked, found)
    else:
        yield Words(
            text=f"No judgment of conviction of {who.name} in the {village} under {section} stands on record."
        )
    yield Words(
        text="Settlements, dismissals and adjournments in contemplation of dismissal are no judgments of conviction, "
        "and a conviction that was vacated is none any more; they are not listed."
    )
    yield from _today(asked, key)
    yield Signature(office=f"Prepared by (name, office), {village}")


def _window(asked: Asked, section: str) -> Iterator[Block]:
    look_back = look_back_on(asked.law, asked.today)
    if look_back is None:
        yield Warn(text=f"{section} looks back at nothing: no earlier judgment raises a fine.")
        return
    yield Words(
        text=f"The window is the {_length(look_back)} before an offense, from offense date to offense date; on the "
        f"anniversary itself an earlier offense counts no more [{look_back.section}]."
    )
    own, other = both(asked.law)
    yield Items(
        items=(
            f"By {plain(own)}, as the village reads it: {MEANT[own]}.",
            f"By {plain(other)}, the other reading: {MEANT[other]}.",
        )
    )


def _length(look_back: LookBack) -> str:
    number, unit = (look_back.years, "year") if look_back.years else (look_back.months, "month")
    return f"{number} {unit}{'' if number == 1 else 's'}"


# --- the judgments --------------------------------------------------------------------------------------


def _judgments(asked: Asked, found: Sequence[Judgment]) -> Grid:
    look_back = look_back_on(asked.law, asked.today)
    titles = ("Pronounced", "Case", "Count", "Offense date", "Offense out on", "Judgment out on", "Today")
    weights = (5, 4, 2, 4, 4, 4, 5)
    return Grid(
        caption="One row for each count, the latest judgment first",
        columns=tuple(
            Column(title=title, weight=weight) for title, weight in zip(titles, weights, strict=True)
        ),
        rows=tuple(
            _row(asked, judgment, count, look_back) for judgment in found for count in judgment.counts
        ),
    )


def _row(asked: Asked, judgment: Judgment, count: Prior, look_back: LookBack | None) -> tuple[str, ...]:
    return (
        day(judgment.convicted_on),
        number_of(count.case, asked.case.village) if count.case else "–",
        count.count or "–",
        day(count.offense_on),
        day(drops_out(count.offense_on, look_back)) if look_back else "no window",
        day(judgment.falls_out_on) if judgment.falls_out_on else "no window",
        _stands(asked, judgment),
    )


def _stands(asked: Asked, judgment: Judgment) -> str:
    if judgment.falls_out_on is None:
        return "raises nothing"
    if judgment.stands(asked.today):
        return "in the window"
    if judgment.falls_out_on <= asked.today:
        return "out of the window"
    return "in the window for offenses after its day"


# --- an offense of today --------------------------------------------------------------------------------


def _today(asked: Asked, key: str) -> Iterator[Block]:
    provisions = list(dict.fromkeys(each.provision for each in asked.case.violations.values()))
    if not provisions:
        return
    condition = CONDITION[penalty_on(asked.law, provisions[0], asked.today).basis]
    yield Heading(text=f"What an offense of today, {day(asked.today)}, would be")
    titles = (
        "Provision",
        "Earlier offenses that raise the fine",
        "It would be",
        f"Fine, {condition}",
        "Section",
    )
    weights = (3, 5, 3, 5, 5)
    yield Grid(
        caption="Both readings, the village's first; nothing here is owed",
        columns=tuple(
            Column(title=title, weight=weight) for title, weight in zip(titles, weights, strict=True)
        ),
        rows=tuple(
            _would_be(asked, key, provision, each) for provision in provisions for each in both(asked.law)
        ),
    )


def _would_be(asked: Asked, key: str, provision: str, reading: Reading) -> tuple[str, ...]:
    fine = _fine(asked, key, provision, reading)
    own = " (the village)" if reading is asked.law.reading else ""
    leaves = "; an earlier offense leaves the window on this very day" if fine.on_anniversary else ""
    return (
        provision,
        f"{plain(reading)}{own}",
        f"{nth(fine.ordinal)} offense{leaves}",
        fine_range(fine.minimum, fine.maximum),
        fine.section,
    )


def _fine(asked: Asked, key: str, provision: str, reading: Reading) -> Fine:
    """Return the fine of an offense of today, after all that the respondent did before it in any case."""
    statuses = all_dated(asked.case, asked.setting)
    earlier = [
        *(on for dated in statuses.values() for on in open_offenses(dated)),
        *(each.on for dated in statuses.values() for each in dated if each.status is Status.STAYED),
        *asked.setting.elsewhere.get(key, ()),
    ]
    own = [key for key, each in asked.case.violations.items() if each.provision == provision]
    before = max(sum(offense.status is not Status.VOID for offense in statuses[each]) for each in own)
    priors = priors_of(asked.case, key, asked.setting)
    return fines(asked.law, provision, [asked.today], priors, reading, earlier, ordinal_offset=before)[0]


STATEMENTS: Final = (
    Statement(
        "prior-judgments",
        "Statement of Prior Judgments",
        ATTORNEY | OFFICER,
        _statement,
        lambda case: case.respondents,
    ),
)
