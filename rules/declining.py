"""A draw that comes to nothing before the issuer answers: the attorney declines it, or who asked for it withdraws it.

What was set aside for it in the security and in the case is free again, in one transaction as with its result.
"""

from rules.acts import ATTORNEY, STAFF, Setting, not_before
from rules.case import Case
from rules.draws import draw_of
from rules.events import CaseDrawEnded
from rules.guarantee import Draw, Security
from rules.ledger import NOUGHT
from rules.refusals import Conflict, NotAllowed
from rules.security_acts import Decided, SecurityAct, section_of
from rules.security_commands import DeclineDraw
from rules.security_events import DrawDeclined
from rules.values import DrawOutcome

WHOSE = "The attorney declines a draw; who asked for it withdraws it."


def _may_end(draw: Draw, setting: Setting) -> bool:
    return bool(ATTORNEY & setting.roles) or draw.asked_by == setting.actor


def _has_pending(security: Security, setting: Setting) -> None:
    section = section_of(security, setting.law)
    pending = [draw for draw in security.draws.values() if draw.is_pending]
    if not pending:
        raise NotAllowed(
            "No draw is without a result.", section=section, remedy="There is nothing to decline."
        )
    if not any(_may_end(draw, setting) for draw in pending):
        raise NotAllowed(f"No draw of {setting.actor} is without a result.", section=section, remedy=WHOSE)


def _decline(security: Security, command: DeclineDraw, setting: Setting, case: Case | None) -> Decided:
    section = section_of(security, setting.law)
    found = draw_of(security, command.draw, section)
    if not found.is_pending:
        raise Conflict(
            f"{found.key} is {found.state} since {found.ended_on}; it cannot be declined.",
            section=section,
            field="draw",
        )
    if not _may_end(found, setting):
        raise NotAllowed(
            f"{found.key} was asked for by {found.asked_by}.", section=section, remedy=WHOSE, field="draw"
        )
    not_before(command.on, found.on, "The end of the draw", f"{found.key} was asked for", section=section)
    withdrawn = found.asked_by == setting.actor
    declined = DrawDeclined(
        on=command.on,
        draw=found.key,
        reason=command.reason,
        declined_by=setting.actor,
        withdrawn=withdrawn,
    )
    freed = CaseDrawEnded(
        on=command.on,
        security=security.id,
        draw=found.key,
        recovered=NOUGHT,
        outcome=DrawOutcome.WITHDRAWN if withdrawn else DrawOutcome.DECLINED,
    )
    return Decided((declined,), (freed,))


DECLINING_ACTS = (SecurityAct(DeclineDraw, STAFF, _decline, _has_pending),)
