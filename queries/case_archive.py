"""What goes into the ZIP of a case beside its packet: the record and the list of papers as sealed, files, the law."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlmodel import Session, col, select

from models.document import DocumentFileRow, DocumentRow
from models.event import EventRow
from models.evidence import EvidenceFileRow
from queries.chain import GENESIS, canonical, sealed_document, sealed_event
from queries.documents import documents
from queries.evidence import files
from queries.record import load
from rules.law import Law

ENDING: Final = re.compile(r"(?<=.)\.[a-z0-9]{1,10}\Z", re.ASCII)


class Parts(NamedTuple):
    """The files of an archive, each read when it is its turn, and what the manifest says about the case."""

    files: Iterator[tuple[str, bytes]]
    about: dict[str, Any]


def archive_parts(session: Session, law: Law, case_id: str) -> Parts:
    """Return the parts of a case's archive, to be taken while the session lasts.

    Whether the case may be seen has been asked before.
    """
    rows = list(
        session.exec(select(EventRow).where(col(EventRow.case_id) == case_id).order_by(col(EventRow.seq)))
    )
    papers = documents(session, case_id)
    found = {
        "events.jsonl": _lines([sealed_event(row) | {"hash": row.hash} for row in rows]),
        "papers.jsonl": _lines([sealed_document(row) | {"hash": row.hash} for row in papers]),
        "law/law.json": law.model_dump_json(indent=1).encode(),
    }
    about = {
        "record": case_id,
        "village": law.village.name,
        "head": rows[-1].hash if rows else GENESIS,
        "papers_head": papers[-1].hash if papers else GENESIS,
    }
    kept = chain(_papers(session, papers), _evidence(session, law, case_id))
    return Parts(chain(found.items(), kept), about)


def _papers(session: Session, papers: Sequence[DocumentRow]) -> Iterator[tuple[str, bytes]]:
    for row in papers:
        content = session.scalar(
            select(DocumentFileRow.content).where(col(DocumentFileRow.sha256) == row.sha256)
        )
        if content is not None:
            yield f"papers/p{row.number}.pdf", content


def _evidence(session: Session, law: Law, case_id: str) -> Iterator[tuple[str, bytes]]:
    for each in files(session, load(session, case_id), law.village.zone):
        kept = select(EvidenceFileRow.content).where(col(EvidenceFileRow.sha256) == each.sha256)
        content = session.scalar(kept)
        if content is not None:
            yield f"evidence/{each.sha256[:16]}{_ending(each.filename)}", content


def _ending(filename: str) -> str:
    """Return the ending of a file's name, if every system can unpack a file of that name."""
    found = ENDING.search(filename.lower())
    return found[0] if found else ""


def _lines(entries: list[dict[str, Any]]) -> bytes:
    return "".join(f"{canonical(entry)}\n" for entry in entries).encode()
