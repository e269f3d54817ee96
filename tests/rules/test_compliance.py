from rules.exposure import Status
from rules.standing import occupancy_held
from tests.rules.play import Play


def test_the_day_of_cure_is_the_first_day_without_offense() -> None:
    play = Play("webster").open().do("confirm-compliance", violation="v1", cured_on="2026-06-01")

    assert play.statuses() == {"accrued": 28}
    assert str(play.dated()[-1].on) == "2026-05-31"


def test_found_and_cured_on_the_same_day_makes_no_offense() -> None:
    play = Play("webster").open().do("confirm-compliance", violation="v1", cured_on="2026-05-04")

    assert play.dated() == []


def test_a_cure_before_the_violation_is_refused() -> None:
    assert "before v1 was observed" in Play("webster").open().refuses(
        "confirm-compliance", violation="v1", cured_on="2026-05-03"
    )


def test_a_cure_before_an_inspection_that_found_it_continuing_is_refused() -> None:
    play = Play("webster").open()
    play.do("record-inspection", on="2026-05-21", inspector="B", findings={"v1": "continuing"})

    assert "inspection of 2026-05-21 found it continuing" in play.refuses(
        "confirm-compliance", violation="v1", cured_on="2026-05-21"
    )
    play.do("confirm-compliance", violation="v1", cured_on="2026-05-22")


def test_an_earlier_cure_voids_the_later_offenses_and_deletes_none() -> None:
    play = Play("webster").open().do("confirm-compliance", violation="v1", cured_on="2026-06-01")

    play.do("correct-cure-date", violation="v1", cured_on="2026-05-25", reason="photo of the 25th")

    assert play.statuses() == {"accrued": 21, "void": 7}
    play.do("correct-cure-date", violation="v1", cured_on="2026-05-28", reason="photo was misdated")
    assert play.statuses() == {"accrued": 24, "void": 4}


def test_a_cure_that_was_none_lets_the_offenses_run_on() -> None:
    play = (
        Play("webster", today="2026-06-11")
        .open()
        .do("confirm-compliance", violation="v1", cured_on="2026-06-01")
    )

    play.do("correct-cure-date", violation="v1", cured_on=None, reason="wrong site inspected")

    assert play.statuses() == {"accrued": 38}
    assert play.case.open_violations


def test_confirming_twice_is_a_conflict() -> None:
    play = Play("webster").open().do("confirm-compliance", violation="v1", cured_on="2026-06-01")
    play.do("add-violation", provision="§ 130-24D", nature="pond", observed_on="2026-06-01")

    assert "Use correct-cure-date" in play.refuses(
        "confirm-compliance", violation="v1", cured_on="2026-06-02"
    )


def test_voided_dates_leave_the_exposure_by_an_entry() -> None:
    play = Play("webster", today="2026-05-14").open()

    play.do(
        "void-offenses",
        "attorney",
        violation="v1",
        **{"from": "2026-05-06", "to": "2026-05-08"},
        reason="fence was up",
    )

    assert play.statuses() == {"accrued": 7, "void": 3}
    assert [o.on.day for o in play.dated() if o.status is Status.VOID] == [6, 7, 8]
    assert "no offense to void" in play.refuses(
        "void-offenses",
        "attorney",
        violation="v1",
        **{"from": "2026-05-06", "to": "2026-05-08"},
        reason="again",
    )


def test_webster_holds_occupancy_by_itself_until_corrections_are_accepted() -> None:
    play = Play("webster").open().served()
    assert occupancy_held(play.case, play.law)
    assert "already withheld" in play.refuses("hold-occupancy", on="2026-05-07", reason="x")
    assert "v1 is still open" in play.refuses("release-occupancy", on="2026-06-01", reason="x")

    play.do("confirm-compliance", violation="v1", cured_on="2026-06-01")
    assert occupancy_held(play.case, play.law)
    play.do("release-occupancy", on="2026-06-02", reason="accepted")

    assert not occupancy_held(play.case, play.law)


def test_williamsville_withholds_occupancy_only_when_ordered() -> None:
    play = Play("williamsville").open()
    assert not occupancy_held(play.case, play.law)

    play.do("hold-occupancy", on="2026-05-07", reason="unsafe outlet")
    assert occupancy_held(play.case, play.law)
    play.do("confirm-compliance", violation="v1", cured_on="2026-06-01")
    play.do("release-occupancy", on="2026-06-02", reason="accepted")

    assert not occupancy_held(play.case, play.law)
