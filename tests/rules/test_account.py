from typing import Any

from rules.account import Fine, fines, statement
from rules.events import CaseDrawEnded, CaseDrawRequested
from rules.ledger import balances
from tests.rules.play import Play
from tests.rules.test_assessment import assessed, costed


def drawn(play: Play, amount: int, on: str) -> Play:
    key = {"security": "webster-S-2026-0001", "draw": "d1", "on": on}
    asked = CaseDrawRequested.model_validate(key | {"amount": amount})
    return play.happen((asked, CaseDrawEnded.model_validate(key | {"recovered": amount})))


def lines(play: Play) -> list[Any]:
    return list(statement(play.case, play.setting(), {"webster-S-2026-0001": "§ 130-24F"}))


def test_each_entry_has_its_date_document_section_and_balance() -> None:
    play = assessed(600).do("record-cost-payment", on="2026-04-20", amount=100, receipt="R-5")
    drawn(play, 300, "2026-04-21").do("certify-for-levy", on="2026-05-05", fiscal_year=2026)

    found = [(str(each.on), each.of, each.document, each.section) for each in lines(play)]
    sums = [
        (each.amount, each.change, each.balance, each.lien, each.levied, each.recovered)
        for each in lines(play)
    ]

    assert found == [
        ("2026-03-12", "k1", None, "§ 130-28A"),
        ("2026-04-02", "a1", "2026-34", "§ 130-28A"),
        ("2026-04-20", None, "R-5", "§ 130-28A"),
        ("2026-04-21", None, "webster-S-2026-0001/d1", "§ 130-24F"),
        ("2026-05-05", None, None, "Village Law §§ 5-508, 5-516, 5-518"),
    ]
    assert sums == [
        (1000, 1000, 1000, 0, 0, 0),
        (600, 0, 1000, 600, 0, 0),
        (100, -100, 900, 500, 0, 100),
        (300, -300, 600, 500, 0, 400),
        (500, 0, 600, 500, 500, 400),
    ]


def test_a_late_entry_stands_at_its_date_and_the_end_is_the_same() -> None:
    play = costed(1000, 250).do("record-cost", on="2026-03-13", kind="labor", amount=250, reverses="k2")
    play.do("record-cost", on="2026-03-11", kind="materials", amount=40, invoice="M-1")

    found = lines(play)

    assert [(each.n, each.of) for each in found] == [(4, "k4"), (1, "k1"), (2, "k2"), (3, "k3")]
    assert [each.change for each in found] == [40, 1000, 250, -250]
    stand = balances(play.case.abatement.entries)
    assert found[-1].balance == stand.recorded - stand.recovered


def charged() -> Play:
    play = Play("webster", "2026-09-01").open().served()
    play.do(
        "charge-offenses", respondent="r1", violation="v1", dates=["2026-05-04", "2026-05-05", "2026-05-06"],
        court="Court", returnable_on="2026-07-01", allow_unsupported=True, on="2026-06-10",
    )  # fmt: skip
    return play


def found_fines(play: Play) -> list[Any]:
    found: tuple[Fine, ...] = fines(play.case, play.setting())
    return [(each.of, each.standing, each.pronounced, each.paid, each.unpaid) for each in found]


def test_a_fine_is_told_with_what_was_paid_on_it() -> None:
    play = charged().do(
        "record-disposition",
        counts=["c1", "c2"],
        outcome="convicted",
        on="2026-07-01",
        fine=300,
        surcharge=25,
    )
    play.do("record-fine-payment", count="c1", amount=100, on="2026-07-02")
    play.do("vacate-conviction", count="c2", on="2026-07-05", reason="x")

    assert found_fines(play) == [("c1", "stands", 325, 100, 225), ("c2", "vacated", 325, 0, 0)]
    assert lines(play) == []


def test_a_settlement_is_told_once_and_lapses_where_it_is_not_paid() -> None:
    play = charged().do("settle", counts=["c1", "c2"], amount=500, on="2026-07-02", due_on="2026-08-01")
    play.do("record-fine-payment", count="c1", amount=200, on="2026-07-10")

    assert found_fines(play) == [("s1", "lapsed", 500, 200, 0)]
    assert found_fines(play.on("2026-07-31")) == [("s1", "stands", 500, 200, 300)]
