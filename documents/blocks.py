"""What a paper is made of: plain blocks of words, which the layout sets and a reader of a screen hears in order.

A block says what it is, never how it looks.
"""

from typing import Annotated, Literal

from pydantic import Field

from rules.values import Value


class Heading(Value):
    """A heading of a part, with the section that asks for the part."""

    block: Literal["heading"] = "heading"
    text: str
    section: str | None = None


class Words(Value):
    """A paragraph; line breaks in it stand."""

    block: Literal["words"] = "words"
    text: str


class Warn(Value):
    """A paragraph that must not be overlooked: a last day, a right, an order."""

    block: Literal["warn"] = "warn"
    text: str


class Items(Value):
    """A list, numbered where its points are referred to."""

    block: Literal["items"] = "items"
    items: tuple[str, ...]
    numbered: bool = False


class Facts(Value):
    """Names and what they stand for, such as the day, the place and the case."""

    block: Literal["facts"] = "facts"
    rows: tuple[tuple[str, str], ...]


class Column(Value):
    """A column of a table; figures are set to the right, and `weight` is its share of what width is left."""

    title: str
    figures: bool = False
    weight: int = 1


class Grid(Value):
    """A table with its caption; the heading row is repeated on every page, `foot` is its last row."""

    block: Literal["grid"] = "grid"
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: tuple[str, ...] | None = None


class Quote(Value):
    """Words of an ordinance or of an instrument, exactly as they stand there."""

    block: Literal["quote"] = "quote"
    words: str
    source: str


class Signature(Value):
    """A line to sign on, the office that signs, and what is attested above it."""

    block: Literal["signature"] = "signature"
    office: str
    attests: str | None = None


class Jurat(Value):
    """The place where an oath is taken: county and state, and the line of who takes it."""

    block: Literal["jurat"] = "jurat"
    state: str
    county: str


class Caption(Value):
    """The head of a paper for a court: the court and where it sits, both sides, and what the paper is."""

    block: Literal["caption"] = "caption"
    court: str
    state: str
    county: str
    plaintiff: str
    defendants: tuple[str, ...]
    instrument: str


Block = Annotated[
    Heading | Words | Warn | Items | Facts | Grid | Quote | Signature | Jurat | Caption,
    Field(discriminator="block"),
]
