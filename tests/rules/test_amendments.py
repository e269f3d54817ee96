"""An amendment counts from its own day on, for the unit and for the fine; what came before stands (LAW.md § 3)."""

from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from rules.law import Cap, Law, LookBack, Reading, Unit
from rules.offenses import offense_dates
from rules.penalties import Prior, fines, what_if
from tests.rules.laws import PROVISION, WEBSTER, WILLIAMSVILLE, amended, figures, tier

FIRST_OF_APRIL = date(2026, 4, 1)
WEEKS_THEN_DAYS = amended(WILLIAMSVILLE, FIRST_OF_APRIL, unit=Unit.DAY)
DAYS_THEN_WEEKS = amended(WEBSTER, FIRST_OF_APRIL, unit=Unit.WEEK)
ANCHORS = st.dates(date(2025, 1, 1), date(2027, 12, 31))
SPANS = st.integers(0, 900).map(lambda days: timedelta(days=days))


def days(*texts: str) -> list[date]:
    return [date.fromisoformat(text) for text in texts]


def at(law: Law, anchor: date, end: date) -> list[date]:
    return offense_dates(law, PROVISION, anchor, anchor, end)


def test_an_amendment_changes_the_unit_from_its_own_day_on() -> None:
    found = at(WEEKS_THEN_DAYS, *days("2026-03-16", "2026-04-03"))

    assert found == days("2026-03-16", "2026-03-23", "2026-03-30", "2026-04-01", "2026-04-02", "2026-04-03")


def test_a_weekly_calendar_keeps_its_anchor_across_an_amendment() -> None:
    found = at(DAYS_THEN_WEEKS, *days("2026-03-30", "2026-04-20"))

    assert found == days("2026-03-30", "2026-03-31", "2026-04-06", "2026-04-13", "2026-04-20")


def test_nothing_is_an_offense_before_the_ordinance_is_in_force() -> None:
    found = at(WEBSTER, *days("2020-11-01", "2020-11-13"))

    assert found == days("2020-11-12", "2020-11-13")


@given(ANCHORS, SPANS, st.dates(date(2025, 1, 1), date(2028, 1, 1)), st.sampled_from(sorted(Unit)[1:]))
def test_an_amendment_never_changes_an_earlier_offense(
    anchor: date, length: timedelta, in_force: date, unit: Unit
) -> None:
    law = amended(WILLIAMSVILLE, in_force, unit=unit)

    before = at(WILLIAMSVILLE, anchor, anchor + length)
    after = at(law, anchor, anchor + length)

    assert [day for day in after if day < in_force] == [day for day in before if day < in_force]


def test_each_offense_takes_the_fine_of_its_own_day() -> None:
    law = amended(WEBSTER, FIRST_OF_APRIL, tiers=(tier(1, 500, 1000),))

    found = fines(law, PROVISION, days("2026-03-31", "2026-04-01"), [], Reading.PRIOR_CONVICTION)

    assert [figures(fine, "minimum", "maximum") for fine in found] == [(250, None), (500, 1000)]


def test_each_offense_takes_the_look_back_of_its_own_day() -> None:
    law = amended(WILLIAMSVILLE, FIRST_OF_APRIL, look_back=LookBack(years=2, section="§ 1"))
    prior = Prior(offense_on=date(2023, 5, 1), convicted_on=date(2023, 6, 1))

    found = fines(law, PROVISION, days("2026-03-31", "2026-04-01"), [prior], Reading.PRIOR_CONVICTION)

    assert [fine.ordinal for fine in found] == [2, 1]


def test_offenses_before_an_amendment_count_as_earlier_ones_after_it() -> None:
    found = fines(WEEKS_THEN_DAYS, PROVISION, days("2026-03-31", "2026-04-01"), [], Reading.PRIOR_OFFENSE)

    assert [fine.ordinal for fine in found] == [1, 2]


def test_a_cap_holds_only_the_offenses_from_its_own_day_on() -> None:
    cap = Cap(amount=Decimal(1000), per="calendar_year", section="§ 1")
    law = amended(WEBSTER, FIRST_OF_APRIL, cap=cap)

    found = what_if(law, observed_on=date(2026, 3, 28), through=date(2026, 4, 20))

    assert figures(found, "count", "minimum", "maximum") == (24, 4 * 250 + 1000, None)
    assert found.capped


def test_an_amendment_leaves_a_cap_that_both_versions_share_one_cap() -> None:
    cap = Cap(amount=Decimal(1000), per="case", section="§ 1")
    law = amended(amended(WEBSTER, date(2026, 1, 1), cap=cap), FIRST_OF_APRIL, title="renamed", cap=cap)

    found = what_if(law, observed_on=date(2026, 3, 1), through=date(2026, 5, 1))

    assert figures(found, "minimum", "maximum") == (1000, 1000)


@given(ANCHORS, SPANS, st.dates(date(2025, 1, 1), date(2028, 1, 1)), st.sampled_from(Reading))
def test_an_amendment_never_changes_an_earlier_fine(
    anchor: date, length: timedelta, in_force: date, reading: Reading
) -> None:
    law = amended(WILLIAMSVILLE, in_force, unit=Unit.DAY, tiers=(tier(1, 5, 10), tier(2, 10, 20)))
    through = anchor + length

    before = what_if(WILLIAMSVILLE, observed_on=anchor, through=through, reading=reading).offenses
    after = what_if(law, observed_on=anchor, through=through, reading=reading).offenses

    assert [fine for fine in after if fine.date < in_force] == [f for f in before if f.date < in_force]
