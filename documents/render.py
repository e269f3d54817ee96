"""Sets papers and packets as tagged PDF (PDF/UA-1) with Typst: the same document and instant give the same bytes.

Only the typefaces that come with Typst are used, so that every machine sets the same page. A letter they lack is
written in others and the paper says which (Unicode names, chapter 4.8 of the standard).
"""

import re
import shutil
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

import typst

LAYOUT: Final = Path(__file__).parent / "layout"
FILES: Final = "files"
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
NO_BREAK: Final = "\u00a0"
EVERY: Final = 10
SYLLABLE: Final = "HANGUL SYLLABLE "
IDEOGRAPH: Final = "CJK UNIFIED IDEOGRAPH-"


class Printable(Protocol):
    """What can be set: a frozen model that names its layout, and has room for what its typeface lacks."""

    layout: ClassVar[str]

    def model_dump_json(self) -> str:
        """Return what the layout reads."""

    def model_copy(self, *, update: dict[str, Any]) -> Self:
        """Return a copy with other values."""


D = TypeVar("D", bound=Printable)


class Rendered(NamedTuple, Generic[D]):
    """What was set: its file, the document with what could not be shown, and what stands for those letters."""

    pdf: bytes
    issue: D
    written: dict[str, str]


def render(document: D, at: datetime, files: Mapping[str, bytes] = MappingProxyType({})) -> Rendered[D]:
    """Set a document; `at` (aware) is the instant the file bears as its creation, `files` are shown or attached."""
    with _root(files) as root:
        written: dict[str, str] = {}
        while True:
            printed = document.model_copy(update={"unshown": tuple(_explained(written))})
            try:
                pdf = bytes(_compiled(root, printed, written, at, "pdf", pdf_standards=STANDARDS))
                return Rendered(pdf, printed, written)
            except typst.TypstError as error:
                lacking = _lacking(error, document) - written.keys()
                if not lacking:
                    raise
                written |= {letter: _instead(letter) for letter in sorted(lacking)}


def pictures(
    document: Printable,
    at: datetime,
    files: Mapping[str, bytes] = MappingProxyType({}),
    *,
    per_inch: int = 72,
) -> list[bytes]:
    """Return the pages of a document as PNG, to be looked at."""
    rendered = render(document, at, files)
    with _root(files) as root:
        pages = _compiled(root, rendered.issue, rendered.written, at, "png", ppi=per_inch)
    return pages if isinstance(pages, list) else [pages]


@contextmanager
def _root(files: Mapping[str, bytes]) -> Iterator[Path]:
    """Yield the folder that Typst may read: the layout, and the files where there are any."""
    if not files:
        yield LAYOUT
        return
    with TemporaryDirectory(prefix="abate-") as folder:
        root = Path(folder)
        shutil.copytree(LAYOUT, root, dirs_exist_ok=True)
        (root / FILES).mkdir()
        for name, content in files.items():
            (root / FILES / name).write_bytes(content)
        yield root


def _compiled(
    root: Path,
    document: Printable,
    written: dict[str, str],
    at: datetime,
    kind: Literal["pdf", "png"],
    **how: Any,
) -> Any:
    # A new compiler for each document: one that is used again keeps what it read.
    compiler = typst.Compiler(
        str(root / document.layout),
        root=str(root),
        ignore_system_fonts=True,
        sys_inputs={"document": _printable(document, written)},
    )
    # Typst takes whole seconds.
    return compiler.compile(format=kind, timestamp=at.replace(microsecond=0), **how)


def _printable(document: Printable, written: dict[str, str]) -> str:
    told = CONTROL.sub(r"\1", document.model_dump_json())
    told = told.replace("§ ", f"§{NO_BREAK}")  # a section sign and its number stay on one line
    told = told.translate({ord(letter): text for letter, text in written.items()})
    return LONG.sub(lambda found: _breakable(found[0]), told)


def _breakable(word: str) -> str:
    return BREAK.join(word[at : at + EVERY] for at in range(0, len(word), EVERY))


# --- letters the typefaces lack -------------------------------------------------------------------------


def _lacking(error: typst.TypstError, document: Printable) -> set[str]:
    """Return the letters of a document that an error is about, with all others of their writing."""
    found = NOT_SHOWN.search(str(error))
    if found is None:
        return set()
    named = set(ESCAPED.sub(lambda code: chr(int(code[1], 16)), found[1]))
    writings = {writing for letter in named if (writing := _writing(letter))}
    return named | {letter for letter in set(document.model_dump_json()) if _writing(letter) in writings}


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
