from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.assessment import shares
from rules.commands import Part
from rules.ledger import Account, balances, entry
from rules.levy import levy_lines
from tests.rules.play import Play


def authorized(today: str = "2026-11-30") -> Play:
    play = Play("webster", today).open(observed_on="2026-03-02")
    play.do(
        "give-maintenance-notice", on="2026-03-05", received_on="2026-03-06", emergency=True, what="rebuild"
    )
    return play.do("authorize-village-work", on="2026-03-11")


def costed(*amounts: float) -> Play:
    play = authorized()
    for amount in amounts or (1000,):
        play.do("record-cost", on="2026-03-12", kind="labor", amount=amount)
    return play


def noticed(amount: float = 1000) -> Play:
    play = costed(1000)
    play.do(
        "give-cost-notice", on="2026-03-20", amount=amount, hearing_on="2026-04-01", served_on="2026-03-20"
    )
    return play


def assessed(amount: float = 1000, on: str = "2026-04-02") -> Play:
    play = noticed(amount).do("record-cost-hearing", on="2026-04-01", outcome="heard")
    return play.do("confirm-assessment", on=on, amount=amount, resolution="2026-34")


def stand(play: Play) -> Any:
    return balances(play.case.abatement.entries)


def test_two_days_from_a_friday_end_on_tuesday_and_work_begins_on_wednesday() -> None:
    play = Play("webster").open(observed_on="2026-03-02")
    play.do(
        "give-maintenance-notice", on="2026-03-05", received_on="2026-03-06", emergency=True, what="rebuild"
    )

    said = play.refuses("authorize-village-work", on="2026-03-10")

    assert "runs through 2026-03-10" in said
    assert "§ 130-28A" in said
    play.do("authorize-village-work", on="2026-03-11")


def test_an_ordinary_notice_leaves_a_reasonable_time() -> None:
    play = Play("webster").open(observed_on="2026-03-02")
    notice = {"on": "2026-03-05", "received_on": "2026-03-06", "emergency": False, "what": "mow"}

    assert "leaves a reasonable time" in play.refuses("give-maintenance-notice", **notice)
    play.do("give-maintenance-notice", **notice, do_by="2026-04-06")
    assert "runs through 2026-04-06" in play.refuses("authorize-village-work", on="2026-04-06")


def test_each_village_has_its_own_notice() -> None:
    williamsville, webster = Play("williamsville").open(), Play("webster").open()
    notice = {"on": "2026-05-05", "received_on": "2026-05-06", "emergency": True, "what": "x"}

    assert "knows no maintenance notice" in williamsville.refuses("give-maintenance-notice", **notice)
    assert "§ 112-28H(3)(f)" in williamsville.refuses("give-maintenance-notice", **notice)
    assert "knows no restoration order" in webster.refuses(
        "order-restoration", on="2026-05-05", do_by="2026-06-01", what="x"
    )


def test_restoration_leaves_its_time_before_the_village_works() -> None:
    play = (
        Play("williamsville")
        .open()
        .do("order-restoration", on="2026-05-05", do_by="2026-06-01", what="regrade")
    )

    assert "runs through 2026-06-01" in play.refuses("authorize-village-work", on="2026-06-01")
    play.do("authorize-village-work", on="2026-06-02")


def test_no_work_while_the_appeal_stays_enforcement_unless_peril_is_certified() -> None:
    play = (
        Play("williamsville")
        .open()
        .served()
        .do("order-restoration", on="2026-05-07", do_by="2026-05-30", what="x")
    )
    play.do("file-appeal", respondent="r1", on="2026-05-20", grounds="x")

    assert "stayed on 2026-06-10" in play.refuses("authorize-village-work", on="2026-06-10")
    play.do("certify-imminent-peril", on="2026-06-05", facts="embankment seeping")
    play.do("authorize-village-work", on="2026-06-10")


def test_no_cost_before_the_work_is_authorized() -> None:
    assert "No village work is authorized" in Play("webster").open().refuses(
        "record-cost", on="2026-05-05", kind="labor", amount=5
    )
    assert "before the work was authorized" in authorized().refuses(
        "record-cost", on="2026-03-10", kind="labor", amount=5
    )


def test_a_wrong_cost_is_reversed_by_an_entry() -> None:
    play = costed(1000, 250)

    assert "takes back the whole of k2" in play.refuses(
        "record-cost", on="2026-03-13", kind="labor", amount=200, reverses="k2"
    )
    play.do("record-cost", on="2026-03-13", kind="labor", amount=250, reverses="k2")

    assert stand(play).recorded == 1000
    assert len(play.case.abatement.entries) == 3
    assert "already reversed by k3" in play.refuses(
        "record-cost", on="2026-03-13", kind="labor", amount=250, reverses="k2"
    )


def test_what_is_assessed_cannot_be_reversed_away() -> None:
    play = assessed()

    assert "only $0 is still open" in play.refuses(
        "record-cost", on="2026-04-03", kind="labor", amount=1000, reverses="k1"
    )


def test_no_lien_without_notice_and_hearing() -> None:
    play = costed()

    assert "no hearing has been held" in play.refuses(
        "confirm-assessment", on="2026-04-02", amount=1000, resolution="R"
    )
    assert "a hearing without notice is none" in play.refuses(
        "record-cost-hearing", on="2026-04-01", outcome="x"
    )
    assert "before the day it was noticed for" in noticed().refuses(
        "record-cost-hearing", on="2026-03-31", outcome="x"
    )


def test_a_hearing_is_after_its_notice() -> None:
    assert "not after the notice was served" in costed().refuses(
        "give-cost-notice", on="2026-03-20", amount=1000, hearing_on="2026-03-20", served_on="2026-03-20"
    )


def test_no_more_is_assessed_than_was_noticed_or_than_is_open() -> None:
    assert "more than the cost still open: $1,000" in costed().refuses(
        "give-cost-notice", on="2026-03-20", amount=1000.01, hearing_on="2026-04-01", served_on="2026-03-20"
    )
    heard = noticed(600).do("record-cost-hearing", on="2026-04-01", outcome="heard")
    assert "more than the $600 of which notice was given" in heard.refuses(
        "confirm-assessment", on="2026-04-02", amount=700, resolution="R"
    )


def test_a_second_assessment_needs_its_own_notice_and_hearing() -> None:
    play = assessed(600)

    assert "no hearing has been held" in play.refuses(
        "confirm-assessment", on="2026-04-03", amount=400, resolution="R2"
    )


def test_the_levy_waits_for_the_penalty_free_days_and_closes_on_its_day() -> None:
    play = assessed()

    said = play.refuses("certify-for-levy", on="2026-05-04", fiscal_year=2026)
    assert "payable without penalty for 30 days, through 2026-05-04" in said  # 2 May is a Saturday
    assert "§ 5-518" in said
    assert "fiscal year 2026 closed on 2026-05-15" in play.refuses(
        "certify-for-levy", on="2026-05-16", fiscal_year=2026
    )
    play.do("certify-for-levy", on="2026-05-05", fiscal_year=2026)
    assert (stand(play).levied, stand(play).lien) == (1000, 1000)
    assert "Nothing assessed is unpaid and uncertified" in play.refuses(
        "certify-for-levy", on="2026-05-05", fiscal_year=2026
    )


def test_an_assessment_after_the_cut_off_goes_to_the_next_year() -> None:
    play = assessed(on="2026-04-15")

    assert "payable without penalty" in play.refuses("certify-for-levy", on="2026-05-15", fiscal_year=2026)
    assert "fiscal year 2026 closed" in play.refuses("certify-for-levy", on="2026-05-16", fiscal_year=2026)
    play.do("certify-for-levy", on="2026-06-01", fiscal_year=2027)


def test_a_payment_after_certification_is_a_correction() -> None:
    play = assessed().do("certify-for-levy", on="2026-05-05", fiscal_year=2026)

    play.do("record-cost-payment", on="2026-06-01", amount=400)

    lines = list(levy_lines(play.case, 2026))
    assert [(int(line.amount), line.what) for line in lines] == [
        (1000, "certified"),
        (-400, "paid since, correction"),
    ]
    assert (stand(play).levied, stand(play).recovered) == (600, 400)


def test_a_lien_is_released_once_paid_and_the_case_closes_only_then() -> None:
    play = assessed().do("confirm-compliance", violation="v1", cured_on="2026-04-01")

    assert "$1,000 of the lien is unpaid" in play.refuses("release-lien", on="2026-05-01")
    assert "$1,000 of the lien is unpaid" in play.refuses("close-case", on="2026-05-01", reason="x")
    play.do("record-cost-payment", on="2026-04-20", amount=1000)
    assert "before the last entry on the account" in play.refuses("release-lien", on="2026-04-19")
    play.do("release-lien", on="2026-05-01").do("close-case", on="2026-05-02", reason="paid")


def test_a_payment_never_exceeds_the_cost() -> None:
    play = costed(1000)

    assert "more than the $1,000 of cost unpaid" in play.refuses(
        "record-cost-payment", on="2026-03-20", amount=1000.01
    )
    play.do("record-cost-payment", on="2026-03-20", amount=300)
    assert (stand(play).open, stand(play).recovered) == (700, 300)


def test_williamsville_prorates_nothing() -> None:
    assert "does not prorate" in Play("williamsville").open().refuses(
        "prorate", parts=[{"parcel": "1", "share": 1}]
    )


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        pytest.param([{"parcel": "1", "share": 1}, {"parcel": "1", "share": 2}], "named twice", id="twice"),
        pytest.param(
            [{"parcel": "1", "share": 1}, {"parcel": "2", "amount": 5}], "others a share", id="mixed"
        ),
        pytest.param([{"parcel": "1", "amount": 999.99}], "add up to $999.99, not to the $1,000", id="short"),
    ],
)
def test_parts_are_refused(parts: list[dict[str, Any]], said: str) -> None:
    assert said in assessed().refuses("prorate", parts=parts)


@given(
    st.integers(1, 10_000_000),
    st.dictionaries(
        st.text("0123456789.-", min_size=1, max_size=8), st.integers(1, 9999), min_size=1, max_size=12
    ),
    st.randoms(use_true_random=False),
)
def test_parts_add_up_to_the_cent_in_any_order(cents: int, weights: dict[str, int], chance: Any) -> None:
    total = Decimal(cents) / 100
    parts = [Part(parcel=parcel, share=Decimal(weight)) for parcel, weight in weights.items()]
    shuffled = list(parts)
    chance.shuffle(shuffled)

    divided = shares(total, parts)

    assert sum(part.amount for part in divided) == total
    assert shares(total, shuffled) == divided
    whole = sum(weights.values())
    assert all(abs(part.amount - total * weights[part.parcel] / whole) < Decimal("0.01") for part in divided)


def test_parcels_come_as_people_count_them() -> None:
    named = ["079.18-1-10", "079.18-1-2", "079.18-1-1", "79.18-1-1", "079.18-2-1", "079.18-1-10.1", "farm"]

    divided = shares(Decimal(70), [Part(parcel=name, share=Decimal(1)) for name in named])

    assert [part.parcel for part in divided] == [
        "079.18-1-1",
        "79.18-1-1",
        "079.18-1-2",
        "079.18-1-10",
        "079.18-1-10.1",
        "079.18-2-1",
        "farm",
    ]


def test_the_cent_that_is_left_goes_where_it_always_went() -> None:
    named = ["1-2", "1-10", "1-1"]

    divided = shares(Decimal("0.02"), [Part(parcel=name, share=Decimal(1)) for name in named])

    assert {part.parcel: str(part.amount) for part in divided} == {
        "1-1": "0.01",
        "1-10": "0.01",
        "1-2": "0.00",
    }


def test_an_entry_that_does_not_balance_is_a_fault() -> None:
    with pytest.raises(ValueError, match="does not balance"):
        entry(date(2026, 1, 1), "x", {Account.OPEN: Decimal(1), Account.SPENT: Decimal(0)})
