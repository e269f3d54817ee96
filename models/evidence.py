"""The photographs and documents attached to cases, each stored once by its content."""

from sqlmodel import Field, SQLModel


class EvidenceFileRow(SQLModel, table=True):
    """One file; its name and caption are with the events that attach it."""

    __tablename__ = "evidence_file"

    sha256: str = Field(primary_key=True)
    size: int
    media_type: str
    content: bytes
