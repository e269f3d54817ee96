"""Laws made up for tests: the real ones with a rule of reckoning, a holiday or an amendment added."""

from datetime import date
from decimal import Decimal
from typing import Any

from ordinances.load import load_law
from rules.law import Law, Period, ProclaimedHoliday, ReckoningOverride, Tier

WEBSTER = load_law("webster")
WILLIAMSVILLE = load_law("williamsville")
WEEK_OR_PART = load_law("two-year-town")
CURE_PERIODS = load_law("laporte-like")
MONTHLY = load_law("romeoville-like")
LATE_REPORT = "§ 160-40"
PROVISION = "§ 1"  # nothing any ordinance here names, so its default penalty


def counting_the_first_day(law: Law) -> Law:
    """Return a law whose village counts the day of the event in, as Endicott and Fort Plain do."""
    override = ReckoningOverride(first_day="included", section="Village Code § 1-3")
    return law.model_copy(update={"village": law.village.model_copy(update={"reckoning": override})})


def proclaiming(law: Law, day: date, name: str) -> Law:
    """Return a law whose village has one more holiday, for one date only."""
    proclaimed = (ProclaimedHoliday(on=day, name=name, authority="Governor's proclamation"),)
    village = law.village.model_copy(update={"proclaimed_holidays": proclaimed})
    return law.model_copy(update={"village": village})


def penalized(law: Law, **changes: Any) -> Law:
    """Return a law whose only version has another default penalty."""
    return law.model_copy(update={"versions": (_changed(law, **changes),)})


def amended(law: Law, in_force: date, **changes: Any) -> Law:
    """Return a law whose default penalty changes from a day on."""
    later = _changed(law, **changes).model_copy(update={"in_force": in_force})
    return law.model_copy(update={"versions": (*law.versions, later)})


def _changed(law: Law, **changes: Any) -> Any:
    newest = law.versions[-1]
    penalty = newest.penalties["default"].model_copy(update=changes)
    return newest.model_copy(update={"penalties": {**newest.penalties, "default": penalty}})


def tier(ordinal: int, minimum: int | None, maximum: int | None) -> Tier:
    """Return a tier of whole dollars."""
    return Tier(
        ordinal=ordinal,
        minimum=None if minimum is None else Decimal(minimum),
        maximum=None if maximum is None else Decimal(maximum),
        section=f"§ 1, tier {ordinal}",
        words="a fine",
    )


def period(*, rolls: bool = True, **length: Any) -> Period:
    """Return a period from service."""
    return Period.model_validate({"starts_from": "service", "section": "§ 2", "rolls": rolls, **length})


def figures(value: object, *names: str) -> tuple[Any, ...]:
    """Return some fields of a fine or an exposure, to compare with plain numbers."""
    return tuple(getattr(value, name) for name in names)
