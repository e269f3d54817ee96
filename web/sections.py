"""Which section of a village's ordinance stands behind a command, in its own words where they are encoded."""

from typing import Final, NamedTuple

from rules.law import Ordinance


class Cited(NamedTuple):
    """A section, with its words where there are any."""

    section: str
    words: str | None = None


PART: Final = {
    **dict.fromkeys(("issue-notice", "serve-notice", "record-failed-service", "withdraw-notice"), "notice"),
    "extend-remedy-date": "notice",
    **dict.fromkeys(("file-appeal", "rule-on-timeliness", "schedule-hearing"), "appeal"),
    **dict.fromkeys(("decide-appeal", "withdraw-appeal", "certify-imminent-peril"), "appeal"),
    **dict.fromkeys(("order-stop-work", "record-breach", "lift-stop-work"), "stop_work"),
    "place-inspection-hold": "inspection_hold",
    **dict.fromkeys(("hold-occupancy", "release-occupancy"), "occupancy"),
    **dict.fromkeys(("refer-for-injunction", "record-injunction"), "injunction"),
    **dict.fromkeys(("order-restoration", "give-maintenance-notice", "authorize-village-work"), "abatement"),
    **dict.fromkeys(("record-cost", "give-cost-notice", "record-cost-hearing"), "abatement"),
    **dict.fromkeys(("confirm-assessment", "prorate", "record-lien", "release-lien"), "lien"),
    **dict.fromkeys(("record-cost-payment", "certify-for-levy"), "lien"),
}
PENALTIES: Final = frozenset({"charge-offenses", "void-offenses", "record-disposition", "settle"})


def cited(command: str, ordinance: Ordinance) -> Cited | None:
    """Return what stands behind a command, or None where the ordinance says nothing of it."""
    if command in PENALTIES:
        penalty = ordinance.penalties["default"]
        return Cited(penalty.section, "\n".join(tier.words for tier in penalty.tiers))
    part = getattr(ordinance, PART.get(command, ""), None)
    return Cited(part.section, getattr(part, "words", None)) if part is not None else None
