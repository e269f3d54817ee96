"""The tier of each offense under both readings, and the look-back (LAW.md § 4)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.law import LookBack, Reading
from rules.penalties import Prior, fines, tier_of
from tests.rules.laws import (
    CURE_PERIODS,
    PROVISION,
    WEBSTER,
    WILLIAMSVILLE,
    figures,
    penalized,
)

CONVICTION, OFFENSE = Reading.PRIOR_CONVICTION, Reading.PRIOR_OFFENSE
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


def ordinals(
    days: list[date], priors: list[Prior], reading: Reading, earlier: tuple[date, ...] = ()
) -> list[int]:
    return [fine.ordinal for fine in fines(WILLIAMSVILLE, PROVISION, days, priors, reading, earlier)]


@pytest.mark.parametrize(
    ("ordinal", "minimum", "maximum"),
    [
        pytest.param(1, None, 350, id="§ 112-28H(3)(d), first offense"),
        pytest.param(2, 350, 700, id="§ 112-28H(3)(d), second offense"),
        pytest.param(3, 700, 1000, id="§ 112-28H(3)(d), third offense"),
        pytest.param(9, 700, 1000, id="§ 112-28H(3)(d), subsequent offense"),
    ],
)
def test_an_ordinal_has_its_tier(ordinal: int, minimum: int | None, maximum: int) -> None:
    found = tier_of(WILLIAMSVILLE.versions[0].penalties["default"], ordinal)

    assert figures(found, "minimum", "maximum") == (minimum, maximum)


@pytest.mark.parametrize(
    ("priors", "ordinal"),
    [
        pytest.param([], 1, id="none"),
        pytest.param([prior("2025-03-03", "2025-05-01")], 2, id="one judgment"),
        pytest.param(
            [prior("2025-03-03", "2025-05-01"), prior("2025-03-10", "2025-05-01")],
            2,
            id="two counts, one judgment",
        ),
        pytest.param(
            [prior("2025-03-03", "2025-05-01"), prior("2025-06-03", "2025-07-01")], 3, id="two judgments"
        ),
        pytest.param([prior("2025-03-03", "2026-01-05")], 1, id="pronounced on the offense date itself"),
        pytest.param([prior("2025-03-03", "2026-01-04")], 2, id="pronounced the day before"),
        pytest.param([prior("2021-01-05", "2021-03-01")], 1, id="five years ago to the day"),
        pytest.param([prior("2021-01-06", "2021-03-01")], 2, id="a day short of five years ago"),
        pytest.param(
            [prior("2020-12-01", "2021-03-01"), prior("2021-02-01", "2021-03-01")],
            2,
            id="one count still inside",
        ),
        pytest.param(
            [prior("2020-12-01", "2021-03-01"), prior("2025-02-01", "2025-03-01")],
            2,
            id="all of which within five years",
        ),
    ],
)
def test_prior_judgments_raise_the_ordinal(priors: list[Prior], ordinal: int) -> None:
    assert ordinals([MONDAY], priors, CONVICTION) == [ordinal]


def test_under_the_other_reading_unconvicted_and_later_convicted_offenses_count_too() -> None:
    week_later = MONDAY + timedelta(days=7)
    convicted_later = prior("2025-11-03", "2026-05-01")
    elsewhere = (date(2025, 12, 1), MONDAY, date(2026, 1, 6), date(2020, 1, 1))

    assert ordinals([MONDAY, week_later], [convicted_later], OFFENSE, elsewhere) == [3, 6]
    assert ordinals([MONDAY, week_later], [convicted_later], CONVICTION, elsewhere) == [1, 1]


@pytest.mark.parametrize("reading", [pytest.param(reading, id=reading.value) for reading in Reading])
def test_the_anniversary_itself_takes_the_lower_tier_and_is_flagged(reading: Reading) -> None:
    days = [date(2026, 1, 4), date(2026, 1, 5)]
    ordinal = {CONVICTION: [2, 1], OFFENSE: [2, 2]}[reading]  # the first of the two days raises the second

    found = fines(WILLIAMSVILLE, PROVISION, days, [prior("2021-01-05", "2021-03-01")], reading)

    assert [fine.ordinal for fine in found] == ordinal
    assert [fine.on_anniversary for fine in found] == [False, True]


def test_an_offense_on_leap_day_drops_out_on_the_last_of_february() -> None:
    leap = prior("2024-02-29", "2024-05-01")

    assert ordinals([date(2029, 2, 27), date(2029, 2, 28)], [leap], CONVICTION) == [2, 1]


def test_a_look_back_may_be_of_months() -> None:
    law = penalized(WILLIAMSVILLE, look_back=LookBack(months=18, section="§ 1"))
    priors = [prior("2024-07-05", "2024-08-01"), prior("2024-07-06", "2024-08-02")]

    assert [fine.ordinal for fine in fines(law, PROVISION, [MONDAY], priors, CONVICTION)] == [2]


@pytest.mark.parametrize("reading", [pytest.param(reading, id=reading.value) for reading in Reading])
def test_a_raised_fine_names_the_convictions_it_rests_on(reading: Reading) -> None:
    inside, outside = prior("2025-03-03", "2025-05-01"), prior("2019-03-03", "2019-05-01")

    (found,) = fines(WILLIAMSVILLE, PROVISION, [MONDAY], [outside, inside], reading)

    assert found.resting_on == (inside,)
    assert found.section == "§ 112-28H(3)(d), second offense"


@pytest.mark.parametrize("reading", [pytest.param(reading, id=reading.value) for reading in Reading])
def test_nothing_escalates_where_the_ordinance_has_no_tiers(reading: Reading) -> None:
    days = [MONDAY, MONDAY + timedelta(days=1)]

    found = fines(WEBSTER, PROVISION, days, [prior("2025-03-03", "2025-05-01")], reading)

    assert [figures(fine, "ordinal", "resting_on") for fine in found] == [(1, ()), (1, ())]


def test_each_uncured_notice_raises_the_next() -> None:
    days = [MONDAY + timedelta(days=5 * n) for n in range(3)]

    found = fines(CURE_PERIODS, PROVISION, days, [], CONVICTION)
    later = fines(CURE_PERIODS, PROVISION, days, [], CONVICTION, ordinal_offset=2)

    assert [figures(fine, "ordinal", "maximum") for fine in found] == [(1, 100), (2, 250), (3, 250)]
    assert [fine.ordinal for fine in later] == [3, 4, 5]


@given(PRIORS, st.lists(DATES, max_size=30, unique=True), st.lists(DATES, max_size=8))
def test_the_ordinals_are_those_of_a_plain_count(
    priors: list[Prior], days: list[date], earlier: list[date]
) -> None:
    def inside(on: date, day: date) -> bool:
        return on < day and (on.year + 5, on.month, min(on.day, 28 if on.month == 2 else 31)) > (
            day.year,
            day.month,
            day.day,
        )

    days = sorted(days)
    offenses = [*earlier, *days, *(each.offense_on for each in priors)]

    by_conviction = ordinals(days, priors, CONVICTION)
    by_offense = ordinals(days, priors, OFFENSE, tuple(earlier))

    assert by_offense == [1 + sum(inside(on, day) for on in offenses) for day in days]
    assert by_conviction == [
        1 + len({p.convicted_on for p in priors if p.convicted_on < day and inside(p.offense_on, day)})
        for day in days
    ]
