"""The papers of a record as people look for them: issued, still to come and why, and those that may be asked for."""

from collections.abc import Iterator, Sequence
from datetime import date

from sqlmodel import Session

from documents.catalog import STATEMENTS, calls_for_paper, papers_of
from queries.documents import Called, DocumentView, document_views
from queries.record import Recorded, load, nothing
from rules import engine, security_engine
from rules.case import Case
from rules.events import Event
from rules.guarantee import Security
from rules.law import Law
from rules.refusals import Refusal
from rules.series import Series, series_of
from rules.values import Role, Value


class Awaited(Value):
    """A paper that an event called for and that is not issued: what it `lacks`, or None where it is on its way."""

    title: str
    on: date
    seq: int
    lacks: str | None


class Askable(Value):
    """A statement that may be asked for, by whom, and the keys it may be about; None where it is of the whole case."""

    kind: str
    title: str
    keys: tuple[str, ...] | None
    roles: tuple[Role, ...]
    yours: bool


class PaperList(Value):
    """All that is to be known of the papers of one record."""

    record: str
    village: str
    issued: tuple[DocumentView, ...]
    awaited: tuple[Awaited, ...]
    statements: tuple[Askable, ...]


def paper_list(session: Session, law: Law, record_id: str, roles: frozenset[Role]) -> PaperList:
    """Return the papers of a case or a security; raise NotFound."""
    entries = load(session, record_id)
    told = fold_any(record_id, [entry.event for entry in entries])
    if told is None or not roles:
        raise nothing(record_id)
    return list_of(session, law, told, entries, roles)


def list_of(
    session: Session, law: Law, told: Case | Security, entries: Sequence[Recorded], roles: frozenset[Role]
) -> PaperList:
    """Return the papers of a record that has been read already."""
    issued = document_views(session, told.id)
    served = {Called(each.seq, each.kind, each.part) for each in issued if each.seq is not None}
    return PaperList(
        record=told.id,
        village=told.village,
        issued=issued,
        awaited=tuple(_awaited(law, told.id, entries, served)),
        statements=tuple(_askable(told, roles)) if isinstance(told, Case) else (),
    )


def fold_any(record_id: str, events: Sequence[Event]) -> Case | Security | None:
    """Return the case or the security that events tell of."""
    if series_of(record_id) is Series.SECURITY:
        return security_engine.fold(events)
    return engine.fold(events)


def _awaited(law: Law, record_id: str, entries: Sequence[Recorded], served: set[Called]) -> Iterator[Awaited]:
    told: Case | Security | None = None
    for entry in entries:
        told = _evolved(record_id, told, entry.event)
        if calls_for_paper(entry.event):
            yield from _of_event(law, told, entry, served)


def _evolved(record_id: str, told: Case | Security | None, event: Event) -> Case | Security:
    if series_of(record_id) is Series.SECURITY:
        assert told is None or isinstance(told, Security)
        return security_engine.evolve(told, event)
    assert told is None or isinstance(told, Case)
    return engine.evolve(told, event)


def _of_event(law: Law, told: Case | Security, entry: Recorded, served: set[Called]) -> Iterator[Awaited]:
    try:
        papers = papers_of(law, told, entry.event)
    except Refusal as refusal:
        title = entry.kind.replace("-", " ")
        yield Awaited(
            title=f"The paper of {title}",
            on=entry.effective_on,
            seq=entry.seq,
            lacks=refusal.facts.sentence(),
        )
        return
    parts: dict[str, int] = {}
    for paper in papers:
        part = parts[paper.kind] = parts.get(paper.kind, -1) + 1
        if Called(entry.seq, paper.kind, part) not in served:
            yield Awaited(title=paper.title, on=paper.dated, seq=entry.seq, lacks=None)


def _askable(case: Case, roles: frozenset[Role]) -> Iterator[Askable]:
    for each in STATEMENTS.values():
        keys = None if each.keys is None else tuple(each.keys(case))
        if keys != ():
            yield Askable(
                kind=each.kind,
                title=each.title,
                keys=keys,
                roles=tuple(sorted(each.roles)),
                yours=bool(each.roles & roles),
            )
