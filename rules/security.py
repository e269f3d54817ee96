"""The law of a security but for its draws: renewal, interest, milestones, reduction and release."""

from rules.acts import ATTORNEY, CLERK, STAFF, Setting, not_before
from rules.case import Case
from rules.declining import DECLINING_ACTS
from rules.draws import DRAW_ACTS
from rules.guarantee import Security, conditions, days_before, expiry, guarantee_of
from rules.ledger import dollars
from rules.refusals import Conflict, Incomplete, NotAllowed, OutOfOrder
from rules.security_acts import Decided, SecurityAct, is_not_released, section_of
from rules.security_commands import (
    CreditInterest,
    RecordMilestone,
    RecordNonrenewal,
    RecordRenewal,
    ReduceSecurity,
    ReleaseSecurity,
)
from rules.security_events import (
    InterestCredited,
    MilestoneReached,
    NonrenewalNoticed,
    SecurityReduced,
    SecurityReleased,
    SecurityRenewed,
)
from rules.security_terms import TERMS_ACTS
from rules.values import Milestone, SecurityKind

# --- guards ---------------------------------------------------------------------------------------------


def _is_escrow(security: Security, setting: Setting) -> None:
    is_not_released(security, setting)
    if security.kind is not SecurityKind.CASH_ESCROW:
        raise NotAllowed(
            "Only a cash escrow bears interest.",
            section=section_of(security, setting.law),
            remedy="There is nothing to credit.",
        )


def _expires(security: Security, setting: Setting) -> None:
    is_not_released(security, setting)
    if security.expires_on is None:
        raise NotAllowed(
            "It has no day of expiry.",
            section=section_of(security, setting.law),
            remedy="It stays in force until it is released.",
        )


def _may_reduce(security: Security, setting: Setting) -> None:
    is_not_released(security, setting)
    rule = guarantee_of(security, setting.law)
    if rule is None or not rule.partial_release:
        raise NotAllowed(
            "The ordinance provides no partial release.",
            section=section_of(security, setting.law),
            remedy="Release it whole with release-security once every condition stands.",
        )


# --- decisions ------------------------------------------------------------------------------------------


def _renew(security: Security, command: RecordRenewal, setting: Setting, case: Case | None) -> Decided:
    if security.expires_on is not None and command.expires_on <= security.expires_on:
        raise OutOfOrder(
            f"{command.expires_on} is no renewal: it expires on {security.expires_on} already.",
            section=section_of(security, setting.law),
            field="expires_on",
            remedy=f"Give a day after {security.expires_on}.",
        )
    return Decided((SecurityRenewed(on=setting.today, expires_on=command.expires_on),))


def _not_renewed(
    security: Security, command: RecordNonrenewal, setting: Setting, case: Case | None
) -> Decided:
    section = section_of(security, setting.law)
    not_before(command.on, security.posted_on, "The notice", "it was posted", section=section)
    if security.nonrenewal_on is not None:
        raise Conflict(
            f"Notice of nonrenewal is recorded already, of {security.nonrenewal_on}.",
            section=section,
            remedy="There is nothing to add; record-renewal records a renewal after all.",
        )
    ends = expiry(security, command.on)
    if ends is None or ends < command.on:
        raise NotAllowed(
            f"It expired on {ends}, before this notice.",
            section=section,
            field="on",
            remedy="Check the day of the notice.",
        )
    if security.late_notice_of == ends:
        raise Conflict(
            f"Notice for the term that ends on {ends} is recorded already, of {security.late_notice_on}.",
            section=section,
            remedy="There is nothing to add.",
        )
    days = security.evergreen_notice_days
    late = days is not None and command.on > days_before(ends, days)
    return Decided((NonrenewalNoticed(on=command.on, expires_on=ends, late=late),))


def _credit(security: Security, command: CreditInterest, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    last = max([security.posted_on, *(credit.on for credit in security.interest)])
    not_before(command.on, last, "The interest", "the last credit or the posting", section=section)
    return Decided((InterestCredited(on=command.on, amount=command.amount),))


def _milestone(security: Security, command: RecordMilestone, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    not_before(command.on, security.posted_on, "The milestone", "it was posted", section=section)
    if command.kind is Milestone.ONE_YEAR_INSPECTION:
        _check_accepted(security, command, section)
    return Decided((MilestoneReached(on=command.on, milestone=command.kind, passed=command.passed),))


def _check_accepted(security: Security, command: RecordMilestone, section: str) -> None:
    accepted = [s.on for s in security.milestones if s.milestone is Milestone.FINAL_ACCEPTANCE and s.passed]
    if not accepted or command.on < max(accepted):
        raise OutOfOrder(
            "The one-year inspection follows final acceptance.",
            section=section,
            remedy="Record final_acceptance first.",
            field="kind",
        )


def _reduce(security: Security, command: ReduceSecurity, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    not_before(command.on, security.posted_on, "The reduction", "it was posted", section=section)
    left = security.left - security.pending
    if command.amount >= left:
        raise NotAllowed(
            f"{dollars(command.amount)} would leave nothing of the {dollars(left)} not set aside for draws.",
            section=section,
            remedy="A full release has its own conditions: use release-security.",
            field="amount",
        )
    return Decided((SecurityReduced(on=command.on, amount=command.amount, reason=command.reason),))


def _release(security: Security, command: ReleaseSecurity, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    not_before(command.on, security.posted_on, "The release", "it was posted", section=section)
    if security.pending:
        raise NotAllowed(
            "A draw is pending.", section=section, remedy="Record its result first, or decline it."
        )
    missing = [
        each.what
        for each in conditions(security, setting.law)
        if each.met_on is None or each.met_on > command.on
    ]
    if missing:
        raise Incomplete(
            f"{security.id} cannot be released on {command.on}: {', '.join(missing)} missing.",
            section=section,
            remedy="Record each as a milestone once it stands; all are needed.",
        )
    return Decided((SecurityReleased(on=command.on, section=section),))


SECURITY_ACTS = (
    *TERMS_ACTS,
    SecurityAct(RecordRenewal, CLERK, _renew, _expires),
    SecurityAct(RecordNonrenewal, CLERK, _not_renewed, _expires),
    SecurityAct(CreditInterest, CLERK, _credit, _is_escrow),
    *DRAW_ACTS,
    *DECLINING_ACTS,
    SecurityAct(RecordMilestone, STAFF - ATTORNEY, _milestone, is_not_released),
    SecurityAct(ReduceSecurity, ATTORNEY | CLERK, _reduce, _may_reduce),
    SecurityAct(ReleaseSecurity, ATTORNEY | CLERK, _release, is_not_released),
)
POSTERS = CLERK
