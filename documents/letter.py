"""Writes a reminder from its facts: subject, text and HTML, from the templates in `mail/`.

No subject names a respondent: it is read on locked screens. Other people's words are escaped, and stand by themselves
whatever direction they are written in.
"""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from documents.plain_line import one_line
from rules.calendar import say
from rules.reminders import ABOUT, MailKind
from rules.series import Series, series_of
from rules.values import Value

TEMPLATES: Final = Path(__file__).with_name("mail")
LONGEST_SUBJECT: Final = 150


class Line(Value):
    """One thing due: what, of whom or what, when, in which record, under which section, and why."""

    record: str
    where: str
    what: str
    of: str | None
    due: date
    section: str | None
    explanation: str


class Pile(Value):
    """One pile of a desk: its first lines, and how many there are in words and as a number."""

    title: str
    count: int
    tally: str
    lines: tuple[Line, ...]


class DigestFacts(Value):
    """What a morning's digest tells: the piles of one person's desk in one village that are not empty."""

    village: str
    day: date
    piles: tuple[Pile, ...]


class NewsFacts(Value):
    """What a mail of one event tells: a headline for its subject too, the record, and labeled facts."""

    village: str
    record: str
    where: str
    headline: str
    facts: tuple[tuple[str, str], ...] = ()
    explanation: str = ""
    section: str | None = None


class Links(NamedTuple):
    """Where a mail leads: the pages of the office, and the address that ends this kind of mail."""

    office: str
    unsubscribe: str

    def to(self, record: str) -> str:
        """Return the address of a record's page."""
        folder = "securities" if series_of(record) is Series.SECURITY else "cases"
        return f"{self.office}/{folder}/{record}"


class Letter(NamedTuple):
    """A mail's subject, its text and the same in HTML."""

    subject: str
    text: str
    html: str


def write(kind: MailKind, facts: str, links: Links) -> Letter:
    """Write a mail of a kind from its facts in JSON."""
    told: DigestFacts | NewsFacts
    if kind is MailKind.DIGEST:
        told = DigestFacts.model_validate_json(facts)
        subject, name = _digest_subject(told), "digest"
    else:
        told = NewsFacts.model_validate_json(facts)
        subject, name = told.headline, "news"
    context = {"told": told, "links": links, "about": ABOUT[kind]}
    text, html = (_templates().get_template(f"{name}.{form}").render(context) for form in ("txt", "html"))
    return Letter(one_line(subject, LONGEST_SUBJECT), text, html)


def _digest_subject(told: DigestFacts) -> str:
    tallies = ", ".join(f"{pile.tally} {pile.title.lower()}" for pile in told.piles)
    return f"{told.village}, {say(told.day)}: {tallies}"


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(line=one_line, day=say)
    return made
