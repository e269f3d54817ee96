"""Which section of a village's ordinance stands behind a command, in its own words where they are encoded."""

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from rules.guarantee import guarantee_for
from rules.law import (
    Abatement,
    Appeal,
    Injunction,
    InspectionHold,
    Law,
    Lien,
    Notice,
    Occupancy,
    Ordinance,
    ServiceRule,
    StopWork,
)
from rules.values import GuaranteePurpose
from web.words import plain


class Quoted(NamedTuple):
    """Words of the ordinance, with the section they stand in where it is a narrower one."""

    words: str
    section: str | None = None


class Cited(NamedTuple):
    """A section, with its words where there are any, and what the village reads where they are silent."""

    section: str
    words: tuple[Quoted, ...] = ()
    reading: str = ""
    read: tuple[str, ...] = ()


Part = Notice | Appeal | StopWork | InspectionHold | Occupancy | Injunction | Abatement | Lien

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
        tiers = (Quoted(tier.words, tier.section) for tier in penalty.tiers)
        return Cited(penalty.section, (*tiers, Quoted(penalty.unit_words, penalty.unit_section)))
    part = getattr(ordinance, PART.get(command, ""), None)
    return None if part is None else Cited(part.section, _words(part))


def cited_for_service(ordinance: Ordinance, modes: Mapping[str, ServiceRule]) -> Cited:
    """Return what the days to appeal run from, and the dates that complete service in each mode."""
    words = tuple(
        Quoted(each.words, each.section) for each in ordinance.notice.contents if each.key == "appeal"
    )
    read = tuple(f"{plain(mode)}: {_dates(rule)}" for mode, rule in modes.items())
    return Cited(ordinance.notice.section, words, "Service is complete, by mode, on the day it was", read)


def _dates(rule: ServiceRule) -> str:
    return " and ".join(each.removesuffix("_on") for each in rule.completes_on)


def cited_for(law: Law, on: date, purpose: GuaranteePurpose) -> Cited | None:
    """Return what stands behind a security posted on a day for a purpose, or None where nothing does."""
    rule = guarantee_for(law, on, purpose)
    return None if rule is None else Cited(rule.section, (Quoted(rule.words),))


def _words(part: Part) -> tuple[Quoted, ...]:
    if isinstance(part, Notice):
        return tuple(Quoted(content.words, content.section) for content in part.contents)
    words: str | None = getattr(part, "words", None)
    return () if words is None else (Quoted(words),)
