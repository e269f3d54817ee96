from decimal import Decimal
from typing import Any

import pytest

from rules.dues import dues
from rules.levy import levy_lines
from tests.rules.play import Play

THREE = [{"parcel": f"080.09-2-{lot}", "share": 1} for lot in (14, 15, 16)]


def costed(amount: float = 1000) -> Play:
    play = Play("webster").open(observed_on="2026-01-02", property={"parcel": "080.09-2-14"})
    play.do("give-maintenance-notice", on="2026-01-05", received_on="2026-01-06", emergency=True, what="x")
    play.do("authorize-village-work", on="2026-01-09")
    return play.do("record-cost", on="2026-01-09", kind="labor", amount=amount)


def assess(play: Play, amount: float, on: str, resolution: str = "R") -> Play:
    play.do(
        "give-cost-notice", on="2026-01-12", amount=amount, hearing_on="2026-01-20", served_on="2026-01-12"
    )
    play.do("record-cost-hearing", on="2026-01-20", outcome="heard")
    return play.do("confirm-assessment", on=on, amount=amount, resolution=resolution)


def lines(play: Play, year: int = 2026) -> list[Any]:
    return [(line.parcel, line.amount, line.resolution) for line in levy_lines(play.case, year)]


def by_parcel(play: Play, year: int = 2026) -> dict[str, Decimal]:
    parcels = {parcel for parcel, _, _ in lines(play, year)}
    return {
        each: sum(amount for parcel, amount, _ in lines(play, year) if parcel == each) for each in parcels
    }


def test_only_what_was_due_by_then_is_certified_and_each_resolution_has_its_own_line() -> None:
    play = assess(costed(), 300, "2026-02-02", "R-1")
    assess(play, 200, "2026-02-03", "R-2")
    assess(play, 500, "2026-04-20", "R-3")

    play.do("certify-for-levy", on="2026-05-12", fiscal_year=2026)

    assert lines(play) == [("080.09-2-14", 300, "R-1"), ("080.09-2-14", 200, "R-2")]
    assert dues(play.case.abatement).unpaid == {"a3": 500}
    assert [item.of for item in play.agenda("levy_cutoff")] == ["a3"]


def test_an_assessment_entered_later_is_not_swept_along_by_an_earlier_certification() -> None:
    play = assess(assess(costed(), 300, "2026-02-02"), 200, "2026-04-10")

    play.do("certify-for-levy", on="2026-04-09", fiscal_year=2026)

    assert [amount for _, amount, _ in lines(play)] == [300]


def test_an_assessment_past_the_cut_off_waits_for_the_next_year() -> None:
    play = assess(assess(costed(), 300, "2026-02-02"), 200, "2026-04-20")
    play.do("certify-for-levy", on="2026-05-15", fiscal_year=2026)

    said = play.refuses("certify-for-levy", on="2026-05-15", fiscal_year=2026)

    assert "payable without penalty for 30 days, through 2026-05-20" in said
    assert "after the cut-off 2027-04-14" not in said
    play.do("certify-for-levy", on="2026-06-01", fiscal_year=2027)
    assert (lines(play, 2027)[0][1], len(lines(play, 2026))) == (200, 1)


def test_a_payment_goes_to_the_oldest_assessment_first() -> None:
    play = assess(assess(costed(), 300, "2026-02-02"), 200, "2026-02-03")

    play.do("record-cost-payment", on="2026-02-10", amount=350)

    assert dues(play.case.abatement).unpaid == {"a2": 150}


def test_each_parcel_is_corrected_to_the_cent_however_the_sum_is_paid() -> None:
    play = assess(costed(100), 100, "2026-02-02").do("prorate", parts=THREE)
    play.do("certify-for-levy", on="2026-05-01", fiscal_year=2026)
    before = lines(play)

    for day in ("2026-06-01", "2026-07-01"):
        play.do("record-cost-payment", on=day, amount=50)

    assert lines(play)[: len(before)] == before
    assert set(by_parcel(play).values()) == {0}


def test_a_division_stands_once_it_is_certified() -> None:
    play = assess(costed(100), 100, "2026-02-02").do("certify-for-levy", on="2026-05-01", fiscal_year=2026)

    said = play.refuses("prorate", parts=THREE)

    assert "certified for the levy of 2026 on 2026-05-01" in said
    assert "§ 130-28A" in said


@pytest.mark.parametrize(
    ("more", "owners"),
    [
        pytest.param({}, ["Elm LLC", "", ""], id="not told"),
        pytest.param({"owner": "Ash"}, ["Ash", "Ash", "Ash"], id="told"),
    ],
)
def test_the_owner_of_another_parcel_is_named_only_where_told(
    more: dict[str, Any], owners: list[str]
) -> None:
    play = assess(costed(), 900, "2026-02-02").do("prorate", parts=[part | more for part in THREE])

    play.do("certify-for-levy", on="2026-05-01", fiscal_year=2026)

    assert [line.owner for line in levy_lines(play.case, 2026)] == owners
