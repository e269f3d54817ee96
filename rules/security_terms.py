"""Terms of a security that change or are told late: where demands go, the letter's words, the original, the notices.

Amount and expiry are no such terms: they change by interest, draw, reduction, renewal and release alone.
"""

from rules.acts import CLERK, Setting, not_before
from rules.case import Case
from rules.guarantee import Security, expiry
from rules.refusals import Incomplete, NotAllowed
from rules.security_acts import Decided, SecurityAct, is_not_released, section_of
from rules.security_commands import AmendSecurity
from rules.security_events import SecurityAmended
from rules.values import SecurityKind

TERMS = ("issuer_address", "draw_statement", "original_at", "draw_notice_days", "evergreen_notice_days")


def _amend(security: Security, command: AmendSecurity, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    not_before(command.on, security.posted_on, "The amendment", "it was posted", section=section)
    given = {name: told for name in TERMS if (told := getattr(command, name)) is not None}
    if not any(told != getattr(security, name) for name, told in given.items()):
        raise Incomplete(
            "The amendment changes nothing that is on record.",
            section=section,
            remedy=f"Give what is amended: {', '.join(TERMS)}.",
        )
    if command.draw_statement is not None and security.kind is not SecurityKind.LETTER_OF_CREDIT:
        raise NotAllowed(
            "Only a letter of credit wants a statement of its own words.",
            section=section,
            remedy="Leave it out.",
            field="draw_statement",
        )
    if command.evergreen_notice_days is not None:
        _check_can_renew(security, command, section)
    return Decided((SecurityAmended(on=command.on, reason=command.reason, **given),))


def _check_can_renew(security: Security, command: AmendSecurity, section: str) -> None:
    """Refuse an evergreen clause on what has no expiry, has expired, or was announced to end."""
    ends = expiry(security, command.on)
    if ends is None:
        what = "It has no day of expiry, and so nothing that renews."
    elif ends < command.on:
        what = f"It expired on {ends}, before this amendment; an expiry never rolls to a later day."
    elif security.nonrenewal_on is not None:
        what = f"Notice was given on {security.nonrenewal_on} that it ends on {ends}."
    else:
        return
    raise NotAllowed(
        what, section=section, remedy="A later expiry is a renewal.", field="evergreen_notice_days"
    )


TERMS_ACTS = (SecurityAct(AmendSecurity, CLERK, _amend, is_not_released),)
