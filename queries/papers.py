"""What is on file in a case: notices as they were issued, evidence, settlements, the injunction."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from sqlmodel import Session, col, select

from models.evidence import EvidenceFileRow
from queries.record import Recorded
from rules.acts import Setting
from rules.case import Case
from rules.events import CountsSettled, EvidenceAttached, InjunctionRecorded, InjunctionReferred, NoticeIssued
from rules.refusals import NotFound
from rules.standing import has_lapsed, settlement_paid_on
from rules.values import Value


class ContentView(Value):
    """One of the contents a notice must have, in the words it had."""

    content: str
    section: str
    text: tuple[str, ...]


class NoticeView(Value):
    """A notice of violation, frozen as it was issued."""

    key: str
    on: date
    respondents: tuple[str, ...]
    violations: tuple[str, ...]
    section: str
    in_force: date
    contents: tuple[ContentView, ...]
    withdrawn_on: date | None
    recorded_at: datetime
    actor: str


class FileView(Value):
    """A file of evidence; `stored` tells whether its content is at hand."""

    sha256: str
    filename: str
    size: int
    caption: str
    on: date
    recorded_at: datetime
    actor: str
    stored: bool


class SettlementView(Value):
    """Counts settled for a sum: what was paid on them, and whether it was in time."""

    key: str
    on: date
    counts: tuple[str, ...]
    amount: Decimal
    due_on: date
    terms: str | None
    paid: Decimal
    paid_on: date | None
    lapsed: bool


class InjunctionView(Value):
    """One step towards an injunction."""

    on: date
    words: str


class Stored(NamedTuple):
    """A stored file as it is handed out."""

    filename: str
    media_type: str
    content: bytes


def notices(case: Case, record: Iterable[Recorded]) -> tuple[NoticeView, ...]:
    """Return the notices in the order of issue."""
    return tuple(
        NoticeView(
            key=each.event.notice,
            on=each.event.on,
            respondents=each.event.respondents,
            violations=each.event.violations,
            section=each.event.ordinance,
            in_force=each.event.in_force,
            contents=tuple(ContentView.model_validate(content) for content in each.event.contents),
            withdrawn_on=case.notices[each.event.notice].withdrawn_on,
            recorded_at=each.recorded_at,
            actor=each.actor,
        )
        for each in record
        if isinstance(each.event, NoticeIssued)
    )


def files(session: Session, record: Sequence[Recorded]) -> tuple[FileView, ...]:
    """Return the evidence, the latest first."""
    attached = [(each, each.event) for each in record if isinstance(each.event, EvidenceAttached)]
    hashes = [event.sha256 for _, event in attached]
    at_hand = set(session.exec(select(EvidenceFileRow.sha256).where(col(EvidenceFileRow.sha256).in_(hashes))))
    return tuple(
        FileView(
            **event.model_dump(),
            recorded_at=each.recorded_at,
            actor=each.actor,
            stored=event.sha256 in at_hand,
        )
        for each, event in reversed(attached)
    )


def settlements(case: Case, setting: Setting, record: Iterable[Recorded]) -> tuple[SettlementView, ...]:
    """Return the settlements with what became of them."""
    terms = {
        each.event.settlement: each.event.terms for each in record if isinstance(each.event, CountsSettled)
    }
    return tuple(
        SettlementView(
            **each.model_dump(),
            terms=terms.get(key),
            paid=sum((case.counts[count].paid for count in each.counts), Decimal(0)),
            paid_on=settlement_paid_on(each, case),
            lapsed=has_lapsed(each, case, setting.today),
        )
        for key, each in case.settlements.items()
    )


def injunction(record: Iterable[Recorded]) -> Iterator[InjunctionView]:
    """Yield the steps towards an injunction."""
    for each in record:
        if isinstance(each.event, InjunctionReferred):
            yield InjunctionView(
                on=each.event.on, words=f"referred, authorized by {each.event.authorized_by}"
            )
        elif isinstance(each.event, InjunctionRecorded):
            yield InjunctionView(on=each.event.on, words=each.event.outcome)


def stored_file(session: Session, record: Sequence[Recorded], case_id: str, sha256: str) -> Stored:
    """Return a file that is attached to a case; raise NotFound, for a file of another case as well."""
    named = [
        each.event.filename
        for each in record
        if isinstance(each.event, EvidenceAttached) and each.event.sha256 == sha256
    ]
    row = session.get(EvidenceFileRow, sha256) if named else None
    if row is None:
        raise NotFound(f"There is no such file in {case_id}.", remedy="Open it from the case's page.")
    return Stored(named[-1], row.media_type, row.content)
