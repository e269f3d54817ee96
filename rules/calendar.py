"""Reckoning of time: where a period ends, which days are days of rest, and when a village's day is over.

The day of the event is excluded unless the village counts it in; the last day counts whole, to its midnight.
Only a period that says it rolls moves off a day of rest. On its due date an act is still in time.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rules.holidays import SATURDAY, WEEKDAYS, holidays_of
from rules.law import DayKind, Law, Period
from rules.refusals import Malformed
from rules.values import Value

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MONTHS_IN_YEAR = 12


class Reckoned(Value):
    """A day the law arrives at: from which day, under which section, and how, in words."""

    due: date
    start: date
    section: str
    explanation: str


def say(day: date) -> str:
    """Return a day as people write it, e.g. "Thu 4 Jun 2026", whatever the locale."""
    return f"{WEEKDAYS[day.weekday()][:3].title()} {day.day} {MONTHS[day.month - 1]} {day.year}"


def cite(*sections: str) -> str:
    """Return sections as one citation, each law named once: "General Construction Law §§ 20, 25-a"."""
    laws: dict[str, list[str]] = {}
    for section in dict.fromkeys(sections):
        law, number = re.fullmatch(r"(?s)(.*?§)?§* ?(.*)", section).groups()  # type: ignore[union-attr]
        laws.setdefault(law or "", []).append(number)
    return "; ".join(
        f"{law}{'§' if law and len(numbers) > 1 else ''}{' ' if law else ''}{', '.join(numbers)}"
        for law, numbers in laws.items()
    )


# --- days of rest ---------------------------------------------------------------------------------------


def holiday(day: date, law: Law) -> str | None:
    """Return the name of the public holiday a day is in this village, or None (§ 24)."""
    return holidays_of(law, day.year).get(day)


def is_business_day(day: date, law: Law) -> bool:
    """Tell whether a day is none of Saturday, Sunday and public holiday."""
    return day.weekday() < SATURDAY and day not in holidays_of(law, day.year)


def next_business_day(day: date, law: Law) -> date:
    """Return the first business day after a day, never that day itself."""
    return _business_days_on(day, 1, law)


def _business_days_on(day: date, count: int, law: Law) -> date:
    """Return the business day that many business days after a day, or before it for a negative count."""
    step = 1 if count > 0 else -1
    for _ in range(abs(count)):
        day = shift(day, step)
        while not is_business_day(day, law):
            day = shift(day, step)
    return day


# --- days, months, years --------------------------------------------------------------------------------


def shift(day: date, days: int) -> date:
    """Return the day that many calendar days on; a day outside the calendar is refused."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        raise _outside_the_calendar(day) from None


def plus_months(day: date, n: int) -> date:
    """Return the same day of the month n calendar months on or, failing it, that month's last (§ 30)."""
    year, month = divmod(day.year * MONTHS_IN_YEAR + day.month - 1 + n, MONTHS_IN_YEAR)
    if not MINYEAR <= year <= MAXYEAR:
        raise _outside_the_calendar(day)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def plus_years(day: date, n: int) -> date:
    """Return the same day n years on; 29 February becomes the 28th where there is none (§§ 30, 31)."""
    return plus_months(day, MONTHS_IN_YEAR * n)


def _outside_the_calendar(day: date) -> Malformed:
    return Malformed(f"The reckoning from {say(day)} leaves the years {MINYEAR} to {MAXYEAR}.")


# --- periods --------------------------------------------------------------------------------------------


def due(period: Period, start: date, law: Law) -> Reckoned:
    """Return the last day of a period that runs from `start`, or back from it, and how it was found."""
    end = _end(period, start, law)
    last = _off_rest(period, end, law)
    return Reckoned(
        due=last, start=start, section=period.section, explanation=_explain(period, (start, end, last), law)
    )


def last_day(period: Period, start: date, law: Law) -> date:
    """Return the day `due` returns, without the words."""
    return _off_rest(period, _end(period, start, law), law)


def first_day_included(law: Law) -> bool:
    """Tell whether the day of the event counts: the village's own computation, else the state's (§ 20)."""
    return (law.village.reckoning or law.state.reckoning).first_day == "included"


def _end(period: Period, start: date, law: Law) -> date:
    """Return where a period ends before any roll."""
    sign = -1 if period.direction == "before" else 1
    included = first_day_included(law)
    if period.days is None:
        return _end_of_months(period, start, sign, included=included)
    if is_short(period, law):
        # § 20 leaves out only the days between: a first day that counts does so even as a day of rest.
        return _business_days_on(start, sign * (period.days - included), law)
    if period.kind is DayKind.BUSINESS:
        return _business_days_on(
            start, sign * (period.days - (included and is_business_day(start, law))), law
        )
    return shift(start, sign * (period.days - included))


def _end_of_months(period: Period, start: date, sign: int, *, included: bool) -> date:
    """Return the end of a period of months or years; one that counts its first day in ends a day sooner."""
    months = (period.months or 0) + MONTHS_IN_YEAR * (period.years or 0)
    end = plus_months(start, sign * months)
    missing = sign > 0 and end.day != start.day  # the month has no such day, and is over with its last one
    return shift(end, -sign) if included and not missing else end


def is_short(period: Period, law: Law) -> bool:
    """Tell whether days of rest are left out of a period because it is so short (§ 20, of two days)."""
    short = law.state.reckoning.short_period
    return short is not None and period.kind is DayKind.CALENDAR and period.days == short.days


def _off_rest(period: Period, end: date, law: Law) -> date:
    """Return the business day on which an act falls due (§ 25-a); counting backwards, the one before."""
    if not period.rolls or law.state.reckoning.roll is None or is_business_day(end, law):
        return end
    return _business_days_on(end, -1 if period.direction == "before" else 1, law)


# --- the reckoning in words -----------------------------------------------------------------------------


def _explain(period: Period, days: tuple[date, date, date], law: Law) -> str:
    """Return the reckoning as a sentence: length, event, first day, end, day of rest, roll and sections."""
    start, end, last = days
    backwards = period.direction == "before"
    first = "included" if first_day_included(law) else "excluded"
    text = f"{_length(period)} {'before' if backwards else 'from'} {period.starts_from} on {say(start)},"
    text += f" that day {first}{_left_out(period, start, end, law)},"
    text += f" {'lead back to' if backwards else 'end on'} {say(end)}"
    if last != end:
        text += f", which is {_rest(end, law)}{_on_the_way(end, last, law)}; so {say(last)}"
    return f"{text} ({cite(*_sections(period, law, rolled=last != end))})"


def _length(period: Period) -> str:
    lengths = {"day": period.days, "month": period.months, "year": period.years}
    unit, number = next((unit, number) for unit, number in lengths.items() if number)
    kind = "business " if period.kind is DayKind.BUSINESS else ""
    return f"{number} {kind}{unit}{'' if number == 1 else 's'}"


def _rest(day: date, law: Law) -> str:
    return holiday(day, law) or f"a {WEEKDAYS[day.weekday()].title()}"


def _between(one: date, other: date) -> Iterator[date]:
    """Yield the days strictly between two days, earlier ones first."""
    first, last = sorted((one.toordinal(), other.toordinal()))
    return map(date.fromordinal, range(first + 1, last))


def _left_out(period: Period, start: date, end: date, law: Law) -> str:
    """Return the days of rest a very short period leaves out, by name."""
    if not is_short(period, law):
        return ""
    names = [
        f"{say(day)} ({_rest(day, law)})" if holiday(day, law) else say(day)
        for day in _between(start, end)
        if not is_business_day(day, law)
    ]
    return f", the days of rest between left out ({', '.join(names)})" if names else ""


def _on_the_way(end: date, last: date, law: Law) -> str:
    """Return the public holidays on weekdays that a roll passes over after the first."""
    passed = [
        f"{say(day)} is {holiday(day, law)}"
        for day in _between(end, last)
        if day.weekday() < SATURDAY and holiday(day, law)
    ]
    return "".join(f", and {words}" for words in passed)


def _sections(period: Period, law: Law, *, rolled: bool) -> Iterator[str]:
    reckoning = law.state.reckoning
    if law.village.reckoning:
        yield law.village.reckoning.section
    if period.days is None:
        yield (reckoning.month or reckoning).section
    elif is_short(period, law) and reckoning.short_period:
        yield reckoning.short_period.section
    elif not law.village.reckoning:
        yield reckoning.section
    if rolled and reckoning.roll:
        yield reckoning.roll.section


# --- instants -------------------------------------------------------------------------------------------


def local_day(now: datetime, zone: str) -> date:
    """Return the legal day in a zone at an aware instant."""
    if now.tzinfo is None:
        message = f"an instant needs its zone: {now.isoformat()}"
        raise ValueError(message)
    return now.astimezone(ZoneInfo(zone)).date()


def end_of_day(day: date, zone: str) -> datetime:
    """Return the UTC instant at which a day is over in a zone: the local midnight after it."""
    return datetime.combine(shift(day, 1), time.min, ZoneInfo(zone)).astimezone(UTC)
