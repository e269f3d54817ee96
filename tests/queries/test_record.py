"""Whoever changes the record is found out: the sentence names the event by number and kind."""

import pytest
from sqlalchemy import Engine, text

from models.session import read, write
from queries.record import fold_case, load, verify
from rules.refusals import NotFound
from tests.activities.support import Town


@pytest.fixture
def case(engine: Engine) -> str:
    """Give a case of five events: opened, respondent, violation, notice, service."""
    return Town(engine).served("webster")


def tamper(engine: Engine, *statements: str) -> None:
    """Change the record behind the program's back."""
    with write(engine) as session:
        for statement in statements:
            session.execute(text(statement))


def verdict(engine: Engine, case: str) -> str | None:
    with read(engine) as session:
        return verify(session, case)


CHANGED = "was changed after it was recorded"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        pytest.param(
            "UPDATE event SET data = replace(data, 'silt', 'sand') WHERE seq = 3",
            f"event 3 (violation-added) {CHANGED}",
            id="the data",
        ),
        pytest.param(
            "UPDATE event SET actor = 'nobody' WHERE seq = 4",
            f"event 4 (notice-issued) {CHANGED}",
            id="the actor",
        ),
        pytest.param(
            "UPDATE event SET effective_on = '2026-05-01' WHERE seq = 5",
            f"event 5 (notice-served) {CHANGED}",
            id="the legal date",
        ),
        pytest.param(
            "UPDATE event SET recorded_at = '2026-05-01 12:00:00' WHERE seq = 1",
            f"event 1 (case-opened) {CHANGED}",
            id="the moment of record",
        ),
        pytest.param(
            "UPDATE event SET kind = 'note-added' WHERE seq = 5",
            f"event 5 (note-added) {CHANGED}",
            id="the kind",
        ),
        pytest.param(
            "UPDATE event SET op_id = 'other' WHERE seq = 5",
            f"event 5 (notice-served) {CHANGED}",
            id="the key of its command",
        ),
        pytest.param(
            "UPDATE event SET hash = prev_hash WHERE seq = 2",
            f"event 2 (respondent-added) {CHANGED}",
            id="the hash",
        ),
        pytest.param(
            "DELETE FROM event WHERE seq = 3",
            "event 4 (notice-issued) follows a gap: event 3 is missing",
            id="one in the middle taken out",
        ),
        pytest.param(
            "DELETE FROM event WHERE seq = 5",
            "event 5 is missing, and all after it: there were 5",
            id="the last one taken out",
        ),
        pytest.param(
            "DELETE FROM event", "event 1 is missing, and all after it: there were 5", id="all taken out"
        ),
        pytest.param(
            "DELETE FROM event WHERE seq = 1",
            "event 2 (respondent-added) follows a gap: event 1 is missing",
            id="the first one taken out",
        ),
    ],
)
def test_a_changed_record_is_found_out(engine: Engine, case: str, statement: str, said: str) -> None:
    assert verdict(engine, case) is None

    tamper(engine, statement)

    assert said in (verdict(engine, case) or "")


def test_two_events_that_changed_places_are_found_out(engine: Engine, case: str) -> None:
    tamper(
        engine,
        "UPDATE event SET seq = 99 WHERE seq = 2",
        "UPDATE event SET seq = 2 WHERE seq = 3",
        "UPDATE event SET seq = 3 WHERE seq = 99",
    )

    assert "event 2 (violation-added) does not follow from the event before it" in (
        verdict(engine, case) or ""
    )


def test_a_gap_closed_by_renumbering_is_found_out(engine: Engine, case: str) -> None:
    tamper(
        engine,
        "DELETE FROM event WHERE seq = 3",
        "UPDATE event SET seq = 3 WHERE seq = 4",
        "UPDATE event SET seq = 4 WHERE seq = 5",
    )

    assert "event 3 (notice-issued) does not follow" in (verdict(engine, case) or "")


def test_an_event_of_another_case_is_found_out(engine: Engine) -> None:
    town = Town(engine)
    one, other = town.open(), town.open()

    tamper(
        engine,
        f"DELETE FROM event WHERE case_id = '{one}'",
        f"UPDATE event SET case_id = '{one}' WHERE case_id = '{other}'",
    )

    assert CHANGED in (verdict(engine, one) or "")


def test_a_record_written_anew_from_its_end_is_found_out(engine: Engine, case: str) -> None:
    with read(engine) as session:
        last = load(session, case)[-1]

    tamper(engine, f"UPDATE \"case\" SET head = '{last.prev_hash}'")

    assert "event 5 is not the one that was recorded last" in (verdict(engine, case) or "")


def test_a_date_that_is_none_is_told_and_does_not_break_the_audit(sqlite_engine: Engine) -> None:
    case = Town(sqlite_engine).open()

    tamper(sqlite_engine, "UPDATE event SET effective_on = 'yesterday' WHERE seq = 2")

    assert "event 2 (respondent-added) " in (verdict(sqlite_engine, case) or "")


def test_events_are_read_as_they_were_written(engine: Engine, case: str) -> None:
    with read(engine) as session:
        entries = load(session, case)

    assert [entry.kind for entry in entries] == [
        "case-opened",
        "respondent-added",
        "violation-added",
        "notice-issued",
        "notice-served",
    ]
    assert [entry.part for entry in entries] == [0, 1, 2, 0, 0]
    assert {entry.actor for entry in entries} == {"officer"}
    assert entries[3].model_dump()["event"]["respondents"] == ("r1",)


def test_a_case_that_is_not_there_is_not_found(engine: Engine) -> None:
    with read(engine) as session, pytest.raises(NotFound, match="There is no case webster-2026-0001"):
        fold_case(session, "webster-2026-0001")
