"""Sets a paper as tagged PDF (PDF/UA-1) with Typst: the same issue and instant give the same bytes.

Only the typefaces that come with Typst are used, so that every machine sets the same page. A letter they lack is
written in others and the paper says which (Unicode names, chapter 4.8 of the standard).
"""

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import typst

from documents.paper import Issue

LAYOUT: Final = Path(__file__).parent / "layout"
SOURCE: Final = LAYOUT / "paper.typ"
STANDARDS: Final = ["ua-1"]
NOT_SHOWN: Final = re.compile(
    r'PDF/UA-1 error: the text (?:contains the disallowed codepoint )?`"(.+?)"`', re.DOTALL
)
ESCAPED: Final = re.compile(r"\\u\{([0-9a-f]+)\}")
LONG: Final = re.compile(r'[^\s"\\\[\]{},:]{21,}')
"""A run of letters in JSON that no line may be long enough for."""

CONTROL: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\u00[01][0-9a-f]")
"""A control character as JSON escapes it; none is ever shown."""

BREAK: Final = "\u200b"
EVERY: Final = 10
SYLLABLE: Final = "HANGUL SYLLABLE "
IDEOGRAPH: Final = "CJK UNIFIED IDEOGRAPH-"


class Rendered(NamedTuple):
    """A paper that was set: its file, the issue with what could not be shown, and what stands for those letters."""

    pdf: bytes
    issue: Issue
    written: dict[str, str]


def render(issue: Issue, at: datetime) -> Rendered:
    """Set a paper; `at` (aware) is the instant the file bears as its creation."""
    written: dict[str, str] = {}
    while True:
        printed = issue.model_copy(update={"unshown": tuple(_explained(written))})
        try:
            pdf = bytes(_compiled(printed, written, at, "pdf", pdf_standards=STANDARDS))
            return Rendered(pdf, printed, written)
        except typst.TypstError as error:
            lacking = _lacking(error, issue) - written.keys()
            if not lacking:
                raise
            written |= {letter: _instead(letter) for letter in sorted(lacking)}


def pictures(issue: Issue, at: datetime, *, per_inch: int = 72) -> list[bytes]:
    """Return the pages of a paper as PNG, to be looked at."""
    rendered = render(issue, at)
    pages = _compiled(rendered.issue, rendered.written, at, "png", ppi=per_inch)
    return pages if isinstance(pages, list) else [pages]


def _compiled(
    issue: Issue, written: dict[str, str], at: datetime, kind: Literal["pdf", "png"], **how: Any
) -> Any:
    # A new compiler for each paper: one that is used again keeps what it read.
    compiler = typst.Compiler(
        str(SOURCE),
        root=str(LAYOUT),
        ignore_system_fonts=True,
        sys_inputs={"issue": _printable(issue, written)},
    )
    # Typst takes whole seconds.
    return compiler.compile(format=kind, timestamp=at.replace(microsecond=0), **how)


def _printable(issue: Issue, written: dict[str, str]) -> str:
    told = CONTROL.sub(r"\1", issue.model_dump_json())
    told = told.translate({ord(letter): text for letter, text in written.items()})
    return LONG.sub(lambda found: _breakable(found[0]), told)


def _breakable(word: str) -> str:
    return BREAK.join(word[at : at + EVERY] for at in range(0, len(word), EVERY))


# --- letters the typefaces lack -------------------------------------------------------------------------


def _lacking(error: typst.TypstError, issue: Issue) -> set[str]:
    """Return the letters of a paper that an error is about, with all others of their writing."""
    found = NOT_SHOWN.search(str(error))
    if found is None:
        return set()
    named = set(ESCAPED.sub(lambda code: chr(int(code[1], 16)), found[1]))
    writings = {writing for letter in named if (writing := _writing(letter))}
    return named | {letter for letter in set(issue.model_dump_json()) if _writing(letter) in writings}


def _writing(letter: str) -> str | None:
    name = unicodedata.name(letter, "")
    return next((writing for writing in (SYLLABLE, IDEOGRAPH) if name.startswith(writing)), None)


def _instead(letter: str) -> str:
    """Return what is printed for a letter: a syllable of Hangul as it sounds, nothing for a mark, else its code."""
    name = unicodedata.name(letter, "")
    if name.startswith(SYLLABLE):
        return name.removeprefix(SYLLABLE).capitalize()
    if unicodedata.category(letter) in {"Cc", "Cf", "Mn"}:
        return ""
    return f"[U+{ord(letter):04X}]"


def _explained(written: dict[str, str]) -> Iterator[str]:
    for letter, text in written.items():
        if text:
            yield f"{text}: U+{ord(letter):04X} {unicodedata.name(letter, 'without a name')}"
