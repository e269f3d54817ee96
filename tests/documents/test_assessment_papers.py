"""The papers from cost to a confirmed assessment: every line, the hearing, the days, and never a fine."""

import pytest

from documents.occasion import Occasion
from documents.papers import assessment
from tests.documents.costed import assessed, costed, noticed, prorated
from tests.documents.reading import flat, paper, reads_as, sound

VILLAGES = pytest.mark.parametrize("village", ["webster", "williamsville"])
LONG = "Pfaffenhofener Straßenbaugesellschaft Ütersen-Żółć & Søn " * 4


@VILLAGES
@pytest.mark.parametrize("kind", ["cost-notice", "cost-hearing", "assessment-notice"])
def test_it_reads_as_reviewed(kind: str, village: str) -> None:
    reads_as(f"{kind}-{village}", paper(assessed(village), kind), village)


@pytest.mark.parametrize(
    ("village", "section"), [("webster", "§ 130-28A"), ("williamsville", "§ 112-28H(3)(f)")]
)
def test_the_cost_notice_says_all_that_can_be_objected_to(village: str, section: str) -> None:
    text = sound(paper(noticed(village), "cost-notice"), village)

    assert "Wednesday, April 1, 2026 at 7:00 p.m., at Village Hall, board room." in flat(text)
    assert "object to the whole amount or to any line of it" in flat(text)
    assert "Served on Friday, March 20, 2026" in text
    assert f"a lien from the day of the resolution until it is paid [{section}]" in text
    assert "k4 March 16, 2026 materials, takes back k3 none -$310.25" in text
    assert "Total $7,351.75" in text
    assert text.count("fine") == 1
    assert "no fine or penalty is part of it" in text


def test_only_webster_prorates_and_uses_the_tax_bill() -> None:
    webster, williamsville = (
        sound(paper(noticed(village), "cost-notice"), village) for village in ("webster", "williamsville")
    )

    assert "prorated among the parcels" in webster
    assert "on the tax bill" in webster
    assert "prorated" not in williamsville
    assert "on the tax bill" not in williamsville


def test_a_notice_without_an_hour_sends_to_the_clerk_for_it() -> None:
    notice = {"on": "2026-03-18", "amount": 100, "hearing_on": "2026-04-01", "served_on": "2026-03-20"}
    text = sound(paper(costed("webster").do("give-cost-notice", **notice), "cost-notice"))

    assert "at 28 West Main Street, Webster, New York 14580. The Village Clerk gives the hour." in flat(text)
    assert "Of which noticed $100.00" in text


def test_what_was_paid_is_taken_off_before_the_notice() -> None:
    play = costed("webster").do("record-cost-payment", on="2026-03-17", amount="351.75", receipt="R-1")
    notice = {"on": "2026-03-18", "amount": 7000, "hearing_on": "2026-04-01", "served_on": "2026-03-20"}
    text = sound(paper(play.do("give-cost-notice", **notice), "cost-notice"))

    assert "Less recovered -$351.75" in text
    assert "Still open $7,000.00" in text


def test_a_notice_made_again_later_tells_of_its_own_day() -> None:
    play = noticed("webster")
    first = paper(play, "cost-notice")
    event = play.events[-1]
    play.do("record-cost-payment", on="2026-03-25", amount=100, receipt="R-1")

    (again,) = assessment.PAPERS[type(event)][0](Occasion(play.law, play.case, event))

    assert again == first


def test_where_no_owner_is_known_the_notice_goes_to_the_owner_of_record() -> None:
    user = {"name": "Oak LLC", "role": "beneficial_user", "kind": "corporation"}
    to = {
        village: [each.name for each in paper(noticed(village, respondents=[user]), "cost-notice").to]
        for village in ("webster", "williamsville")
    }

    assert to == {"webster": ["Owner of record", "Oak LLC"], "williamsville": ["Owner of record"]}


@VILLAGES
def test_the_assessment_is_payable_through_a_business_day_and_says_how_it_is_reckoned(village: str) -> None:
    text = flat(sound(paper(assessed(village), "assessment-notice"), village))

    assert "It is payable without penalty through Monday, May 4, 2026." in text
    assert "30 days from confirmation on Thursday, April 2, 2026" in text
    assert (
        "certified by Friday, May 15, 2026 for the tax levy of the fiscal year that begins June 1, 2026"
        in text
    )
    assert "Resolution 2026-34" in text


def test_confirmed_after_the_cut_off_it_goes_to_the_next_levy() -> None:
    play = noticed("webster").do("record-cost-hearing", on="2026-04-01", outcome="heard")
    play.do("confirm-assessment", on="2026-04-15", amount=7000, resolution="2026-36")
    text = flat(sound(paper(play, "assessment-notice")))

    assert (
        "certified by Saturday, May 15, 2027 for the tax levy of the fiscal year that begins June 1, 2027"
        in text
    )


def test_two_hundred_costs_are_all_listed_under_one_head_and_add_up() -> None:
    play = costed("webster")
    for number in range(200):
        play.do("record-cost", on="2026-03-17", kind="labor", amount="0.01", invoice=f"slip {number}")
    notice = {"on": "2026-03-18", "amount": "7353.75", "hearing_on": "2026-04-01", "served_on": "2026-03-20"}
    text = sound(paper(play.do("give-cost-notice", **notice), "cost-notice"))

    assert all(f"slip {number} $0.01" in text for number in range(200))
    assert text.count("What for Document Amount") > 3
    assert "Total $7,353.75" in text


def test_twelve_parcels_bear_the_whole_to_the_cent_each_with_its_owner() -> None:
    made = paper(prorated(12), "assessment-prorated")
    text = sound(made)

    reads_as("assessment-prorated", made)
    assert [each.name for each in made.to].count("Owner 7 of Elm Street") == 1
    assert "079.18-1-7 Owner 7 of Elm Street $659.77" in text
    assert "Total $7,351.75" in text
    assert "It was payable without penalty through Monday, May 4, 2026." in text


def test_williamsville_has_no_prorated_assessment() -> None:
    assert "does not prorate" in assessed("williamsville").refuses(
        "prorate", parts=[{"parcel": "1", "share": 1}]
    )


@pytest.mark.parametrize("name", [LONG, "W" * 300, "김민준 건설"])
def test_names_of_any_kind_stay_on_every_page(name: str) -> None:
    person = {"name": name, "role": "landowner", "address": "9 Main Street", "kind": "corporation"}
    play = assessed("webster", respondents=[person])
    play.do("prorate", parts=[{"parcel": "P" * 300, "share": 1, "owner": name}, {"parcel": "2", "share": 2}])

    sound(paper(play, "cost-notice"))
    sound(paper(play, "assessment-prorated"))
