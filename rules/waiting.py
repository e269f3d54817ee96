"""Whose work each kind of due date is, and what is done about it: the one table behind the desk and its filters.

A day that is due is not overdue. What merely ends on its day, like an appeal window, is never overdue; what was
reached, like a threshold, waits for a while.
"""

from datetime import timedelta
from typing import Final

from rules.charging import AHEAD
from rules.values import Role, Value

OFFICER, ATTORNEY, CLERK = Role.OFFICER, Role.ATTORNEY, Role.CLERK
A_MONTH: Final = timedelta(days=30)


class Work(Value):
    """What a kind of due date asks for.

    `command` answers it, `of` is the field of it that the due date's object fills in. `ahead`: how long before its day
    it waits already. `lasts`: for how long after its day it waits without being overdue; None: overdue until done.
    """

    roles: frozenset[Role]
    command: str | None = None
    of: str | None = None
    ahead: timedelta = timedelta(0)
    lasts: timedelta | None = None


def _work(*roles: Role, **told: object) -> Work:
    return Work.model_validate({"roles": frozenset(roles), **told})


NOT_AT_ALL: Final = timedelta(0)
WORK: Final[dict[str, Work]] = {
    "remedy_date": _work(OFFICER, command="record-inspection"),
    "restoration": _work(OFFICER, ATTORNEY, command="authorize-village-work"),
    "emergency_maintenance": _work(OFFICER, ATTORNEY, command="authorize-village-work"),
    "appeal_window": _work(OFFICER, ATTORNEY, command="file-appeal", of="respondent", lasts=NOT_AT_ALL),
    "timeliness_ruling": _work(ATTORNEY, command="rule-on-timeliness", of="respondent", lasts=timedelta.max),
    "hearing": _work(ATTORNEY, CLERK, command="decide-appeal"),
    "limitation": _work(ATTORNEY, command="charge-offenses", of="violation", ahead=AHEAD),
    "exposure_threshold": _work(ATTORNEY, command="charge-offenses", lasts=A_MONTH),
    "returnable": _work(ATTORNEY, command="record-disposition"),
    "settlement_due": _work(CLERK, ATTORNEY, command="record-fine-payment"),
    "cost_hearing": _work(CLERK, command="record-cost-hearing"),
    "assessment_payable": _work(CLERK, command="record-cost-payment", lasts=NOT_AT_ALL),
    "levy_cutoff": _work(CLERK, command="certify-for-levy", ahead=A_MONTH),
    "draw_approval": _work(ATTORNEY, command="approve-draw", of="draw", lasts=timedelta.max),
    "security_expiry": _work(CLERK, ATTORNEY, command="record-renewal", lasts=A_MONTH),
    "replace_or_draw": _work(CLERK, ATTORNEY, command="request-draw", ahead=A_MONTH),
    "evergreen_notice": _work(CLERK, command="record-nonrenewal", lasts=NOT_AT_ALL),
    "escrow_interest": _work(CLERK, command="credit-interest"),
    "one_year_inspection": _work(OFFICER, command="record-milestone"),
}
"""By the kind of the due date; one that is missing here would be nobody's, which a test forbids."""

WORKERS: Final = (OFFICER, ATTORNEY, CLERK)


def kinds_for(roles: frozenset[Role]) -> tuple[str, ...]:
    """Return the kinds that are the work of any of these roles; who only looks on sees them all."""
    doing = roles & set(WORKERS)
    return tuple(kind for kind, work in WORK.items() if not doing or work.roles & doing)


def late_kinds(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of these kinds that are overdue once their day has passed."""
    return tuple(kind for kind in kinds if WORK[kind].lasts is None)
