"""A security as its events tell it, and where it stands on a day: what is left, until when, what release still needs.

An expiry never rolls to a later day. An evergreen letter renews by a year unless the issuer gave notice in time that
it ends.
"""

from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from rules.calendar import due as reckon
from rules.calendar import plus_years
from rules.case import Fact
from rules.law import Guarantee, Law
from rules.values import GuaranteePurpose, Milestone, SecurityKind, Value

NOUGHT = Decimal(0)


class DrawState(StrEnum):
    """Where a draw stands."""

    REQUESTED = "requested"
    APPROVED = "approved"
    HONORED = "honored"
    DISHONORED = "dishonored"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Draw(Fact):
    """A draw towards one case's cost; `paid` is what the issuer paid.

    `presented_on` is told where the issuer answered on a later day; `why_ended` where it was declined or withdrawn.
    """

    key: str
    case: str
    on: date
    amount: Decimal
    reason: str
    asked_by: str
    approved_by: str | None = None
    state: DrawState = DrawState.REQUESTED
    ended_on: date | None = None
    paid: Decimal = NOUGHT
    presented_on: date | None = None
    why_ended: str | None = None

    @property
    def is_pending(self) -> bool:
        """Whether it has no result yet."""
        return self.state in (DrawState.REQUESTED, DrawState.APPROVED)


class Step(Fact):
    """A milestone as recorded."""

    milestone: Milestone
    on: date
    passed: bool


class Credit(Fact):
    """Interest reinvested on a day."""

    on: date
    amount: Decimal


class Security(Fact):
    """Everything recorded of one bond, escrow or letter of credit.

    `late_notice_on` is the day of a notice of nonrenewal that came too late for the term ending on `late_notice_of`.
    """

    id: str
    village: str
    case: str | None
    kind: SecurityKind
    purpose: GuaranteePurpose
    amount: Decimal
    estimated_cost: Decimal | None
    issuer: str
    number: str
    posted_on: date
    expires_on: date | None
    evergreen_notice_days: int | None
    irrevocable: bool
    draw_notice_days: int | None
    draw_statement: str | None
    original_at: str | None
    issuer_address: str | None = None
    nonrenewal_on: date | None = None
    late_notice_on: date | None = None
    late_notice_of: date | None = None
    interest: tuple[Credit, ...] = ()
    draws: dict[str, Draw] = {}
    milestones: tuple[Step, ...] = ()
    reduced: Decimal = NOUGHT
    released_on: date | None = None
    passed: frozenset[str] = frozenset()

    @property
    def drawn(self) -> Decimal:
        """What the issuer has paid on draws."""
        return sum((draw.paid for draw in self.draws.values()), NOUGHT)

    @property
    def credited(self) -> Decimal:
        """The interest reinvested so far."""
        return sum((credit.amount for credit in self.interest), NOUGHT)

    @property
    def pending(self) -> Decimal:
        """What is asked for in draws without a result."""
        return sum((draw.amount for draw in self.draws.values() if draw.is_pending), NOUGHT)

    @property
    def left(self) -> Decimal:
        """The face with its interest, less draws and reductions; nothing once released."""
        if self.released_on is not None:
            return NOUGHT
        return self.amount + self.credited - self.drawn - self.reduced


class SecurityStatus(StrEnum):
    """Where a security stands."""

    ACTIVE = "active"
    NOT_RENEWED = "not_renewed"
    EXPIRED = "expired"
    EXHAUSTED = "exhausted"
    RELEASED = "released"


class Condition(Value):
    """One condition of release, and since when it stands."""

    what: str
    met_on: date | None


def guarantee_of(security: Security, law: Law) -> Guarantee | None:
    """Return the ordinance's rule for this purpose, as in force on the day of posting."""
    return guarantee_for(law, security.posted_on, security.purpose)


def guarantee_for(law: Law, day: date, purpose: GuaranteePurpose) -> Guarantee | None:
    """Return the rule for securities of a purpose in the version in force on a day."""
    version = law.on(day)
    rules = () if version is None else version.guarantees
    return next((rule for rule in rules if rule.purpose == purpose), None)


def expiry(security: Security, today: date) -> date | None:
    """Return the day it expires as things stand: an evergreen one renewed year by year until notice of nonrenewal."""
    ends = security.expires_on
    if ends is None or security.evergreen_notice_days is None or security.nonrenewal_on is not None:
        return ends
    years = 0
    while plus_years(ends, years) < today:
        years += 1
    return plus_years(ends, years)


def status(security: Security, today: date) -> SecurityStatus:
    """Return where a security stands on a day; on its day of expiry it can still be drawn."""
    if security.released_on is not None:
        return SecurityStatus.RELEASED
    ends = expiry(security, today)
    if ends is not None and ends < today:
        return SecurityStatus.EXPIRED
    if security.left == 0:
        return SecurityStatus.EXHAUSTED
    return SecurityStatus.ACTIVE if security.nonrenewal_on is None else SecurityStatus.NOT_RENEWED


def is_live(security: Security, today: date) -> bool:
    """Whether anything can still be drawn on it."""
    return status(security, today) in (SecurityStatus.ACTIVE, SecurityStatus.NOT_RENEWED)


def is_over(security: Security, today: date) -> bool:
    """Whether nothing more is expected of it: it is released, exhausted or expired, and no draw pends."""
    return not is_live(security, today) and not security.pending


def milestone_on(security: Security, milestone: Milestone) -> date | None:
    """Return the day a milestone was last recorded, where it was passed then."""
    steps = sorted((s for s in security.milestones if s.milestone is milestone), key=lambda step: step.on)
    return steps[-1].on if steps and steps[-1].passed else None


def conditions(security: Security, law: Law) -> tuple[Condition, ...]:
    """Return every condition of release with the day since when it stands, or None while it does not."""
    rule = guarantee_of(security, law)
    if rule is None:
        return ()
    found = [
        Condition(what=name.replace("_", " "), met_on=milestone_on(security, Milestone(name)))
        for name in rule.release_needs
    ]
    if rule.minimum_term is not None:
        accepted = milestone_on(security, Milestone.FINAL_ACCEPTANCE)
        ends = None if accepted is None else reckon(rule.minimum_term, accepted, law).due
        found.append(Condition(what=f"{rule.minimum_term.years} year from final acceptance", met_on=ends))
    return tuple(found)


def days_before(day: date, days: int) -> date:
    """Return the calendar day so many days earlier."""
    return day - timedelta(days=days)
