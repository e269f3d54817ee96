from typing import Any

import pytest

from rules import engine
from rules.exposure import all_dated, time_barred
from rules.law import Reading
from rules.penalties import Prior
from rules.refusals import Refusal
from rules.standing import outcome_of
from rules.values import Outcome
from tests.rules.play import Play

COURT = {"court": "Village Justice Court", "returnable_on": "2026-12-18"}


def charged(village: str = "webster", *days: str, **more: Any) -> Play:
    play = Play(village).open()
    play.do("record-inspection", on="2026-05-21", inspector="B", findings={"v1": "continuing"})
    days = days or ("2026-05-04",)
    return play.do("charge-offenses", respondent="r1", violation="v1", dates=days, **COURT, **more)


def ask(**fields: Any) -> dict[str, Any]:
    return {"respondent": "r1", "violation": "v1"} | COURT | fields


def may(play: Play) -> Refusal | None:
    return engine.may(play.case, "charge-offenses", play.setting("attorney"))


def test_each_date_is_its_own_count() -> None:
    play = charged("webster", "2026-05-05", "2026-05-04")

    assert {key: str(count.offense_on) for key, count in play.case.counts.items()} == {
        "c1": "2026-05-04",
        "c2": "2026-05-05",
    }
    assert [count.evidence for count in play.case.counts.values()] == ["observed", "inferred"]
    assert play.statuses()["charged"] == 2
    assert play.exposure().count == 210


def test_a_range_charges_every_offense_date_in_it() -> None:
    play = Play("williamsville").open()
    play.do("record-inspection", on="2026-06-15", inspector="B", findings={"v1": "continuing"})

    play.do("charge-offenses", **ask(**{"from": "2026-05-01", "to": "2026-05-31"}))

    assert [str(c.offense_on) for c in play.case.counts.values()] == [
        "2026-05-04",
        "2026-05-11",
        "2026-05-18",
        "2026-05-25",
    ]


def test_a_day_that_is_no_offense_is_refused_with_those_there_are() -> None:
    play = Play("williamsville").open()

    said = play.refuses("charge-offenses", **ask(dates=["2026-05-05"]))

    assert "2026-05-05 is not a separate offense of v1" in said
    assert "from 2026-05-04 through" in said


def test_an_unsupported_date_needs_an_explicit_yes() -> None:
    play = Play("webster").open()

    assert "2026-05-06 is unsupported" in play.refuses("charge-offenses", **ask(dates=["2026-05-06"]))
    play.do("charge-offenses", **ask(dates=["2026-05-06"], allow_unsupported=True))


def test_the_same_offense_is_charged_once_per_respondent() -> None:
    play = charged().do("add-respondent", name="Roe", role="contractor")

    assert "already charged against r1 as c1" in play.refuses("charge-offenses", **ask(dates=["2026-05-04"]))
    play.do("charge-offenses", **ask(dates=["2026-05-04"], respondent="r2"))
    assert play.case.counts["c2"].respondent == "r2"


def test_a_charge_before_its_offense_is_refused() -> None:
    assert "before the last offense charged on 2026-05-21" in charged().refuses(
        "charge-offenses", **ask(dates=["2026-05-21"], on="2026-05-20")
    )


def test_a_void_date_is_not_charged() -> None:
    play = Play("webster").open()
    play.do("void-offenses", violation="v1", **{"from": "2026-05-04", "to": "2026-05-04"}, reason="x")

    assert "The offense of 2026-05-04 is void" in play.refuses("charge-offenses", **ask(dates=["2026-05-04"]))


def test_the_earlier_time_limit_bars_unless_counsel_says_otherwise() -> None:
    play = Play("webster", today="2027-05-05").open()

    said = play.refuses("charge-offenses", **ask(dates=["2026-05-04"], returnable_on="2027-06-01"))

    assert "it could be charged until 2027-05-04" in said
    play.do(
        "charge-offenses", **ask(dates=["2026-05-04"], returnable_on="2027-06-01", allow_time_barred=True)
    )


def test_the_offense_of_today_can_be_charged_today() -> None:
    play = Play("webster", today="2026-05-04").open().do("charge-offenses", **ask(dates=["2026-05-04"]))

    assert list(play.case.counts) == ["c1"]


def test_stayed_offenses_and_charges_during_the_stay_are_refused() -> None:
    play = (
        Play("williamsville").open().served().do("file-appeal", respondent="r1", on="2026-05-20", grounds="x")
    )
    assert "stayed on 2026-05-20" in play.refuses(
        "charge-offenses", **ask(dates=["2026-05-04"], on="2026-05-20")
    )

    play.do("decide-appeal", on="2026-06-15", outcome="affirmed")

    assert "The offense of 2026-05-25 is stayed" in play.refuses(
        "charge-offenses", **ask(dates=["2026-05-25"])
    )


def appealed(observed_on: str, *, filed_on: str) -> Play:
    play = Play("williamsville", today="2026-06-30").open(observed_on=observed_on).served(issued="2026-05-06")
    return play.do("file-appeal", respondent="r1", on=filed_on, grounds="x")


def test_where_every_offense_is_stayed_charging_is_not_offered_and_the_statute_says_why() -> None:
    play = appealed("2026-05-06", filed_on="2026-05-06")

    during = may(play)
    play.do("decide-appeal", on="2026-06-15", outcome="affirmed")
    after = may(play)

    assert during is not None
    assert after is None  # the offenses dated since the decision are stayed by nothing
    assert during.facts.what == "Every offense that is not charged yet is stayed by the appeal."
    assert during.facts.section == "Village Law § 7-712-a(6)"
    assert "Wait for the decision" in (during.facts.remedy or "")


def test_stayed_offenses_that_wait_for_their_release_are_not_offered_either() -> None:
    play = appealed("2026-05-06", filed_on="2026-05-06").do(
        "confirm-compliance", violation="v1", cured_on="2026-06-10"
    )
    play.do("decide-appeal", on="2026-06-15", outcome="affirmed")

    waiting = may(play)
    play.do("release-stayed", violation="v1", reason="the appeal was lost")

    assert waiting is not None
    assert waiting.facts.remedy == "Release them now that the stay is over."
    assert may(play) is None


def test_an_offense_from_before_the_stay_can_be_entered_as_charged_before_it() -> None:
    play = appealed("2026-05-04", filed_on="2026-05-20")

    allowed = may(play)
    play.do("charge-offenses", **ask(**{"from": "2026-05-04", "to": "2026-05-18"}, on="2026-05-19",
                                     allow_unsupported=True))  # fmt: skip

    assert allowed is None
    assert may(play) is not None


def test_what_is_charged_against_one_may_still_be_charged_against_the_other() -> None:
    play = appealed("2026-05-04", filed_on="2026-05-06")
    play.do("charge-offenses", **ask(dates=["2026-05-04"], on="2026-05-05"))
    alone = may(play)

    play.do("add-respondent", name="Roe", role="contractor")

    assert alone is not None
    assert may(play) is None


def test_the_fine_stays_inside_the_tier_or_is_the_courts_departure() -> None:
    play = charged()
    sentence = {"counts": ["c1"], "outcome": "convicted", "on": "2026-11-30"}

    assert "at least $250, no maximum stated" in play.refuses("record-disposition", **sentence, fine=249.99)
    assert "at most 30 days" in play.refuses("record-disposition", **sentence, fine=250, jail_days=31)
    play.do("record-disposition", **sentence, fine=100, departure_reason="plea bargain")
    assert play.case.counts["c1"].fine == 100


def test_six_months_of_jail_are_counted_from_the_sentence() -> None:
    sentence = {"counts": ["c1"], "outcome": "convicted", "on": "2026-07-02"}
    play = Play("williamsville").open().do("charge-offenses", **ask(dates=["2026-05-04"], on="2026-06-01"))

    assert "at most 184 days" in play.refuses("record-disposition", **sentence, jail_days=185)
    play.do("record-disposition", **sentence, jail_days=184)


def test_a_prior_judgment_raises_the_range_of_a_later_offense() -> None:
    play = charged("williamsville")
    prior = play.today.replace(year=2025, month=3, day=3)
    play.priors = {"r1": (Prior(offense_on=prior, convicted_on=prior.replace(month=5)),)}

    said = play.refuses("record-disposition", counts=["c1"], outcome="convicted", on="2026-11-30", fine=300)

    assert "ordinal 2: at least $350, at most $700" in said


def test_no_fine_without_a_conviction() -> None:
    assert "carries no fine" in charged().refuses(
        "record-disposition", counts=["c1"], outcome="dismissed", on="2026-11-30", fine=250
    )


def test_a_count_is_disposed_of_once_but_an_adjournment_is_not_the_end() -> None:
    play = charged("webster", "2026-05-04", "2026-05-05")
    play.do("record-disposition", counts=["c1"], outcome="adjourned", on="2026-11-30")
    assert play.exposure().count == 210

    play.do("record-disposition", counts=["c1"], outcome="dismissed", on="2026-11-30")

    assert play.exposure().count == 209
    assert "has been disposed of: dismissed" in play.refuses(
        "record-disposition", counts=["c1"], outcome="acquitted", on="2026-11-30"
    )


def test_a_disposition_before_the_filing_is_refused() -> None:
    assert "before c1 was filed on 2026-11-30" in charged().refuses(
        "record-disposition", counts=["c1"], outcome="acquitted", on="2026-11-29"
    )


def test_a_vacated_conviction_leaves_the_count_pending_again() -> None:
    play = charged().do("record-disposition", counts=["c1"], outcome="convicted", on="2026-11-30", fine=250)

    play.do("vacate-conviction", count="c1", on="2026-11-30", reason="plea withdrawn")

    assert outcome_of(play.case.counts["c1"], play.case, play.today) is None
    assert "No conviction stands" in play.refuses(
        "vacate-conviction", count="c1", on="2026-11-30", reason="x"
    )


def test_payments_never_exceed_what_was_pronounced() -> None:
    play = charged()
    assert "exposure, never a debt" in play.refuses(
        "record-fine-payment", count="c1", amount=250, on="2026-11-30"
    )
    play.do("record-disposition", counts=["c1"], outcome="convicted", on="2026-11-30", fine=250, surcharge=50)

    play.do("record-fine-payment", count="c1", amount=200, on="2026-11-30")

    assert "more than the $100.00 still owed" in play.refuses(
        "record-fine-payment", count="c1", amount=100.01, on="2026-11-30"
    )
    assert play.case.counts["c1"].paid == 200


def test_a_settlement_reverts_when_its_date_passes_unpaid() -> None:
    play = charged().do("settle", counts=["c1"], amount=500, due_on="2026-12-10")
    assert outcome_of(play.case.counts["c1"], play.case, play.today) is Outcome.SETTLED

    play.on("2026-12-10")
    assert outcome_of(play.case.counts["c1"], play.case, play.today) is Outcome.SETTLED
    play.on("2026-12-11")
    assert outcome_of(play.case.counts["c1"], play.case, play.today) is None


def test_a_payment_dated_in_time_but_entered_late_saves_the_settlement() -> None:
    play = charged().do("settle", counts=["c1"], amount=500, due_on="2026-12-10").on("2026-12-20")
    assert outcome_of(play.case.counts["c1"], play.case, play.today) is None

    play.do("record-fine-payment", count="c1", amount=500, on="2026-12-10")

    assert outcome_of(play.case.counts["c1"], play.case, play.today) is Outcome.SETTLED


def test_an_injunction_needs_its_referral() -> None:
    play = Play("webster").open()
    assert "was not referred" in play.refuses("record-injunction", on="2026-11-30", outcome="granted")

    play.do("refer-for-injunction", on="2026-11-01", authorized_by="Board of Trustees")

    assert "before the referral" in play.refuses("record-injunction", on="2026-10-31", outcome="granted")
    play.do("record-injunction", on="2026-11-30", outcome="granted")


def test_the_limitation_warns_thirty_days_ahead_and_wakes_nobody_again() -> None:
    play = Play("webster", today="2026-05-14").open()
    [item] = play.agenda("limitation")
    assert (str(item.due), str(item.wakes_on)) == ("2027-05-04", "2027-04-04")

    play.on("2027-04-05").do("deadline-passed", keys=[item.key])

    [item] = play.on("2027-06-01").agenda("limitation")
    assert (str(item.due), item.passed) == ("2027-06-01", True)


@pytest.mark.parametrize(
    ("observed_on", "today", "late"),
    [
        pytest.param("2026-05-04", "2027-05-04", [], id="on the last day"),
        pytest.param("2026-05-04", "2027-05-05", ["2026-05-04"], id="the day after"),
        pytest.param("2024-02-28", "2025-03-01", ["2024-02-28", "2024-02-29"], id="29 February"),
    ],
)
def test_an_offense_is_time_barred_from_the_day_after_its_limit_and_stays_in_the_exposure(
    observed_on: str, today: str, late: list[str]
) -> None:
    play = Play("webster", today=today).open(observed_on=observed_on)
    statuses = all_dated(play.case, play.setting())

    assert [str(day) for day in time_barred(statuses, play.setting())["v1"]] == late
    assert play.exposure().count == len(statuses["v1"])


def test_what_is_charged_void_or_stayed_is_not_told_as_time_barred() -> None:
    play = Play("webster", today="2026-05-20").open()
    play.do("void-offenses", violation="v1", **{"from": "2026-05-05", "to": "2026-05-06"}, reason="no record")
    play.on("2026-06-15").do(
        "charge-offenses",
        respondent="r1",
        violation="v1",
        dates=["2026-05-04"],
        court="Village Court",
        returnable_on="2026-07-01",
    )

    statuses = all_dated(play.on("2027-05-09").case, play.setting())

    assert [str(day) for day in time_barred(statuses, play.setting())["v1"]] == ["2026-05-07", "2026-05-08"]


def test_both_readings_differ_only_where_earlier_offenses_were_not_convicted_first() -> None:
    play = Play("williamsville", today="2026-05-26").open()

    first, other = play.exposure(Reading.PRIOR_CONVICTION), play.exposure(Reading.PRIOR_OFFENSE)

    assert (first.count, first.minimum, first.maximum) == (4, 0, 1400)
    assert (other.count, other.minimum, other.maximum) == (4, 350 + 700 + 700, 350 + 700 + 1000 + 1000)


def test_a_settlement_entered_after_its_date_stands_or_falls_by_its_payments() -> None:
    play = charged("webster", "2026-05-04", on="2026-06-01")
    play.do("settle", counts=["c1"], amount=500, due_on="2026-08-01")
    assert outcome_of(play.case.counts["c1"], play.case, play.today) is None

    assert "unpaid on 2026-08-01" in play.refuses(
        "record-fine-payment", count="c1", amount=500, on="2026-08-02"
    )
    play.do("record-fine-payment", count="c1", amount=500, on="2026-07-20")

    assert outcome_of(play.case.counts["c1"], play.case, play.today) is Outcome.SETTLED


def test_a_charge_is_not_returnable_before_it_is_filed() -> None:
    play = Play("webster").open()
    play.do("record-inspection", on="2026-05-21", inspector="B", findings={"v1": "continuing"})
    asked = ask(dates=["2026-05-04"], on="2026-06-01")

    said = play.refuses("charge-offenses", **asked | {"returnable_on": "2026-05-31"})

    assert "The charge is returnable on 2026-05-31, before it is filed on 2026-06-01. [§ 130-28E]" in said
    play.do("charge-offenses", **asked | {"returnable_on": "2026-06-01"})


def test_a_charge_of_the_past_may_be_entered_without_the_day_of_its_filing() -> None:
    play = Play("webster").open()
    play.do("record-inspection", on="2026-05-21", inspector="B", findings={"v1": "continuing"})

    play.do("charge-offenses", **ask(dates=["2026-05-04"], returnable_on="2026-07-01"))

    assert len(play.case.counts) == 1
