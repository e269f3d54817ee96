"""The commands on a case in the groups in which a person looks for them; each is in one, which a test sees to."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from queries.views import ActionView

GROUPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "Notice and service",
        ("issue-notice", "serve-notice", "record-failed-service", "withdraw-notice", "extend-remedy-date"),
    ),
    (
        "Appeal",
        (
            "file-appeal",
            "rule-on-timeliness",
            "certify-imminent-peril",
            "schedule-hearing",
            "decide-appeal",
            "withdraw-appeal",
            "release-stayed",
        ),
    ),
    (
        "Inspection and compliance",
        ("record-inspection", "confirm-compliance", "correct-cure-date", "give-verbal-warning"),
    ),
    (
        "Stop work and occupancy",
        (
            "order-stop-work",
            "place-inspection-hold",
            "record-breach",
            "lift-stop-work",
            "hold-occupancy",
            "release-occupancy",
        ),
    ),
    (
        "Court",
        (
            "charge-offenses",
            "void-offenses",
            "record-disposition",
            "vacate-conviction",
            "record-fine-payment",
            "settle",
            "refer-for-injunction",
            "record-injunction",
        ),
    ),
    (
        "Village work and cost",
        (
            "order-restoration",
            "give-maintenance-notice",
            "authorize-village-work",
            "record-cost",
            "give-cost-notice",
            "record-cost-hearing",
            "confirm-assessment",
            "prorate",
            "record-cost-payment",
            "record-lien",
            "release-lien",
            "certify-for-levy",
        ),
    ),
    (
        "The file",
        (
            "add-respondent",
            "correct-respondent",
            "add-violation",
            "attach-evidence",
            "add-note",
            "set-exposure-threshold",
            "close-case",
            "reopen-case",
        ),
    ),
)


class Group(NamedTuple):
    """One group's commands: those that may be given, and those that may not."""

    title: str
    allowed: tuple[ActionView, ...]
    refused: tuple[ActionView, ...]


def grouped(actions: Sequence[ActionView]) -> tuple[Group, ...]:
    """Return the actions in their groups; one that is in no group comes last."""
    known = {name for _, names in GROUPS for name in names}
    rest = tuple(each.command for each in actions if each.command not in known)
    by_name = {each.command: each for each in actions}
    found: list[Group] = []
    for title, names in (*GROUPS, ("More", rest)):
        mine = [by_name[name] for name in names if name in by_name]
        allowed = tuple(each for each in mine if each.allowed)
        refused = tuple(each for each in mine if not each.allowed)
        found.append(Group(title, allowed, refused))
    return tuple(found)
