"""The schedule of offenses agrees with the exposure under both readings, and calls nothing in it owed."""

import time
from datetime import date, timedelta

import pytest

from documents.render import render
from rules.law import Reading
from rules.refusals import NotFound
from tests.documents.prosecuted import VILLAGES, grid, inspected, mixed, said, statement, with_priors
from tests.documents.reading import AT, issue, reads_as
from tests.rules.play import Play

READINGS = (Reading.PRIOR_CONVICTION, Reading.PRIOR_OFFENSE)


@pytest.mark.parametrize("village", VILLAGES)
def test_the_schedule_of_offenses_reads_as_reviewed(village: str) -> None:
    reads_as(f"schedule-{village}", statement(mixed(village), "schedule-of-offenses"), village)


@pytest.mark.parametrize("village", VILLAGES)
def test_the_schedule_agrees_with_the_exposure_under_both_readings(village: str) -> None:
    play = mixed(village)
    schedule = statement(play, "schedule-of-offenses")

    for row, reading in zip(grid(schedule, "Both readings, the village's first").rows, READINGS, strict=True):
        expected = play.exposure(reading)
        top = "no maximum stated" if expected.maximum is None else f"${expected.maximum:,.2f}"
        assert row[2:] == (f"{expected.count:,}", f"${expected.minimum:,.2f}", top)
    assert len(grid(schedule, "Every offense of v1").rows) == len(play.dated())


def test_the_schedule_tells_what_became_of_each_offense() -> None:
    rows = grid(statement(mixed("williamsville"), "schedule-of-offenses"), "Every offense of v1").rows
    told = {row[1]: row[2:] for row in rows}

    second = "§ 112-28H(3)(d), second offense"
    assert told["May 4, 2026"] == ("observed", "convicted", "c1", "–")
    assert told["May 11, 2026"] == ("inferred", "settled", "c2", "–")
    assert told["May 25, 2026"] == ("inferred", "countable", "–", "fifth")
    assert told["June 22, 2026"] == ("unsupported", "charged", "c4", "9th")
    assert told["June 29, 2026"] == ("unsupported", "void", "–", "–")
    assert second in said(statement(mixed("williamsville"), "schedule-of-offenses"))


def test_nothing_in_the_schedule_is_called_owed() -> None:
    for village in VILLAGES:
        text = said(statement(mixed(village), "schedule-of-offenses"))
        assert (
            "Nothing here is owed. These figures are exposure: what could be imposed, if convicted." in text
        )
        assert text.count("owed") == 1


def test_stayed_offenses_are_listed_and_not_added_up() -> None:
    play = Play("williamsville").open().served()
    play.do("file-appeal", respondent="r1", on="2026-05-12", grounds="not ours")
    schedule = statement(play, "schedule-of-offenses")

    assert grid(schedule, "Both readings, the village's first").rows[0][2] == "2"
    assert grid(schedule, "In short").rows[-1][2:] == ("28", "28 unsupported", "stayed", "–")


def test_respondents_with_other_histories_are_told_apart() -> None:
    play = inspected("williamsville").do("add-respondent", name="Roe", role="contractor", kind="person")
    play = with_priors(play)
    schedule = statement(play, "schedule-of-offenses")

    assert [row[1] for row in grid(schedule, "Both readings, the village's first").rows] == [
        "Elm LLC (r1)",
        "Roe (r2)",
        "Elm LLC (r1)",
        "Roe (r2)",
    ]
    assert "r1 second, r2 first" in said(schedule)


def test_the_schedule_of_one_violation_adds_up_its_own_offenses() -> None:
    first = {"provision": "§ 112-28D", "nature": "no plan", "observed_on": "2026-05-04"}
    second = {"provision": "§ 112-28E", "nature": "no fence", "observed_on": "2026-11-02"}
    play = Play("williamsville").open(violations=[first, second])
    schedule = statement(play, "schedule-of-a-violation", "v2")

    assert schedule.of == "v2"
    own, other = grid(schedule, "Both readings, the village's first").rows
    assert own[2:] == ("4", "$0.00", "$1,400.00")
    assert other[2:] == ("4", "$2,800.00", "$4,000.00")


def test_a_schedule_before_any_respondent_is_of_whoever_is_charged() -> None:
    play = Play("webster").open(respondents=[])

    assert "whoever is charged" in said(statement(play, "schedule-of-offenses"))


def test_a_violation_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound, match="no violation v9"):
        statement(Play("webster").open(), "schedule-of-a-violation", "v9")


def test_five_years_of_days_are_listed_in_time_and_can_be_taken_in_at_a_glance() -> None:
    play = Play("webster").open(observed_on="2021-11-30")
    for months in range(20):
        on = str(date(2021, 12, 20) + timedelta(90 * months))
        play.do("record-inspection", on=on, inspector="B. Ortiz", findings={"v1": "continuing"})
    begun = time.process_time()
    schedule = statement(play, "schedule-of-offenses")
    rendered = render(issue(schedule), AT)
    spent = time.process_time() - begun

    assert len(grid(schedule, "Every offense of v1").rows) == 1826
    assert len(grid(schedule, "In short").rows) == 3
    assert rendered.pdf.startswith(b"%PDF")
    assert spent < 3
