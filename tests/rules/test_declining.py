"""A draw that comes to nothing before its result: who may end it, and what is free again."""

import pytest

from rules.guarantee import is_over
from tests.rules.test_security import LETTER, Held

TOLD = {"on": "2026-03-18", "reason": "The owner has paid."}


def test_the_attorney_declines_a_draw_and_its_sum_is_free_again() -> None:
    held = Held("webster", **LETTER).for_case().asked(6000)

    held.do("decline-draw", "attorney", "pat", draw="d1", **TOLD)

    draw = held.security.draws["d1"]
    assert (draw.state, str(draw.ended_on), draw.why_ended) == (
        "declined",
        "2026-03-18",
        "The owner has paid.",
    )
    assert held.security.pending == held.security.drawn == 0
    assert held.security.left == 12_000
    assert held.agenda("draw_approval") == []


def test_who_asked_for_a_draw_withdraws_it() -> None:
    held = Held("webster", **LETTER).for_case().asked(6000)

    held.do("decline-draw", "officer", "officer", draw="d1", **TOLD)

    assert held.security.draws["d1"].state == "withdrawn"


def test_an_attorney_who_asked_withdraws() -> None:
    held = Held("webster", **LETTER).for_case()
    held.do(
        "request-draw", "attorney", "pat", case="webster-2026-0001", amount=1, on="2026-03-16", reason="x"
    )

    held.do("decline-draw", "attorney", "pat", draw="d1", **TOLD)

    assert held.security.draws["d1"].state == "withdrawn"


@pytest.mark.parametrize("role", ["officer", "clerk"])
def test_nobody_else_ends_a_draw(role: str) -> None:
    held = Held("webster", **LETTER).for_case().asked(6000)

    said = held.refuses("decline-draw", role, "lee", draw="d1", **TOLD)

    assert "No draw of lee is without a result" in said
    assert "§ 130-24F" in said
    assert "The attorney declines a draw; who asked for it withdraws it." in said


def test_one_s_own_draw_does_not_open_another_s() -> None:
    held = Held("webster", **LETTER).for_case().asked(1000)
    held.do("request-draw", "clerk", "lee", case="webster-2026-0001", amount=1, on="2026-03-16", reason="x")

    assert "d1 was asked for by officer." in held.refuses("decline-draw", "clerk", "lee", draw="d1", **TOLD)


def test_an_approved_draw_can_be_ended_and_then_has_no_result() -> None:
    held = Held("webster", **LETTER).for_case().asked(6000).do("approve-draw", draw="d1")

    held.do("decline-draw", "attorney", draw="d1", **TOLD)

    assert "No approved draw" in held.refuses("record-draw-result", draw="d1", on="2026-03-20", honored=True)
    assert "No draw waits for approval" in held.refuses("approve-draw", draw="d1")


@pytest.mark.parametrize("honored", [True, False])
def test_a_draw_with_a_result_stands(honored: bool) -> None:  # noqa: FBT001  a parameter
    held = Held("webster", **LETTER).for_case().asked(6000).do("approve-draw", draw="d1")
    held.do("record-draw-result", draw="d1", on="2026-03-20", honored=honored)

    assert "No draw is without a result" in held.refuses("decline-draw", "attorney", draw="d1", **TOLD)
    held.asked(100)
    said = held.refuses("decline-draw", "attorney", draw="d1", **TOLD)
    assert f"d1 is {'honored' if honored else 'dishonored'} since 2026-03-20; it cannot be declined" in said


def test_a_draw_does_not_end_before_it_was_asked_for_nor_one_that_is_none() -> None:
    held = Held("webster", **LETTER).for_case().asked(6000)

    early = TOLD | {"on": "2026-03-15"}
    assert "before d1 was asked for on 2026-03-16" in held.refuses(
        "decline-draw", "attorney", draw="d1", **early
    )
    assert "There is no draw d2" in held.refuses("decline-draw", "attorney", draw="d2", **TOLD)


def test_a_pending_draw_that_is_declined_no_longer_holds_the_release_nor_an_expired_letter() -> None:
    held = Held("webster", **LETTER | {"expires_on": "2026-03-18"}).for_case().asked(6000)
    assert not is_over(held.security, held.today)

    held.do("decline-draw", "attorney", draw="d1", on="2026-04-01", reason="too late")

    assert is_over(held.security, held.today)
    held.do("record-milestone", "clerk", kind="final_acceptance", on="2026-03-30")
    held.do("release-security", "clerk", on="2026-06-01")
