"""The cover sheet to an English letter that asks for something by a day, in the language of a respondent.

It says what the letter is, by which day to act, that the English text is the legal one, and whom to ask. It goes with
each letter to a respondent whose language is one that the village supplies; its words are data, in `languages/`.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Final

from documents.blocks import Block, Heading, Warn
from documents.blocks import Words as Paragraph
from documents.occasion import Occasion
from documents.paper import Paper
from documents.translated import Words, words_in
from documents.wording import addressee
from rules.calendar import due
from rules.case import Respondent
from rules.law import Review
from rules.standing import governing
from rules.values import Language, Ruling


def cover_sheets(of: Occasion, papers: Iterable[Paper]) -> Iterator[Paper]:
    """Yield the cover sheets that go with the papers of an event, one for each respondent who needs one."""
    for paper in papers:
        for who in of.case.respondents.values():
            language = who.language
            if language in (None, Language.EN) or language not in of.law.village.languages:
                continue
            words = words_in(language)
            if words.explains(paper.kind) and addressee(who) in paper.to:
                yield from _sheet(of, paper, who, words)


def _sheet(of: Occasion, paper: Paper, who: Respondent, words: Words) -> Iterator[Paper]:
    asks = tuple(ASKS[paper.kind](of, Lines(words, paper.kind, of.law.village.name)))
    if not asks:
        return
    place = of.case.property
    about = (("address", place.address), ("parcel", place.parcel), ("description", place.description))
    attached = words.say(
        "about",
        "attached_words",
        title=paper.title,
        name=words.say("papers", paper.kind, "name"),
        day=words.day(paper.dated),
    )
    yield Paper(
        kind="cover-sheet",
        title=words.title,
        dated=paper.dated,
        of=who.key,
        to=(addressee(who),),
        about=(
            *((words.say("about", name), text) for name, text in about if text),
            (words.say("about", "attached"), attached),
        ),
        blocks=tuple(_blocks(of, paper, words, asks)),
        language="es",
    )


def _blocks(of: Occasion, paper: Paper, words: Words, asks: tuple[str, ...]) -> Iterator[Block]:
    village, version = of.law.village.name, governing(of.case, of.law)
    yield Heading(text=words.say("parts", "what"))
    yield Paragraph(text=words.say("papers", paper.kind, "what", village=village, ordinance=version.section))
    yield Heading(text=words.say("parts", "until"))
    yield from (Warn(text=line) for line in asks)
    yield Heading(text=words.say("parts", "legal"))
    yield Paragraph(text=words.say("always", "legal"))
    yield Heading(text=words.say("parts", "ask"))
    yield Paragraph(text=words.say("always", "ask", village=village))


class Lines:
    """The words about one kind of paper."""

    def __init__(self, words: Words, kind: str, village: str) -> None:
        self.words = words
        self._kind = kind
        self._village = village

    def say(self, name: str, **values: object) -> str:
        """Return a line, filled in."""
        return self.words.say("papers", self._kind, name, village=self._village, **values)

    def by(self, name: str, on: date, **values: object) -> str:
        """Return a line about a day."""
        return self.say(name, day=self.words.day(on), **values)


# --- what each letter asks for --------------------------------------------------------------------------


def _notice(of: Occasion, lines: Lines) -> Iterator[str]:
    for key in of.event.violations:
        each = of.case.violations[key]
        if each.remedy_by is not None:
            yield lines.by("remedy", each.remedy_by, violation=key, provision=each.provision)
    version = of.law.on(of.event.on) or governing(of.case, of.law)
    if version.stop_work is not None and version.stop_work.arises == "notice":
        yield lines.say("halt")
    if version.appeal is not None:
        within = version.appeal.within
        event = lines.words.say("events", within.starts_from)
        yield lines.say("appeal", length=lines.words.length(within), event=event)


def _now(_of: Occasion, lines: Lines) -> Iterator[str]:
    yield lines.say("now")


def _hearing(of: Occasion, lines: Lines) -> Iterator[str]:
    yield from _cost(of, lines)
    yield lines.say("rights")


def _decision(of: Occasion, lines: Lines) -> Iterator[str]:
    affirmed = [
        key
        for key, ruling in of.event.violations.items()
        if ruling is Ruling.AFFIRMED and of.case.violations[key].is_open
    ]
    for day in sorted({day for key in affirmed if (day := of.case.violations[key].remedy_by)}):
        keys = [key for key in affirmed if of.case.violations[key].remedy_by == day]
        yield lines.by("remedy", day, violations=lines.words.listed(keys))
    version = governing(of.case, of.law)
    if version.appeal is not None and version.appeal.review is not None:
        yield _review(of, lines, version.appeal.review)


def _review(of: Occasion, lines: Lines, rule: Review) -> str:
    if of.event.filed_on is None:
        return lines.say("review_unknown", length=lines.words.length(rule.within))
    return lines.by("review", due(rule.within, of.event.filed_on, of.law).due)


def _work(of: Occasion, lines: Lines) -> Iterator[str]:
    if getattr(of.event, "emergency", False):
        yield lines.say("emergency")
    yield lines.by("do_by", of.event.do_by)
    yield lines.say("otherwise")


def _cost(of: Occasion, lines: Lines) -> Iterator[str]:
    yield lines.by("hearing", of.event.hearing_on)
    if of.event.hour:
        yield lines.say("hour", hour=of.event.hour)
    if of.event.place:
        yield lines.say("place", place=of.event.place)


def _assessment(of: Occasion, lines: Lines) -> Iterator[str]:
    yield lines.by("pay_by", of.case.abatement.assessments[of.event.assessment].payable_through)


ASKS: Final[dict[str, Callable[[Occasion, Lines], Iterator[str]]]] = {
    "notice-of-violation": _notice,
    "stop-work-order": _now,
    "inspection-hold": _now,
    "hearing-notice": _hearing,
    "appeal-decision": _decision,
    "restoration-order": _work,
    "maintenance-notice": _work,
    "cost-notice": _cost,
    "assessment-notice": _assessment,
    "assessment-prorated": _assessment,
}
"""By the kind of the English paper; a language explains no other kind."""
