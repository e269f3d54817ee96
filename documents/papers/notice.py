"""The notice of violation with its contents in the ordinance's order, and the slip for service that failed."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Quote, Signature, Warn, Words
from documents.occasion import Makers, Occasion
from documents.paper import Paper
from documents.wording import about, addressees, day, listed, plain, readings, weekday
from rules.case import FailedService, Notice
from rules.events import NoticeIssued, ServiceFailed
from rules.law import Law, Question
from rules.refusals import Conflict
from rules.standing import served_on
from rules.values import ServiceFailure

HEADINGS: Final = {
    "parties": "Names and addresses",
    "location": "Location of the violation",
    "nature": "Nature of the violation",
    "remedy": "What must be done, and by when",
    "penalties": "Penalties",
    "appeal": "Right to appeal",
}
BY_DAY: Final = re.compile(r" by (\d{4}-\d\d-\d\d)$")
"""How the record ends each remedial measure; what someone typed before it is left as it is."""


def _notice(of: Occasion) -> Iterator[Paper]:
    event: NoticeIssued = of.event
    _check_stands(of.case.notices[event.notice])
    yield Paper(
        kind="notice-of-violation",
        title="Notice of Violation",
        dated=event.on,
        of=event.notice,
        to=addressees(of.case, event.respondents),
        about=(*about(of.case), ("Ordinance", f"{event.ordinance}, in force since {day(event.in_force)}")),
        blocks=tuple(_contents(of)),
        rests_on=readings(of.law, Question.APPEAL_BODY, Question.APPEAL_STAY),
    )


def _contents(of: Occasion) -> Iterator[Block]:
    event: NoticeIssued = of.event
    yield Words(text="You are hereby notified of the following violation of the ordinance named above.")
    for each in event.contents:
        yield Heading(text=HEADINGS[each["content"]], section=each["section"])
        if each["content"] == "appeal":
            yield from (Warn(text=f"This determination of violation {text}.") for text in each["text"])
        elif each["content"] == "remedy":
            yield Items(items=tuple(map(_written_out, _measures(of, each["text"]))))
        elif each["content"] == "parties":
            yield Items(items=tuple(_parties(of)))
        else:
            yield Items(items=tuple(each["text"]))
    yield from _halt(of)
    yield Words(
        text="Questions about this notice are answered, and a notice of appeal is filed, at the village's address at "
        "the head of this paper."
    )
    yield Signature(office=f"Code Enforcement Officer, {of.law.village.name}")


def _check_stands(notice: Notice) -> None:
    """Refuse to write a notice that was withdrawn; one that is issued stands, so this is of corrections alone."""
    if notice.withdrawn_on is not None:
        raise Conflict(
            f"Notice {notice.key} was withdrawn on {day(notice.withdrawn_on)} and is not issued again.",
            remedy="Issue a new notice.",
            field="paper",
        )


def _parties(of: Occasion) -> Iterator[str]:
    """Yield names and addresses as at the head of the paper: of a correction those of now, else the frozen ones."""
    for each in addressees(of.case, of.event.respondents):
        yield ", ".join(filter(None, (each.name, each.address)))


def _measures(of: Occasion, frozen: Sequence[str]) -> Iterator[str]:
    """Yield the measures with the days that hold now: a notice that is corrected does not take back an extension."""
    for key, text in zip(of.event.violations, frozen, strict=True):
        until = of.case.violations[key].remedy_by
        yield text if until is None else BY_DAY.sub(f" by {until}", text)


def _written_out(text: str) -> str:
    """Return a measure as the record froze it, its day written out."""
    return BY_DAY.sub(lambda found: f", by {weekday(date.fromisoformat(found[1]))}", text)


def _halt(of: Occasion) -> Iterator[Block]:
    """Yield the halt that comes with the notice itself, and leave for the work that the notice orders.

    Where no work at all may go on, only the notice can authorize the remedial work it demands.
    """
    version = of.law.on(of.event.on)
    rule = version.stop_work if version else None
    if rule is None or rule.arises != "notice":
        return
    yield Heading(text="Stop work", section=rule.section)
    yield Warn(
        text="With receipt of this notice you must halt all construction and maintenance activities on the property."
    )
    yield Quote(words=rule.words, source=rule.section)
    measures = [
        f"{each.key}: {each.remedy}"
        for key in of.event.violations
        if (each := of.case.violations[key]).remedy
    ]
    yield Words(text="Only the remedial measures ordered in this notice are authorized and may go on:")
    yield Items(items=tuple(measures))


def _slip(of: Occasion) -> Iterator[Paper]:
    event: ServiceFailed = of.event
    who = of.case.respondents[event.respondent]
    notice = of.case.notices[event.notice]
    failures = [each for each in notice.failures if each.respondent == event.respondent]
    tried = tuple((day(each.on), _how(each)) for each in failures)
    yield Paper(
        kind="failed-service",
        title="Failed Service and Order to Serve Again",
        dated=event.on,
        of=event.respondent,
        about=about(of.case),
        blocks=(
            Words(
                text=f"Service of the notice of violation {event.notice} of {day(notice.on)} on {who.name} was "
                f"attempted and failed. {_clock(of, notice)}"
            ),
            Grid(
                caption="Attempts at service",
                columns=(Column(title="Day"), Column(title="Why it failed", weight=3)),
                rows=tried,
            ),
            Heading(text="To serve again"),
            Facts(rows=(("Respondent", who.name), ("Last known address", who.address or "none on file"))),
            Words(text="Service is complete, by each mode that may be used, as follows."),
            Items(items=tuple(_modes(of.law))),
            Words(text="New address found, and where: "),
            Signature(office="Served again by (name, day, mode)"),
        ),
    )


def _how(failure: FailedService) -> str:
    known = [plain(each) for each in (failure.mode, failure.outcome) if each and each != ServiceFailure.OTHER]
    return f"{', '.join(known)}: {failure.reason}" if known else failure.reason


def _clock(of: Occasion, notice: Notice) -> str:
    served = served_on(notice, of.event.respondent, of.law)
    if served is None:
        return "No time to appeal has begun to run for this respondent."
    return f"Service by another mode was complete on {day(served)}; the time to appeal runs from that day."


def _modes(law: Law) -> Iterator[str]:
    for mode, rule in law.village.service.items():
        acts = listed(plain(name.removesuffix("_on")) for name in rule.completes_on)
        yield f"{plain(mode)}: when {acts}. {rule.authority}"


PAPERS: Final[Makers] = {NoticeIssued: (_notice,), ServiceFailed: (_slip,)}
