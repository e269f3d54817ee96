"""The photographs and documents attached to cases, each stored once by its content."""

from sqlmodel import Field, SQLModel


class EvidenceFileRow(SQLModel, table=True):
    """One file; its name and caption are with the events that attach it."""

    __tablename__ = "evidence_file"

    sha256: str = Field(primary_key=True)
    size: int
    media_type: str
    content: bytes


class EvidenceFactsRow(SQLModel, table=True):
    """What a file told of itself when it was stored: it can be found again from the file.

    `taken_at` is in ISO 8601, with an offset from UTC where the camera noted one; `place` in degrees, latitude first;
    `thumb` is a small JPEG without EXIF, None for what is no photograph that can be shown.
    """

    __tablename__ = "evidence_facts"

    sha256: str = Field(primary_key=True, foreign_key="evidence_file.sha256")
    taken_at: str | None = None
    place: str | None = None
    camera: str | None = None
    width: int | None = None
    height: int | None = None
    thumb: bytes | None = None
