"""Days of rest, months, years and instants, by the General Construction Law (LAW.md § 2)."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import holidays
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordinances.load import load_law
from rules.calendar import (
    cite,
    due,
    end_of_day,
    holiday,
    is_business_day,
    local_day,
    next_business_day,
    plus_months,
    plus_years,
    say,
)
from rules.holidays import holidays_of
from rules.law import Law
from rules.refusals import Malformed
from tests.rules.laws import WEBSTER, period, proclaiming

NEW_YORK = "America/New_York"
FRIDAY = 4
DAYS = st.dates(date(1990, 1, 1), date(2090, 12, 31))


def day(text: str) -> date:
    return date.fromisoformat(text)


def with_holiday(law: Law, **changes: object) -> Law:
    rule = law.state.holidays[0].model_copy(update=changes)
    return law.model_copy(update={"state": law.state.model_copy(update={"holidays": (rule,)})})


# --- days of rest ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "name"),
    [
        pytest.param("2026-01-01", "New Year's Day", id="§ 24, 1 January"),
        pytest.param("2027-01-18", "Martin Luther King", id="§ 24, third Monday of January"),
        pytest.param("2027-02-12", "Lincoln", id="§ 24, 12 February"),
        pytest.param("2027-02-15", "Washington", id="§ 24, third Monday of February"),
        pytest.param("2026-05-25", "Memorial Day", id="§ 24, last Monday of May"),
        pytest.param("2026-06-14", "Flag Day", id="§ 24, second Sunday of June"),
        pytest.param("2026-06-19", "Juneteenth", id="§ 24, 19 June"),
        pytest.param("2026-07-04", "Independence Day", id="§ 24, 4 July"),
        pytest.param("2026-09-07", "Labor Day", id="§ 24, first Monday of September"),
        pytest.param("2026-10-12", "Columbus Day", id="§ 24, second Monday of October"),
        pytest.param("2026-11-03", "Election Day", id="§ 24, Tuesday after the first Monday of November"),
        pytest.param("2022-11-08", "Election Day", id="§ 24, not the first Tuesday where that is the 1st"),
        pytest.param("2026-11-11", "Veterans", id="§ 24, 11 November"),
        pytest.param("2026-11-26", "Thanksgiving", id="§ 24, fourth Thursday of November"),
        pytest.param("2026-12-25", "Christmas", id="§ 24, 25 December"),
        pytest.param("2027-07-05", "Independence Day (kept on Monday)", id="§ 24, a Sunday moves to Monday"),
    ],
)
def test_a_public_holiday_has_its_day(on: str, name: str) -> None:
    found = holiday(day(on), WEBSTER)

    assert found is not None
    assert name in found


@pytest.mark.parametrize(
    "on",
    [
        pytest.param("2026-07-03", id="§ 24, Independence Day on Saturday is not kept on Friday"),
        pytest.param("2026-06-15", id="§ 24, Flag Day does not move to Monday"),
        pytest.param("2022-11-01", id="§ 24, the Tuesday before the first Monday is no election day"),
        pytest.param("2026-02-13", id="§ 24, an ordinary Friday"),
    ],
)
def test_a_day_the_statute_does_not_name_is_a_business_day(on: str) -> None:
    assert holiday(day(on), WEBSTER) is None
    assert is_business_day(day(on), WEBSTER)


def test_a_proclaimed_day_is_a_holiday_in_its_year_only() -> None:
    law = proclaiming(WEBSTER, day("2026-03-10"), "Day of Mourning")

    assert holiday(day("2026-03-10"), law) == "Day of Mourning"
    assert is_business_day(day("2027-03-10"), law)
    assert is_business_day(day("2026-03-10"), WEBSTER)


def test_a_holiday_may_be_kept_in_the_year_before_its_own() -> None:
    law = with_holiday(WEBSTER, name="New Year's Day", month=1, day=1, saturday_moves=True)

    assert holiday(day("2027-12-31"), law) == "New Year's Day (kept on Friday)"
    assert holiday(day("2028-01-01"), law) == "New Year's Day"


def test_a_holiday_on_a_day_the_month_lacks_is_not_kept_that_year() -> None:
    fifth = with_holiday(WEBSTER, month=6, day=None, weekday="monday", nth=5)

    assert holiday(day("2026-06-29"), fifth) is not None
    assert not any(holiday(date(2027, 6, n), fifth) or holiday(date(2027, 7, n), fifth) for n in range(1, 31))


# Where the package `holidays` says otherwise, § 24 is followed: Susan B. Anthony Day is no public holiday; Flag Day
# is one; a Saturday is not kept on Friday, as federal offices keep it. It knows Juneteenth from 2021 on.
OTHERWISE = ("Susan B. Anthony Day", "Flag Day")


@pytest.mark.parametrize("year", range(2021, 2061))
def test_the_holidays_package_agrees_but_for_the_known_exceptions(year: int) -> None:
    oracle = holidays.country_holidays("US", subdiv="NY", years=[year])
    kept_on_friday = {on for on, name in oracle.items() if "(observed)" in name and on.weekday() == FRIDAY}

    theirs = {on for on, name in oracle.items() if name not in OTHERWISE} - kept_on_friday
    ours = {on for on, name in holidays_of(WEBSTER, year).items() if name not in OTHERWISE}

    assert ours == theirs


@given(DAYS)
def test_the_next_business_day_is_later_and_skips_only_days_of_rest(on: date) -> None:
    following = next_business_day(on, WEBSTER)

    assert following > on
    assert is_business_day(following, WEBSTER)
    assert not any(is_business_day(on + timedelta(days=n), WEBSTER) for n in range(1, (following - on).days))


# --- months and years -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        pytest.param("2026-01-15", 1, "2026-02-15", id="§ 30, the same day"),
        pytest.param("2026-01-31", 1, "2026-02-28", id="§ 30, failing it the last"),
        pytest.param("2028-01-31", 1, "2028-02-29", id="§ 30, the last of a leap February"),
        pytest.param("2026-08-31", 6, "2027-02-28", id="§ 30, across the year"),
        pytest.param("2026-03-31", -1, "2026-02-28", id="§ 30, backwards"),
        pytest.param("2026-01-31", -13, "2024-12-31", id="§ 30, backwards across years"),
    ],
)
def test_a_month_ends_on_the_same_day_or_the_last(start: str, months: int, end: str) -> None:
    assert plus_months(day(start), months) == day(end)


@pytest.mark.parametrize(
    ("start", "years", "end"),
    [
        pytest.param("2026-06-04", 5, "2031-06-04", id="§ 30, five years"),
        pytest.param("2028-02-29", 1, "2029-02-28", id="§ 31, 29 February in a common year"),
        pytest.param("2028-02-29", 4, "2032-02-29", id="§ 31, 29 February in a leap year"),
    ],
)
def test_a_year_ends_on_the_same_day_or_the_last(start: str, years: int, end: str) -> None:
    assert plus_years(day(start), years) == day(end)


def test_a_reckoning_that_leaves_the_calendar_is_refused() -> None:
    with pytest.raises(Malformed, match="Fri 31 Dec 9999"):
        plus_years(date.max, 1)
    with pytest.raises(Malformed):
        due(period(days=15), date.max, WEBSTER)


# --- in words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sections", "citation"),
    [
        pytest.param(["Law § 20"], "Law § 20", id="one"),
        pytest.param(["Law § 20", "Law § 25-a"], "Law §§ 20, 25-a", id="two of one law"),
        pytest.param(["Law § 20", "Law § 20"], "Law § 20", id="the same twice"),
        pytest.param(["Code § 1-3", "Law § 20"], "Code § 1-3; Law § 20", id="two laws"),
        pytest.param(["§ 1", "§ 2"], "§§ 1, 2", id="no name"),
        pytest.param(["Rule 6(A)", "Law § 20"], "Rule 6(A); Law § 20", id="no section sign"),
        pytest.param(["Law §§ 30, 31", "Law § 25-a"], "Law §§ 30, 31, 25-a", id="several already"),
    ],
)
def test_sections_are_cited_together(sections: list[str], citation: str) -> None:
    assert cite(*sections) == citation


def test_a_day_is_said_as_people_write_it() -> None:
    assert say(day("2026-06-04")) == "Thu 4 Jun 2026"


# --- instants -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "over"),
    [
        pytest.param("2026-06-22", "2026-06-23T04:00:00+00:00", id="in summer"),
        pytest.param("2026-12-07", "2026-12-08T05:00:00+00:00", id="in winter"),
        pytest.param("2026-03-08", "2026-03-09T04:00:00+00:00", id="a day of twenty-three hours"),
        pytest.param("2026-11-01", "2026-11-02T05:00:00+00:00", id="a day of twenty-five hours"),
    ],
)
def test_a_day_is_over_at_the_local_midnight_after_it(on: str, over: str) -> None:
    assert end_of_day(day(on), NEW_YORK) == datetime.fromisoformat(over)


def test_a_midnight_the_clock_change_skips_is_its_first_instant() -> None:
    over = end_of_day(day("2018-11-03"), "America/Sao_Paulo")

    assert over == datetime(2018, 11, 4, 3, tzinfo=UTC)
    assert over.astimezone(ZoneInfo("America/Sao_Paulo")).hour == 1


@given(
    DAYS, st.sampled_from([NEW_YORK, "America/Chicago", "America/Indiana/Knox", "Pacific/Honolulu", "UTC"])
)
def test_the_instant_a_day_is_over_is_the_first_of_the_next(on: date, zone: str) -> None:
    over = end_of_day(on, zone)

    assert over.utcoffset() == timedelta(0)
    assert local_day(over, zone) == on + timedelta(days=1)
    assert local_day(over - timedelta(microseconds=1), zone) == on


def test_an_instant_without_a_zone_is_no_instant() -> None:
    with pytest.raises(ValueError, match="zone"):
        local_day(datetime(2026, 6, 4, 12), NEW_YORK)  # noqa: DTZ001  the very thing that is refused


def test_juneteenth_is_a_holiday_only_since_it_became_one() -> None:
    law = load_law("williamsville")

    assert holiday(date(2019, 6, 19), law) is None
    assert holiday(date(2026, 6, 19), law) == "Juneteenth"
