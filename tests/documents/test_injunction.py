"""A referral for an injunction tells the violations, and warns where an appeal stays them."""

import pytest

from tests.documents.prosecuted import VILLAGES, charged, said
from tests.documents.reading import paper, reads_as
from tests.rules.play import Play


@pytest.mark.parametrize("village", VILLAGES)
def test_a_referral_for_an_injunction_reads_as_reviewed(village: str) -> None:
    play = charged(village).do("refer-for-injunction", on="2026-11-26", authorized_by="Board of Trustees")

    reads_as(f"injunction-referral-{village}", paper(play, "injunction-referral"), village)


def test_a_referral_warns_of_a_stay() -> None:
    play = Play("williamsville").open().served()
    play.do("file-appeal", respondent="r1", on="2026-05-12", grounds="not ours")
    play.do("refer-for-injunction", on="2026-11-26", authorized_by="Board of Trustees")

    assert "stayed by an appeal" in said(paper(play, "injunction-referral"))
