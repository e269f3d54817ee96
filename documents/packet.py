"""The file of a case in one document, for a court: contents, chapters, papers in the words they were issued in.

The papers are set again from the data that was frozen with them, so that the whole is one tagged document with its
own contents and bookmarks; the files themselves, byte for byte as issued, are attached to it.
"""

from collections.abc import Iterator
from typing import ClassVar, Literal

from documents.blocks import Block, Quote
from documents.paper import Issue
from rules.law import Ordinance
from rules.values import Value


class Picture(Value):
    """A photograph of the evidence: its file, its caption, and what is to be known of it."""

    name: str
    title: str
    alt: str
    blocks: tuple[Block, ...]


class Attached(Value):
    """A file that is attached to the document."""

    name: str
    description: str


class Chapter(Value):
    """A chapter: blocks, then papers or pictures where it has any."""

    title: str
    blocks: tuple[Block, ...] = ()
    papers: tuple[Issue, ...] = ()
    pictures: tuple[Picture, ...] = ()


class Packet(Value):
    """The file of a case: a title with what the case is, and chapters."""

    layout: ClassVar[str] = "packet.typ"

    record: str
    title: Literal["Case Packet"] = "Case Packet"
    letterhead: tuple[str, ...]
    blocks: tuple[Block, ...]
    chapters: tuple[Chapter, ...]
    attached: tuple[Attached, ...] = ()
    unshown: tuple[str, ...] = ()


def ordinance_words(version: Ordinance) -> Iterator[Quote]:
    """Yield the words of a version of an ordinance, as encoded, each with the section it stands in."""
    yield from dict.fromkeys(_words(version))


def _words(part: object) -> Iterator[Quote]:
    if isinstance(part, dict):
        for each in part.values():
            yield from _words(each)
    elif isinstance(part, tuple):
        for each in part:
            yield from _words(each)
    elif fields := getattr(type(part), "model_fields", None):
        section = getattr(part, "section", None)
        told = (
            (getattr(part, "words", None), section),
            (getattr(part, "unit_words", None), getattr(part, "unit_section", section)),
        )
        yield from (Quote(words=words, source=where) for words, where in told if words and where)
        for name in fields:
            yield from _words(getattr(part, name))
