"""The shapes in which securities are shown; names are fixed by contract, fields only ever added."""

from datetime import date

from pydantic import Field

from queries.dollars import Dollars
from queries.views import DueView, EntryView
from rules.guarantee import DrawState, SecurityStatus
from rules.values import GuaranteePurpose, Milestone, SecurityKind, Value


class DrawView(Value):
    """A draw towards one case's cost; `paid` is what the issuer paid.

    `presented_on` is told where the issuer answered on a later day; `why_ended` where it was declined or withdrawn.
    """

    case: str
    amount: Dollars
    on: date
    reason: str
    state: DrawState
    asked_by: str
    approved_by: str | None
    paid: Dollars
    ended_on: date | None
    presented_on: date | None = None
    why_ended: str | None = None


class MilestoneView(Value):
    """A step towards release, as recorded."""

    kind: Milestone
    on: date
    passed: bool


class CreditView(Value):
    """Interest reinvested on a day."""

    on: date
    amount: Dollars


class ConditionView(Value):
    """One condition of release: since when it stands, or will; and whether it does."""

    what: str
    met_on: date | None
    met: bool


class SecurityView(Value):
    """Everything there is to see of a security; `available` is what is left, `pending` of it asked for in draws."""

    id: str
    village: str
    case: str | None
    kind: SecurityKind
    purpose: GuaranteePurpose
    issuer: str
    issuer_address: str | None = None
    number: str
    posted_on: date
    amount: Dollars
    estimated_cost: Dollars | None
    interest: Dollars
    drawn: Dollars
    reduced: Dollars
    pending: Dollars
    available: Dollars
    status: SecurityStatus
    expires_on: date | None = Field(description="renewals counted")
    evergreen_notice_days: int | None
    nonrenewal_on: date | None
    late_notice_on: date | None = Field(default=None, description="notice of nonrenewal that came too late")
    late_notice_of: date | None = Field(default=None, description="end of the term it was too late for")
    irrevocable: bool
    draw_notice_days: int | None
    draw_statement: str | None
    original_at: str | None
    released_on: date | None
    section: str
    draws: dict[str, DrawView]
    milestones: tuple[MilestoneView, ...]
    credits: tuple[CreditView, ...]
    conditions: tuple[ConditionView, ...]
    agenda: tuple[DueView, ...]
    events: tuple[EntryView, ...]
    chain_ok: bool


class SecurityLine(Value):
    """A security in a list."""

    id: str
    village: str
    case: str | None
    kind: SecurityKind
    purpose: GuaranteePurpose
    issuer: str
    number: str
    amount: Dollars
    available: Dollars
    pending: Dollars
    status: SecurityStatus
    expires_on: date | None
    headline: str
    next_due: date | None
