"""Issues papers: sets them, numbers them, and freezes file and data, sealed to the papers before.

What an event calls for is issued once, whoever asks and however often. A paper is set outside the transaction that
keeps it: where another one was kept meanwhile, it is set again under the next number.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine
from sqlmodel import Session
from temporalio import activity

from activities.messages import CaseRef, PapersIssued
from activities.project import hold
from activities.record import law_of
from activities.tables import insert_or_ignore
from documents.catalog import calls_for_paper, papers_of
from documents.paper import Issue, Paper, Replaced
from documents.render import Rendered, render
from models.document import DocumentFileRow, DocumentRow
from models.session import read, write
from queries.chain import GENESIS, canonical, seal_document
from queries.documents import (
    Called,
    called_of,
    correction_of,
    documents,
    find_called,
    find_keyed,
    key_of,
    last_document,
)
from queries.record import Recorded, load
from rules import engine as case_engine
from rules import security_engine
from rules.case import Case
from rules.guarantee import Security
from rules.law import Law
from rules.refusals import Conflict, Refusal, RefusalFacts
from rules.series import Series, series_of


class Draft(NamedTuple):
    """A paper to be issued: in which record, by whom, at which instant, and what makes it the same paper again."""

    record: str
    paper: Paper
    by: str
    at: datetime
    called: Called | None = None
    op_id: str | None = None
    replaces: int | None = None
    reason: str = ""


class Papers:
    """The activity `issue_papers`; `ordinances` is a folder of laws beside our own."""

    def __init__(self, engine: Engine, ordinances: Path | None = None) -> None:
        self._engine = engine
        self._ordinances = ordinances

    @activity.defn
    def issue_papers(self, ref: CaseRef) -> PapersIssued:
        """Issue every paper that the events of a record call for and that is not issued yet."""
        try:
            with read(self._engine) as session:
                law = law_of(session, ref.village, self._ordinances)
            return issue_called_for(self._engine, law, ref.case)
        except Refusal as refusal:
            return PapersIssued(lacking=(refusal.facts,))


def issue_called_for(
    engine: Engine, law: Law, record_id: str, *, until: datetime | None = None
) -> PapersIssued:
    """Issue what is called for and missing; one that cannot be made keeps none of the others back.

    `until` leaves out what was recorded after it.
    Raises what went wrong with the first that failed, once all others are issued.
    """
    issued, lacking, faults = list[str](), list[RefusalFacts](), list[Exception]()
    with read(engine) as session:
        entries = load(session, record_id)
        served = frozenset(called_of(row) for row in documents(session, record_id) if row.seq is not None)
    for entry, told in _calls(record_id, law, entries):
        if until is not None and entry.recorded_at > until:
            break
        try:
            papers = papers_of(law, told, entry.event)
        except Refusal as refusal:
            lacking.append(refusal.facts)
            continue
        for draft in _drafts(record_id, entry, papers, served):
            try:
                issued.append(issue(engine, law, draft))
            except Exception as fault:  # noqa: BLE001  kept back until the others are issued, then raised
                faults.append(fault)
    if faults:
        raise faults[0]
    return PapersIssued(issued=tuple(issued), lacking=tuple(lacking))


def issue(engine: Engine, law: Law, draft: Draft) -> str:
    """Set and keep a paper and return its key; the key of the one kept before where it was issued already."""
    while True:
        with read(engine) as session:
            there = _there(session, draft)
            last = last_document(session, draft.record)
            issued = _issue(session, law, draft, (last.number if last else 0) + 1)
        if there is not None:
            return key_of(there.number)
        rendered = render(issued, draft.at)
        with write(engine) as session:
            hold(session, draft.record)
            now_last = last_document(session, draft.record)
            if (now_last and now_last.hash) != (last and last.hash):
                continue
            return key_of(_keep(session, draft, rendered, last).number)


def _there(session: Session, draft: Draft) -> DocumentRow | None:
    if draft.called is not None:
        return find_called(session, draft.record, draft.called)
    there = find_keyed(session, draft.record, draft.op_id)
    if there is not None and _asked_for(there) != (draft.paper.kind, draft.paper.of, draft.replaces):
        raise Conflict(
            f"Under this key {key_of(there.number)} was issued, which is another paper.",
            remedy="Ask for another paper under a key of its own.",
        )
    return there


def _asked_for(row: DocumentRow) -> tuple[str, str | None, int | None]:
    return row.kind, row.of, row.replaces


def _issue(session: Session, law: Law, draft: Draft, number: int) -> Issue:
    old = None if draft.replaces is None else session.get(DocumentRow, (draft.record, draft.replaces))
    return Issue(
        paper=draft.paper,
        record=draft.record,
        key=key_of(number),
        letterhead=law.village.letterhead,
        replaces=None
        if old is None
        else Replaced(key=key_of(old.number), dated=old.dated, reason=draft.reason),
    )


def _keep(session: Session, draft: Draft, rendered: Rendered[Issue], last: DocumentRow | None) -> DocumentRow:
    _check_not_replaced(session, draft)
    sha256 = hashlib.sha256(rendered.pdf).hexdigest()
    paper, called = draft.paper, draft.called
    row = DocumentRow(
        case_id=draft.record,
        number=(last.number if last else 0) + 1,
        kind=paper.kind,
        of=paper.of,
        seq=called.seq if called else None,
        part=called.part if called else 0,
        op_id=draft.op_id,
        title=paper.title,
        dated=paper.dated,
        language=paper.language,
        template=rendered.issue.template,
        data=canonical(rendered.issue.model_dump(mode="json")),
        sha256=sha256,
        size=len(rendered.pdf),
        replaces=draft.replaces,
        issued_by=draft.by,
        issued_at=draft.at,
        prev_hash=last.hash if last else GENESIS,
        hash="",
    )
    row.hash = seal_document(row)
    insert_or_ignore(session, DocumentFileRow, [{"sha256": sha256, "content": rendered.pdf}])
    session.add(row)
    session.flush()
    return row


def _check_not_replaced(session: Session, draft: Draft) -> None:
    old = None if draft.replaces is None else session.get(DocumentRow, (draft.record, draft.replaces))
    other = None if old is None else correction_of(session, old)
    if old is not None and other is not None:
        raise Conflict(
            f"{key_of(old.number)} was replaced by {key_of(other.number)} meanwhile.",
            remedy="Correct that one.",
            field="paper",
        )


# --- what the events call for ---------------------------------------------------------------------------


def _calls(
    record_id: str, law: Law, entries: Sequence[Recorded]
) -> Iterator[tuple[Recorded, Case | Security]]:
    """Yield the events that may call for papers, each with its record as it stood right after."""
    if not any(calls_for_paper(entry.event) for entry in entries):
        return
    told: Case | Security | None = None
    for entry in entries:
        told = _evolved(record_id, told, entry)
        if told.village != law.village.key:
            return
        if calls_for_paper(entry.event):
            yield entry, told


def _evolved(record_id: str, told: Case | Security | None, entry: Recorded) -> Case | Security:
    if series_of(record_id) is Series.SECURITY:
        assert told is None or isinstance(told, Security)
        return security_engine.evolve(told, entry.event)
    assert told is None or isinstance(told, Case)
    return case_engine.evolve(told, entry.event)


def _drafts(
    record_id: str, entry: Recorded, papers: tuple[Paper, ...], served: Collection[Called]
) -> Iterator[Draft]:
    parts = dict[str, int]()
    for paper in papers:
        part = parts[paper.kind] = parts.get(paper.kind, -1) + 1
        called = Called(entry.seq, paper.kind, part)
        if called not in served:
            yield Draft(record_id, paper, entry.actor, entry.recorded_at, called)
