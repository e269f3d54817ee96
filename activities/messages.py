"""What travels between the faces, the workflows and the activities: plain frozen values, fields only ever added.

Money and dates inside `fields` and `result` are in their JSON form, so a history never depends on a command's class.
"""

from datetime import date, datetime
from typing import Any

from rules.guarantee import SecurityStatus
from rules.refusals import RefusalFacts
from rules.values import Phase, Value

Standing = Phase | SecurityStatus
"""Where a case or a security stands; no word is of both."""


class Order(Value):
    """One command as it travels: its name and JSON fields, who gives it, and its key.

    `case` is the id of the case or of the security it is given on, here and in all other messages.
    `at` is filled in by the workflow (aware UTC): "today" and the moment of record come from it.
    `actor` is a user's name, or `system`, which only a workflow may use.
    """

    case: str
    village: str
    command: str
    fields: dict[str, Any] = {}
    op_id: str
    actor: str
    at: datetime | None = None


class Timer(Value):
    """Something that falls due and has not been noted: the engine wakes at `wakes_at` (aware UTC)."""

    key: str
    kind: str
    due: date
    wakes_at: datetime
    summary: str


class FollowUp(Value):
    """What a command sets off outside its transaction.

    `kind` is poke (the case named looks again), papers (those that its events call for are issued) or mail (the
    outbox is looked at).
    """

    kind: str
    case: str
    village: str
    note: str | None = None


class Effect(Value):
    """What a command did: the state a workflow needs, or the refusal, in which case nothing was written.

    `over`: nothing more is to be waited for, since the case is closed or the security released, exhausted or expired.
    """

    refusal: RefusalFacts | None = None
    phase: Standing | None = None
    over: bool = False
    seq: int = 0
    headline: str = ""
    next_due: date | None = None
    timers: tuple[Timer, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    result: dict[str, Any] = {}
    replayed: bool = False


class CaseRef(Value):
    """Names one case or security, and the moment at which it is looked at."""

    case: str
    village: str
    at: datetime | None = None


class PapersIssued(Value):
    """The keys of the papers that were issued, and why others cannot be."""

    issued: tuple[str, ...] = ()
    lacking: tuple[RefusalFacts, ...] = ()


class AccrualOrder(Value):
    """Date every separate offense of a village due through a day; `through` is filled in by the workflow."""

    village: str
    through: date | None = None
    at: datetime | None = None


class AccrualResult(Value):
    """What a nightly run wrote: offense rows, of how many violations; or the refusal, and nothing was written."""

    village: str
    through: date
    violations: int
    offenses: int
    follow_ups: tuple[FollowUp, ...] = ()
    refusal: RefusalFacts | None = None


class Difference(Value):
    """One thing the audit found that is not as the events tell it."""

    case: str
    kind: str
    detail: str
    repaired: bool


class AuditOrder(Value):
    """Recompute the cases of a village, or of all, from their events.

    `after` is for `open_cases` alone, which answers in pages: the last case of the page before.
    """

    village: str | None = None
    at: datetime | None = None
    after: str | None = None


class OpenCases(Value):
    """One page of the open cases and securities, in the order of their ids; `more` says whether another follows."""

    cases: tuple[CaseRef, ...] = ()
    more: bool = False


class AuditResult(Value):
    """What the audit looked at and what differed; `follow_ups` pokes the cases whose agenda is another now."""

    cases: int
    events: int
    differences: tuple[Difference, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()


class DecisionOrder(Value):
    """One decision of a doubtful question as it travels: the JSON fields of `DecideQuestion`, who records it, its key.

    `at` is filled in by the workflow, as in an `Order`.
    """

    village: str
    fields: dict[str, Any] = {}
    op_id: str
    actor: str
    at: datetime | None = None


class Decided(Value):
    """What became of a decision: its number in the village, or the refusal, in which case nothing was written."""

    refusal: RefusalFacts | None = None
    number: int = 0
    replayed: bool = False


class Revision(Value):
    """Look again at a page of the records of a village: those after one, in the order of their ids."""

    village: str
    after: str = ""
    at: datetime | None = None


class Revised(Value):
    """One page looked at again: its last record, or None after the last page, and how many were the village's.

    `follow_ups` pokes those that wait for something else now.
    """

    after: str | None
    records: int = 0
    follow_ups: tuple[FollowUp, ...] = ()
