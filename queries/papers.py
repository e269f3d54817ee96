"""What is on file in a case: notices as they were issued, settlements, the injunction."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal

from queries.record import Recorded
from rules.acts import Setting
from rules.case import Case
from rules.events import CountsSettled, InjunctionRecorded, InjunctionReferred, NoticeIssued
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
