"""The figures of a case on other facts, held against those of a case in which the facts are so."""

from datetime import date, timedelta

import pytest

from ordinances.load import load_law
from rules.judgments import judgments, look_back_on
from rules.law import Reading
from rules.penalties import Prior
from rules.refusals import NotAllowed, NotFound, OutOfOrder
from rules.what_if import Outlook, if_cured, if_nothing_changes, if_vacated, outlook, priors
from tests.rules.play import Play

WILLIAMSVILLE = load_law("williamsville")
EARLIER = Prior(
    offense_on=date(2025, 3, 3), convicted_on=date(2025, 5, 5), case="williamsville-2025-0001", count="c1"
)


def _play(village: str = "webster", today: str = "2026-06-01") -> Play:
    provision = {"webster": "§ 130-23B", "williamsville": "§ 112-28C"}[village]
    violation = {
        "provision": provision, "nature": "x", "observed_on": "2026-05-04", "remedy": "y", "remedy_by": "2026-06-30",
    }  # fmt: skip
    return Play(village, today).open(violations=[violation])


def _counts(found: Outlook) -> list[int]:
    return [figure.count for figure in found.figures]


def test_the_villages_reading_comes_first_and_the_section_stands_by() -> None:
    play = _play("williamsville")

    found = outlook(play.case, play.setting())

    assert [figure.reading for figure in found.figures] == [Reading.PRIOR_CONVICTION, Reading.PRIOR_OFFENSE]
    assert found.section.startswith("§ 112-28H")


@pytest.mark.parametrize("days", [0, 1, 30, 400])
@pytest.mark.parametrize("village", ["webster", "williamsville"])
def test_if_nothing_changes_it_is_what_that_day_will_show(village: str, days: int) -> None:
    play = _play(village)
    day = play.today + timedelta(days=days)

    ahead = if_nothing_changes(play.case, play.setting(), day)

    assert ahead == outlook(play.case, play.on(day.isoformat()).setting())


def test_the_day_itself_is_not_counted_yet() -> None:
    play = _play()

    assert _counts(if_nothing_changes(play.case, play.setting(), date(2026, 6, 1))) == [28, 28]
    assert _counts(if_nothing_changes(play.case, play.setting(), date(2026, 6, 2))) == [29, 29]


@pytest.mark.parametrize("cured_on", ["2026-05-04", "2026-05-20", "2026-06-01"])
def test_if_cured_it_is_what_confirming_would_make_it(cured_on: str) -> None:
    play = _play()

    thought = if_cured(play.case, play.setting(), date.fromisoformat(cured_on))

    play.do("confirm-compliance", violation="v1", cured_on=cured_on)
    assert thought == outlook(play.case, play.setting())


def test_a_cure_to_come_counts_the_days_until_then() -> None:
    play = _play()

    found = if_cured(play.case, play.setting(), date(2026, 6, 11))

    assert (found.day, _counts(found)) == (date(2026, 6, 11), [38, 38])


def test_nothing_is_recorded_by_asking() -> None:
    play = _play()
    before = play.case

    if_cured(play.case, play.setting(), date(2026, 5, 20))

    assert play.case == before
    assert play.case.violations["v1"].cured_on is None


def test_a_prior_that_falls_lowers_the_tier() -> None:
    play = _play("williamsville")
    play.priors = {"r1": (EARLIER,)}

    today = outlook(play.case, play.setting()).figures[0]
    without = if_vacated(play.case, play.setting(), [EARLIER]).figures[0]

    assert (today.highest_ordinal, without.highest_ordinal) == (2, 1)
    assert without.minimum < today.minimum


def test_a_judgment_counts_until_all_its_counts_have_fallen() -> None:
    play = _play("williamsville")
    second = EARLIER.model_copy(update={"offense_on": date(2025, 3, 10), "count": "c2"})
    play.priors = {"r1": (EARLIER, second)}

    without = if_vacated(play.case, play.setting(), [EARLIER]).figures[0]

    whole = if_vacated(play.case, play.setting(), [EARLIER, second]).figures[0]

    assert (without.highest_ordinal, whole.highest_ordinal) == (2, 1)
    assert priors(play.case, play.setting()) == (EARLIER, second)


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (lambda case, setting: if_nothing_changes(case, setting, date(2026, 5, 31)), "past"),
        (lambda case, setting: if_nothing_changes(case, setting, date(2046, 1, 1)), "too far"),
        (lambda case, setting: if_cured(case, setting, date(2026, 5, 3)), "before v1 was observed"),
        (lambda case, setting: if_vacated(case, setting, [EARLIER]), "no such prior"),
    ],
    ids=["a past day", "far ahead", "cured before observed", "no prior"],
)
def test_what_cannot_be_is_refused(refused: object, words: str) -> None:
    play = _play()

    with pytest.raises((OutOfOrder, NotFound), match=words):
        refused(play.case, play.setting())  # type: ignore[operator]


def test_without_an_open_violation_there_is_nothing_to_cure() -> None:
    play = _play()
    play.do("confirm-compliance", violation="v1", cured_on="2026-05-20")

    with pytest.raises(NotAllowed, match="No violation is open"):
        if_cured(play.case, play.setting(), date(2026, 5, 21))


# --- judgments --------------------------------------------------------------------------------------------


def test_counts_of_one_day_are_one_judgment_that_falls_out_with_its_last_offense() -> None:
    second = EARLIER.model_copy(update={"offense_on": date(2025, 3, 10), "count": "c2"})
    (found,) = judgments([second, EARLIER], look_back_on(WILLIAMSVILLE, date(2026, 1, 1)))

    assert [each.count for each in found.counts] == ["c1", "c2"]
    assert found.falls_out_on == date(2030, 3, 10)
    assert [found.stands(day) for day in (date(2025, 5, 5), date(2025, 5, 6), date(2030, 3, 9), date(2030, 3, 10))] == [
        False, True, True, False,
    ]  # fmt: skip


def test_where_the_law_looks_back_at_nothing_no_judgment_falls_out() -> None:
    webster = load_law("webster")

    (found,) = judgments([EARLIER], look_back_on(webster, date(2026, 1, 1)))

    assert found.falls_out_on is None
    assert not found.stands(date(2026, 1, 1))
