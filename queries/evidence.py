"""The exhibits of a case: what they show, what they tell of themselves, their files, small pictures and copies."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import select
from sqlmodel import Session

from documents.photos import copy_of, day_taken, facts_of
from models.evidence import EvidenceFactsRow, EvidenceFileRow
from queries.record import Recorded
from queries.tables import table
from rules.events import EvidenceAttached
from rules.refusals import NotFound
from rules.values import Shown, Value

COPY: Final = 4_000
"""Pixels of the longer side of a copy that is handed out."""

JPEG: Final = "image/jpeg"


class Noted(NamedTuple):
    """What a stored file tells of itself, as `models/evidence.py` keeps it; `small`: there is a small picture."""

    media_type: str
    taken_at: datetime | None
    place: str | None
    camera: str | None
    width: int | None
    height: int | None
    small: bool


class FileView(Value):
    """An exhibit; `stored` tells whether its content is at hand, `on` is the day it was taken or else entered.

    `taken_on` is the day that was given, `camera_on` the day in the village by the camera's clock.
    """

    number: int
    sha256: str
    filename: str
    size: int
    caption: str
    on: date
    taken_on: date | None
    taken_by: str | None
    inspection_on: date | None
    violation: str | None
    shows: Shown | None
    recorded_at: datetime
    actor: str
    stored: bool
    media_type: str | None = None
    taken_at: datetime | None = None
    camera_on: date | None = None
    place: str | None = None
    camera: str | None = None
    width: int | None = None
    height: int | None = None
    small: bool = False

    @property
    def differs(self) -> bool:
        """Whether the camera dates it otherwise than whoever attached it."""
        return None not in {self.taken_on, self.camera_on} and self.taken_on != self.camera_on

    @property
    def can_be_copied(self) -> bool:
        """Whether there is a copy of it without what the camera noted."""
        return self.small


class Stored(NamedTuple):
    """A file as it is handed out."""

    filename: str
    media_type: str
    content: bytes


def files(session: Session, record: Sequence[Recorded], zone: str) -> tuple[FileView, ...]:
    """Return the exhibits, the latest first; the camera's day is that in a zone."""
    attached = [(each, each.event) for each in record if isinstance(each.event, EvidenceAttached)]
    noted = _noted(session, [event.sha256 for _, event in attached])
    found = (
        FileView(
            **event.model_dump(),
            number=number,
            recorded_at=each.recorded_at,
            actor=each.actor,
            stored=event.sha256 in noted,
            **_told(noted.get(event.sha256), zone),
        )
        for number, (each, event) in enumerate(attached, 1)
    )
    return tuple(found)[::-1]


def _told(noted: Noted | None, zone: str) -> dict[str, Any]:
    if noted is None:
        return {}
    camera_on = day_taken(noted.taken_at, zone) if noted.taken_at else None
    return {**noted._asdict(), "camera_on": camera_on}


def _noted(session: Session, hashes: Sequence[str]) -> Mapping[str, Noted]:
    """Return what the files that are at hand tell of themselves; their contents stay in the database."""
    if not hashes:
        return {}
    kept, facts = table(EvidenceFileRow), table(EvidenceFactsRow)
    small = facts.c.thumb.is_not(None)
    told = (facts.c.taken_at, facts.c.place, facts.c.camera, facts.c.width, facts.c.height, small)
    wanted = (
        select(kept.c.sha256, kept.c.media_type, facts.c.sha256, *told)
        .outerjoin(facts, facts.c.sha256 == kept.c.sha256)
        .where(kept.c.sha256.in_(hashes))
    )
    return {
        sha256: Noted(media_type, _instant(taken_at), *more) if known else _read(session, sha256, media_type)
        for sha256, media_type, known, taken_at, *more in session.execute(wanted)
    }


def _read(session: Session, sha256: str, media_type: str) -> Noted:
    """Return what a file tells that was stored before anybody asked."""
    content = session.get_one(EvidenceFileRow, sha256).content
    return Noted(media_type, *facts_of(content), small=copy_of(content, longest=1) is not None)


def _instant(taken_at: str | None) -> datetime | None:
    return datetime.fromisoformat(taken_at) if taken_at else None


# --- files ----------------------------------------------------------------------------------------------


def stored_file(session: Session, record: Sequence[Recorded], case_id: str, sha256: str) -> Stored:
    """Return a file that is attached to a case; raise NotFound, for a file of another case as well."""
    row = session.get(EvidenceFileRow, sha256) if sha256 in set(_hashes(record)) else None
    if row is None:
        raise NotFound(f"There is no such file in {case_id}.", remedy="Open it from the case's page.")
    return Stored(_filename(record, sha256), row.media_type, row.content)


def plain_copy(session: Session, record: Sequence[Recorded], case_id: str, sha256: str) -> Stored:
    """Return a copy of a photograph without what the camera noted; raise NotFound, also where there can be none."""
    file = stored_file(session, record, case_id, sha256)
    copy = copy_of(file.content, longest=COPY)
    if copy is None:
        raise NotFound(
            f"No copy without camera data can be made of {file.filename}.",
            remedy="Only photographs that can be shown have one; the original is unchanged.",
        )
    return Stored(f"{file.filename.rpartition('.')[0] or file.filename} (copy).jpg", JPEG, copy)


def small_picture(
    session: Session, record: Sequence[Recorded], case_id: str, sha256: str, longest: int
) -> Stored:
    """Return the small picture of a photograph that is attached to a case; raise NotFound."""
    kept = session.get(EvidenceFactsRow, sha256) if sha256 in set(_hashes(record)) else None
    if kept is not None and kept.thumb is not None:
        return Stored("small.jpg", JPEG, kept.thumb)
    made = copy_of(stored_file(session, record, case_id, sha256).content, longest=longest)
    if made is None:
        raise NotFound("There is no small picture of this file.", remedy="Open the file itself.")
    return Stored("small.jpg", JPEG, made)


def _hashes(record: Sequence[Recorded]) -> Iterator[str]:
    return (each.event.sha256 for each in record if isinstance(each.event, EvidenceAttached))


def _filename(record: Sequence[Recorded], sha256: str) -> str:
    named = (each.event for each in record if isinstance(each.event, EvidenceAttached))
    return [event.filename for event in named if event.sha256 == sha256][-1]
