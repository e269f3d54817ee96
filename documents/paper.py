"""A paper: what a village writes in a case or on a security, before it is set and after it was issued."""

from datetime import date
from typing import ClassVar, Final, Literal

from documents.blocks import Block
from rules.values import Value

TEMPLATE: Final = "1"
"""The version of layout and wording. It grows when either changes; what was issued keeps the one it had."""


class Addressee(Value):
    """Whom a paper goes to."""

    name: str
    address: str | None = None


class Paper(Value):
    """The words of a paper.

    `of` is the key of what it is about (`n1`, `r1`, `d2`); `rests_on` names the interpretations of doubtful law
    behind it, each in one sentence.
    """

    kind: str
    title: str
    dated: date
    of: str | None = None
    to: tuple[Addressee, ...] = ()
    about: tuple[tuple[str, str], ...] = ()
    blocks: tuple[Block, ...]
    rests_on: tuple[str, ...] = ()
    language: Literal["en", "es"] = "en"


class Replaced(Value):
    """The paper that another one corrects, and why."""

    key: str
    dated: date
    reason: str


class Issue(Value):
    """A paper under its number, with all that is printed: what is frozen beside the file."""

    layout: ClassVar[str] = "paper.typ"

    paper: Paper
    record: str
    key: str
    letterhead: tuple[str, ...]
    template: str = TEMPLATE
    replaces: Replaced | None = None
    unshown: tuple[str, ...] = ()
