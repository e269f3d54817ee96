"""Totals, caps, stays, refusals, and the limits of time and of jail (LAW.md § 4)."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.law import Classification, Reading
from rules.offenses import Schedule
from rules.penalties import Prior, fines, jail_limit_days, limitation, total, what_if
from rules.refusals import NoLawInForce, NotFound, OutOfOrder
from tests.rules.laws import (
    CURE_PERIODS,
    LATE_REPORT,
    MONTHLY,
    WEBSTER,
    WEEK_OR_PART,
    WILLIAMSVILLE,
    figures,
    penalized,
    tier,
)

CONVICTION = Reading.PRIOR_CONVICTION
MONDAY = date(2026, 1, 5)
DATES = st.dates(date(2019, 1, 1), date(2026, 12, 31))
PRIORS = st.lists(
    st.builds(
        lambda on, later: Prior(offense_on=on, convicted_on=on + timedelta(days=later)),
        DATES,
        st.integers(0, 400),
    ),
    max_size=6,
)


def prior(offense_on: str, convicted_on: str) -> Prior:
    return Prior(offense_on=date.fromisoformat(offense_on), convicted_on=date.fromisoformat(convicted_on))


# --- totals ---------------------------------------------------------------------------------------------


def test_a_total_without_a_stated_maximum_states_none() -> None:
    found = what_if(WEBSTER, observed_on=MONDAY, through=MONDAY)

    assert figures(found, "minimum", "maximum") == (250, None)
    assert found.section == "§ 130-28E"
    assert found.reading is WEBSTER.reading


def test_nothing_accrued_costs_nothing() -> None:
    found = what_if(WEBSTER, observed_on=MONDAY, through=MONDAY, stays=[(MONDAY, None)])

    assert figures(found, "count", "stayed", "minimum", "maximum") == (0, 1, 0, 0)
    assert what_if(WEBSTER, observed_on=MONDAY, through=MONDAY, cured_on=MONDAY).offenses == ()


def test_a_cap_holds_each_calendar_year_down() -> None:
    found = what_if(MONTHLY, observed_on=date(2026, 1, 10), through=date(2027, 3, 10), schedule="late_report")

    assert figures(found, "count", "minimum", "maximum") == (15, 5000 + 3000, 5000 + 3000)
    assert found.capped
    assert found.section == "§ 160-41"


def test_a_cap_that_is_not_reached_holds_nothing_down() -> None:
    found = what_if(MONTHLY, observed_on=date(2026, 1, 10), through=date(2026, 5, 10), schedule="late_report")

    assert figures(found, "minimum", "maximum", "capped") == (5000, 5000, False)


def test_stayed_offenses_do_not_use_up_a_cap() -> None:
    days = [date(2026, month, 10) for month in range(1, 9)]
    dated = fines(MONTHLY, LATE_REPORT, days, [], CONVICTION)
    stayed = [fine._replace(status="stayed") for fine in dated[:6]] + dated[6:]

    found = total(MONTHLY, LATE_REPORT, stayed)

    assert figures(found, "count", "stayed", "maximum", "capped") == (2, 6, 2000, False)


@given(st.integers(0, 700), st.integers(0, 700), PRIORS, st.sampled_from(Reading))
def test_exposure_only_grows_with_time(days: int, more: int, priors: list[Prior], reading: Reading) -> None:
    for law in (WEBSTER, WILLIAMSVILLE, WEEK_OR_PART, CURE_PERIODS):
        through = MONDAY + timedelta(days=days)
        now = what_if(law, observed_on=MONDAY, through=through, priors=priors, reading=reading)
        later = what_if(
            law, observed_on=MONDAY, through=through + timedelta(days=more), priors=priors, reading=reading
        )

        assert later.offenses[: now.count] == now.offenses
        assert later.minimum >= now.minimum
        assert later.maximum is None or (now.maximum is not None and later.maximum >= now.maximum)


# --- refusals -------------------------------------------------------------------------------------------


def test_a_violation_older_than_the_ordinance_is_refused_with_the_day_it_came_into_force() -> None:
    with pytest.raises(NoLawInForce, match="2020-11-12") as refused:
        what_if(WEBSTER, observed_on=date(2020, 11, 11), through=date(2021, 1, 1))

    assert refused.value.facts.section == "§ 130-28"


def test_facts_that_contradict_each_other_are_refused() -> None:
    before = MONDAY - timedelta(days=1)

    with pytest.raises(OutOfOrder, match="cure"):
        what_if(WEBSTER, observed_on=MONDAY, through=MONDAY, cured_on=before)
    with pytest.raises(OutOfOrder, match="last day"):
        what_if(WEBSTER, observed_on=MONDAY, through=before)
    with pytest.raises(OutOfOrder, match="conviction"):
        what_if(WEBSTER, observed_on=MONDAY, through=MONDAY, priors=[prior("2025-05-02", "2025-05-01")])
    with pytest.raises(OutOfOrder, match="stay"):
        what_if(WEBSTER, observed_on=MONDAY, through=MONDAY, stays=[(MONDAY, before)])


def test_an_unknown_schedule_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NotFound, match="default, late_report"):
        what_if(MONTHLY, observed_on=MONDAY, through=MONDAY, schedule="parking")


def test_fines_for_a_day_without_law_are_refused_and_not_left_out() -> None:
    with pytest.raises(NoLawInForce):
        fines(WEBSTER, Schedule(key="default"), [date(2020, 1, 1), MONDAY], [], CONVICTION)


# --- limits of time and of jail -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offense_on", "classification", "last"),
    [
        pytest.param("2026-01-05", None, "2027-01-05", id="CPL 30.10(2), the earlier of the two"),
        pytest.param("2026-01-05", Classification.VIOLATION, "2027-01-05", id="CPL 30.10(2)(d), a year"),
        pytest.param(
            "2026-01-05",
            Classification.UNCLASSIFIED_MISDEMEANOR,
            "2028-01-05",
            id="CPL 30.10(2)(c), two years",
        ),
        pytest.param(
            "2026-07-04", None, "2027-07-04", id="CPL 30.10, a Sunday and a holiday: it does not roll"
        ),
        pytest.param("2028-02-29", None, "2029-02-28", id="§ 30, leap day"),
    ],
)
def test_an_offense_can_be_charged_until(
    offense_on: str, classification: Classification | None, last: str
) -> None:
    found = limitation(WILLIAMSVILLE, date.fromisoformat(offense_on), classification)

    assert found.due == date.fromisoformat(last)
    assert found.section in found.explanation


def test_jail_of_months_is_counted_in_days_from_its_first() -> None:
    williamsville, webster = (law.versions[0].penalties["default"] for law in (WILLIAMSVILLE, WEBSTER))

    assert jail_limit_days(williamsville, date(2026, 1, 5)) == 181
    assert jail_limit_days(williamsville, date(2026, 8, 31)) == 181
    assert jail_limit_days(webster, date(2026, 1, 5)) == 30
    assert jail_limit_days(CURE_PERIODS.versions[0].penalties["default"], date(2026, 1, 5)) is None


def test_a_tier_without_a_minimum_reads_as_nought() -> None:
    law = penalized(WEBSTER, tiers=(tier(1, None, None),))

    found = what_if(law, observed_on=MONDAY, through=MONDAY)

    assert figures(found, "minimum", "maximum") == (Decimal(0), None)
