"""Prior judgments of a respondent: each stands with the day it leaves the window, as each village's law looks back."""

import pytest

from tests.documents.prosecuted import VILLAGES, charged, grid, mixed, said, statement, with_priors
from tests.documents.reading import reads_as
from tests.rules.play import Play

CAPTION = "One row for each count, the latest judgment first"


@pytest.mark.parametrize("village", VILLAGES)
def test_the_statement_of_prior_judgments_reads_as_reviewed(village: str) -> None:
    reads_as(f"prior-judgments-{village}", statement(mixed(village), "prior-judgments", "r1"), village)


def test_judgments_tell_when_they_fall_out_and_what_an_offense_of_today_would_be() -> None:
    told = statement(mixed("williamsville"), "prior-judgments", "r1")

    assert [(row[0], row[1], row[5], row[6]) for row in grid(told, CAPTION).rows] == [
        ("November 25, 2026", "2026-0001", "May 4, 2031", "in the window"),
        ("June 15, 2022", "2022-0007", "March 8, 2027", "in the window"),
        ("June 15, 2022", "2022-0007", "March 8, 2027", "in the window"),
        ("June 15, 2020", "2019-0003", "March 8, 2024", "out of the window"),
    ]
    own, other = grid(told, "Both readings, the village's first; nothing here is owed").rows
    assert own[2:] == ("third offense", "$700.00 to $1,000.00", "§ 112-28H(3)(d), third offense")
    assert other[2] == "31st offense"


def test_on_the_anniversary_the_lower_tier_applies_and_is_flagged() -> None:
    play = with_priors(Play("williamsville").open()).on("2027-03-08")
    told = statement(play, "prior-judgments", "r1")
    own, _ = grid(told, "Both readings, the village's first; nothing here is owed").rows

    assert own[2] == "first offense; an earlier offense leaves the window on this very day"
    assert grid(told, CAPTION).rows[0][6] == "out of the window"


def test_a_judgment_of_today_counts_from_tomorrow() -> None:
    play = charged("williamsville").do(
        "record-disposition", counts=["c1"], outcome="convicted", on="2026-11-30", fine="300"
    )
    told = statement(play, "prior-judgments", "r1")

    assert grid(told, CAPTION).rows[0][6] == "in the window for offenses after its day"
    assert (
        grid(told, "Both readings, the village's first; nothing here is owed").rows[0][2] == "first offense"
    )


def test_webster_looks_back_at_nothing() -> None:
    text = said(statement(with_priors(Play("webster").open()), "prior-judgments", "r1"))

    assert "§ 130-28 looks back at nothing: no earlier judgment raises a fine" in text
    assert "raises nothing" in text


def test_a_respondent_without_judgments_is_said_to_have_none() -> None:
    text = said(statement(Play("webster").open(), "prior-judgments", "r1"))

    assert (
        "No judgment of conviction of Elm LLC in the Village of Webster under § 130-28 stands on record."
        in text
    )
