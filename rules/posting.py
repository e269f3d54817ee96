"""Posting a security: what the village requires of its kind, its purpose and its amount."""

from rules.acts import Setting, ordinance_on
from rules.guarantee import guarantee_for
from rules.law import Guarantee
from rules.ledger import dollars
from rules.refusals import Incomplete, NotAllowed, OutOfOrder
from rules.security_acts import SecurityEvents
from rules.security_commands import PostSecurity
from rules.security_events import SecurityPosted
from rules.values import SecurityKind


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
            remedy="Correct one of the two days.",
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
    "issuer_address",
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
            remedy="Ask for an irrevocable one, and record that it is.",
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
