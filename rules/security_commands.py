"""What a person asks of a security: posting, terms, renewal, interest, draws, milestones, reduction and release."""

from datetime import date
from typing import Annotated, ClassVar

from pydantic import Field

from rules.values import Dollars, FactDate, GuaranteePurpose, Milestone, Name, SecurityKind, Text, Value

DrawKey = Annotated[str, Field(pattern=r"^d[1-9]\d{0,4}$", examples=["d1"])]
CaseId = Annotated[str, Field(min_length=1, max_length=100)]


class SecurityCommand(Value):
    """The base of every command on a security; `name_` is what people type."""

    model_config = {"str_strip_whitespace": True}
    name_: ClassVar[str]


class PostSecurity(SecurityCommand):
    """Post a bond, an escrow or a letter of credit."""

    name_ = "post-security"
    village: Name = Field(description="key of the village, e.g. webster")
    case: CaseId | None = Field(default=None, description="a case it is linked to")
    kind: SecurityKind
    purpose: GuaranteePurpose
    amount: Dollars
    estimated_cost: Dollars | None = Field(default=None, description="estimated construction cost")
    issuer: Name = Field(description="surety, bank or depositor")
    issuer_address: Name | None = Field(
        default=None, description="where the paper says that demands go or are presented"
    )
    number: Name
    posted_on: FactDate
    expires_on: date | None = None
    evergreen_notice_days: int | None = Field(
        default=None, ge=1, le=3650, description="it renews unless so notified"
    )
    irrevocable: bool = False
    draw_notice_days: int | None = Field(
        default=None, ge=1, le=3650, description="notice the bond makes a condition"
    )
    draw_statement: Text | None = Field(default=None, description="the exact statement the letter wants")
    original_at: Name | None = Field(default=None, description="where the original is kept")


class AmendSecurity(SecurityCommand):
    """Record that terms of the paper were amended, or are told only now; amount and expiry have their own commands."""

    name_ = "amend-security"
    on: FactDate
    reason: Text
    issuer_address: Name | None = Field(
        default=None, description="where the paper says that demands go or are presented"
    )
    draw_statement: Text | None = Field(default=None, description="the exact statement the letter wants")
    original_at: Name | None = Field(default=None, description="where the original is kept")
    draw_notice_days: int | None = Field(
        default=None, ge=1, le=3650, description="notice the bond makes a condition"
    )
    evergreen_notice_days: int | None = Field(
        default=None, ge=1, le=3650, description="it renews unless so notified"
    )


class RecordRenewal(SecurityCommand):
    """Record that it was renewed to a later day."""

    name_ = "record-renewal"
    expires_on: date


class RecordNonrenewal(SecurityCommand):
    """Record the issuer's notice that it will not renew: replace it or draw."""

    name_ = "record-nonrenewal"
    on: FactDate


class CreditInterest(SecurityCommand):
    """Reinvest a year's interest in a cash escrow."""

    name_ = "credit-interest"
    on: FactDate
    amount: Dollars


class RequestDraw(SecurityCommand):
    """Ask for a draw towards recorded cost; another person approves it."""

    name_ = "request-draw"
    case: CaseId
    amount: Dollars
    on: FactDate = Field(
        description="day of the request and, where the bond needs it, of notice to the surety"
    )
    reason: Text


class ApproveDraw(SecurityCommand):
    """Approve a draw that another person asked for."""

    name_ = "approve-draw"
    draw: DrawKey
    draw_statement: Text | None = Field(
        default=None, description="the letter's exact statement, where it was not given when it was posted"
    )


class RecordDrawResult(SecurityCommand):
    """Record whether an approved draw was honored, and for how much."""

    name_ = "record-draw-result"
    draw: DrawKey
    on: FactDate
    honored: bool
    amount: Dollars | None = Field(default=None, description="what was paid, where not the whole")
    presented_on: FactDate | None = Field(
        default=None, description="day the demand was presented to the issuer, where it answered later"
    )


class DeclineDraw(SecurityCommand):
    """Decline a draw that has no result yet, or withdraw the one you asked for; what was set aside is free again."""

    name_ = "decline-draw"
    draw: DrawKey
    on: FactDate
    reason: Text


class RecordMilestone(SecurityCommand):
    """Record a step towards release: plans, certificate, inspection, acceptance."""

    name_ = "record-milestone"
    kind: Milestone
    on: FactDate
    passed: bool = True


class ReduceSecurity(SecurityCommand):
    """Release a part of the security."""

    name_ = "reduce-security"
    on: FactDate
    amount: Dollars = Field(description="by how much")
    reason: Text


class ReleaseSecurity(SecurityCommand):
    """Release the security, once every condition of the village stands."""

    name_ = "release-security"
    on: FactDate


class SecurityDeadlinePassed(SecurityCommand):
    """The engine's own entry that deadlines have passed, each with its legal date."""

    name_ = "deadline-passed"
    keys: tuple[str, ...] = Field(min_length=1)


SECURITY_COMMANDS: dict[str, type[SecurityCommand]] = {
    command.name_: command for command in SecurityCommand.__subclasses__()
}
