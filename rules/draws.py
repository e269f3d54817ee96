"""Draws on a security: asked for by one person, approved by another, and what the issuer answered.

A draw is for recorded cost of village work, never for a fine, and never for more than is left (LAW.md § 7).
What it adds to the case it is for stands in the same transaction, so that cost is recovered once.
"""

from datetime import date
from decimal import Decimal

from rules.abatement import refuse_stayed, uncommitted
from rules.acts import ATTORNEY, CLERK, STAFF, Setting, next_key, not_before
from rules.calendar import shift
from rules.case import Case
from rules.events import CaseDrawEnded, CaseDrawRequested
from rules.guarantee import Draw, DrawState, Security, expiry
from rules.ledger import NOUGHT, dollars
from rules.refusals import Conflict, NotAllowed, NotFound, OutOfOrder
from rules.security_acts import Decided, SecurityAct, is_not_released, section_of
from rules.security_commands import ApproveDraw, RecordDrawResult, RequestDraw
from rules.security_events import DrawApproved, DrawEnded, DrawRequested
from rules.values import DrawOutcome, SecurityKind


def _has_request(security: Security, setting: Setting) -> None:
    if all(draw.state is not DrawState.REQUESTED for draw in security.draws.values()):
        raise NotAllowed(
            "No draw waits for approval.",
            section=section_of(security, setting.law),
            remedy="Ask for one with request-draw first.",
        )


def _has_approved(security: Security, setting: Setting) -> None:
    if all(draw.state is not DrawState.APPROVED for draw in security.draws.values()):
        raise NotAllowed(
            "No approved draw waits for its result.",
            section=section_of(security, setting.law),
            remedy="A draw is asked for by one person and approved by another first.",
        )


# --- asking -------------------------------------------------------------------------------------------


def check_draw(security: Security, case: Case | None, setting: Setting, *, on: date, named: str) -> Case:
    """Return the case, or raise the Refusal of any draw on this security for it on a day; `named` is its id."""
    section = section_of(security, setting.law)
    is_not_released(security, setting)
    not_before(on, security.posted_on, "The draw", "it was posted", section=section)
    _check_in_force(security, on, section)
    if case is None or case.village != security.village:
        raise NotFound(
            f"There is no case {named} in this village.",
            section=section,
            field="case",
            remedy="Check the number.",
        )
    if case.closed_on is not None:
        raise NotAllowed(
            f"{case.id} is closed; nothing is drawn for it.",
            section=section,
            field="case",
            remedy="Reopen it first, with the reason.",
        )
    refuse_stayed(case, setting, on)
    return case


def most_of(security: Security, case: Case) -> Decimal:
    """Return the dollars that can be asked for: no more than is left and not asked for, nor than the open cost."""
    return max(min(uncommitted(case), security.left - security.pending), NOUGHT)


def _request(security: Security, command: RequestDraw, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    case = check_draw(security, case, setting, on=command.on, named=command.case)
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


def _check_in_force(security: Security, on: date, section: str, remedy: str | None = None) -> None:
    ends = expiry(security, on)
    if ends is not None and ends < on:
        raise NotAllowed(
            f"It expired on {ends}; an expiry never rolls to a later day.",
            section=section,
            remedy=remedy,
            field="on",
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
            remedy="Ask for that or less; the rest is recovered by payment or lien.",
        )


# --- approval and result ------------------------------------------------------------------------------


def draw_of(security: Security, key: str, section: str) -> Draw:
    """Return a draw; raise NotFound where the security has none of that key."""
    found = security.draws.get(key)
    if found is None:
        raise NotFound(
            f"There is no draw {key} on {security.id}.",
            section=section,
            field="draw",
            remedy="Give the key of one of its draws, e.g. d1.",
        )
    return found


def _draw(security: Security, key: str, wanted: DrawState, section: str) -> Draw:
    found = draw_of(security, key, section)
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
    if command.draw_statement is not None:
        _check_statement(security, section)
    if case is not None:
        refuse_stayed(case, setting, setting.today)
    approved = DrawApproved(
        on=setting.today,
        draw=found.key,
        approved_by=setting.actor,
        draw_statement=command.draw_statement,
    )
    return Decided((approved,))


def _check_statement(security: Security, section: str) -> None:
    if security.kind is not SecurityKind.LETTER_OF_CREDIT:
        raise NotAllowed(
            "Only a letter of credit wants a statement of its own words.",
            section=section,
            remedy="Leave it out.",
            field="draw_statement",
        )
    if security.draw_statement is not None:
        raise Conflict(
            f"The statement that {security.number} wants is on record already.",
            section=section,
            remedy="Leave it out; the draft bears what is on record, which amend-security corrects.",
            field="draw_statement",
        )


def _result(security: Security, command: RecordDrawResult, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    found = _draw(security, command.draw, DrawState.APPROVED, section)
    not_before(command.on, found.on, "The result", f"{found.key} was asked for", section=section)
    _check_presented(security, found, command, section)
    recovered = _paid(found, command, section)
    ended = DrawEnded(
        on=command.on,
        draw=found.key,
        honored=command.honored,
        amount=recovered,
        presented_on=command.presented_on,
    )
    credited = CaseDrawEnded(
        on=command.on,
        security=security.id,
        draw=found.key,
        recovered=recovered,
        outcome=DrawOutcome.HONORED if command.honored else DrawOutcome.DISHONORED,
    )
    return Decided((ended,), (credited,))


def _paid(found: Draw, command: RecordDrawResult, section: str) -> Decimal:
    """Return the dollars paid: the whole where an honored draw names no amount, nothing where it was dishonored."""
    if not command.honored and command.amount is not None:
        raise NotAllowed(
            "A dishonored draw pays nothing.", section=section, remedy="Leave the amount out.", field="amount"
        )
    paid = command.amount or found.amount
    if paid > found.amount:
        raise NotAllowed(
            f"{dollars(paid)} is more than the {dollars(found.amount)} asked for in {found.key}.",
            section=section,
            field="amount",
            remedy="Record what was paid, at most that.",
        )
    return paid if command.honored else NOUGHT


def _check_presented(security: Security, found: Draw, command: RecordDrawResult, section: str) -> None:
    """Check the day the demand was made: in force then, notice run then; the issuer answers on that day or later."""
    presented = command.presented_on or command.on
    if presented > command.on:
        raise OutOfOrder(
            f"presented_on {presented} is after the result of {command.on}.",
            section=section,
            remedy="The issuer answers what was presented to it before; check both days.",
            field="presented_on",
        )
    asked = f"{found.key} was asked for"
    not_before(presented, found.on, "The demand", asked, section=section, field="presented_on")
    # A demand that was late may be dishonored: what was set aside for it is free again.
    if command.honored:
        in_time = "Give the day it was presented as presented_on; it must have been in force then."
        _check_in_force(security, presented, section, remedy=in_time)
    _check_notice(security, found, presented, section)


def _check_notice(security: Security, found: Draw, presented: date, section: str) -> None:
    if security.draw_notice_days is None:
        return
    earliest = shift(found.on, security.draw_notice_days)
    if presented < earliest:
        raise NotAllowed(
            f"The bond makes {security.draw_notice_days} days' notice a condition: {found.key} was noticed on "
            f"{found.on}, so nothing can be demanded before {earliest}.",
            section=section,
            remedy="Wait until the notice has run.",
            field="on",
        )


DRAW_ACTS = (
    SecurityAct(RequestDraw, STAFF, _request, is_not_released),
    SecurityAct(ApproveDraw, ATTORNEY, _approve, _has_request),
    SecurityAct(RecordDrawResult, CLERK, _result, _has_approved),
)
