"""What each respondent faces, and the place of a count among all that its respondent did before."""

from datetime import date
from decimal import Decimal
from typing import Any

from rules.exposure import RespondentExposure, all_dated, exposure_of
from rules.interpretations import DecideQuestion, as_decided, decide
from rules.law import Law, Reading
from rules.values import Role
from tests.rules.laws import WILLIAMSVILLE
from tests.rules.play import Play

COURT = {"court": "Village Court", "returnable_on": "2026-06-18", "allow_unsupported": True}


def by_offense() -> Law:
    """Return Williamsville's law where earlier offenses count whether or not convicted first."""
    asked = DecideQuestion(
        question="tier_reading",
        choice="prior_offense",
        authority="opinion of counsel",
        decided_by="A. Counsel",
        decided_on=date(2026, 1, 5),
    )
    made = decide(WILLIAMSVILLE, asked, today=date(2026, 6, 1), roles=frozenset({Role.ATTORNEY}))
    return as_decided(WILLIAMSVILLE, [made])


def three_weeks(law: Law | None = None) -> Play:
    """Return a case with the offenses of 4, 11 and 18 May, against an owner and a developer."""
    play = (
        Play("williamsville", law=law)
        .open()
        .do("add-respondent", name="Roe", role="developer", kind="person")
    )
    return play.do("confirm-compliance", violation="v1", cured_on="2026-05-19")


def charge(play: Play, *days: str, respondent: str = "r1") -> Play:
    return play.do(
        "charge-offenses", on="2026-06-01", respondent=respondent, violation="v1", dates=days, **COURT
    )


def convict(play: Play, *counts: str, **more: Any) -> Play:
    return play.do("record-disposition", counts=counts, outcome="convicted", on="2026-06-18", **more)


def faces(play: Play, respondent: str, reading: Reading = Reading.PRIOR_CONVICTION) -> RespondentExposure:
    setting = play.setting()
    return exposure_of(play.case, respondent, setting, reading, all_dated(play.case, setting))


def test_by_offense_a_count_is_the_third_where_the_first_two_were_never_charged() -> None:
    play = charge(three_weeks(by_offense()), "2026-05-18")

    said = play.refuses("record-disposition", counts=["c1"], outcome="convicted", on="2026-06-18", fine=300)

    assert play.case.counts["c1"].ordinal == 3
    assert "ordinal 3: at least $700, at most $1,000" in said


def test_by_offense_counts_charged_apart_have_the_places_they_would_have_together() -> None:
    play = charge(charge(three_weeks(by_offense()), "2026-05-11"), "2026-05-04", "2026-05-18")

    assert [count.ordinal for count in play.case.counts.values()] == [2, 1, 3]


def test_by_offense_an_offense_the_court_dismissed_does_not_raise_the_next() -> None:
    play = charge(three_weeks(by_offense()), "2026-05-04", "2026-05-11")
    play.do("record-disposition", counts=["c1"], outcome="dismissed", on="2026-06-18")

    convict(play, "c2", fine=350)

    assert play.case.counts["c2"].sentenced_as == 1


def test_by_conviction_a_count_keeps_its_place_whatever_else_was_done() -> None:
    play = charge(three_weeks(), "2026-05-18")

    assert play.case.counts["c1"].ordinal == 1


def test_one_convicted_no_longer_faces_the_offense_for_which_another_still_waits() -> None:
    play = charge(charge(three_weeks(), "2026-05-04"), "2026-05-04", respondent="r2")

    convict(play, "c1", fine=100)

    assert (faces(play, "r1").count, faces(play, "r1").maximum) == (2, Decimal(700))
    assert (faces(play, "r2").count, faces(play, "r2").maximum) == (3, Decimal(1050))


def test_by_offense_a_conviction_is_not_counted_a_second_time_as_an_open_offense() -> None:
    play = charge(charge(three_weeks(), "2026-05-04"), "2026-05-04", respondent="r2")

    convict(play, "c1", fine=100)

    assert [fine.ordinal for fine in faces(play, "r1", Reading.PRIOR_OFFENSE).fines] == [2, 3]
