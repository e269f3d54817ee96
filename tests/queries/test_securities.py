"""A security as it is shown: the agreed names, its draws and conditions, and nobody's but one's own village's."""

from typing import Any

import pytest
from sqlalchemy import Engine

from models.session import read
from ordinances.load import load_law
from queries import cases, securities
from queries.views import ActionView
from rules.guarantee import SecurityStatus
from rules.refusals import NotFound
from rules.values import Role
from tests.activities.support import Town, village_of

VIEWER = frozenset({Role.VIEWER})
AGREED = {"amount", "drawn", "available", "status", "expires_on", "draws", "milestones", "agenda", "events"}


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _show(town: Town, security: str, roles: frozenset[Role] = VIEWER) -> dict[str, Any]:
    with read(town.engine) as session:
        law = load_law(securities.village_of(session, security))
        shown = securities.show(session, law, security, now=town.at, roles=roles, actor="viewer")
    return shown.model_dump(mode="json")


def _case(town: Town, case: str) -> dict[str, Any]:
    with read(town.engine) as session:
        shown = cases.show(session, load_law("webster"), case, now=town.at, roles=VIEWER, actor="viewer")
    return shown.model_dump(mode="json")


def _actions(town: Town, record: str, role: Role) -> dict[str, ActionView]:
    look = securities.actions if "-S-" in record else cases.actions
    with read(town.engine) as session:
        law = load_law(village_of(record))
        found = look(session, law, record, now=town.at, roles=frozenset({role}), actor=role)
    return {each.command: each for each in found}


def _drawn(town: Town, paid: float = 6000) -> tuple[str, str]:
    case, security = town.worked(), town.post()
    town.act(
        security, "request-draw", "officer", case_=case, amount=6000, on="2026-03-16", reason="outlet repair"
    )
    town.act(security, "approve-draw", "attorney", draw="d1")
    town.act(security, "record-draw-result", draw="d1", on="2026-03-20", honored=True, amount=paid)
    return case, security


def test_a_security_shows_all_that_was_agreed(town: Town) -> None:
    case, security = _drawn(town, 5000.5)

    shown = _show(town, security)

    assert shown.keys() >= AGREED
    assert (shown["amount"], shown["drawn"], shown["available"], shown["pending"]) == (
        12_000,
        5000.5,
        6999.5,
        0,
    )
    assert (shown["status"], shown["expires_on"], shown["section"]) == ("active", "2027-05-31", "§ 130-24F")
    assert shown["draws"] == {
        "d1": {
            "case": case,
            "amount": 6000,
            "on": "2026-03-16",
            "reason": "outlet repair",
            "state": "honored",
            "asked_by": "officer",
            "approved_by": "attorney",
            "paid": 5000.5,
            "ended_on": "2026-03-20",
            "presented_on": None,
            "why_ended": None,
        }
    }
    assert shown["agenda"][0].keys() >= {"kind", "due", "of", "section", "explanation"}
    assert [each["kind"] for each in shown["events"]][:2] == ["security-posted", "draw-requested"]
    assert shown["chain_ok"] is True


def test_each_condition_of_release_says_since_when_it_stands(town: Town) -> None:
    security = town.post(
        kind="performance_bond", purpose="construction", amount=12_500, estimated_cost=10_000, expires_on=None
    )
    town.act(security, "record-milestone", kind="as_built_plans", on="2026-05-02")
    town.act(security, "record-milestone", kind="final_inspection", on="2026-05-03", passed=False)

    shown = _show(town, security)

    assert shown["conditions"] == [
        {"what": "as built plans", "met_on": "2026-05-02", "met": True},
        {"what": "engineer certificate", "met_on": None, "met": False},
        {"what": "final inspection", "met_on": None, "met": False},
    ]
    assert shown["milestones"][1] == {"kind": "final_inspection", "on": "2026-05-03", "passed": False}


def test_interest_is_added_to_what_is_available(town: Town) -> None:
    escrow = {"kind": "cash_escrow", "purpose": "construction", "amount": 10_000, "irrevocable": False}
    security = town.post("williamsville", **escrow, posted_on="2023-06-01", expires_on=None)
    town.act(security, "credit-interest", on="2024-06-01", amount=120.25)

    shown = _show(town, security)

    assert (shown["interest"], shown["available"]) == (120.25, 10_120.25)
    assert shown["credits"] == [{"on": "2024-06-01", "amount": 120.25}]


def test_every_command_on_it_is_allowed_or_says_why_not(town: Town) -> None:
    found = _actions(town, town.post(), Role.CLERK)

    assert found["record-renewal"].allowed
    assert (found["credit-interest"].why, found["credit-interest"].section) == (
        "Only a cash escrow bears interest.",
        "§ 130-24F",
    )
    assert (found["approve-draw"].yours, found["approve-draw"].roles) == (False, ("attorney",))
    assert not {"post-security", "deadline-passed"} & found.keys()


def test_a_list_is_of_the_villages_asked_for_and_what_falls_due_comes_first(town: Town) -> None:
    later, sooner = town.post(), town.post(expires_on="2026-07-15")
    _, other = town.post(expires_on=None), town.post("williamsville", expires_on="2026-08-01")

    with read(town.engine) as session:
        everything = securities.list_securities(session, ["webster", "williamsville"])
        mine = securities.list_securities(session, ["webster"])
        released = securities.list_securities(session, ["webster"], SecurityStatus.RELEASED)

    assert [line.id for line in everything][:3] == [sooner, other, later]
    assert {line.village for line in mine} == {"webster"}
    assert len(mine) == 3
    assert released == ()


def test_a_security_of_another_village_is_answered_like_none(town: Town) -> None:
    security = town.post()

    with pytest.raises(NotFound) as foreign:
        _show(town, security, frozenset())
    with read(town.engine) as session, pytest.raises(NotFound) as absent:
        securities.village_of(session, "webster-S-2026-9999")

    assert str(foreign.value).replace(security, "X") == str(absent.value).replace("webster-S-2026-9999", "X")


# --- what a case tells of them ----------------------------------------------------------------------------


def test_a_case_shows_what_may_be_recovered_by_draw_and_by_lien_side_by_side(town: Town) -> None:
    case, security = _drawn(town)
    town.post("williamsville", expires_on="2026-08-01")

    both = _case(town, case)["recovery"]

    assert (both["open"], both["draw"]["most"], both["lien"]["most"]) == (4000, 4000, 4000)
    assert [(each["security"], each["left"], each["most"]) for each in both["draw"]["securities"]] == [
        (security, 6000, 4000)
    ]
    assert both["lien"]["next"] == "give-cost-notice"
    assert both["words"][0].startswith(f"By draw: up to $4,000 now, of {security} ($4,000)")


def test_securities_that_nothing_links_to_a_case_are_looked_at_only_where_there_is_a_cost(town: Town) -> None:
    case = town.open()
    linked = town.post(case=case)
    town.post()
    town.post(case=town.open())

    found = _case(town, case)["recovery"]["draw"]["securities"]

    assert [each["security"] for each in found] == [linked]


def test_the_account_of_a_case_is_told_with_a_running_balance_and_sections(town: Town) -> None:
    case, security = _drawn(town)

    shown = _case(town, case)

    assert shown["costs"] == {
        "recorded": 10_000, "recovered": 6000, "open": 4000, "assessed": 0, "lien": 0, "levied": 0
    }  # fmt: skip
    assert [(each["on"], each["change"], each["balance"], each["section"]) for each in shown["account"]] == [
        ("2026-03-12", 10_000, 10_000, "§ 130-28A"),
        ("2026-03-20", -6000, 4000, "§ 130-24F"),
    ]
    assert shown["account"][1]["document"] == f"{security}/d1"


def test_an_exhausted_security_still_gives_its_section_to_what_it_paid(town: Town) -> None:
    case, security = town.worked(), town.post(amount=6000)
    town.act(security, "request-draw", "officer", case_=case, amount=6000, on="2026-03-16", reason="x")
    town.act(security, "approve-draw", "attorney", draw="d1")
    town.act(security, "record-draw-result", draw="d1", on="2026-03-20", honored=True)

    assert _show(town, security)["status"] == "exhausted"
    assert _case(town, case)["account"][1]["section"] == "§ 130-24F"


def test_both_ways_are_told_before_a_cost_is_recovered(town: Town) -> None:
    case = town.worked()

    found = _actions(town, case, Role.CLERK)

    assert [note.partition(":")[0] for note in found["give-cost-notice"].notes] == ["By draw", "By lien"]
    assert found["add-note"].notes == ()
    assert _actions(town, town.open(), Role.CLERK)["give-cost-notice"].notes == ()
