"""What happened to a security: one frozen model an event, in the past tense; fields are only ever added."""

from datetime import date
from decimal import Decimal

from rules.events import Event
from rules.values import GuaranteePurpose, Milestone, SecurityKind


class SecurityEvent(Event):
    """The base of every event of a security; `on` is the legal date of the fact."""


class SecurityPosted(SecurityEvent):
    """A security was posted."""

    kind = "security-posted"
    security: str
    village: str
    case: str | None
    form: SecurityKind
    purpose: GuaranteePurpose
    amount: Decimal
    estimated_cost: Decimal | None
    issuer: str
    number: str
    expires_on: date | None
    evergreen_notice_days: int | None
    irrevocable: bool
    draw_notice_days: int | None
    draw_statement: str | None
    original_at: str | None
    section: str
    issuer_address: str | None = None


class SecurityAmended(SecurityEvent):
    """Terms of the paper were amended, or told later; a field that is None was left as it stood."""

    kind = "security-amended"
    reason: str
    issuer_address: str | None = None
    draw_statement: str | None = None
    original_at: str | None = None
    draw_notice_days: int | None = None
    evergreen_notice_days: int | None = None


class SecurityRenewed(SecurityEvent):
    """It was renewed to a later day."""

    kind = "security-renewed"
    expires_on: date


class NonrenewalNoticed(SecurityEvent):
    """The issuer gave notice that it will not renew; it must be replaced or drawn by `expires_on`.

    `late`: later than the letter's own words ask for, so that by them it renews; whether it does, counsel decides.
    """

    kind = "nonrenewal-noticed"
    expires_on: date
    late: bool = False


class InterestCredited(SecurityEvent):
    """Interest was reinvested in the escrow."""

    kind = "interest-credited"
    amount: Decimal


class DrawRequested(SecurityEvent):
    """A draw was asked for."""

    kind = "draw-requested"
    draw: str
    case: str
    amount: Decimal
    reason: str
    asked_by: str


class DrawApproved(SecurityEvent):
    """A draw was approved by another person."""

    kind = "draw-approved"
    draw: str
    approved_by: str
    draw_statement: str | None = None


class DrawEnded(SecurityEvent):
    """A draw was honored, in part or whole, or dishonored."""

    kind = "draw-ended"
    draw: str
    honored: bool
    amount: Decimal
    presented_on: date | None = None


class DrawDeclined(SecurityEvent):
    """A draw without a result was declined, or withdrawn by who asked for it; nothing was paid."""

    kind = "draw-declined"
    draw: str
    reason: str
    declined_by: str
    withdrawn: bool


class MilestoneReached(SecurityEvent):
    """A step towards release was recorded."""

    kind = "milestone-reached"
    milestone: Milestone
    passed: bool


class SecurityReduced(SecurityEvent):
    """A part was released."""

    kind = "security-reduced"
    amount: Decimal
    reason: str


class SecurityReleased(SecurityEvent):
    """It was released in full."""

    kind = "security-released"
    section: str


class SecurityDeadlineNoted(SecurityEvent):
    """A deadline passed or a warning fell due."""

    kind = "deadline-noted"
    key: str
    deadline: str
    of: str | None = None
    section: str | None = None
    explanation: str


SECURITY_EVENTS: dict[str, type[SecurityEvent]] = {
    event.kind: event for event in SecurityEvent.__subclasses__()
}
