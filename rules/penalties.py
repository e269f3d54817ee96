"""What offenses could cost if all were convicted, as exposure and never as a debt; limits on charge and jail.

A total whose offenses state no maximum states none: None, never infinite, never the minimum (LAW.md § 4).
`rules/tiers.py` finds the fine of each offense, `rules/priors.py` its place among earlier ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from rules.calendar import Reckoned, plus_months, plus_years, say, shift
from rules.law import Cap, Classification, Law, Penalty, Question, Reading
from rules.offenses import Schedule, offense_dates, penalty_in, stretches
from rules.priors import Prior
from rules.refusals import NotFound, OutOfOrder
from rules.tiers import Fine, fines, no_law, tier_of

__all__ = [
    "Exposure",
    "Fine",
    "Prior",
    "Stay",
    "fines",
    "is_stayed",
    "jail_limit_days",
    "limitation",
    "tier_of",
    "total",
    "what_if",
]

Stay = tuple[date, date | None]  # from, until; it is over on `until`, and open without one


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """What the accrued offenses could cost together; stayed ones are counted apart and listed with them.

    `section` is the penalty's; `capped` says that a cap of the ordinance holds the sum down.
    """

    count: int
    stayed: int
    minimum: Decimal
    maximum: Decimal | None
    offenses: tuple[Fine, ...]
    reading: Reading
    section: str
    capped: bool


# --- the total ------------------------------------------------------------------------------------------


def total(
    law: Law, provision: str | Schedule, fines: Sequence[Fine], reading: Reading | None = None
) -> Exposure:
    """Return the exposure over offenses under one provision: accrued ones summed, and held to a cap if any.

    `reading` is the one the fines were found under; the village's own where none is given.
    """
    accrued = [fine for fine in fines if fine.status == "accrued"]
    sums = [_sum(group, cap) for cap, group in _groups(law, provision, accrued)]
    maxima = [maximum for _, maximum, _ in sums if maximum is not None]
    return Exposure(
        count=len(accrued),
        stayed=len(fines) - len(accrued),
        minimum=sum((minimum for minimum, _, _ in sums), Decimal(0)),
        maximum=sum(maxima, Decimal(0)) if len(maxima) == len(sums) else None,
        offenses=tuple(fines),
        reading=reading or law.reading,
        section=_section(law, provision, fines),
        capped=any(capped for _, _, capped in sums),
    )


def _section(law: Law, provision: str | Schedule, fines: Sequence[Fine]) -> str:
    """Return the section of the penalty in force on the last offense or, without any, of the newest one."""
    until = max((fine.date for fine in fines), default=date.max)
    sections = [stretch.penalty.section for stretch in stretches(law, provision, date.min, until)]
    return sections[-1] if sections else law.versions[-1].section


def _groups(
    law: Law, provision: str | Schedule, fines: Sequence[Fine]
) -> Iterator[tuple[Cap | None, list[Fine]]]:
    """Yield the fines that one cap holds together; a cap two versions share is one."""
    groups: dict[tuple[Cap | None, int | None], list[Fine]] = {}
    for stretch in stretches(law, provision, date.min, date.max):
        cap = stretch.penalty.cap
        for fine in fines:
            if stretch.first <= fine.date <= stretch.last:
                year = fine.date.year if cap and cap.per == "calendar_year" else None
                groups.setdefault((cap, year), []).append(fine)
    return ((cap, group) for (cap, _), group in groups.items())


def _sum(fines: Sequence[Fine], cap: Cap | None) -> tuple[Decimal, Decimal | None, bool]:
    """Return minimum, maximum and whether the cap holds one down; a cap is a maximum where none is stated."""
    minimum = sum((fine.minimum for fine in fines), Decimal(0))
    maxima = [fine.maximum for fine in fines if fine.maximum is not None]
    maximum = sum(maxima, Decimal(0)) if len(maxima) == len(fines) else None
    if cap is None or (maximum is not None and maximum <= cap.amount):
        return minimum, maximum, False
    return min(minimum, cap.amount), cap.amount, True


# --- what if -------------------------------------------------------------------------------------------


def what_if(
    law: Law,
    *,
    observed_on: date,
    through: date,
    cured_on: date | None = None,
    priors: Sequence[Prior] = (),
    reading: Reading | None = None,
    stays: Sequence[Stay] = (),
    schedule: str = "default",
) -> Exposure:
    """Return the exposure of one violation from `observed_on` through a day, that day included.

    It exists through the day before `cured_on`. `schedule` is a key of the ordinance's penalties.
    Raises NoLawInForce, OutOfOrder where two facts contradict each other, NotFound for an unknown schedule.
    """
    _check_order(observed_on, through, cured_on, priors, stays)
    if law.on(observed_on) is None:
        raise no_law(law, observed_on)
    _check_schedule(law, schedule)
    last = through if cured_on is None else min(through, shift(cured_on, -1))
    which, reading = Schedule(key=schedule), reading or law.reading
    days = offense_dates(law, which, observed_on, observed_on, last)
    found = [
        fine._replace(status="stayed") if is_stayed(fine.date, stays) else fine
        for fine in fines(law, which, days, priors, reading)
    ]
    return total(law, which, found, reading)


def is_stayed(day: date, stays: Sequence[Stay]) -> bool:
    """Tell whether a day lies in a stay: from its first day through the day before its end (LAW.md § 5)."""
    return any(first <= day and (until is None or day < until) for first, until in stays)


def _check_order(
    observed_on: date, through: date, cured_on: date | None, priors: Sequence[Prior], stays: Sequence[Stay]
) -> None:
    """Refuse facts that contradict each other in time."""
    if through < observed_on:
        raise OutOfOrder(
            f"The last day, {through}, lies before the violation was observed, {observed_on}.",
            remedy="Correct one of the two days.",
            field="through",
        )
    if cured_on is not None and cured_on < observed_on:
        raise OutOfOrder(
            f"The cure on {cured_on} lies before the violation was observed, {observed_on}.",
            remedy="Correct one of the two days.",
            field="cured_on",
        )
    for prior in priors:
        if prior.convicted_on < prior.offense_on:
            raise OutOfOrder(
                f"A conviction on {prior.convicted_on} precedes its offense, {prior.offense_on}.",
                remedy="Correct one of the two days.",
                field="priors",
            )
    for first, until in stays:
        if until is not None and until < first:
            raise OutOfOrder(
                f"A stay from {first} ends before it begins, on {until}.",
                remedy="Correct one of the two days.",
                field="stays",
            )


def _check_schedule(law: Law, schedule: str) -> None:
    """Refuse a schedule that no version of the ordinance has."""
    if all(penalty_in(version, Schedule(key=schedule)) is None for version in law.versions):
        known = ", ".join(sorted({key for version in law.versions for key in version.penalties}))
        raise NotFound(
            f"{law.versions[-1].section} has no penalty schedule {schedule!r}.",
            section=law.versions[-1].section,
            remedy=f"Known: {known}.",
            field="schedule",
        )


# --- limits of time and of jail -------------------------------------------------------------------------


def limitation(law: Law, offense_on: date, classification: Classification | None = None) -> Reckoned:
    """Return the last day to charge an offense; of several classes in doubt, the one that ends first.

    They are in doubt until the village's attorney has decided.
    The time limit of CPL 30.10 runs from the offense's own date and does not roll.
    """
    limits = law.state.limitation
    chosen = classification or _decided_class(law) or min(limits, key=lambda each: limits[each].years)
    limit = limits[chosen]
    last = plus_years(offense_on, limit.years)
    years = f"{limit.years} year{'' if limit.years == 1 else 's'}"
    return Reckoned(
        due=last,
        start=offense_on,
        section=limit.section,
        explanation=f"{years} from offense on {say(offense_on)}, that day excluded, end on {say(last)}, be it"
        f" a day of rest or not ({chosen.replace('_', ' ')}, {limit.section})",
    )


def _decided_class(law: Law) -> Classification | None:
    made = law.village.interpretations[Question.CLASSIFICATION]
    return Classification(made.choice) if made.decided_by else None


def jail_limit_days(penalty: Penalty, from_day: date) -> int | None:
    """Return the longest term in days, months counted from the day it begins (§ 30), or None without jail."""
    if penalty.jail is None:
        return None
    if penalty.jail.months is None:
        return penalty.jail.days
    return (plus_months(from_day, penalty.jail.months) - from_day).days
