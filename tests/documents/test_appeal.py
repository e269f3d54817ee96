"""Papers of an appeal: what the respondent is told of the last day, the stay, the hearing and the decision."""

import pytest

from documents.catalog import papers_of
from tests.documents.lives import VILLAGES, appealed, flat, person, served, violations
from tests.documents.reading import paper, papers, reads_as, sound
from tests.rules.play import Play


@pytest.mark.parametrize("village", VILLAGES)
def test_the_receipt_reads_as_reviewed(village: str) -> None:
    reads_as(f"appeal-receipt-{village}", paper(appealed(village), "appeal-receipt"), village)


def test_an_appeal_in_time_stays_enforcement_where_the_village_reads_the_law_so() -> None:
    statutory = sound(paper(appealed("williamsville"), "appeal-receipt"), "williamsville")
    none = sound(paper(appealed("webster"), "appeal-receipt"))

    assert "received on Wednesday, May 20, 2026, in time" in statutory
    assert "[Village Law § 7-712-a(6)]" in statutory
    assert "Enforcement is stayed from May 20, 2026" in statutory
    assert "stayed from" not in none
    assert "does not stay enforcement" in none
    for text in (statutory, none):
        assert "go on being dated" in text


def test_a_late_appeal_is_received_and_left_to_a_person() -> None:
    made = paper(appealed("williamsville", on="2026-05-29"), "appeal-receipt")

    reads_as("appeal-receipt-late", made, "williamsville")
    text = flat(made, "williamsville")
    assert "It is not rejected: the Village Attorney will rule" in text
    assert "Until the ruling nothing is stayed" in text
    assert "rejected because" not in text


def test_a_late_appeal_within_the_later_of_two_services_is_told_both_days() -> None:
    play = served("webster")
    play.do("serve-notice", respondent="r1", mode="certified_mail", mailed_on="2026-05-06")
    play.do("serve-notice", respondent="r1", mode="certified_mail", delivered_on="2026-05-14")
    play.do("file-appeal", respondent="r1", on="2026-05-28", grounds="No violation.")

    text = flat(paper(play, "appeal-receipt"))

    assert "Last day Thursday, May 21, 2026" in text
    assert "Reckoned from that day, the last day is Friday, May 29, 2026" in text
    assert "which the ruling will take into account" in text


@pytest.mark.parametrize(("accepted", "name"), [(True, "accepted"), (False, "not-accepted")])
def test_the_ruling_on_a_late_appeal_reads_as_reviewed(accepted: bool, name: str) -> None:  # noqa: FBT001  a parameter
    play = appealed("williamsville", on="2026-05-29").do(
        "rule-on-timeliness", respondent="r1", accepted=accepted, reason="The owner was in the hospital."
    )
    made = paper(play, "timeliness-ruling")

    reads_as(f"timeliness-{name}", made, "williamsville")
    stays = "Enforcement is stayed from May 29, 2026" in sound(made, "williamsville")
    assert stays is accepted


def test_the_certificate_of_peril_ends_the_stay_and_not_the_appeal() -> None:
    play = appealed("williamsville").do(
        "certify-imminent-peril", on="2026-05-26", facts="The bank above the school yard is sliding."
    )
    made = paper(play, "imminent-peril-certificate")

    reads_as("imminent-peril", made, "williamsville")
    text = flat(made, "williamsville")
    assert "no longer stayed from Tuesday, May 26, 2026" in text
    assert "The appeal is not ended by this certificate" in text
    assert made.to[0].name == "Zoning Board of Appeals of the Village of Williamsville"


@pytest.mark.parametrize("village", VILLAGES)
def test_the_notice_of_hearing_reads_as_reviewed(village: str) -> None:
    body = play_body(village)
    play = appealed(village).do(
        "schedule-hearing", on="2026-12-09", body=body, hour="7:00 p.m.", place="Village Hall, second floor"
    )

    reads_as(f"hearing-notice-{village}", paper(play, "hearing-notice"), village)


def play_body(village: str) -> str:
    return "Zoning Board of Appeals" if village == "williamsville" else "Board of Trustees"


def test_an_hour_and_a_place_that_were_not_given_are_left_to_be_written() -> None:
    play = appealed("webster").do("schedule-hearing", on="2026-12-09", body="Board of Trustees")
    text = sound(paper(play, "hearing-notice"))

    assert text.count("to be entered before this notice is sent") == 2


def test_a_new_day_says_that_the_earlier_one_falls() -> None:
    play = appealed("webster").do("schedule-hearing", on="2026-12-09", body="Board of Trustees")
    play.do("schedule-hearing", on="2026-12-16", body="Board of Trustees")

    text = flat(paper(play, "hearing-notice"))
    assert "takes the place of the hearing that had been set for Wednesday, December 9, 2026" in text


def decided(village: str, **decision: object) -> Play:
    play = appealed(village, violations=violations(2))
    play.do("schedule-hearing", on="2026-06-10", body=play_body(village))
    return play.do("decide-appeal", on="2026-06-10", **decision)


@pytest.mark.parametrize("village", VILLAGES)
def test_a_modification_names_each_ruling_and_the_new_date(village: str) -> None:
    play = decided(
        village,
        outcome="modified",
        violations={"v2": "annulled"},
        remedy_by="2027-01-15",
        filed_on="2026-06-12",
    )
    made = paper(play, "appeal-decision")

    reads_as(f"appeal-modified-{village}", made, village)
    text = flat(made, village)
    assert "new date by which v1 must be remedied is Friday, January 15, 2027" in text
    assert "v2 is annulled: no offense of it stands" in text


def test_stop_work_falls_with_the_whole_determination_and_with_nothing_less() -> None:
    annulled = flat(paper(decided("webster", outcome="annulled"), "appeal-decision"))
    modified = decided("webster", outcome="modified", violations={"v2": "annulled"})
    stands = flat(paper(modified, "appeal-decision"))

    assert "Stop work [§ 130-28D] falls with the determination" in annulled
    assert "Occupancy is no longer withheld" in annulled
    assert "Stop work stands [§ 130-28D] until compliance is confirmed" in stands
    assert "falls" not in stands


def test_review_by_a_court_is_named_where_the_law_names_it_and_nowhere_else() -> None:
    filed = {"outcome": "affirmed", "filed_on": "2026-06-12"}
    williamsville = flat(paper(decided("williamsville", **filed), "appeal-decision"), "williamsville")
    unfiled = decided("williamsville", outcome="affirmed")
    webster = sound(paper(decided("webster", **filed), "appeal-decision"))

    assert "[Village Law § 7-712-c(1)]" in williamsville
    assert "must be begun by Monday, July 13, 2026" in williamsville
    asks = flat(paper(unfiled, "appeal-decision"), "williamsville")
    assert "within 30 days after the filing" in asks
    assert "Review by a court" not in webster
    assert "supreme court" not in webster


def test_an_affirmed_decision_owes_no_fine() -> None:
    for village in VILLAGES:
        text = sound(paper(decided(village, outcome="affirmed"), "appeal-decision"), village)
        assert "$" not in text
        assert "fine" not in text


@pytest.mark.parametrize("village", VILLAGES)
def test_a_withdrawal_is_acknowledged_and_the_notice_stands(village: str) -> None:
    made = paper(
        appealed(village).do("withdraw-appeal", respondent="r1", on="2026-06-01"), "appeal-withdrawn"
    )

    reads_as(f"appeal-withdrawn-{village}", made, village)
    assert "The notice of violation n1 stands" in flat(made, village)
    assert ("stay of enforcement ended" in flat(made, village)) is (village == "williamsville")


@pytest.mark.parametrize("village", VILLAGES)
def test_every_paper_can_be_made_again_once_the_appeal_is_over(village: str) -> None:
    play = appealed(village, on="2026-05-29")
    play.do("rule-on-timeliness", respondent="r1", accepted=True, reason="The owner was in the hospital.")
    if village == "williamsville":
        play.do("certify-imminent-peril", on="2026-06-01", facts="The bank is sliding.")
    play.do("schedule-hearing", on="2026-06-10", body=play_body(village))
    play.do("decide-appeal", on="2026-06-10", outcome="annulled")
    first = [each.kind for each in papers(play)]

    again = [each.kind for event in play.events for each in papers_of(play.law, play.case, event)]

    assert again == first
    assert {"appeal-receipt", "timeliness-ruling", "hearing-notice", "appeal-decision"} <= set(again)


@pytest.mark.parametrize("village", VILLAGES)
def test_long_names_and_twelve_violations_stay_on_every_page(village: str) -> None:
    name = ("Pfaffenhofener Straßenbaugesellschaft Ütersen-Żółć & Søn " * 6)[:300]
    play = appealed(village, respondents=[person(name)], violations=violations(12))
    play.do("schedule-hearing", on="2026-06-10", body="W" * 300, hour="x" * 300, place="김" * 300)
    play.do("decide-appeal", on="2026-06-10", outcome="affirmed", remedy_by="2027-01-15")

    for made in papers(play):
        if made.kind in {"appeal-receipt", "hearing-notice", "appeal-decision"}:
            sound(made, village)
