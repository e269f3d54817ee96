"""The one transaction of a command: what it answers, what it writes, and that it writes once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from temporalio.exceptions import ApplicationError

from activities.messages import CaseRef
from activities.numbers import reserve
from models.session import read, write
from queries.record import load, verify
from rules.values import Phase
from tests.activities.histories import rows
from tests.activities.support import OWNER, Town, poked


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _count(engine: Engine, table: str) -> int:
    with read(engine) as session:
        return int(session.execute(text(f'SELECT count(*) FROM "{table}"')).scalar_one())


def test_opening_answers_the_case_its_phase_and_its_keys(town: Town) -> None:
    op_id = "form-1"
    case = reserve(town.engine, "webster", 2026, op_id)
    fields = {
        "village": "webster",
        "property": {"address": "41 Elm St"},
        "respondents": [OWNER],
        "violations": [town.violation(), town.violation(provision="§ 130-23B")],
    }

    effect = town.records.record(town.order(case, "open-case", fields, op_id=op_id))

    assert effect.result == {
        "case": "webster-2026-0001",
        "phase": "opened",
        "events": ["case-opened", "respondent-added", "violation-added", "violation-added"],
        "respondents": ["r1"],
        "violations": ["v1", "v2"],
    }
    assert effect.phase is Phase.OPENED
    assert effect.seq == 4
    assert not effect.replayed


def test_a_command_given_twice_is_carried_out_once(town: Town) -> None:
    case = town.open()
    order = town.order(case, "add-note", {"text": "seen from the road"})

    first = town.records.record(order)
    written = rows(town.engine)
    second = town.after(3).records.record(order)

    assert second.replayed
    assert second.result == first.result
    assert _count(town.engine, "event") == 4
    assert rows(town.engine) == written


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"fields": {"text": "seen from the yard"}}, id="other fields"),
        pytest.param({"command": "give-verbal-warning"}, id="another command"),
        pytest.param({"actor": "clerk"}, id="another person"),
    ],
)
def test_another_command_under_a_used_key_is_refused_and_not_lost_in_silence(
    town: Town, other: dict[str, Any]
) -> None:
    order = town.order(town.open(), "add-note", {"text": "seen from the road"})
    town.records.record(order)
    written = rows(town.engine)

    effect = town.records.record(order.model_copy(update=other))

    assert effect.refusal is not None
    assert effect.refusal.kind == "conflict"
    assert effect.refusal.field == "op_id"
    assert rows(town.engine) == written


def test_a_key_used_before_keys_were_compared_answers_as_it_did(town: Town) -> None:
    order = town.order(town.open(), "add-note", {"text": "seen from the road"})
    first = town.records.record(order)
    with write(town.engine) as session:
        session.execute(text("DELETE FROM command"))

    again = town.records.record(order.model_copy(update={"fields": {"text": "whatever"}}))

    assert (again.replayed, again.result) == (True, first.result)


def test_a_replay_answers_what_the_command_made_then(town: Town) -> None:
    case = town.open()
    order = town.order(case, "add-violation", town.violation(provision="§ 130-23B"))
    first = town.records.record(order)
    town.act(case, "add-violation", **town.violation(provision="§ 130-24"))

    second = town.records.record(order)

    assert second.result == first.result
    assert second.result["violation"] == "v2"
    assert second.seq == 5


def test_a_refusal_writes_nothing(town: Town) -> None:
    case = town.open()
    before = rows(town.engine)

    refusal = town.refuse(case, "confirm-compliance", violation="v1", cured_on="2026-06-02")

    assert refusal.kind == "future_fact"
    assert rows(town.engine) == before
    assert _count(town.engine, "event") == 3


def test_a_command_that_cannot_be_read_names_every_field(town: Town) -> None:
    case = town.open()

    refusal = town.refuse(case, "confirm-compliance", violation="one", cured_at="2026-06-01")

    assert refusal.kind == "malformed"
    for said in (
        "violation is 'one'",
        "cured_on is missing",
        "cured_at is not known here. Did you mean cured_on?",
    ):
        assert said in refusal.what


def test_a_case_of_another_village_is_as_one_that_is_not_there(town: Town) -> None:
    case = town.open()

    foreign = town.refuse(case, "add-note", actor="stranger", text="hm")
    missing = town.refuse("webster-2026-0099", "add-note", text="hm")
    astray = town.records.record(
        town.order(case, "add-note", {"text": "hm"}, village="williamsville")
    ).refusal

    assert foreign.what == f"There is no case {case}."
    assert missing.what == "There is no case webster-2026-0099."
    assert astray is not None
    assert astray.what == foreign.what


def test_a_village_that_is_not_the_users_is_as_one_that_is_not_there(town: Town) -> None:
    fields = {"village": "webster", "property": {"address": "x"}, "violations": [town.violation()]}
    case = reserve(town.engine, "webster", 2026, "op-x")

    foreign = town.records.record(
        town.order(case, "open-case", fields, op_id="op-x", actor="stranger")
    ).refusal
    unknown = town.records.record(
        town.order("atlantis-2026-0001", "open-case", fields | {"village": "atlantis"})
    ).refusal

    assert foreign is not None
    assert unknown is not None
    assert (foreign.kind, foreign.what) == ("not_found", "There is no village webster.")
    assert (unknown.kind, unknown.what) == ("not_found", "There is no village atlantis.")


def test_no_case_is_opened_under_a_specimen(town: Town) -> None:
    case = reserve(town.engine, "two-year-town", 2026, "op-s")
    with write(town.engine) as session:
        session.execute(text("INSERT INTO membership VALUES ('officer', 'two-year-town', 'officer')"))
    fields = {
        "village": "two-year-town",
        "property": {"address": "x"},
        "violations": [{"provision": "§ 210-3", "nature": "mud", "observed_on": "2026-05-01"}],
    }

    refusal = town.records.record(town.order(case, "open-case", fields, op_id="op-s")).refusal

    assert refusal is not None
    assert refusal.kind == "not_allowed"
    assert "specimen" in refusal.what


def test_a_case_is_opened_only_under_a_number_reserved_for_it(town: Town) -> None:
    case = town.open()
    fields = {"village": "webster", "property": {"address": "x"}, "violations": [town.violation()]}

    again = town.records.record(town.order(case, "open-case", fields)).refusal
    invented = town.records.record(town.order("webster-2026-0777", "open-case", fields)).refusal

    assert again is not None
    assert invented is not None
    assert again.kind == invented.kind == "conflict"


def test_a_person_cannot_act_as_the_engine(town: Town) -> None:
    case = town.open()

    noted = town.refuse(case, "deadline-passed", actor="officer", keys=["remedy_date:v1:2026-06-21"])
    given = town.refuse(case, "add-note", actor="system", text="hm")

    assert noted.kind == "wrong_role"
    assert given.kind == "not_found"


def test_the_engine_notes_a_deadline_once_its_day_is_over(town: Town) -> None:
    case = town.open(remedy_by="2026-06-10")
    key = "remedy_date:v1:2026-06-10"

    early = town.on("2026-06-10").act(case, "deadline-passed", keys=[key])
    late = town.on("2026-06-11").act(case, "deadline-passed", keys=[key])

    assert early.result["events"] == []
    assert late.result["events"] == ["deadline-noted"]
    assert key in {timer.key for timer in early.timers}
    assert key not in {timer.key for timer in late.timers}


def test_a_timer_wakes_at_the_end_of_its_day_in_the_village(town: Town) -> None:
    case = town.open(remedy_by="2026-06-10")

    timer = next(timer for timer in town.look(case).timers if timer.kind == "remedy_date")

    assert timer.wakes_at.isoformat() == "2026-06-11T04:00:00+00:00"


def test_looking_at_a_case_writes_no_event_and_brings_its_rows_to_today(town: Town) -> None:
    case = town.open()
    before = _count(town.engine, "event")

    effect = town.after(10).look(case)

    assert _count(town.engine, "event") == before
    assert _count(town.engine, "offense") == 10
    assert {timer.kind for timer in effect.timers} >= {"limitation", "remedy_date"}
    assert town.look(case) == effect


def test_looking_at_a_case_that_is_not_there_says_so(town: Town) -> None:
    effect = town.look("webster-2026-0099")

    assert effect.phase is None
    assert effect.refusal is not None
    assert effect.refusal.kind == "not_found"


def test_a_message_without_an_instant_is_no_message_of_a_workflow(town: Town) -> None:
    with pytest.raises(ApplicationError, match="no instant"):
        town.records.load(CaseRef(case="webster-2026-0001", village="webster"))


def test_an_instant_from_before_a_nightly_run_counts_as_the_day_after_it(town: Town) -> None:
    case = town.open()
    town.on("2026-06-20").look(case)

    town.on("2026-06-15").act(case, "confirm-compliance", violation="v1", cured_on="2026-06-10")

    with read(town.engine) as session:
        kept = session.execute(text("SELECT status, count(*) FROM offense GROUP BY status")).all()
    assert sorted(map(tuple, kept)) == [("accrued", 9), ("void", 10)]


def test_evidence_that_was_never_uploaded_is_refused(town: Town) -> None:
    case = town.open()

    refusal = town.refuse(case, "attach-evidence", caption="x", sha256="0" * 64, filename="x.jpg", size=1)

    assert refusal.kind == "incomplete"


# --- what a command sets off ----------------------------------------------------------------------------


def _convicted(town: Town, **more: str) -> tuple[str, str]:
    """Give a case with a conviction and another open one of the same party, spelled otherwise."""
    first = town.open("williamsville", observed_on="2026-05-01")
    other = town.open("williamsville", respondents=[{**OWNER, "name": "ELM STREET BUILDERS, L.L.C."}])
    town.act(
        first,
        "charge-offenses",
        respondent="r1",
        violation="v1",
        dates=["2026-05-01"],
        court="Village Court",
        returnable_on="2026-07-01",
    )
    return first, other


def test_a_conviction_makes_the_partys_other_open_cases_look_again(town: Town) -> None:
    first, other = _convicted(town)
    town.open("williamsville", respondents=[{**OWNER, "name": "Ann Doe", "kind": "person"}])

    order = town.order(
        first,
        "record-disposition",
        {"counts": ["c1"], "outcome": "convicted", "on": "2026-06-01", "fine": 300},
    )
    effect = town.records.record(order)

    assert poked(effect) == [other]
    assert town.records.record(order).follow_ups == effect.follow_ups


def test_a_vacated_conviction_makes_them_look_again_and_a_note_does_not(town: Town) -> None:
    first, other = _convicted(town)
    town.act(first, "record-disposition", counts=["c1"], outcome="convicted", on="2026-06-01", fine=300)

    vacated = town.act(first, "vacate-conviction", count="c1", on="2026-06-01", reason="appeal")
    noted = town.act(first, "add-note", text="hm")

    assert poked(vacated) == [other]
    assert noted.follow_ups == ()


# --- half of a transaction ------------------------------------------------------------------------------


class PowerCut(Exception):  # noqa: N818 - it is what happens
    """The statement before which everything stops."""


@contextmanager
def cut(engine: Engine, table: str) -> Iterator[None]:
    """Let every write to a table fail."""

    def stop(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        words = statement.replace('"', "").split()
        if words[0] in {"INSERT", "UPDATE"} and table in words[1:3]:
            raise PowerCut

    event.listen(engine, "before_cursor_execute", stop)
    yield
    event.remove(engine, "before_cursor_execute", stop)


@pytest.mark.parametrize("table", ["event", "violation", "offense", "deadline", "case"])
def test_a_failure_half_way_leaves_nothing_half_written(town: Town, table: str) -> None:
    case = town.open()
    before = rows(town.engine)
    order = town.order(case, "add-violation", town.violation(observed_on="2026-05-20"))

    with cut(town.engine, table), pytest.raises(PowerCut):
        town.records.record(order)

    assert rows(town.engine) == before
    with read(town.engine) as session:
        assert len(load(session, case)) == 3
        assert verify(session, case) is None


def test_what_failed_half_way_can_be_given_again(town: Town) -> None:
    case = town.open()
    order = town.order(case, "add-violation", town.violation(observed_on="2026-05-20"))
    with cut(town.engine, "case"), pytest.raises(PowerCut):
        town.records.record(order)

    effect = town.records.record(order)

    assert effect.result["violation"] == "v2"
    assert not effect.replayed
