"""The receipt of an appeal, the ruling on a late one, and what is written when one is withdrawn.

A late appeal is never rejected by the paper: it is received, and a person rules on it.
"""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Block, Facts, Heading, Items, Signature, Warn, Words
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.wording import about, addressees, day, in_full, readings, weekday, whom_to_ask
from rules.case import Appeal
from rules.events import AppealFiled, AppealWithdrawn, TimelinessRuled
from rules.law import Law, Question
from rules.standing import (
    appeal_window,
    in_time,
    is_heard,
    latest_appeal_window,
    served_on,
    stop_work,
)


def _receipt(of: Occasion) -> Iterator[Paper]:
    event: AppealFiled = of.event
    appeal = next(
        each
        for each in of.case.appeals
        if (each.notice, each.respondent, each.filed_on) == (event.notice, event.respondent, event.on)
    )
    yield Paper(
        kind="appeal-receipt",
        title="Receipt of an Appeal",
        dated=event.on,
        of=event.respondent,
        to=addressees(of.case, (event.respondent,)),
        about=about(of.case),
        blocks=(
            Warn(text=_received(of, appeal)),
            _filing(of, appeal),
            *_reckonings(of, appeal),
            Heading(text="Grounds stated"),
            Words(text=event.grounds),
            Heading(text="What goes on meanwhile", section=_stay_section(of.law)),
            Items(items=tuple(_meanwhile(of, appeal))),
            Heading(text="What comes next"),
            Words(text=_next(of, appeal)),
            Signature(office=f"Received for the {of.law.village.name} (name, office)"),
        ),
        rests_on=readings(of.law, *_questions(of.law)),
    )


def _questions(law: Law) -> tuple[Question, ...]:
    stayed = (Question.STAYED_OFFENSES,) if stays_enforcement(law) else ()
    return (Question.APPEAL_BODY, Question.APPEAL_STAY, *stayed)


def stays_enforcement(law: Law) -> bool:
    """Whether an appeal stays enforcement, as the village reads the law."""
    return law.choice(Question.APPEAL_STAY) != "none"


def _stay_section(law: Law) -> str | None:
    return law.state.appeal_stay.section if stays_enforcement(law) and law.state.appeal_stay else None


def _received(of: Occasion, appeal: Appeal) -> str:
    if in_time(appeal, of.case, of.law):
        return f"Your appeal was received on {weekday(appeal.filed_on)}, in time."
    return (
        f"Your appeal was received on {weekday(appeal.filed_on)}, after the last day to appeal. It is not rejected: "
        "the Village Attorney will rule on whether it is heard, and you will receive the ruling in writing."
    )


def _filing(of: Occasion, appeal: Appeal) -> Facts:
    notice = of.case.notices[appeal.notice]
    window = appeal_window(notice, appeal.respondent, of.law)
    served = served_on(notice, appeal.respondent, of.law)
    rows = [
        ("Appellant", of.case.respondents[appeal.respondent].name),
        ("Appeal from", f"notice of violation {notice.key} of {day(notice.on)}"),
        ("Served", day(served) if served else "not recorded"),
        ("Filed", weekday(appeal.filed_on)),
    ]
    if window:
        rows.append(("Last day", f"{weekday(window.due)} [{window.section}]"))
    return Facts(rows=(*rows, ("Heard by", of.law.choice(Question.APPEAL_BODY))))


def _reckonings(of: Occasion, appeal: Appeal) -> Iterator[Block]:
    """Yield how the last day was reckoned, and the later one where another service was complete later."""
    notice = of.case.notices[appeal.notice]
    window = appeal_window(notice, appeal.respondent, of.law)
    latest = latest_appeal_window(notice, appeal.respondent, of.law)
    if window is None or latest is None:
        return
    yield Words(text=f"The last day was reckoned so: {in_full(window.explanation)}.")
    if latest.due > window.due:
        within = (
            " The appeal was filed by that day, which the ruling will take into account."
            if window.due < appeal.filed_on <= latest.due
            else ""
        )
        yield Words(
            text=f"Service was complete a second time on {day(latest.start)}. Reckoned from that day, the last day is "
            f"{weekday(latest.due)}.{within}"
        )


def _meanwhile(of: Occasion, appeal: Appeal) -> Iterator[str]:
    if not stays_enforcement(of.law):
        yield (
            "As the village reads the law, an appeal does not stay enforcement: the notice, its orders and its dates "
            "stand while the appeal is pending."
        )
        yield "Separate offenses of a violation that continues go on being dated, and may be charged."
    elif is_heard(appeal, of.case, of.law):
        yield (
            f"Enforcement is stayed from {day(appeal.filed_on)} through the day before the decision, unless imminent "
            "peril to life or property is certified. No offense is charged and the village does no work meanwhile."
        )
        yield f"Separate offenses of a violation that continues go on being dated. {stayed_offenses(of.law)}"
    else:
        yield (
            "Until the ruling nothing is stayed. If the appeal is accepted, enforcement is stayed from "
            f"{day(appeal.filed_on)}, the day it was filed."
        )
        yield "Separate offenses of a violation that continues go on being dated."
    state = stop_work(of.case, of.law)
    if state.in_force:
        yield f"Stop work is in force [{state.section}], and this receipt does not lift it."


def stayed_offenses(law: Law) -> str:
    """Say what becomes of offenses that are dated during a stay, as the village reads the law."""
    if law.choice(Question.STAYED_OFFENSES) == "drop":
        return "Those dated during the stay are not charged."
    return (
        "Those dated during the stay are held apart: void if the determination is annulled, and open to be charged "
        "afterwards if it is affirmed and they are released."
    )


def _next(of: Occasion, appeal: Appeal) -> str:
    body = of.law.choice(Question.APPEAL_BODY)
    if is_heard(appeal, of.case, of.law):
        return f"You will receive a notice of the day on which the {body} hears the appeal. {whom_to_ask()}"
    return (
        "You may send the Village Attorney the facts that bear on when and how the notice reached you. "
        f"{whom_to_ask()}"
    )


# --- the ruling on a late appeal ------------------------------------------------------------------------


def _ruling(of: Occasion) -> Iterator[Paper]:
    event: TimelinessRuled = of.event
    own = [each for each in of.case.appeals if each.respondent == event.respondent]
    appeal = [each for each in own if each.accepted is event.accepted][-1]
    yield Paper(
        kind="timeliness-ruling",
        title="Ruling on a Late Appeal",
        dated=event.on,
        of=event.respondent,
        to=addressees(of.case, (event.respondent,)),
        about=about(of.case),
        blocks=(
            _filing(of, appeal),
            *_reckonings(of, appeal),
            Warn(text="The appeal is accepted and will be heard." if event.accepted else _not_heard(appeal)),
            Heading(text="Reasons"),
            Words(text=event.reason),
            Heading(text="What follows", section=_stay_section(of.law)),
            Items(items=tuple(_after_ruling(of, appeal))),
            Words(text=whom_to_ask()),
            Signature(office=f"Village Attorney, {of.law.village.name}"),
        ),
        rests_on=readings(of.law, *_questions(of.law)),
    )


def _not_heard(appeal: Appeal) -> str:
    return f"The appeal is not accepted. The notice of violation {appeal.notice} stands as it was issued."


def _after_ruling(of: Occasion, appeal: Appeal) -> Iterator[str]:
    if appeal.accepted:
        yield from _meanwhile(of, appeal)
        return
    if stays_enforcement(of.law):
        yield "Enforcement was not stayed by this appeal."
    yield "The orders and dates of the notice stand. Separate offenses of a violation that continues go on being dated."


# --- withdrawal -----------------------------------------------------------------------------------------


def _withdrawal(of: Occasion) -> Iterator[Paper]:
    event: AppealWithdrawn = of.event
    appeal = next(
        (
            each
            for each in of.case.appeals
            if each.withdrawn and (each.respondent, each.ended_on) == (event.respondent, event.on)
        ),
        None,
    )
    if appeal is None:
        return
    yield Paper(
        kind="appeal-withdrawn",
        title="Acknowledgment That an Appeal Was Withdrawn",
        dated=event.on,
        of=event.respondent,
        to=addressees(of.case, (event.respondent,)),
        about=about(of.case),
        blocks=(
            Warn(text=f"Your appeal of {day(appeal.filed_on)} was withdrawn on {weekday(event.on)}."),
            Heading(text="What follows", section=_stay_section(of.law)),
            Items(items=tuple(_after_withdrawal(of, appeal))),
            Words(text=whom_to_ask()),
            Signature(office=f"Received for the {of.law.village.name} (name, office)"),
        ),
        rests_on=readings(of.law, *_questions(of.law)),
    )


def _after_withdrawal(of: Occasion, appeal: Appeal) -> Iterator[str]:
    yield f"The notice of violation {appeal.notice} stands, with its orders and dates. The appeal is not decided."
    yield "Separate offenses of a violation that continues go on being dated."
    if stays_enforcement(of.law) and is_heard(appeal, of.case, of.law):
        yield f"The stay of enforcement ended; it does not cover {day(of.event.on)}."


PAPERS: Final[Makers] = {
    AppealFiled: (_receipt,),
    TimelinessRuled: (_ruling,),
    AppealWithdrawn: (_withdrawal,),
}
