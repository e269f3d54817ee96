"""Keeps the photographs and documents that are attached to cases, each once, known by its content.

Only kinds are taken that show something and run nothing; the kind is told by the content, whatever the name says.
"""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Engine

from activities.scanner import Scanner
from activities.tables import insert_or_ignore
from documents.photos import copy_of, day_taken, facts_of
from models.evidence import EvidenceFactsRow, EvidenceFileRow
from models.session import write
from rules.refusals import Malformed

THUMB: Final = 320
"""Pixels of the longer side of the small picture."""

LONGEST_NAME: Final = 200
SIGNS: Final = (
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"GIF8", 0, "image/gif"),
    (b"WEBP", 8, "image/webp"),
    (b"ftypheic", 4, "image/heic"),
    (b"ftypheix", 4, "image/heic"),
    (b"ftypmif1", 4, "image/heic"),
    (b"ftypmp4", 4, "video/mp4"),
    (b"ftypisom", 4, "video/mp4"),
    (b"ftypqt", 4, "video/quicktime"),
    (b"II*\0", 0, "image/tiff"),
    (b"MM\0*", 0, "image/tiff"),
    (b"%PDF-", 0, "application/pdf"),
)


class Taken(NamedTuple):
    """A file that was taken; `taken_at` is when its camera says, in ISO 8601."""

    sha256: str
    filename: str
    size: int
    taken_at: str | None = None

    def day(self, zone: str) -> date | None:
        """Return the day in a zone on which its camera says it was taken."""
        return day_taken(datetime.fromisoformat(self.taken_at), zone) if self.taken_at else None

    def fields(self, given: Mapping[str, Any], zone: str, today: date) -> dict[str, Any]:
        """Return the fields of the command that attaches it, dated by its camera where no other day is given.

        A camera whose clock is ahead of today is not believed.
        """
        day = None if given.get("taken_on") or given.get("inspection_on") else self.day(zone)
        dated = {"taken_on": day.isoformat()} if day and day <= today else {}
        return {**given, **dated, "sha256": self.sha256, "filename": self.filename, "size": self.size}


def take(engine: Engine, content: bytes, name: str, scanner: Scanner | None) -> Taken:
    """Keep a file that somebody sent under a name.

    Raises Malformed for one that is empty or of a kind that is not taken, NotAllowed for one in which the scanner
    found something, CannotBeChecked where the scanner does not answer; then nothing is kept.
    """
    filename = own_name(name)
    if not content:
        raise refused(filename, "is empty")
    media_type = kind_of(content)
    if media_type is None:
        raise refused(
            filename, "is no photograph, video or PDF that can be kept; use JPEG, PNG, HEIC, MP4 or PDF"
        )
    if scanner is not None:
        scanner.check(content, filename)
    taken_at = facts_of(content).taken_at
    return Taken(
        store(engine, content, media_type),
        filename,
        len(content),
        taken_at.isoformat() if taken_at else None,
    )


def store(engine: Engine, content: bytes, media_type: str) -> str:
    """Keep a file and return the SHA-256 of its content in hex; one that is kept already is left as it is."""
    sha256 = hashlib.sha256(content).hexdigest()
    row = {"sha256": sha256, "size": len(content), "media_type": media_type, "content": content}
    facts = facts_row(sha256, content)
    with write(engine) as session:
        insert_or_ignore(session, EvidenceFileRow, [row])
        insert_or_ignore(session, EvidenceFactsRow, [facts])
    return sha256


def facts_row(sha256: str, content: bytes) -> dict[str, object]:
    """Return what is kept beside a file of what it tells of itself."""
    facts = facts_of(content)
    taken_at = facts.taken_at.isoformat() if facts.taken_at else None
    thumb = copy_of(content, longest=THUMB)
    return {"sha256": sha256, **facts._asdict(), "taken_at": taken_at, "thumb": thumb}


def kind_of(content: bytes) -> str | None:
    """Return the media type that a file's first bytes tell, or None where it is not taken."""
    return next((told for sign, at, told in SIGNS if content[at : at + len(sign)] == sign), None)


def own_name(name: str) -> str:
    """Return the name of a file without its folders, of letters that can be written in a line."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(letter for letter in last if letter.isprintable()).strip()[-LONGEST_NAME:] or "file"


def refused(name: str, what: str) -> Malformed:
    """Return the refusal of a file, beside the field it was chosen in."""
    refusal = Malformed(f"The file {name} {what}.", field="path")
    refusal.problems = ((("path",), f"{name} {what}"),)
    return refusal
