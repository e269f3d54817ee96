from rules.standing import holds_further_work, stop_work
from tests.rules.play import Play


def test_webster_stops_work_with_receipt_of_the_notice() -> None:
    play = Play("webster").open()
    assert not stop_work(play.case, play.law).in_force

    play.served()

    state = stop_work(play.case, play.law)
    assert (state.in_force, str(state.since), state.section) == (True, "2026-05-06", "§ 130-28D")


def test_webster_knows_no_separate_order() -> None:
    assert "§ 130-28D" in Play("webster").open().refuses("order-stop-work", on="2026-05-04", allowed_work="x")


def test_williamsville_stops_work_by_order_from_its_service() -> None:
    play = Play("williamsville").open().served()
    assert not stop_work(play.case, play.law).in_force

    play.do("order-stop-work", on="2026-05-07", served_on="2026-05-08", allowed_work="stabilization")

    state = stop_work(play.case, play.law)
    assert (str(state.since), state.allowed_work) == ("2026-05-08", "stabilization")
    assert "already in force, since 2026-05-08" in play.refuses(
        "order-stop-work", on="2026-05-09", allowed_work="x"
    )


def test_stop_work_stands_until_compliance_is_confirmed() -> None:
    play = Play("williamsville").open().do("order-stop-work", on="2026-05-07", allowed_work="x")

    assert "v1 not confirmed yet" in play.refuses("lift-stop-work", on="2026-06-01", in_writing=False)
    play.do("confirm-compliance", violation="v1", cured_on="2026-06-02")
    assert "before the last violation was found in compliance" in play.refuses(
        "lift-stop-work", on="2026-06-01", in_writing=False
    )
    play.do("lift-stop-work", on="2026-06-02", in_writing=False)
    assert not stop_work(play.case, play.law).in_force


def test_webster_lifts_only_in_writing() -> None:
    play = Play("webster").open().served().do("confirm-compliance", violation="v1", cured_on="2026-06-01")

    assert "in writing" in play.refuses("lift-stop-work", on="2026-06-01", in_writing=False)
    play.do("lift-stop-work", on="2026-06-01", in_writing=True)
    assert "nothing to lift" in play.refuses("lift-stop-work", on="2026-06-01", in_writing=True)


def test_an_order_before_the_violation_is_refused() -> None:
    assert "before v1 was observed" in Play("williamsville").open().refuses(
        "order-stop-work", on="2026-05-03", allowed_work="x"
    )


def test_an_inspection_hold_lasts_until_the_violations_are_corrected() -> None:
    play = Play("williamsville").open().do("place-inspection-hold", on="2026-05-05")
    assert holds_further_work(play.case)
    assert "already stands" in play.refuses("place-inspection-hold", on="2026-05-06")

    play.do("confirm-compliance", violation="v1", cured_on="2026-06-01")

    assert not holds_further_work(play.case)


def test_a_breach_needs_something_to_breach() -> None:
    play = Play("williamsville").open()
    assert "Neither stop work" in play.refuses("record-breach", on="2026-05-06", facts="grading")

    play.do("order-stop-work", on="2026-05-07", allowed_work="x")

    assert "before work was stopped" in play.refuses("record-breach", on="2026-05-06", facts="grading")
    play.do("record-breach", on="2026-05-08", facts="grading at noon")
