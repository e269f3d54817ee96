"""Sets papers and reads them as others would: a validator of PDF/UA, a screen reader, an eye on the margins."""

import io
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pikepdf
from pdfua import validate
from PIL import Image
from pypdf import PdfReader

from documents.catalog import papers_of
from documents.paper import Issue, Paper
from documents.render import Rendered, pictures, render
from rules import engine, security_engine
from rules.case import Case
from rules.events import Event
from rules.guarantee import Security
from rules.law import Law
from tests.rules.play import Play

AT = datetime(2026, 11, 30, 15, 4, 5, 678, tzinfo=UTC)
SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITES = "ABATE_WRITE_SNAPSHOTS" in os.environ  # write them anew, then read what changed in the diff
PER_INCH = 40
MARGIN = 1.0  # inches, at both sides
ROOM = 0.06  # inches that a glyph may lean out by


def papers(play: Play) -> list[Paper]:
    """Give every paper that a case's events called for, in order."""
    case: Case | None = None
    made: list[Paper] = []
    for event in play.events:
        case = engine.evolve(case, event)
        made.extend(papers_of(play.law, case, event))
    return made


def security_papers(law: Law, events: Iterable[Event]) -> list[Paper]:
    """Give every paper that the events of a security called for, in order."""
    security: Security | None = None
    made: list[Paper] = []
    for event in events:
        security = security_engine.evolve(security, event)
        made.extend(papers_of(law, security, event))
    return made


def paper(play: Play, kind: str) -> Paper:
    """Give the last paper of a kind."""
    return [each for each in papers(play) if each.kind == kind][-1]


def issue(of: Paper, village: str = "webster", key: str = "p1", **more: Any) -> Issue:
    """Put a paper under a number and a letterhead."""
    letterhead = (f"Village of {village.title()}", "5 Main Street", "New York 14580")
    return Issue(paper=of, record=f"{village}-2026-0001", key=key, letterhead=letterhead, **more)


def sound(of: Paper, village: str = "webster", **more: Any) -> str:
    """Set a paper, hold it against all that every paper must be, and give its text."""
    rendered = render(issue(of, village, **more), AT)
    is_accessible(rendered)
    stays_on_the_page(rendered)
    return text_of(rendered.pdf)


def reads_as(name: str, of: Paper, village: str = "webster") -> None:
    """Compare the text of a paper with the snapshot that was reviewed."""
    text = sound(of, village)
    path = SNAPSHOTS / f"{name}.txt"
    if WRITES:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def text_of(pdf: bytes) -> str:
    """Give the text of all pages, as it is read out."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return (
        "\n".join(page.extract_text() for page in pages).replace("\u200b", "").replace("\u00a0", " ") + "\n"
    )


def flat(text: str) -> str:
    """Give a text as one line, as a sentence runs over its ends of lines."""
    return " ".join(text.split())


def is_accessible(rendered: Rendered[Issue]) -> None:
    """Check what PDF/UA-1 asks for that a program can see: tags, title, language, headings in order, tables."""
    opened: Any = io.BytesIO(rendered.pdf)  # taken, though the types of the library ask for a path
    report = validate(opened)
    assert [finding.message for finding in report.findings] == []
    with pikepdf.open(io.BytesIO(rendered.pdf)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang)[:2] == rendered.issue.paper.language
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        assert rendered.issue.paper.title in str(pdf.docinfo.Title)
        headings = [tag for tag in _tags(pdf.Root.StructTreeRoot) if tag in {"/H1", "/H2", "/H3"}]
    assert headings[0] == "/H1"
    assert headings.count("/H1") == 1


def _tags(node: Any) -> list[str]:
    found = [str(node.S)] if "/S" in node else []
    kids = node.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            found += _tags(kid)
    return found


def stays_on_the_page(rendered: Rendered[Issue]) -> None:
    """Check that nothing is set in the side margins of any page."""
    for number, page in enumerate(pictures(rendered.issue, AT, per_inch=PER_INCH), start=1):
        gray = Image.open(io.BytesIO(page)).convert("L")
        edge = int((MARGIN - ROOM) * PER_INCH)
        for box in ((0, 0, edge, gray.height), (gray.width - edge, 0, gray.width, gray.height)):
            darkest: Any = gray.crop(box).getextrema()[0]
            assert darkest > 200, f"something is set in the margin of page {number}"
