from typing import Any

import pytest

from rules import security_engine
from rules.recovery import recovery, sentences
from rules.security_commands import SECURITY_COMMANDS
from tests.documents import costed
from tests.rules.play import Play
from tests.rules.test_security import ESCROW, LETTER, Held


def worked(today: str = "2026-03-20", cost: float = 10_000) -> Play:
    play = Play("webster", today).open(observed_on="2026-03-02")
    play.do("give-maintenance-notice", on="2026-03-05", received_on="2026-03-06", emergency=True, what="x")
    play.do("authorize-village-work", on="2026-03-11")
    return play.do("record-cost", on="2026-03-12", kind="labor", amount=cost)


def letter(**fields: Any) -> Held:
    return Held("webster", "2026-03-20", **LETTER | fields)


def found(play: Play, *held: Held) -> Any:
    return recovery(play.case, play.setting(), [each.security for each in held])


def ask(play: Play, held: Held, amount: float) -> None:
    command = SECURITY_COMMANDS["request-draw"].model_validate(
        {"case": play.case.id, "amount": amount, "on": "2026-03-16", "reason": "repair"}
    )
    decided = security_engine.decide(held.security, command, play.setting("officer"), play.case)
    held.security = security_engine.evolve(held.security, decided.security[0])
    play.happen(decided.case)


def test_both_ways_stand_side_by_side_with_their_sections() -> None:
    both = found(worked(), letter(amount=6000))

    assert (both.open, both.draw.most, both.lien.most) == (10_000, 6000, 10_000)
    assert (both.draw.section, both.lien.section) == ("§ 130-24F", "§ 130-28A")
    assert (both.draw.why, both.lien.why) == (None, None)
    assert both.lien.next == "give-cost-notice"
    by_draw, by_lien = sentences(both)
    assert by_draw.startswith(
        "By draw: up to $6,000 now, of s ($6,000), linked to no case: see that it secures"
    )
    assert "Next: give-cost-notice, notice of the amount, $10,000 at most" in by_lien


def test_two_securities_recover_no_more_than_the_cost() -> None:
    both = found(worked(cost=7000), letter(), letter())

    assert [each.most for each in both.draw.securities] == [7000, 7000]
    assert both.draw.most == 7000


def test_what_is_asked_for_is_set_aside_from_both_ways() -> None:
    play, held = worked(), letter()
    ask(play, held, 6000)

    both = found(play, held)

    assert (both.open, both.set_aside, both.draw.most, both.lien.most) == (4000, 6000, 4000, 4000)
    assert [(each.draw, each.amount, each.state) for each in both.draw.pending] == [("d1", 6000, "requested")]
    assert "d1 of s for $6,000 is requested." in sentences(both)[0]


def test_without_a_cost_there_is_nothing_to_recover() -> None:
    both = found(Play("webster").open(), letter())

    assert (both.draw.most, both.lien.most) == (0, 0)
    assert both.draw.why == both.lien.why == "No cost of village work is recorded."
    assert both.lien.next == "give-maintenance-notice"
    assert "nothing now. No cost of village work is recorded. [§ 130-28A]" in sentences(both)[0]


def test_a_village_without_a_security_has_the_lien_alone() -> None:
    both = found(worked())

    assert both.draw.why == "The village holds no security that could be drawn."
    assert both.lien.most == 10_000


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        pytest.param({"expires_on": "2026-03-19"}, None, id="expired and of no concern"),
        pytest.param(
            {"expires_on": "2026-03-19", "case": "webster-2026-0001"},
            "It expired on 2026-03-19; an expiry never rolls to a later day.",
            id="expired, of this case",
        ),
    ],
)
def test_an_expired_security_is_told_of_where_it_is_of_the_case(
    fields: dict[str, Any], why: str | None
) -> None:
    both = found(worked(), letter(**fields))

    assert [each.why for each in both.draw.securities] == ([why] if why else [])
    assert both.draw.most == 0


def test_a_security_of_another_case_is_not_offered_for_this_one() -> None:
    assert found(worked(), letter(case="webster-2026-0002")).draw.securities == ()


def test_a_security_of_another_village_is_of_no_use() -> None:
    assert found(worked(), Held("williamsville", "2026-03-20", **ESCROW)).draw.securities == ()


def test_the_case_s_own_security_comes_first_and_what_the_paper_wants_is_told() -> None:
    own = letter(case="webster-2026-0001", draw_statement="We certify …", original_at="Village safe")
    own.security = own.security.but(id="z")

    both = found(worked(), letter(), own)

    sources = both.draw.securities
    assert [each.security for each in sources] == ["z", "s"]
    assert sources[0].wants == "this exact statement: We certify …; the original, kept at Village safe"


def test_nothing_is_recovered_while_enforcement_is_stayed() -> None:
    play = Play("williamsville", "2026-06-10").open().served()
    play.do("order-restoration", on="2026-05-07", do_by="2026-05-15", what="x")
    play.do("authorize-village-work", on="2026-05-16")
    play.do("record-cost", on="2026-05-17", kind="labor", amount=500)
    play.do("file-appeal", respondent="r1", on="2026-05-20", grounds="x")

    both = found(play, Held("williamsville", "2026-06-10", **ESCROW))

    assert both.draw.why == both.lien.why == "Enforcement is stayed on 2026-06-10 by the appeal."
    assert both.lien.section == "Village Law § 7-712-a(6)"
    assert [(step.command, step.now) for step in both.lien.steps] == [("give-cost-notice", False)]


def test_the_steps_follow_the_way_to_the_roll() -> None:
    play = worked("2026-03-25")
    seen = []

    def look() -> None:
        steps = found(play).lien.steps
        seen.append(
            [(step.command, step.now, str(step.not_before or ""), str(step.by or "")) for step in steps]
        )

    notice = {"on": "2026-03-23", "amount": 4000, "served_on": "2026-03-23"}
    play.do("give-cost-notice", hearing_on="2026-04-01", **notice)
    assert found(play).lien.most == 4000
    look()
    play.on("2026-04-02").do("record-cost-hearing", on="2026-04-01", outcome="heard")
    look()
    play.do("confirm-assessment", on="2026-04-02", amount=4000, resolution="2026-34")
    look()
    play.on("2026-05-05").do("certify-for-levy", on="2026-05-05", fiscal_year=2026)
    look()
    play.do("record-cost-payment", on="2026-05-05", amount=10_000)
    look()

    assert seen == [
        [("record-cost-hearing", False, "2026-04-01", "")],
        [("confirm-assessment", True, "", "")],
        [
            ("give-cost-notice", True, "", ""),
            ("certify-for-levy", False, "2026-05-05", "2026-05-15"),
            ("record-cost-payment", True, "", ""),
        ],
        [("give-cost-notice", True, "", ""), ("record-cost-payment", True, "", "")],
        [("release-lien", True, "", "")],
    ]


@pytest.mark.parametrize(("village", "doubtful"), [("williamsville", True), ("webster", False)])
def test_the_way_to_the_levy_says_where_the_ordinance_does_not_name_the_tax_bill(
    village: str, *, doubtful: bool
) -> None:
    play = costed.assessed(village)

    steps = {step.command: step for step in found(play).lien.steps}

    doubt = "§ 112-28H(3)(f) does not name the tax bill: counsel confirms that Village Law"
    assert (doubt in steps["certify-for-levy"].words) is doubtful
    play.do("certify-for-levy", on="2026-05-12", fiscal_year=2026)


def test_a_closed_case_recovers_nothing() -> None:
    play = worked().do("record-cost-payment", on="2026-03-20", amount=10_000)
    play.do("confirm-compliance", violation="v1", cured_on="2026-03-15")
    play.do("close-case", on="2026-03-20", reason="done")

    both = found(play, letter())

    assert both.lien.why == "webster-2026-0001 is closed since 2026-03-20."
    assert both.lien.steps == ()
