"""How papers write what an offense could cost: its place, its range, the jail beside it, and on what condition."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final

from documents.wording import money
from rules.law import Basis, Law, Penalty
from rules.tiers import tier_of

CONDITION: Final = {Basis.CONVICTION: "if convicted", Basis.ASSESSMENT: "if assessed"}
PLACES: Final = ("first", "second", "third", "fourth", "fifth")
ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
TEENS: Final = range(11, 14)


def nth(number: int) -> str:
    """Write a place in order: first, second … fifth, 6th, 21st."""
    if number <= len(PLACES):
        return PLACES[number - 1]
    ending = "th" if number % 100 in TEENS else ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def fine_range(minimum: Decimal | None, maximum: Decimal | None) -> str:
    """Write the range of a fine; no stated minimum is None or nought, no stated maximum None."""
    if maximum is None:
        return f"not less than {money(minimum)}, no maximum stated" if minimum else "no amount stated"
    return f"{money(minimum)} to {money(maximum)}" if minimum else f"not more than {money(maximum)}"


def top(maximum: Decimal | None) -> str:
    """Write a maximum, or that none is stated."""
    return "no maximum stated" if maximum is None else money(maximum)


def jail(penalty: Penalty) -> str | None:
    """Write the longest term of imprisonment, or None where the law provides none."""
    if penalty.jail is None:
        return None
    number, unit = (penalty.jail.days, "day") if penalty.jail.days else (penalty.jail.months, "month")
    return f"imprisonment of up to {number} {unit}{'' if number == 1 else 's'}, with or instead of a fine"


def penalty_on(law: Law, provision: str, day: date) -> Penalty:
    """Return what punishes an offense of a day: the penalty of the version then in force."""
    return (law.on(day) or law.versions[0]).penalty_for(provision)


def tier_range(law: Law, provision: str, day: date, ordinal: int) -> tuple[str, str]:
    """Return the range of an offense's fine in words, and its section."""
    tier = tier_of(penalty_on(law, provision, day), ordinal)
    return fine_range(tier.minimum, tier.maximum), tier.section


def could_be(penalty: Penalty) -> Iterator[str]:
    """Yield, for each tier and for jail, what a court could impose, with its section."""
    for tier in penalty.tiers:
        which = f"{nth(tier.ordinal)} offense: " if len(penalty.tiers) > 1 else ""
        yield f"{which}a fine, {fine_range(tier.minimum, tier.maximum)} [{tier.section}]"
    if penalty.jail is not None:
        yield f"{jail(penalty)} [{penalty.jail.section}]"
