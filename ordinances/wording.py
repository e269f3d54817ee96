"""Turns values of the law into words: money, periods, lists, citations.

Every number printed comes from the value handed in; `None` for an amount is said to be not stated.
"""

from collections.abc import Iterable
from decimal import Decimal

from rules.law import DayKind, HolidayRule, Period, Tier

PLACES = {-1: "last", 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}
MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


def cited(sentence: str, section: str) -> str:
    """Return a sentence with its section behind it."""
    return f"{sentence} [{section}]"


def money(amount: Decimal) -> str:
    """Return dollars as people write them: $350, $1,000, $12.50."""
    whole = amount == amount.to_integral_value()
    return f"${amount:,.0f}" if whole else f"${amount:,.2f}"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun: 1 day, 15 days."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(things: Iterable[str], joint: str = "and") -> str:
    """Return a list in words, underscores read as spaces."""
    *most, last = [thing.replace("_", " ") for thing in things]
    return f"{', '.join(most)} {joint} {last}" if most else last


def length(period: Period) -> str:
    """Return the length of a period: 15 calendar days, 10 business days, 1 year."""
    if period.days is not None:
        return plural(period.days, f"{period.kind} day")
    if period.months is not None:
        return plural(period.months, "month")
    return plural(period.years or 0, "year")


def whole_period(period: Period) -> str:
    """Return a period with the event it is counted from and what becomes of an end on a day of rest."""
    relation = "before the" if period.direction == "before" else "from"
    days = "" if period.kind is DayKind.CALENDAR else ", days of rest not counted"
    roll = "an end on a day of rest moves to a business day" if period.rolls else "its end never moves"
    return f"{length(period)} {relation} {period.starts_from}{days}; {roll}"


def term(*, days: int | None = None, months: int | None = None, years: int | None = None) -> str:
    """Return a length of which exactly one is given."""
    given = {"day": days, "month": months, "year": years}
    return next(plural(number, noun) for noun, number in given.items() if number is not None)


def fine(tier: Tier) -> str:
    """Return the range of a tier's fine."""
    low = "no minimum stated" if tier.minimum is None else f"not less than {money(tier.minimum)}"
    high = "no maximum stated" if tier.maximum is None else f"not more than {money(tier.maximum)}"
    return f"{low}, {high}"


def holiday(rule: HolidayRule) -> str:
    """Return the rule of a holiday: its day, and whether it moves off Sunday or Saturday."""
    month = MONTHS[rule.month - 1]
    if rule.day is not None:
        day = f"{rule.day} {month}"
    else:
        day = f"{PLACES.get(rule.nth or 0, str(rule.nth))} {(rule.weekday or '').title()} of {month}"
    if rule.plus_days:
        day = f"{plural(abs(rule.plus_days), 'day')} {'after' if rule.plus_days > 0 else 'before'} the {day}"
    moves = [f"{told} moves to {to}" for told, to, does in _moves(rule) if does]
    since = f", since {rule.first_year}" if rule.first_year else ""
    return f"{rule.name}: {day}{since}; {', '.join(moves) or 'never moves'}."


def _moves(rule: HolidayRule) -> Iterable[tuple[str, str, bool]]:
    yield "one on Sunday", "Monday", rule.sunday_moves
    yield "one on Saturday", "Friday", rule.saturday_moves
