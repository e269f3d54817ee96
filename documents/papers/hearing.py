"""The notice of the hearing on an appeal, with the rights at it, and the certificate of imminent peril."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from documents.blocks import Facts, Heading, Items, Quote, Signature, Warn, Words
from documents.occasion import Makers, Occasion
from documents.paper import Addressee, Paper
from documents.papers.appeal import stays_enforcement
from documents.wording import about, addressees, day, listed, plain, readings, weekday, whom_to_ask
from rules.case import Appeal, Hearing
from rules.events import HearingScheduled, PerilCertified
from rules.law import Question
from rules.standing import governing, is_heard, pending

BY_HAND: Final = "____________________ (to be entered before this notice is sent)"

RIGHTS: Final = (
    "You have the right to be heard before the appeal is decided.",
    "You may come in person, and be represented by an attorney at your own expense.",
    "You may give evidence: witnesses, papers, plans and photographs. You may question the village's witnesses.",
    "You may see the village's file of the case before the hearing.",
    "If you need an interpreter or another accommodation to take part, ask for it before the day of the hearing.",
)


def _peril(of: Occasion) -> Iterator[Paper]:
    event: PerilCertified = of.event
    rule = of.law.state.appeal_stay
    if rule is None or not stays_enforcement(of.law):
        return
    appeals = _heard(of, by=event.on)
    body = of.law.choice(Question.APPEAL_BODY)
    yield Paper(
        kind="imminent-peril-certificate",
        title="Certificate of Imminent Peril",
        dated=event.on,
        to=(Addressee(name=body), *addressees(of.case, _appellants(appeals))),
        about=about(of.case),
        blocks=(
            Words(
                text=f"I certify to the {body} that, by reason of the facts stated below, a stay of the enforcement of "
                f"{_notices(appeals)} would, in my opinion, cause imminent peril to life or property."
            ),
            Heading(text="Facts", section=rule.section),
            Words(text=event.facts),
            Heading(text="Effect"),
            Warn(text=f"Enforcement is no longer stayed from {weekday(event.on)}."),
            *(
                (Quote(words=f"… {rule.after_certificate}", source=rule.section),)
                if rule.after_certificate
                else ()
            ),
            Words(text="The appeal is not ended by this certificate. It will be heard and decided."),
            Signature(office=f"Code Enforcement Officer, {of.law.village.name}"),
        ),
        rests_on=readings(of.law, Question.APPEAL_BODY, Question.APPEAL_STAY),
    )


def _heard(of: Occasion, *, by: date) -> tuple[Appeal, ...]:
    """Return the appeals that pend or, where the paper is made again later, those that were heard."""
    heard = (
        a for a in of.case.appeals if is_heard(a, of.case, of.law) and not a.withdrawn and a.filed_on <= by
    )
    return pending(of.case, of.law) or tuple(heard)


def _appellants(appeals: tuple[Appeal, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(appeal.respondent for appeal in appeals))


def _notices(appeals: tuple[Appeal, ...]) -> str:
    return f"the notice of violation {listed(dict.fromkeys(appeal.notice for appeal in appeals))}"


def _hearing(of: Occasion) -> Iterator[Paper]:
    event: HearingScheduled = of.event
    appeals = _heard(of, by=event.hearing_on)
    if not appeals:
        return
    hour = f" at {event.hour.rstrip('.')}" if event.hour else ""
    version = governing(of.case, of.law)
    yield Paper(
        kind="hearing-notice",
        title="Notice of Hearing on an Appeal",
        dated=event.on,
        to=addressees(of.case, _appellants(appeals)),
        about=about(of.case),
        blocks=(
            Warn(
                text=f"The appeal from {_notices(appeals)} will be heard on {weekday(event.hearing_on)}{hour}."
            ),
            Facts(rows=_sitting(event)),
            *(_in_place_of(of)),
            Heading(text="The appeal", section=version.appeal.section if version.appeal else None),
            Items(items=tuple(_stated(of, appeal) for appeal in appeals)),
            Heading(text="Your rights at the hearing"),
            Items(items=RIGHTS),
            Words(text=f"If nobody appears for you, the {event.body} may decide on what is before it."),
            Words(text=whom_to_ask()),
            Signature(office=f"For the {event.body} (name, office)"),
        ),
        rests_on=readings(of.law, Question.APPEAL_BODY),
    )


def _sitting(event: HearingScheduled) -> tuple[tuple[str, str], ...]:
    return (
        ("Before", f"the {event.body}"),
        ("Day", weekday(event.hearing_on)),
        ("Hour", event.hour or BY_HAND),
        ("Place", event.place or BY_HAND),
    )


def _in_place_of(of: Occasion) -> Iterator[Words]:
    """Yield that an earlier day falls, where the hearing had been set for one that was still ahead."""
    own = Hearing(on=of.event.hearing_on, body=of.event.body)
    earlier = of.case.hearings[: of.case.hearings.index(own)]
    if earlier and earlier[-1].on >= of.event.on:
        yield Words(
            text=f"It takes the place of the hearing that had been set for {weekday(earlier[-1].on)}."
        )


def _stated(of: Occasion, appeal: Appeal) -> str:
    who = of.case.respondents[appeal.respondent]
    return f"{who.name}, {plain(who.role)}, filed on {day(appeal.filed_on)}: {appeal.grounds}"


PAPERS: Final[Makers] = {HearingScheduled: (_hearing,), PerilCertified: (_peril,)}
