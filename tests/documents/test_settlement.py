"""A settlement as a paper: what is to be paid and by when, and that the counts pend again where it is not."""

import pytest

from tests.documents.prosecuted import VILLAGES, charged, said
from tests.documents.reading import paper, reads_as


@pytest.mark.parametrize("village", VILLAGES)
def test_a_settlement_reads_as_reviewed(village: str) -> None:
    play = charged(village).do(
        "settle", counts=["c2", "c3"], amount="900", due_on="2027-01-16", terms="Fence up."
    )

    reads_as(f"settlement-{village}", paper(play, "settlement"), village)


def test_a_settlement_says_that_it_reverts_and_has_both_sides_sign() -> None:
    play = charged("webster").do("settle", counts=["c2", "c3"], amount="900", due_on="2027-01-16")
    text = said(paper(play, "settlement"))

    assert "$900.00 in all to the Village of Webster on or before Saturday, January 16, 2027" in text
    assert "this settlement reverts: the counts pend again before the Webster Village Justice Court" in text
    assert "no longer owed" in text
    assert "not a charge upon the property and is not collected with its taxes" in text
    assert "Village Attorney, for the Village of Webster" in text
    assert "Elm LLC, or attorney for the defendant" in text
