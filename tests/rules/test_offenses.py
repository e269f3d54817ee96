"""On which days separate offenses fall, per unit and across an amendment (LAW.md § 3)."""

from datetime import date, timedelta
from math import ceil
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.calendar import plus_months
from rules.law import Law, Unit
from rules.offenses import Schedule, next_offense_date, offense_dates, step_days
from tests.rules.laws import (
    CURE_PERIODS,
    LATE_REPORT,
    MONTHLY,
    PROVISION,
    WEBSTER,
    WEEK_OR_PART,
    WILLIAMSVILLE,
    amended,
    counting_the_first_day,
    penalized,
    period,
)

UNITS: dict[str, tuple[Law, str]] = {
    "day": (WEBSTER, PROVISION),
    "week": (WILLIAMSVILLE, PROVISION),
    "week_or_part": (WEEK_OR_PART, PROVISION),
    "month": (MONTHLY, LATE_REPORT),
    "cure_period": (CURE_PERIODS, PROVISION),
    "week, then day": (amended(WILLIAMSVILLE, date(2026, 4, 1), unit=Unit.DAY), PROVISION),
    "day, then week": (amended(WEBSTER, date(2026, 4, 1), unit=Unit.WEEK), PROVISION),
    "day, then month": (amended(WEBSTER, date(2026, 4, 1), unit=Unit.MONTH), PROVISION),
}
ANY_UNIT = st.sampled_from(sorted(UNITS))
ANCHORS = st.dates(date(2025, 1, 1), date(2027, 12, 31))
SPANS = st.integers(-20, 900).map(lambda days: timedelta(days=days))


def days(*texts: str) -> list[date]:
    return [date.fromisoformat(text) for text in texts]


def at(law: Law, provision: str, anchor: date, end: date) -> list[date]:
    return offense_dates(law, provision, anchor, anchor, end)


# --- one unit at a time ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "anchor", "end", "expected"),
    [
        pytest.param(
            "day",
            "2028-02-28",
            "2028-03-01",
            ["2028-02-28", "2028-02-29", "2028-03-01"],
            id="§ 130-28E, each day",
        ),
        pytest.param("week", "2026-01-05", "2026-01-11", ["2026-01-05"], id="§ 112-28H(3)(d), six days more"),
        pytest.param(
            "week",
            "2026-01-05",
            "2026-01-12",
            ["2026-01-05", "2026-01-12"],
            id="§ 112-28H(3)(d), a completed week",
        ),
        pytest.param("week_or_part", "2026-01-05", "2026-01-05", ["2026-01-05"], id="§ 210-9C, one day"),
        pytest.param(
            "week_or_part",
            "2026-01-05",
            "2026-01-12",
            ["2026-01-05", "2026-01-06"],
            id="§ 210-9C, one week more",
        ),
        pytest.param(
            "week_or_part",
            "2026-01-05",
            "2026-01-20",
            ["2026-01-05", "2026-01-06", "2026-01-13", "2026-01-20"],
            id="§ 210-9C, the third week begun",
        ),
        pytest.param(
            "month",
            "2026-01-31",
            "2026-04-30",
            ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"],
            id="§ 160-41, months from the anchor, not chained",
        ),
        pytest.param(
            "cure_period", "2026-06-04", "2026-06-18", [], id="§ 54-24(a), ten business days to cure"
        ),
        pytest.param(
            "cure_period",
            "2026-06-04",
            "2026-06-29",
            ["2026-06-19", "2026-06-24", "2026-06-29"],
            id="§ 54-24(b), then five days each",
        ),
    ],
)
def test_a_unit_has_its_dates(unit: str, anchor: str, end: str, expected: list[str]) -> None:
    assert at(*UNITS[unit], *days(anchor, end)) == days(*expected)


def test_a_period_to_cure_that_rolls_moves_the_offense_behind_it() -> None:
    law = penalized(WEBSTER, unit=Unit.CURE_PERIOD, cure_periods=(period(days=15), period(days=10)))

    found = at(law, PROVISION, *days("2026-06-04", "2026-07-10"))

    assert found == days("2026-06-23", "2026-07-03")  # due Mon 22 Jun and Thu 2 Jul


def test_periods_to_cure_that_count_their_first_day_do_not_overlap() -> None:
    law = counting_the_first_day(
        penalized(WEBSTER, unit=Unit.CURE_PERIOD, cure_periods=(period(days=10, rolls=False),))
    )

    found = at(law, PROVISION, *days("2026-06-01", "2026-06-30"))

    assert found == days("2026-06-11", "2026-06-21")


def test_a_schedule_may_be_named_by_its_key() -> None:
    anchor, end = days("2026-01-10", "2026-03-10")

    assert at(MONTHLY, LATE_REPORT, anchor, end) == offense_dates(
        MONTHLY, Schedule(key="late_report"), anchor, anchor, end
    )
    assert offense_dates(MONTHLY, Schedule(key="no_such"), anchor, anchor, end) == []


@given(ANCHORS, st.integers(1, 800))
def test_a_week_or_part_of_it_is_one_more_than_the_weeks_begun(anchor: date, existing: int) -> None:
    found = at(WEEK_OR_PART, PROVISION, anchor, anchor + timedelta(days=existing - 1))

    assert len(found) == 1 + ceil((existing - 1) / 7)


@given(ANCHORS, st.integers(1, 800))
def test_a_completed_week_is_one_for_each_seven_days(anchor: date, existing: int) -> None:
    found = at(WILLIAMSVILLE, PROVISION, anchor, anchor + timedelta(days=existing - 1))

    assert len(found) == 1 + (existing - 1) // 7
    assert {day.weekday() for day in found} == {anchor.weekday()}


@given(ANCHORS, st.integers(0, 60))
def test_a_monthly_offense_is_reckoned_from_the_anchor(anchor: date, months: int) -> None:
    found = at(MONTHLY, LATE_REPORT, anchor, plus_months(anchor, months))

    assert found == [plus_months(anchor, n) for n in range(months + 1)]


@given(ANCHORS, st.integers(1, 800))
def test_a_clock_change_neither_loses_nor_doubles_a_day(anchor: date, existing: int) -> None:
    found = at(WEBSTER, PROVISION, anchor, anchor + timedelta(days=existing - 1))

    assert len(found) == existing


# --- every unit -----------------------------------------------------------------------------------------


@given(ANY_UNIT, ANCHORS, SPANS, SPANS)
def test_offenses_ascend_from_the_anchor_to_the_end(
    unit: str, anchor: date, before: timedelta, length: timedelta
) -> None:
    start = anchor + before
    end = start + length

    found = offense_dates(*UNITS[unit], anchor, start, end)

    assert found == sorted(set(found))
    assert all(max(anchor, start) <= day <= end for day in found)


@given(ANY_UNIT, ANCHORS, SPANS, SPANS, st.integers(0, 900))
def test_a_split_range_loses_and_doubles_nothing(
    unit: str, anchor: date, before: timedelta, length: timedelta, cut: int
) -> None:
    start = anchor + before
    end = start + length
    middle = min(end, start + timedelta(days=cut))

    first = offense_dates(*UNITS[unit], anchor, start, middle)
    second = offense_dates(*UNITS[unit], anchor, middle + timedelta(days=1), end)

    assert first + second == offense_dates(*UNITS[unit], anchor, start, end)


@given(ANY_UNIT, ANCHORS, st.integers(-20, 900))
def test_the_next_offense_is_the_first_one_later(unit: str, anchor: date, days_on: int) -> None:
    after = anchor + timedelta(days=days_on)

    later = offense_dates(*UNITS[unit], anchor, after + timedelta(days=1), after + timedelta(days=100))

    assert next_offense_date(*UNITS[unit], anchor, after) == later[0]


# --- steps ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "on", "step"),
    [
        pytest.param("day", "2026-01-01", 1, id="§ 130-28E, a day"),
        pytest.param("week", "2026-01-01", 7, id="§ 112-28H(3)(d), a week"),
        pytest.param("week_or_part", "2026-01-01", None, id="§ 210-9C, one day and then seven"),
        pytest.param("month", "2026-01-01", None, id="§ 160-41, months differ"),
        pytest.param("cure_period", "2026-01-01", None, id="§ 54-24, periods differ"),
        pytest.param("week, then day", "2026-03-31", None, id="an amendment is still to come"),
        pytest.param("week, then day", "2026-04-01", 1, id="the amendment is in force"),
        pytest.param("day", "2020-01-01", None, id="no law in force yet"),
    ],
)
def test_a_step_is_a_number_of_days_only_where_it_stays_one(unit: str, on: str, step: int | None) -> None:
    assert step_days(*UNITS[unit], date.fromisoformat(on)) == step


@given(st.sampled_from(["day", "week"]), ANCHORS, st.integers(0, 50))
def test_stepping_finds_the_same_offenses(unit: str, anchor: date, steps: int) -> None:
    step = step_days(*UNITS[unit], anchor)
    assert step is not None
    end = anchor + timedelta(days=step * steps)

    assert at(*UNITS[unit], anchor, end) == [anchor + timedelta(days=step * n) for n in range(steps + 1)]


def test_the_last_day_of_the_calendar_has_no_next_offense() -> None:
    assert next_offense_date(WEBSTER, PROVISION, date.max, date.max) is None
    assert at(WEBSTER, PROVISION, date.max, date.max) == [date.max]
    assert at(WEEK_OR_PART, PROVISION, date.max, date.max) == [date.max]


def test_five_years_of_daily_offenses_take_no_time() -> None:
    began = perf_counter()

    found = at(WEBSTER, PROVISION, date(2026, 1, 1), date(2030, 12, 31))

    assert perf_counter() - began < 0.05  # two milliseconds, on a machine that does nothing else
    assert len(found) == 1826
