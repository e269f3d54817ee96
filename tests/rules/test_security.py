from datetime import UTC, date, datetime, time
from typing import Any, Self

import pytest

from ordinances.load import load_law
from rules import security_engine
from rules.acts import Due, Setting
from rules.case import Case
from rules.events import Event
from rules.guarantee import Security, expiry, is_over, status
from rules.refusals import Refusal
from rules.security_commands import SECURITY_COMMANDS
from rules.values import Role
from tests.rules.play import Play

LETTER: dict[str, Any] = {
    "kind": "letter_of_credit",
    "purpose": "maintenance",
    "amount": 12_000,
    "issuer": "Lakeshore Bank",
    "number": "LC-1042",
    "posted_on": "2025-06-01",
    "expires_on": "2027-05-31",
    "irrevocable": True,
}
ESCROW: dict[str, Any] = {
    "kind": "cash_escrow",
    "purpose": "construction",
    "amount": 10_000,
    "issuer": "Elm LLC",
    "number": "E-1",
    "posted_on": "2023-06-01",
}


class Held:
    """One security in the making."""

    def __init__(self, village: str, today: str = "2026-11-30", **fields: Any) -> None:
        self.village = village
        self.today = date.fromisoformat(today)
        self.events: list[Event] = []
        command: Any = SECURITY_COMMANDS["post-security"].model_validate({"village": village} | fields)
        self.events += security_engine.open_security("s", command, self.setting("clerk"))
        self.security: Security = security_engine.evolve(None, self.events[0])
        self.case: Case | None = None

    def setting(self, role: str, actor: str | None = None) -> Setting:
        now = datetime.combine(self.today, time(17), tzinfo=UTC)
        law = load_law(self.village)
        return Setting(law=law, now=now, today=self.today, roles=frozenset({Role(role)}), actor=actor or role)

    def do(self, name: str, role: str | None = None, actor: str | None = None, /, **fields: Any) -> Self:
        command = SECURITY_COMMANDS[name].model_validate(fields)
        allowed = role or min(security_engine.ACTS[name].roles)
        decided = security_engine.decide(self.security, command, self.setting(allowed, actor), self.case)
        for event in decided.security:
            self.security = security_engine.evolve(self.security, event)
        self.events += decided.security
        return self

    def refuses(self, name: str, role: str | None = None, actor: str | None = None, /, **fields: Any) -> str:
        with pytest.raises(Refusal) as caught:
            self.do(name, role, actor, **fields)
        return str(caught.value)

    def on(self, day: str) -> Self:
        self.today = date.fromisoformat(day)
        return self

    def for_case(self, cost: float = 8000) -> Self:
        play = Play(self.village).open(observed_on="2026-03-02")
        if self.village == "webster":
            notice = {"on": "2026-03-05", "received_on": "2026-03-06", "emergency": True, "what": "rebuild"}
            play.do("give-maintenance-notice", **notice)
        else:
            play.do("order-restoration", on="2026-03-03", do_by="2026-03-06", what="x")
        play.do("authorize-village-work", on="2026-03-11")
        self.case = play.do("record-cost", on="2026-03-12", kind="labor", amount=cost).case
        return self

    def asked(self, amount: float = 6000, on: str = "2026-03-16") -> Self:
        return self.do(
            "request-draw", "officer", case="webster-2026-0001", amount=amount, on=on, reason="repair"
        )

    def agenda(self, kind: str) -> list[Due]:
        return [
            item for item in security_engine.agenda(self.security, self.setting("clerk")) if item.kind == kind
        ]


def refused(village: str, **fields: Any) -> str:
    with pytest.raises(Refusal) as caught:
        Held(village, **fields)
    return str(caught.value)


def test_a_maintenance_guarantee_is_an_irrevocable_letter_of_credit() -> None:
    said = refused("webster", **LETTER | {"irrevocable": False})
    assert "must be irrevocable" in said
    assert "§ 130-24F" in said
    assert "is not a performance bond" in refused("webster", **LETTER | {"kind": "performance_bond"})


def test_webster_wants_the_estimate_and_a_quarter_more() -> None:
    bond = LETTER | {"kind": "performance_bond", "purpose": "construction", "amount": 12_499.99}

    assert "Give estimated_cost" in refused("webster", **bond)
    said = refused("webster", **bond, estimated_cost=10_000)
    assert "less than $12,500, 125 % of the estimated $10,000" in said
    assert "§ 130-24G" in said
    Held("webster", **bond | {"amount": 12_500}, estimated_cost=10_000)


def test_williamsville_sets_the_amount_itself() -> None:
    Held("williamsville", **ESCROW)


def test_a_security_that_expires_before_it_is_posted_is_refused() -> None:
    assert "is not after posted_on" in refused("webster", **LETTER | {"expires_on": "2025-06-01"})


def test_a_draw_is_for_recorded_cost_only() -> None:
    held = Held("webster", **LETTER).for_case(8000)

    assert "A draw is for recorded cost only: $8,000" in held.refuses(
        "request-draw", case="webster-2026-0001", amount=8000.01, on="2026-03-16", reason="x"
    )


def test_a_draw_never_exceeds_what_is_left_pending_draws_included() -> None:
    held = Held("webster", **LETTER).for_case(50_000).asked(7000)

    assert "more than the $5,000 left" in held.refuses(
        "request-draw", case="webster-2026-0001", amount=5000.01, on="2026-03-16", reason="x"
    )


def test_who_asks_does_not_approve() -> None:
    held = Held("webster", **LETTER).for_case()
    held.do(
        "request-draw", "attorney", "pat", case="webster-2026-0001", amount=1, on="2026-03-16", reason="x"
    )

    assert "pat asked for d1 and cannot approve it" in held.refuses(
        "approve-draw", "attorney", "pat", draw="d1"
    )
    held.do("approve-draw", "attorney", "lee", draw="d1")


def test_a_letter_s_statement_is_given_once_and_only_a_letter_has_one() -> None:
    letter = Held("webster", **LETTER).for_case().asked(1000).asked(1000)
    letter.do("approve-draw", draw="d1", draw_statement="We certify the default.")
    bond = LETTER | {"kind": "performance_bond", "purpose": "construction", "estimated_cost": 5000}

    assert letter.security.draw_statement == "We certify the default."
    assert "is on record already" in letter.refuses("approve-draw", draw="d2", draw_statement="Other words.")
    said = Held("webster", **bond).for_case().asked().refuses("approve-draw", draw="d1", draw_statement="x")
    assert "Only a letter of credit" in said


def test_a_draw_needs_approval_before_it_has_a_result() -> None:
    held = Held("webster", **LETTER).for_case().asked()

    assert "No approved draw" in held.refuses("record-draw-result", draw="d1", on="2026-03-20", honored=True)


def test_a_draw_is_honored_in_part_or_not_at_all() -> None:
    held = Held("webster", **LETTER).for_case().asked(6000).do("approve-draw", draw="d1")

    assert "pays nothing" in held.refuses(
        "record-draw-result", draw="d1", on="2026-03-20", honored=False, amount=5
    )
    assert "more than the $6,000" in held.refuses(
        "record-draw-result", draw="d1", on="2026-03-20", honored=True, amount=6000.01
    )
    held.do("record-draw-result", draw="d1", on="2026-03-20", honored=True, amount=4000)
    assert held.security.drawn == 4000
    assert held.security.left == 8000
    assert "No approved draw" in held.refuses("record-draw-result", draw="d1", on="2026-03-20", honored=True)


def test_a_dishonored_draw_gives_its_sum_back() -> None:
    held = Held("webster", **LETTER).for_case().asked(6000).do("approve-draw", draw="d1")

    held.do("record-draw-result", draw="d1", on="2026-03-20", honored=False)

    assert held.security.left == 12_000
    assert held.security.pending == 0


def test_a_draw_made_in_time_may_be_dishonored_after_the_expiry() -> None:
    held = (
        Held("webster", **LETTER | {"expires_on": "2026-03-18"})
        .for_case()
        .asked(6000)
        .do("approve-draw", draw="d1")
    )
    assert "It expired on 2026-03-18" in held.refuses(
        "record-draw-result", draw="d1", on="2026-03-20", honored=True
    )
    assert not is_over(held.security, held.today)

    held.do("record-draw-result", draw="d1", on="2026-03-20", honored=False)

    assert held.security.pending == 0
    assert is_over(held.security, held.today)


def test_a_draw_presented_in_time_may_be_paid_after_the_expiry() -> None:
    held = Held("webster", **LETTER | {"expires_on": "2026-03-18"}).for_case().asked(6000)
    held.do("approve-draw", draw="d1")
    paid = {"draw": "d1", "on": "2026-03-25", "honored": True}
    said = held.refuses("record-draw-result", **paid)
    assert "It expired on 2026-03-18; an expiry never rolls to a later day" in said
    assert "presented_on" in said
    assert "It expired on 2026-03-18" in held.refuses("record-draw-result", **paid, presented_on="2026-03-19")

    held.do("record-draw-result", **paid, presented_on="2026-03-18")

    assert held.security.drawn == 6000
    assert held.security.pending == 0
    draw = held.security.draws["d1"]
    assert (str(draw.presented_on), str(draw.ended_on)) == ("2026-03-18", "2026-03-25")


def test_a_demand_is_presented_after_it_was_asked_for_and_before_it_is_answered() -> None:
    held = Held("webster", **LETTER).for_case().asked(6000).do("approve-draw", draw="d1")
    paid = {"draw": "d1", "on": "2026-03-25", "honored": True}

    assert "before d1 was asked for on 2026-03-16" in held.refuses(
        "record-draw-result", **paid, presented_on="2026-03-15"
    )
    assert "presented_on 2026-03-26 is after the result of 2026-03-25" in held.refuses(
        "record-draw-result", **paid, presented_on="2026-03-26"
    )


def test_a_bond_s_notice_has_run_when_the_demand_is_presented() -> None:
    bond = LETTER | {"kind": "performance_bond", "purpose": "construction", "estimated_cost": 5000}
    held = Held("webster", **bond, draw_notice_days=30).for_case().asked(on="2026-03-16")
    held.do("approve-draw", draw="d1")

    assert "nothing can be demanded before 2026-04-15" in held.refuses(
        "record-draw-result", draw="d1", on="2026-05-01", honored=True, presented_on="2026-04-14"
    )


def test_nothing_is_drawn_after_expiry_which_never_rolls() -> None:
    held = Held("webster", **LETTER | {"expires_on": "2026-03-15"}).for_case()  # a Sunday

    assert "It expired on 2026-03-15; an expiry never rolls" in held.refuses(
        "request-draw", case="webster-2026-0001", amount=1, on="2026-03-16", reason="x"
    )


def test_a_bond_that_wants_notice_is_not_called_before_it_has_run() -> None:
    bond = LETTER | {"kind": "performance_bond", "purpose": "construction", "estimated_cost": 5000}
    held = (
        Held("webster", **bond, draw_notice_days=30)
        .for_case()
        .asked(on="2026-03-16")
        .do("approve-draw", draw="d1")
    )

    assert "nothing can be demanded before 2026-04-15" in held.refuses(
        "record-draw-result", draw="d1", on="2026-04-14", honored=True
    )
    held.do("record-draw-result", draw="d1", on="2026-04-15", honored=True)


def test_a_case_of_another_village_is_not_there() -> None:
    held = Held("webster", **LETTER)
    held.case = Play("williamsville").open().case

    assert "There is no case williamsville-2026-0001 in this village" in held.refuses(
        "request-draw", case="williamsville-2026-0001", amount=1, on="2026-06-01", reason="x"
    )


def test_only_an_escrow_bears_interest_and_it_adds_up() -> None:
    assert "Only a cash escrow" in Held("webster", **LETTER).refuses(
        "credit-interest", on="2026-06-01", amount=5
    )
    held = Held("williamsville", **ESCROW)

    for year in (2024, 2025, 2026):
        held.do("credit-interest", on=f"{year}-06-01", amount=100)

    assert held.security.left == 10_300
    assert [str(item.due) for item in held.agenda("escrow_interest")] == ["2027-06-01"]


def test_the_ladder_counts_down_to_a_hard_expiry() -> None:
    held = Held("webster", **LETTER)

    assert [str(item.due) for item in held.agenda("security_expiry")] == [
        "2027-03-02",
        "2027-04-01",
        "2027-05-01",
        "2027-05-21",
        "2027-05-31",
    ]


def test_an_evergreen_letter_renews_until_the_issuer_says_it_does_not() -> None:
    held = Held("webster", **LETTER | {"expires_on": "2026-05-31"}, evergreen_notice_days=60)
    assert status(held.security, held.today) == "active"
    assert held.agenda("security_expiry") == []
    assert [str(item.due) for item in held.agenda("evergreen_notice")] == ["2026-04-01", "2027-04-01"]

    held.do("record-nonrenewal", on="2026-11-15")

    assert status(held.security, held.today) == "not_renewed"
    assert [str(item.due) for item in held.agenda("replace_or_draw")] == ["2027-05-31"]
    assert "recorded already" in held.refuses("record-nonrenewal", on="2026-11-16")
    held.do("record-renewal", expires_on="2028-05-31")
    assert held.agenda("replace_or_draw") == []


def test_a_notice_of_nonrenewal_that_is_late_does_not_end_an_evergreen_letter_and_is_flagged() -> None:
    held = Held("webster", "2026-05-20", **LETTER | {"expires_on": "2026-05-31"}, evergreen_notice_days=60)

    held.do("record-nonrenewal", on="2026-04-02")

    assert held.security.nonrenewal_on is None
    assert status(held.security, held.today) == "active"
    (flag,) = held.agenda("replace_or_draw")
    assert str(flag.due) == "2026-05-31"
    assert "came later than 60 days before" in flag.explanation
    assert "for the term that ends on 2026-05-31 is recorded already, of 2026-04-02" in held.refuses(
        "record-nonrenewal", on="2026-05-19"
    )
    held.on("2026-06-01").do("deadline-passed", "system", keys=[flag.key])
    assert held.agenda("replace_or_draw") == []
    assert str(expiry(held.security, held.today)) == "2027-05-31"
    held.on("2027-04-02").do("record-nonrenewal", on="2027-04-01")
    assert status(held.security, held.today) == "not_renewed"


@pytest.mark.parametrize(("on", "stands"), [("2026-04-01", "not_renewed"), ("2026-04-02", "active")])
def test_the_last_day_for_notice_is_in_time(on: str, stands: str) -> None:
    held = Held("webster", "2026-05-20", **LETTER | {"expires_on": "2026-05-31"}, evergreen_notice_days=60)

    held.do("record-nonrenewal", on=on)

    assert status(held.security, held.today) == stands


def test_a_notice_without_an_evergreen_clause_is_never_late() -> None:
    held = Held("webster", "2027-05-30", **LETTER).do("record-nonrenewal", on="2027-05-29")

    assert status(held.security, held.today) == "not_renewed"


def test_each_term_of_an_evergreen_letter_has_its_day_for_notice() -> None:
    held = Held("webster", **LETTER | {"expires_on": "2026-05-31"}, evergreen_notice_days=60)
    for today, passed, ahead in (
        ("2026-04-02", "2026-04-01", "2027-04-01"),
        ("2027-06-30", "2027-04-01", "2028-04-01"),
    ):
        held.on(today)
        first, _ = held.agenda("evergreen_notice")

        held.do("deadline-passed", "system", keys=[first.key])

        assert str(first.due) == passed
        assert [str(item.due) for item in held.agenda("evergreen_notice")] == [ahead]


def test_every_year_of_an_escrow_has_its_day_of_interest_until_it_is_credited() -> None:
    held = Held("williamsville", **ESCROW)
    assert [str(item.due.year) for item in held.agenda("escrow_interest")] == ["2024", "2025", "2026", "2027"]

    held.do("credit-interest", on="2025-07-01", amount=200)

    assert [str(item.due.year) for item in held.agenda("escrow_interest")] == ["2026", "2027"]


def test_the_expiry_itself_is_noted_when_it_has_passed_and_then_nothing_is_due() -> None:
    held = Held("webster", **LETTER).on("2027-06-01")
    over = [item.key for item in held.agenda("security_expiry")]

    held.do("deadline-passed", "system", keys=over)

    assert over[-1] == "security_expiry:2027-05-31"
    assert len(over) == 5
    assert held.agenda("security_expiry") == []
    assert is_over(held.security, held.today)


def test_no_rung_of_the_ladder_lies_before_the_posting() -> None:
    held = Held("webster", today="2025-06-02", **LETTER | {"expires_on": "2025-07-15"})

    assert [item.of for item in held.agenda("security_expiry")] == ["30 days", "10 days", None]


def test_webster_releases_only_when_all_three_conditions_stand() -> None:
    bond = LETTER | {"kind": "performance_bond", "purpose": "construction", "estimated_cost": 5000}
    held = Held("webster", **bond)
    held.do("record-milestone", kind="as_built_plans", on="2026-05-01")
    held.do("record-milestone", kind="engineer_certificate", on="2026-05-01")

    said = held.refuses("release-security", on="2026-06-01")

    assert "final inspection missing" in said
    assert "§ 130-24G" in said
    held.do("record-milestone", kind="final_inspection", on="2026-05-20", passed=False)
    assert "final inspection missing" in held.refuses("release-security", on="2026-06-01")
    held.do("record-milestone", kind="final_inspection", on="2026-05-25")
    held.do("release-security", on="2026-06-01")
    assert status(held.security, held.today) == "released"
    assert held.security.left == 0
    assert "was released on 2026-06-01" in held.refuses("record-renewal", expires_on="2030-01-01")


def test_williamsville_waits_a_year_from_final_acceptance_and_its_inspection() -> None:
    held = Held("williamsville", **ESCROW)
    assert "follows final acceptance" in held.refuses(
        "record-milestone", kind="one_year_inspection", on="2025-01-01"
    )
    held.do("record-milestone", kind="final_acceptance", on="2025-10-01")
    assert [str(item.due) for item in held.agenda("one_year_inspection")] == ["2026-10-01"]
    held.do("record-milestone", kind="one_year_inspection", on="2026-09-20")

    assert "1 year from final acceptance missing" in held.refuses("release-security", on="2026-09-30")
    held.do("release-security", on="2026-10-01")


def test_a_pending_draw_holds_the_release() -> None:
    held = Held("webster", **LETTER).for_case().asked()
    held.do("record-milestone", kind="final_acceptance", on="2026-05-01")

    assert "A draw is pending" in held.refuses("release-security", on="2026-06-01")


def test_a_partial_release_is_webster_construction_only_and_leaves_something() -> None:
    assert "no partial release" in Held("webster", **LETTER).refuses(
        "reduce-security", on="2026-01-01", amount=1, reason="x"
    )
    bond = LETTER | {"kind": "performance_bond", "purpose": "construction", "estimated_cost": 5000}
    held = Held("webster", **bond).do("reduce-security", on="2026-01-01", amount=4000, reason="half built")

    assert held.security.left == 8000
    assert "would leave nothing" in held.refuses("reduce-security", on="2026-01-02", amount=8000, reason="x")


def test_deadlines_are_noted_once() -> None:
    held = Held("webster", **LETTER).on("2027-03-03")
    first = held.agenda("security_expiry")[0]

    held.do("deadline-passed", "system", keys=[first.key])
    held.do("deadline-passed", "system", keys=[first.key])

    assert held.security.passed == {first.key}
    assert held.agenda("security_expiry")[0].passed
