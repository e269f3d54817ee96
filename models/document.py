"""The papers issued in a case or on a security: frozen, numbered, each sealed to the one before.

Only ever added to; a correction is a new paper that names the one it replaces.
"""

from datetime import date, datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from models.types import UtcDateTime


class DocumentRow(SQLModel, table=True):
    """One paper of the record `case_id`.

    `seq` is the event that called for it and `part` numbers the papers of one kind and event; a paper that a person
    asked for has `op_id` instead. `data` is the canonical JSON that was printed, `sha256` is of the file.
    `hash` is over every other column, `prev_hash` included (see `queries/chain.py`).
    """

    __tablename__ = "document"
    __table_args__ = (
        UniqueConstraint("case_id", "seq", "kind", "part"),
        UniqueConstraint("case_id", "op_id"),
    )

    case_id: str = Field(primary_key=True, foreign_key="case_number.case_id")
    number: int = Field(primary_key=True)
    kind: str
    of: str | None = None
    seq: int | None = None
    part: int = 0
    op_id: str | None = None
    title: str
    dated: date
    language: str
    template: str
    data: str
    sha256: str
    size: int
    replaces: int | None = None
    issued_by: str
    issued_at: datetime = Field(sa_type=UtcDateTime)
    prev_hash: str
    hash: str


class DocumentFileRow(SQLModel, table=True):
    """The file of a paper, byte for byte as it was issued, stored once by its content."""

    __tablename__ = "document_file"

    sha256: str = Field(primary_key=True)
    content: bytes
