"""What the court pronounced, beside the range of its tier; without a standing conviction nothing is owed."""

import pytest

from tests.documents.prosecuted import VILLAGES, charged, convicted, grid, said
from tests.documents.reading import paper, reads_as


@pytest.mark.parametrize("village", VILLAGES)
def test_a_conviction_is_recorded_beside_the_range_of_its_tier(village: str) -> None:
    reads_as(f"disposition-{village}", paper(convicted(village, jail_days=3), "disposition-record"), village)


def test_what_was_pronounced_on_all_counts_adds_up() -> None:
    table = grid(
        paper(convicted("webster"), "disposition-record"),
        "What was pronounced on each count, beside the range of its tier",
    )

    assert table.foot == ("All", "2 counts", "", "$500.00", "$50.00", "")
    assert table.rows[0][2] == "first offense: not less than $250.00, no maximum stated [§ 130-28E]"


def test_williamsville_s_judgment_is_in_the_window_for_five_years_and_webster_s_raises_nothing() -> None:
    one = said(paper(convicted("williamsville"), "disposition-record"))
    other = said(paper(convicted("webster"), "disposition-record"))

    assert (
        "offenses after November 25, 2026 and before May 11, 2031; on that day itself the lower tier" in one
    )
    assert "These counts, pronounced on one day, are one judgment" in one
    assert "the section looks back at no earlier judgment, so this one raises no later fine" in other


def test_a_departure_from_the_range_is_marked_with_its_reason() -> None:
    play = convicted("williamsville", fine="500", jail_days=200, departure_reason="agreed with the defense")
    text = said(paper(play, "disposition-record"))

    assert "$500.00*" in text
    assert "200 days*" in text
    assert "Why the court departed from the range (where marked *): agreed with the defense" in text
    assert "*" not in said(paper(convicted("williamsville"), "disposition-record"))


@pytest.mark.parametrize("outcome", ["acquitted", "dismissed", "adjourned"])
def test_without_conviction_nothing_is_owed(outcome: str) -> None:
    play = charged("webster").do("record-disposition", counts=["c1"], outcome=outcome, on="2026-11-25")
    text = said(paper(play, "disposition-record"))

    assert "There is no conviction" in text
    assert "$" not in text


@pytest.mark.parametrize("village", VILLAGES)
def test_a_vacated_conviction_reads_as_reviewed(village: str) -> None:
    play = convicted(village)
    play.do("record-fine-payment", count="c1", amount="100", on="2026-11-26")
    play.do("vacate-conviction", count="c1", on="2026-11-29", reason="the plea was withdrawn")

    reads_as(f"vacated-conviction-{village}", paper(play, "vacated-conviction"), village)
