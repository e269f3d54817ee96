"""A draw stands in two records, the security's and the case's: in both or in neither, and once."""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import product
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlmodel import col, select

from activities.audit import Audits
from activities.messages import AuditOrder, Effect
from activities.rebuild import rebuild
from models.entry import EntryRow
from models.event import EventRow
from models.security import SecurityRow
from models.session import read, write
from queries.record import fold_case, fold_security, load, verify
from rules.guarantee import DrawState
from tests.activities.support import Town, poked
from tests.activities.test_at_once import at_once
from tests.activities.treasury import asked, books, everything

DAY = "2026-03-16"


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def test_a_draw_is_set_aside_in_the_case_and_honored_it_is_recovered(town: Town) -> None:
    case, security = town.worked(), town.post()

    request = asked(town, security, case, 6000)
    aside = books(town, case)
    town.act(security, "approve-draw", "attorney", draw="d1")
    result = town.act(security, "record-draw-result", draw="d1", on="2026-03-20", honored=True)

    assert request.result == {
        "security": security,
        "status": "active",
        "events": ["draw-requested"],
        "draw": "d1",
    }
    assert poked(result) == [case]
    assert aside == [0, 10_000]
    assert books(town, case) == [6000, 4000]
    with read(town.engine) as session:
        row = session.get(SecurityRow, security)
        assert verify(session, case) is None
        assert verify(session, security) is None
    assert row is not None
    assert [float(each) for each in (row.drawn, row.pending, row.available)] == [6000, 0, 6000]


def test_the_lines_of_the_account_are_rows(town: Town) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    town.act(security, "approve-draw", "attorney", draw="d1")
    town.act(security, "record-draw-result", draw="d1", on="2026-03-20", honored=True)

    with read(town.engine) as session:
        lines = session.exec(select(EntryRow).order_by(col(EntryRow.n), col(EntryRow.line))).all()

    assert [(row.n, str(row.on), row.document, row.account, float(row.amount)) for row in lines] == [
        (1, "2026-03-12", "A-77", "open", 10_000),
        (1, "2026-03-12", "A-77", "spent", -10_000),
        (2, "2026-03-20", f"{security}/d1", "drawn", 6000),
        (2, "2026-03-20", f"{security}/d1", "open", -6000),
    ]
    assert {row.case_id for row in lines} == {case}


def test_each_money_command_given_twice_is_carried_out_once(town: Town) -> None:
    case, security = town.worked(), town.post()
    steps: list[tuple[str, str, dict[str, Any]]] = [
        ("request-draw", "officer", {"case": case, "amount": 6000, "on": DAY, "reason": "repair"}),
        ("approve-draw", "attorney", {"draw": "d1"}),
        ("record-draw-result", "clerk", {"draw": "d1", "on": "2026-03-20", "honored": True, "amount": 5000}),
        ("record-milestone", "officer", {"kind": "final_acceptance", "on": "2026-05-01"}),
        ("record-renewal", "clerk", {"expires_on": "2028-05-31"}),
        ("record-nonrenewal", "clerk", {"on": "2026-05-30"}),
        ("release-security", "clerk", {"on": "2026-06-01"}),
    ]
    for command, actor, fields in steps:
        order = town.order(security, command, fields, actor=actor)

        first = town.records.record(order)
        written = everything(town.engine)
        second = town.records.record(order)

        assert first.refusal is None, first.refusal.sentence()
        assert second.replayed
        assert (second.result, second.follow_ups) == (first.result, first.follow_ups)
        assert everything(town.engine) == written
    assert books(town, case) == [5000, 5000]


def test_a_draw_that_is_declined_or_withdrawn_frees_its_sum_in_both_records(town: Town) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    asked(town, security, case, 4000)
    told = {"on": "2026-03-20", "reason": "the owner paid"}

    declined = town.act(security, "decline-draw", "attorney", draw="d1", **told)
    order = town.order(security, "decline-draw", {"draw": "d2", **told}, actor="officer")
    withdrawn = town.records.record(order)
    written = everything(town.engine)
    again = town.records.record(order)

    assert poked(declined) == poked(withdrawn) == [case]
    assert withdrawn.result["events"] == ["draw-declined"]
    assert again.replayed
    assert again.result == withdrawn.result
    assert everything(town.engine) == written
    with read(town.engine) as session:
        told_case, told_security = fold_case(session, case), fold_security(session, security)
        assert [verify(session, each) for each in (case, security)] == [None, None]
    assert told_case.abatement.draws == {}
    assert told_security.pending == 0
    assert told_security.left == 12_000
    assert books(town, case) == [0, 10_000]
    assert asked(town, security, case, 10_000).refusal is None


def test_a_decline_that_is_cut_short_leaves_both_records_as_they_were(town: Town) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    written = everything(town.engine)
    order = town.order(
        security, "decline-draw", {"draw": "d1", "on": "2026-03-20", "reason": "x"}, actor="attorney"
    )

    with pytest.raises(PowerCut), cut_before(town.engine, "event", 2):
        town.records.record(order)

    assert everything(town.engine) == written
    assert town.records.record(order).refusal is None


def test_a_replay_answers_what_the_draw_was_then(town: Town) -> None:
    case, security = town.worked(), town.post()
    order = town.order(
        security, "request-draw", {"case": case, "amount": 6000, "on": DAY, "reason": "x"}, actor="officer"
    )
    first = town.records.record(order)
    asked(town, security, case, 100)
    town.act(security, "approve-draw", "attorney", draw="d1")
    town.act(security, "record-draw-result", draw="d1", on="2026-03-20", honored=False)

    again = town.records.record(order)

    assert again.result == first.result
    assert poked(again) == [case]


class PowerCut(Exception):  # noqa: N818 - it is what happens
    """The statement before which everything stops."""


@contextmanager
def cut_before(engine: Engine, table: str, times: int) -> Iterator[None]:
    """Stop everything before the given insert into a table."""
    left = [times]

    def stop(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.replace('"', "").startswith(f"INSERT INTO {table}"):
            left[0] -= 1
            if not left[0]:
                raise PowerCut

    event.listen(engine, "before_cursor_execute", stop)
    yield
    event.remove(engine, "before_cursor_execute", stop)


@pytest.mark.parametrize(
    ("table", "times"),
    [
        pytest.param("event", 2, id="between the two records"),
        pytest.param("entry", 1, id="before the case's account"),
    ],
)
def test_a_failure_between_security_and_case_leaves_neither(town: Town, table: str, times: int) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    town.act(security, "approve-draw", "attorney", draw="d1")
    before = everything(town.engine)
    order = town.order(security, "record-draw-result", {"draw": "d1", "on": "2026-03-20", "honored": True})

    with cut_before(town.engine, table, times), pytest.raises(PowerCut):
        town.records.record(order)

    assert everything(town.engine) == before
    effect = town.records.record(order)
    assert not effect.replayed
    assert books(town, case) == [6000, 4000]


def test_a_case_that_is_not_in_the_village_is_not_there(town: Town) -> None:
    security = town.post()
    elsewhere = town.open("williamsville")

    said = [
        town.refuse(security, "request-draw", "officer", case_=case, amount=1, on=DAY, reason="x")
        for case in (elsewhere, "webster-2026-0099", security, "atlantis-2026-0001")
    ]

    assert {refusal.kind for refusal in said} == {"not_found"}
    assert said[0].what == f"There is no case {elsewhere} in this village."
    assert said[2].what == f"There is no case {security} in this village."


def test_a_key_of_a_draw_that_stands_in_the_case_already_is_refused(town: Town) -> None:
    case, security = town.worked(), town.post()
    town.records.record(town.order(case, "add-note", {"text": "odd"}, op_id=f"{security}/op-x"))
    fields = {"case": case, "amount": 1, "on": DAY, "reason": "x"}

    refusal = town.records.record(
        town.order(security, "request-draw", fields, op_id="op-x", actor="officer")
    ).refusal

    assert refusal is not None
    assert refusal.kind == "conflict"
    with read(town.engine) as session:
        assert len(load(session, security)) == 1


def test_nothing_is_entered_in_a_case_whose_record_is_not_whole(town: Town) -> None:
    case, security = town.worked(), town.post()
    _forget_the_last_event(town, case)

    refusal = town.refuse(security, "request-draw", "officer", case_=case, amount=1, on=DAY, reason="x")

    assert "not whole" in refusal.what


def _forget_the_last_event(town: Town, record: str) -> None:
    with write(town.engine) as session:
        session.delete(session.get_one(EventRow, (record, len(load(session, record)))))


# --- audit and rebuild ----------------------------------------------------------------------------------


def _lively(town: Town) -> tuple[str, str]:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    town.act(security, "approve-draw", "attorney", draw="d1")
    town.act(security, "record-draw-result", draw="d1", on="2026-03-20", honored=True, amount=4000.5)
    asked(town, security, case, 1000)
    return case, security


def test_the_audit_finds_nothing_and_a_rebuild_gives_the_same_rows(town: Town) -> None:
    _lively(town)
    before = everything(town.engine)

    found = Audits(town.engine).audit(AuditOrder(at=town.at))
    left = rebuild(town.engine)

    assert [each for each in found.differences if each.kind != "offense_missing"] == []
    assert (found.cases, left) == (2, ())
    assert {name: rows for name, rows in everything(town.engine).items() if name != "offense"} == {
        name: rows for name, rows in before.items() if name != "offense"
    }


def test_rows_that_were_changed_are_found_and_made_anew(town: Town) -> None:
    case, security = _lively(town)
    Audits(town.engine).audit(AuditOrder(at=town.at))
    before = everything(town.engine)
    with write(town.engine) as session:
        session.get_one(SecurityRow, security).drawn = Decimal(1)
        session.get_one(EntryRow, (case, 2, 1)).amount = Decimal(9)

    found = Audits(town.engine).audit(AuditOrder(at=town.at))

    assert [(each.case, each.kind, each.repaired) for each in found.differences] == [
        (case, "entry_differs", True),
        (security, "security_differs", True),
    ]
    assert everything(town.engine) == before


def test_an_event_of_a_security_that_was_changed_is_named(town: Town) -> None:
    case, security = _lively(town)
    with write(town.engine) as session:
        row = session.get_one(EventRow, (security, 4))
        row.data = row.data.replace("4000.5", "9000.5")

    found = Audits(town.engine).audit(AuditOrder(at=town.at))
    left = rebuild(town.engine)

    told = [each for each in found.differences if each.case == security]
    assert [(each.kind, each.repaired) for each in told] == [("tampered", False)]
    assert "event 4 (draw-ended) was changed after it was recorded" in told[0].detail
    assert [each.case for each in left] == [security]
    with read(town.engine) as session:
        assert verify(session, case) is None


def test_open_securities_are_listed_with_the_open_cases(town: Town) -> None:
    case, security = _lively(town)
    released = town.post()
    town.act(released, "record-milestone", "clerk", kind="final_acceptance", on="2026-05-01")
    town.act(released, "release-security", "clerk", on="2026-06-01")

    page = Audits(town.engine).open_cases(AuditOrder(at=town.at))
    elsewhere = Audits(town.engine).open_cases(AuditOrder(at=town.at, village="williamsville"))

    assert {each.case for each in page.cases} == {case, security}
    assert elsewhere.cases == ()


# --- at once --------------------------------------------------------------------------------------------


def _done(effects: list[Effect]) -> list[Effect]:
    return [effect for effect in effects if effect.refusal is None]


def test_two_approvals_at_once_approve_once(town: Town) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    orders = [town.order(security, "approve-draw", {"draw": "d1"}, actor="attorney") for _ in range(2)]

    effects = at_once(*[lambda order=order: town.records.record(order) for order in orders])

    assert len(_done(effects)) == 1
    assert [each.refusal.kind for each in effects if each.refusal] == ["not_allowed"]


@pytest.mark.parametrize("round_", range(3))
def test_draws_by_two_securities_at_once_never_exceed_the_cost(town: Town, round_: int) -> None:
    case = town.worked()
    fields = {"case": case, "amount": 4000, "on": DAY, "reason": "x"}
    orders = [
        town.order(security, "request-draw", fields, actor="officer")
        for security in (town.post(), town.post())
        for _ in range(2)
    ]

    effects = at_once(*[lambda order=order: town.records.record(order) for order in orders])

    assert len(_done(effects)) == 2
    with read(town.engine) as session:
        told = fold_case(session, case)
        assert verify(session, case) is None
    assert sum(told.abatement.draws.values()) == 8000


def test_a_result_and_a_payment_at_once_recover_no_more_than_the_cost(town: Town) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    town.act(security, "approve-draw", "attorney", draw="d1")
    result = town.order(security, "record-draw-result", {"draw": "d1", "on": "2026-03-20", "honored": True})
    payments = [
        town.order(case, "record-cost-payment", {"on": "2026-03-21", "amount": 4000}, actor="clerk")
        for _ in range(2)
    ]

    effects = at_once(*[lambda order=order: town.records.record(order) for order in (result, *payments)])

    assert len(_done(effects)) == 2
    assert books(town, case) == [10_000, 0]


def test_crossed_draws_of_two_securities_on_two_cases_never_wait_for_each_other(town: Town) -> None:
    cases, securities = [town.worked(), town.worked()], [town.post(), town.post()]
    orders = [
        town.order(
            security, "request-draw", {"case": case, "amount": 10, "on": DAY, "reason": "x"}, actor="officer"
        )
        for case, security in list(product(cases, securities)) * 3
    ]
    notes = [town.order(case, "add-note", {"text": "x"}) for case in cases * 3]

    effects = at_once(*[lambda order=order: town.records.record(order) for order in (*orders, *notes)])

    assert len(_done(effects)) == len(orders) + len(notes)
    with read(town.engine) as session:
        drawn = [sum(fold_case(session, case).abatement.draws.values()) for case in cases]
        states = {draw.state for each in securities for draw in fold_security(session, each).draws.values()}
    assert drawn == [60, 60]
    assert states == {DrawState.REQUESTED}
