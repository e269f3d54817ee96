"""The law of a security: posting, renewal, interest, draws asked by one person and approved by another, release.

A draw is for recorded cost of village work, never for a fine, and never for more than is left (LAW.md § 7).
A decision may touch the case a draw is for: both then stand in one transaction, so that cost is recovered once.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from rules.abatement import refuse_stayed, uncommitted
from rules.acts import ATTORNEY, CLERK, STAFF, Events, Setting, next_key, not_before, ordinance_on
from rules.calendar import shift
from rules.case import Case
from rules.events import CaseDrawEnded, CaseDrawRequested
from rules.guarantee import (
    Draw,
    DrawState,
    Security,
    conditions,
    expiry,
    guarantee_for,
    guarantee_of,
)
from rules.law import Guarantee, Law
from rules.ledger import NOUGHT, dollars
from rules.refusals import Conflict, Incomplete, NotAllowed, NotFound, OutOfOrder
from rules.security_commands import (
    ApproveDraw,
    CreditInterest,
    PostSecurity,
    RecordDrawResult,
    RecordMilestone,
    RecordNonrenewal,
    RecordRenewal,
    ReduceSecurity,
    ReleaseSecurity,
    RequestDraw,
    SecurityCommand,
)
from rules.security_events import (
    DrawApproved,
    DrawEnded,
    DrawRequested,
    InterestCredited,
    MilestoneReached,
    NonrenewalNoticed,
    SecurityEvent,
    SecurityPosted,
    SecurityReduced,
    SecurityReleased,
    SecurityRenewed,
)
from rules.values import Milestone, Role, SecurityKind

SecurityEvents = tuple[SecurityEvent, ...]


class Decided(NamedTuple):
    """What a decision adds to the security's record, and to that of the case it is for."""

    security: SecurityEvents
    case: Events = ()


class SecurityAct(NamedTuple):
    """A command on a security with the roles that may give it, the guard and the decision."""

    command: type[SecurityCommand]
    roles: frozenset[Role]
    decide: Callable[[Security, Any, Setting, Case | None], Decided]
    guard: Callable[[Security, Setting], None]


# --- posting --------------------------------------------------------------------------------------------


def post(security_id: str, command: PostSecurity, setting: Setting) -> SecurityEvents:
    """Post a security that meets what the village requires of its kind and purpose."""
    version = ordinance_on(setting.law, command.posted_on, "The security is posted on")
    rule = guarantee_for(setting.law, command.posted_on, command.purpose)
    if rule is None:
        raise NotAllowed(f"The ordinance asks for no {command.purpose} security.", section=version.section)
    _check_form(command, rule)
    _check_amount(command, rule)
    if command.expires_on is not None and command.expires_on <= command.posted_on:
        raise OutOfOrder(
            f"expires_on {command.expires_on} is not after posted_on {command.posted_on}.",
            section=rule.section,
            field="expires_on",
        )
    given = {name: getattr(command, name) for name in _COPIED}
    return (
        SecurityPosted(
            on=command.posted_on, security=security_id, form=command.kind, section=rule.section, **given
        ),
    )


_COPIED = (
    "village",
    "case",
    "purpose",
    "amount",
    "estimated_cost",
    "issuer",
    "number",
    "expires_on",
    "evergreen_notice_days",
    "irrevocable",
    "draw_notice_days",
    "draw_statement",
    "original_at",
)


def _check_form(command: PostSecurity, rule: Guarantee) -> None:
    allowed = ", ".join(kind.replace("_", " ") for kind in rule.kinds)
    if command.kind not in rule.kinds:
        raise NotAllowed(
            f"A {command.purpose} security is not a {command.kind.replace('_', ' ')}.",
            section=rule.section,
            remedy=f"It is one of: {allowed}.",
            field="kind",
        )
    if command.kind is SecurityKind.LETTER_OF_CREDIT and rule.must_be_irrevocable and not command.irrevocable:
        raise NotAllowed(
            "The letter of credit must be irrevocable.",
            section=rule.section,
            remedy="Ask for an irrevocable one, and record irrevocable as true.",
            field="irrevocable",
        )
    if command.evergreen_notice_days is not None and command.expires_on is None:
        raise Incomplete(
            "An evergreen letter has a day on which it renews.", remedy="Give expires_on.", field="expires_on"
        )


def _check_amount(command: PostSecurity, rule: Guarantee) -> None:
    if rule.percent_of_estimate is None:
        return
    if command.estimated_cost is None:
        raise Incomplete(
            f"The amount is {rule.percent_of_estimate} % of the estimated construction cost, which is missing.",
            section=rule.section,
            remedy="Give estimated_cost.",
            field="estimated_cost",
        )
    least = command.estimated_cost * rule.percent_of_estimate / 100
    if command.amount < least:
        raise NotAllowed(
            f"{dollars(command.amount)} is less than {dollars(least)}, "
            f"{rule.percent_of_estimate} % of the estimated {dollars(command.estimated_cost)}.",
            section=rule.section,
            remedy="Ask for the whole amount.",
            field="amount",
        )


# --- guards ---------------------------------------------------------------------------------------------


def section_of(security: Security, law: Law) -> str:
    """Return the section under which a security was posted."""
    rule = guarantee_of(security, law)
    return rule.section if rule else law.versions[0].section


def _is_not_released(security: Security, setting: Setting) -> None:
    if security.released_on is not None:
        raise NotAllowed(
            f"{security.id} was released on {security.released_on}.",
            section=section_of(security, setting.law),
        )


def _is_escrow(security: Security, setting: Setting) -> None:
    _is_not_released(security, setting)
    if security.kind is not SecurityKind.CASH_ESCROW:
        raise NotAllowed("Only a cash escrow bears interest.", section=section_of(security, setting.law))


def _has_request(security: Security, setting: Setting) -> None:
    if all(draw.state is not DrawState.REQUESTED for draw in security.draws.values()):
        raise NotAllowed("No draw waits for approval.", section=section_of(security, setting.law))


def _has_approved(security: Security, setting: Setting) -> None:
    if all(draw.state is not DrawState.APPROVED for draw in security.draws.values()):
        raise NotAllowed(
            "No approved draw waits for its result.",
            section=section_of(security, setting.law),
            remedy="A draw is asked for by one person and approved by another first.",
        )


def _expires(security: Security, setting: Setting) -> None:
    _is_not_released(security, setting)
    if security.expires_on is None:
        raise NotAllowed("It has no day of expiry.", section=section_of(security, setting.law))


def _may_reduce(security: Security, setting: Setting) -> None:
    _is_not_released(security, setting)
    rule = guarantee_of(security, setting.law)
    if rule is None or not rule.partial_release:
        raise NotAllowed(
            "The ordinance provides no partial release.", section=section_of(security, setting.law)
        )


# --- decisions ------------------------------------------------------------------------------------------


def _renew(security: Security, command: RecordRenewal, setting: Setting, case: Case | None) -> Decided:
    if security.expires_on is not None and command.expires_on <= security.expires_on:
        raise OutOfOrder(
            f"{command.expires_on} is no renewal: it expires on {security.expires_on} already.",
            section=section_of(security, setting.law),
            field="expires_on",
        )
    return Decided((SecurityRenewed(on=setting.today, expires_on=command.expires_on),))


def _not_renewed(
    security: Security, command: RecordNonrenewal, setting: Setting, case: Case | None
) -> Decided:
    section = section_of(security, setting.law)
    not_before(command.on, security.posted_on, "The notice", "it was posted", section=section)
    if security.nonrenewal_on is not None:
        raise Conflict(
            f"Notice of nonrenewal is recorded already, of {security.nonrenewal_on}.", section=section
        )
    ends = expiry(security, command.on)
    if ends is None or ends < command.on:
        raise NotAllowed(f"It expired on {ends}, before this notice.", section=section, field="on")
    return Decided((NonrenewalNoticed(on=command.on, expires_on=ends),))


def _credit(security: Security, command: CreditInterest, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    last = max([security.posted_on, *(credit.on for credit in security.interest)])
    not_before(command.on, last, "The interest", "the last credit or the posting", section=section)
    return Decided((InterestCredited(on=command.on, amount=command.amount),))


def _request(security: Security, command: RequestDraw, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    _check_drawable(security, command.on, section)
    if case is None or case.village != security.village:
        raise NotFound(f"There is no case {command.case} in this village.", section=section, field="case")
    if case.closed_on is not None:
        raise NotAllowed(f"{case.id} is closed; nothing is drawn for it.", section=section, field="case")
    refuse_stayed(case, setting, command.on)
    _check_sum(security, command, case, section)
    draw = next_key("d", security.draws)
    asked = DrawRequested(
        on=command.on,
        draw=draw,
        case=case.id,
        amount=command.amount,
        reason=command.reason,
        asked_by=setting.actor,
    )
    aside = CaseDrawRequested(on=command.on, security=security.id, draw=draw, amount=command.amount)
    return Decided((asked,), (aside,))


def _check_drawable(security: Security, on: date, section: str) -> None:
    not_before(on, security.posted_on, "The draw", "it was posted", section=section)
    ends = expiry(security, on)
    if ends is not None and ends < on:
        raise NotAllowed(
            f"It expired on {ends}; an expiry never rolls to a later day.", section=section, field="on"
        )


def _check_sum(security: Security, command: RequestDraw, case: Case, section: str) -> None:
    most = uncommitted(case)
    if command.amount > most:
        raise NotAllowed(
            f"A draw is for recorded cost only: {dollars(most)} of {case.id} is neither recovered, assessed "
            f"nor set aside.",
            section=section,
            remedy="Record the cost first; a fine is never drawn.",
            field="amount",
        )
    left = security.left - security.pending
    if command.amount > left:
        raise NotAllowed(
            f"{dollars(command.amount)} is more than the {dollars(left)} left of {security.id}.",
            section=section,
            field="amount",
        )


def _draw(security: Security, key: str, wanted: DrawState, section: str) -> Draw:
    found = security.draws.get(key)
    if found is None:
        raise NotFound(f"There is no draw {key} on {security.id}.", section=section, field="draw")
    if found.state is not wanted:
        raise Conflict(f"{key} is {found.state}, not {wanted}.", section=section, field="draw")
    return found


def _approve(security: Security, command: ApproveDraw, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    found = _draw(security, command.draw, DrawState.REQUESTED, section)
    if found.asked_by == setting.actor:
        raise NotAllowed(
            f"{setting.actor} asked for {found.key} and cannot approve it.",
            section=section,
            remedy="Another person approves it.",
            field="draw",
        )
    if case is not None:
        refuse_stayed(case, setting, setting.today)
    return Decided((DrawApproved(on=setting.today, draw=found.key, approved_by=setting.actor),))


def _result(security: Security, command: RecordDrawResult, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    found = _draw(security, command.draw, DrawState.APPROVED, section)
    not_before(command.on, found.on, "The result", f"{found.key} was asked for", section=section)
    if (
        command.honored
    ):  # a draw made in time may be dishonored later: what was set aside for it is free again
        _check_drawable(security, command.on, section)
    _check_notice(security, found, command, section)
    paid = (command.amount or found.amount) if command.honored else command.amount
    if not command.honored and paid is not None:
        raise NotAllowed(
            "A dishonored draw pays nothing.", section=section, remedy="Leave the amount out.", field="amount"
        )
    if paid is not None and paid > found.amount:
        raise NotAllowed(
            f"{dollars(paid)} is more than the {dollars(found.amount)} asked for in {found.key}.",
            section=section,
            field="amount",
        )
    recovered = paid or NOUGHT
    ended = DrawEnded(on=command.on, draw=found.key, honored=command.honored, amount=recovered)
    credited = CaseDrawEnded(on=command.on, security=security.id, draw=found.key, recovered=recovered)
    return Decided((ended,), (credited,))


def _check_notice(security: Security, found: Draw, command: RecordDrawResult, section: str) -> None:
    if security.draw_notice_days is None:
        return
    earliest = shift(found.on, security.draw_notice_days)
    if command.on < earliest:
        raise NotAllowed(
            f"The bond makes {security.draw_notice_days} days' notice a condition: {found.key} was noticed on "
            f"{found.on}, so nothing can be demanded before {earliest}.",
            section=section,
            remedy="Wait until the notice has run.",
            field="on",
        )


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
        raise NotAllowed("A draw is pending.", section=section, remedy="Record its result first.")
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
    SecurityAct(RecordRenewal, CLERK, _renew, _expires),
    SecurityAct(RecordNonrenewal, CLERK, _not_renewed, _expires),
    SecurityAct(CreditInterest, CLERK, _credit, _is_escrow),
    SecurityAct(RequestDraw, STAFF, _request, _is_not_released),
    SecurityAct(ApproveDraw, ATTORNEY, _approve, _has_request),
    SecurityAct(RecordDrawResult, CLERK, _result, _has_approved),
    SecurityAct(RecordMilestone, STAFF - ATTORNEY, _milestone, _is_not_released),
    SecurityAct(ReduceSecurity, ATTORNEY | CLERK, _reduce, _may_reduce),
    SecurityAct(ReleaseSecurity, ATTORNEY | CLERK, _release, _is_not_released),
)
POSTERS = CLERK
