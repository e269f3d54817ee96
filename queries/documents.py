"""The papers issued in a case or on a security: their list, their files, and whether they are still as issued."""

import hashlib
import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from models.document import DocumentFileRow, DocumentRow
from queries.chain import GENESIS, seal_document
from rules.refusals import NotFound
from rules.values import Value

KEY = re.compile(r"p([1-9]\d{0,5})")


class Called(NamedTuple):
    """What makes a paper the one that an event calls for: the event, the kind, and its place among those."""

    seq: int
    kind: str
    part: int


class DocumentView(Value):
    """A paper as it is listed; `replaced_by` is the key of its correction."""

    key: str
    kind: str
    title: str
    of: str | None
    dated: date
    language: str
    template: str
    sha256: str
    size: int
    seq: int | None
    part: int
    replaces: str | None
    replaced_by: str | None
    issued_by: str
    issued_at: datetime


class StoredPaper(NamedTuple):
    """The file of a paper as it is handed out."""

    filename: str
    content: bytes


def key_of(number: int) -> str:
    """Return the key of a paper from its number."""
    return f"p{number}"


def documents(session: Session, record_id: str) -> tuple[DocumentRow, ...]:
    """Return the rows of the papers of a record, in the order they were issued."""
    wanted = (
        select(DocumentRow).where(col(DocumentRow.case_id) == record_id).order_by(col(DocumentRow.number))
    )
    return tuple(session.exec(wanted))


def document_views(session: Session, record_id: str) -> tuple[DocumentView, ...]:
    """Return the papers of a record as they are listed, in the order they were issued."""
    rows = documents(session, record_id)
    corrections = {row.replaces: row.number for row in rows if row.replaces is not None}
    return tuple(_view(row, corrections.get(row.number)) for row in rows)


def document(session: Session, record_id: str, key: str) -> DocumentRow:
    """Return one paper of a record by its key; raise NotFound."""
    number = KEY.fullmatch(key)
    row = session.get(DocumentRow, (record_id, int(number[1]))) if number else None
    if row is None:
        raise NotFound(
            f"There is no paper {key} in {record_id}.", remedy="See the list of its papers.", field="paper"
        )
    return row


def stored_paper(session: Session, record_id: str, key: str) -> StoredPaper:
    """Return the file of a paper, byte for byte as it was issued; raise NotFound."""
    row = document(session, record_id, key)
    content = session.scalar(select(DocumentFileRow.content).where(col(DocumentFileRow.sha256) == row.sha256))
    if content is None:
        raise NotFound(
            f"The file of paper {key} is missing.", remedy="Run the audit; restore it from a backup."
        )
    return StoredPaper(f"{record_id}-{key}-{row.kind}.pdf", content)


def last_document(session: Session, record_id: str) -> DocumentRow | None:
    """Return the paper that was issued last in a record."""
    wanted = select(DocumentRow).where(col(DocumentRow.case_id) == record_id)
    return session.exec(wanted.order_by(col(DocumentRow.number).desc()).limit(1)).first()


def find_called(session: Session, record_id: str, called: Called) -> DocumentRow | None:
    """Return the paper that an event called for, if it was issued."""
    return session.exec(
        select(DocumentRow).where(
            col(DocumentRow.case_id) == record_id,
            col(DocumentRow.seq) == called.seq,
            col(DocumentRow.kind) == called.kind,
            col(DocumentRow.part) == called.part,
        )
    ).first()


def called_of(row: DocumentRow) -> Called:
    """Return what makes a paper the one that its event calls for."""
    assert row.seq is not None
    return Called(row.seq, row.kind, row.part)


def find_keyed(session: Session, record_id: str, op_id: str | None) -> DocumentRow | None:
    """Return the paper that a person asked for under a key, if it was issued."""
    keyed = (col(DocumentRow.case_id) == record_id, col(DocumentRow.op_id) == op_id)
    return session.exec(select(DocumentRow).where(*keyed)).first()


def correction_of(session: Session, row: DocumentRow) -> DocumentRow | None:
    """Return the paper that replaces another, if there is one."""
    replaces = (col(DocumentRow.case_id) == row.case_id, col(DocumentRow.replaces) == row.number)
    return session.exec(select(DocumentRow).where(*replaces)).first()


def first_of(session: Session, row: DocumentRow) -> DocumentRow:
    """Return the paper that a correction goes back to, over other corrections if need be; itself where it is none."""
    while row.replaces is not None:
        row = session.get_one(DocumentRow, (row.case_id, row.replaces))
    return row


def verify_documents(session: Session, record_id: str) -> Iterator[str]:
    """Yield a sentence for each paper that is not as it was issued, or that is gone."""
    previous = GENESIS
    for place, row in enumerate(documents(session, record_id), start=1):
        fault = _fault(session, row, place, previous)
        if fault is not None:
            yield f"{record_id}: paper {key_of(row.number)} ({row.kind}) {fault}."
        previous = row.hash


def _fault(session: Session, row: DocumentRow, place: int, previous: str) -> str | None:
    if row.number != place or row.prev_hash != previous:
        return "does not follow from the paper before it: one is missing or was changed"
    if row.hash != seal_document(row):
        return "was changed after it was issued: its hash is not that of its content"
    content = session.scalar(select(DocumentFileRow.content).where(col(DocumentFileRow.sha256) == row.sha256))
    if content is None:
        return "has lost its file"
    if hashlib.sha256(content).hexdigest() != row.sha256:
        return "has a file that was changed after it was issued"
    return None


def _view(row: DocumentRow, correction: int | None) -> DocumentView:
    told = row.model_dump(include=set(DocumentView.model_fields) - {"replaces"})
    return DocumentView(
        **told,
        key=key_of(row.number),
        replaces=key_of(row.replaces) if row.replaces else None,
        replaced_by=key_of(correction) if correction else None,
    )
