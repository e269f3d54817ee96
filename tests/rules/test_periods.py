"""Where periods end, and how that is explained, by the General Construction Law (LAW.md § 2)."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.calendar import due, is_business_day, last_day
from rules.law import Law, Period
from tests.rules.laws import CURE_PERIODS, WEBSTER, counting_the_first_day, period

LAWS = (WEBSTER, counting_the_first_day(WEBSTER))
DAYS = st.dates(date(1990, 1, 1), date(2090, 12, 31))
LENGTHS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.builds(dict, days=st.integers(1, 90), kind=st.sampled_from(["calendar", "business"])),
    st.builds(dict, months=st.integers(1, 30)),
    st.builds(dict, years=st.integers(1, 9)),
)


def day(text: str) -> date:
    return date.fromisoformat(text)


@pytest.mark.parametrize(
    ("length", "start", "end"),
    [
        pytest.param({"days": 15}, "2026-06-03", "2026-06-18", id="§ 20, the day of the event is excluded"),
        pytest.param({"days": 15}, "2026-06-04", "2026-06-22", id="§ 25-a, off Juneteenth and the weekend"),
        pytest.param({"days": 15, "rolls": False}, "2026-06-04", "2026-06-19", id="an expiry never rolls"),
        pytest.param({"days": 1}, "2026-12-24", "2026-12-28", id="§ 25-a, off Christmas and the weekend"),
        pytest.param({"days": 2}, "2026-12-04", "2026-12-08", id="§ 20, two days leave out the weekend"),
        pytest.param(
            {"days": 2, "rolls": False}, "2026-12-04", "2026-12-08", id="§ 20, whether or not it rolls"
        ),
        pytest.param({"days": 3, "rolls": False}, "2026-12-04", "2026-12-07", id="§ 20, three days do not"),
        pytest.param({"days": 10, "kind": "business"}, "2026-06-04", "2026-06-18", id="ten business days"),
        pytest.param({"days": 2, "kind": "business"}, "2026-06-18", "2026-06-23", id="two business days"),
        pytest.param(
            {"months": 1}, "2026-01-30", "2026-03-02", id="§§ 30, 25-a, the last of February is a Saturday"
        ),
        pytest.param(
            {"years": 1, "rolls": False}, "2026-02-28", "2027-02-28", id="a year, not rolled off Sunday"
        ),
        pytest.param(
            {"days": 10, "direction": "before"},
            "2026-06-29",
            "2026-06-18",
            id="§ 25-a, backwards to the day before",
        ),
        pytest.param(
            {"days": 5, "kind": "business", "direction": "before"},
            "2026-06-22",
            "2026-06-12",
            id="backwards, business",
        ),
        pytest.param(
            {"days": 2, "direction": "before"}, "2026-12-08", "2026-12-04", id="§ 20, two days backwards"
        ),
        pytest.param(
            {"months": 1, "direction": "before", "rolls": False},
            "2026-03-31",
            "2026-02-28",
            id="§ 30, a month back",
        ),
    ],
)
def test_a_period_ends_on_its_day(length: dict[str, Any], start: str, end: str) -> None:
    assert due(period(**length), day(start), WEBSTER).due == day(end)


@pytest.mark.parametrize(
    ("length", "start", "end"),
    [
        pytest.param({"days": 15}, "2026-06-03", "2026-06-17", id="the fifteenth day counts from the first"),
        pytest.param({"days": 15}, "2026-06-05", "2026-06-22", id="§ 25-a still moves it off Juneteenth"),
        pytest.param(
            {"days": 2}, "2026-12-04", "2026-12-07", id="§ 20, Friday is the first day and Monday the second"
        ),
        pytest.param(
            {"days": 2}, "2026-12-05", "2026-12-07", id="§ 20, a Saturday that counts as the first day"
        ),
        pytest.param(
            {"days": 1, "kind": "business"}, "2026-06-05", "2026-06-05", id="a business day is the first"
        ),
        pytest.param({"days": 1, "kind": "business"}, "2026-06-06", "2026-06-08", id="a Saturday is not"),
        pytest.param({"months": 1}, "2026-06-04", "2026-07-03", id="§ 30, a month is over the day before"),
        pytest.param({"months": 1}, "2028-01-31", "2028-02-29", id="§ 30, unless it lacks the day"),
        pytest.param(
            {"days": 10, "direction": "before", "rolls": False},
            "2026-06-30",
            "2026-06-21",
            id="backwards as well",
        ),
    ],
)
def test_a_village_may_count_the_first_day_in(length: dict[str, Any], start: str, end: str) -> None:
    law = counting_the_first_day(WEBSTER)

    assert due(period(**length), day(start), law).due == day(end)


def test_nothing_rolls_where_the_state_has_no_rule_for_it() -> None:
    reckoning = WEBSTER.state.reckoning.model_copy(update={"roll": None})
    law = WEBSTER.model_copy(update={"state": WEBSTER.state.model_copy(update={"reckoning": reckoning})})

    assert due(period(days=15), day("2026-06-04"), law).due == day("2026-06-19")


def test_a_deadline_on_election_day_moves_to_wednesday() -> None:
    reckoned = due(period(days=15), day("2026-10-19"), WEBSTER)

    assert reckoned.due == day("2026-11-04")
    assert reckoned.start == day("2026-10-19")
    assert reckoned.section == "§ 2"


@given(LENGTHS, DAYS, st.sampled_from(["before", "after"]), st.sampled_from(LAWS))
def test_an_act_never_falls_due_on_a_day_of_rest(
    length: dict[str, Any], start: date, direction: str, law: Law
) -> None:
    span = Period.model_validate(
        {"starts_from": "service", "section": "§ 2", "rolls": True, "direction": direction, **length}
    )

    found = last_day(span, start, law)

    assert is_business_day(found, law)
    assert (found <= start) if direction == "before" else (found >= start)


@given(LENGTHS, DAYS)
def test_a_later_start_never_falls_due_sooner(length: dict[str, Any], start: date) -> None:
    span = Period.model_validate({"starts_from": "service", "section": "§ 2", "rolls": True, **length})

    assert last_day(span, start, WEBSTER) <= last_day(span, start + timedelta(days=1), WEBSTER)


@given(st.integers(3, 400), DAYS)
def test_only_a_period_that_rolls_leaves_its_calendar_day(days: int, start: date) -> None:
    assert last_day(period(days=days, rolls=False), start, WEBSTER) == start + timedelta(days=days)


# --- the reckoning in words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "start", "words"),
    [
        pytest.param(
            {"days": 15},
            "2026-06-04",
            "15 days from service on Thu 4 Jun 2026, that day excluded, end on Fri 19 Jun 2026, which is"
            " Juneteenth; so Mon 22 Jun 2026 (General Construction Law §§ 20, 25-a)",
            id="§ 25-a, one holiday",
        ),
        pytest.param(
            {"days": 15},
            "2027-01-28",
            "15 days from service on Thu 28 Jan 2027, that day excluded, end on Fri 12 Feb 2027, which is"
            " Lincoln's Birthday, and Mon 15 Feb 2027 is Washington's Birthday; so Tue 16 Feb 2027"
            " (General Construction Law §§ 20, 25-a)",
            id="§ 25-a, two holidays around a weekend",
        ),
        pytest.param(
            {"days": 15},
            "2026-06-03",
            "15 days from service on Wed 3 Jun 2026, that day excluded, end on Thu 18 Jun 2026"
            " (General Construction Law § 20)",
            id="§ 20, a business day",
        ),
        pytest.param(
            {"days": 2, "starts_from": "receipt"},
            "2026-12-24",
            "2 days from receipt on Thu 24 Dec 2026, that day excluded, the days of rest between left out"
            " (Fri 25 Dec 2026 (Christmas Day), Sat 26 Dec 2026, Sun 27 Dec 2026), end on Tue 29 Dec 2026"
            " (General Construction Law § 20)",
            id="§ 20, two days",
        ),
        pytest.param(
            {"months": 1},
            "2026-02-14",
            "1 month from service on Sat 14 Feb 2026, that day excluded, end on Sat 14 Mar 2026, which is"
            " a Saturday; so Mon 16 Mar 2026 (General Construction Law §§ 30, 31, 25-a)",
            id="§ 30, a month",
        ),
    ],
)
def test_a_deadline_is_explained(length: dict[str, Any], start: str, words: str) -> None:
    assert due(period(**length), day(start), WEBSTER).explanation == words


def test_a_first_day_that_counts_is_explained_by_the_villages_own_section() -> None:
    reckoned = due(period(days=15), day("2026-06-05"), counting_the_first_day(WEBSTER))

    assert reckoned.explanation == (
        "15 days from service on Fri 5 Jun 2026, that day included, end on Fri 19 Jun 2026, which is"
        " Juneteenth; so Mon 22 Jun 2026 (Village Code § 1-3; General Construction Law § 25-a)"
    )


def test_a_period_counted_backwards_is_explained() -> None:
    notice = CURE_PERIODS.versions[-1].notice_before_hearing
    assert notice is not None

    reckoned = due(notice, day("2026-07-06"), CURE_PERIODS)

    assert reckoned.due == day("2026-06-29")
    assert (
        "5 business days before hearing on Mon 6 Jul 2026, that day excluded, lead back to"
        in reckoned.explanation
    )
