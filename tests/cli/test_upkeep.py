"""The runs over many cases, users, and what is said where database or engine cannot be reached."""

import json
import socket
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from models.session import write
from runtime.database import open_engine
from tests.cli.office import Office
from tests.cli.terminal import here


def _engine(office: Office) -> Engine:
    return open_engine(f"sqlite:///{office.data / 'abate.db'}")


# --- the runs ---------------------------------------------------------------------------------------------


def test_a_second_run_over_the_nights_adds_nothing(running_office: Office) -> None:
    running_office.open()
    running_office.give("accrue")

    second = running_office.give("accrue", "--json").json

    assert {each["village"] for each in second} == {"webster", "williamsville"}
    assert [each["offenses"] for each in second] == [0, 0]


def test_offenses_are_not_dated_before_their_day_is_over(running_office: Office) -> None:
    said = running_office.give("accrue", "--village", "webster", "--through", "2099-01-01")

    assert said.code == 3
    assert "the last day that is over" in said.err


def test_a_village_that_is_not_the_users_is_not_found(running_office: Office) -> None:
    for command in ("accrue", "audit"):
        assert running_office.give(command, "--village", "buffalo").code == 4


def test_a_row_that_was_changed_is_found_and_mended_and_tables_can_be_made_anew(
    running_office: Office,
) -> None:
    case, engine = running_office.open(), _engine(running_office)
    with write(engine) as session:
        session.execute(text("UPDATE violation SET provision = 'x' WHERE case_id = :case"), {"case": case})

    found = running_office.give("audit", "--json")
    clean = running_office.give("audit")
    anew = running_office.give("rebuild", "--json")

    assert found.code == 0
    # Other tests' cases live in the same office, and one of them may be on its way as the audit passes.
    assert {each["kind"] for each in found.json["differences"] if each["case"] == case} == {
        "violation_differs"
    }
    assert all(each["repaired"] for each in found.json["differences"])
    assert "0 differences" in clean.out
    assert anew.json == {"left": []}
    assert running_office.give("rebuild").out == "Every table is as the record tells.\n"


def test_every_open_case_is_running(running_office: Office) -> None:
    assert running_office.give("recover").out == "Every open case and security is running.\n"


def test_a_record_that_was_tampered_with_is_said_to_be_so(running_office: Office) -> None:
    case, engine = running_office.open(), _engine(running_office)
    with write(engine) as session:
        session.execute(text("UPDATE event SET actor = 'nobody' WHERE case_id = :c AND seq = 2"), {"c": case})

    shown, words = (
        running_office.give("case", "show", case, "--json").json,
        running_office.give("case", "show", case),
    )
    audit, rebuilt = running_office.give("audit"), running_office.give("rebuild", "--json")
    with write(engine) as session:
        session.execute(
            text("UPDATE event SET actor = 'officer' WHERE case_id = :c AND seq = 2"), {"c": case}
        )

    assert shown["chain_ok"] is False
    assert "TAMPERED" in words.out
    assert audit.code == 1
    assert case in audit.out
    assert rebuilt.code == 1
    assert [each["case"] for each in rebuilt.json["left"]] == [case]


# --- users ------------------------------------------------------------------------------------------------


def test_a_user_is_added_listed_and_given_a_password(running_office: Office) -> None:
    give = running_office.give
    added = give("user", "add", "kim", "--role", "clerk", "viewer", "--village", "webster", "--json")
    before = {user["name"]: user for user in give("user", "list", "--json").json}["kim"]
    given = give("user", "set-password", "kim", stdin="correct horse battery\n")
    after = {user["name"]: user for user in give("user", "list", "--json").json}["kim"]

    assert added.json["roles"] == {"webster": ["clerk", "viewer"]}
    assert (before["has_password"], after["has_password"]) == (False, True)
    assert given.out == "The password of kim is set.\n"
    assert "battery" not in json.dumps(after)


@pytest.mark.parametrize(
    ("tokens", "stdin", "code", "words"),
    [
        pytest.param("user add system --role officer", "", 2, "the engine itself", id="the engine"),
        pytest.param("user add kim/lee --role officer", "", 2, "no name to sign in with", id="no name"),
        pytest.param("user add lee --role king", "", 2, "Choose from", id="no role"),
        pytest.param("user add lee", "", 2, "--role is missing", id="role missing"),
        pytest.param(
            "user add lee --role viewer --village buffalo", "", 4, "no village buffalo", id="no village"
        ),
        pytest.param("user set-password officer", "short\n", 2, "Use at least 12", id="short"),
        pytest.param("user set-password nobody", "long enough, it seems\n", 4, "no user nobody", id="nobody"),
    ],
)
def test_a_user_that_cannot_be_is_said_so(
    running_office: Office, tokens: str, stdin: str, code: int, words: str
) -> None:
    said = running_office.give(*tokens.split(), stdin=stdin)

    assert (said.code, said.out) == (code, "")
    assert words in said.err
    assert said.err.count("\n") == 1


# --- out of reach -----------------------------------------------------------------------------------------


def test_without_a_database_the_way_to_one_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = here(capsys, "case", "list", "--data", str(tmp_path))

    assert said.code == 5
    assert "cannot reach the database" in said.err
    assert "abate up" in said.err


def test_a_database_that_nobody_serves_is_told_without_its_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ABATE_DATABASE_URL", "postgresql://abate:hush@127.0.0.1:1/abate")

    said = here(capsys, "case", "list")

    assert said.code == 5
    assert "hush" not in said.err


def test_an_engine_that_nobody_runs_is_told(running_office: Office) -> None:
    case = running_office.open()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    said = running_office.give("act", case, "add-note", "--text", "x", TEMPORAL_ADDRESS=f"127.0.0.1:{port}")

    assert said.code == 5
    assert f"cannot reach the Temporal engine at 127.0.0.1:{port}: nothing listens there" in said.err
    assert running_office.give("case", "show", case, TEMPORAL_ADDRESS=f"127.0.0.1:{port}").code == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [("ABATE_LOG", "loud"), ("ABATE_HEALTH", "here"), ("ABATE_DATABASE_URL", "mysql://x/y")],
)
def test_a_setting_that_cannot_be_understood_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)

    said = here(capsys, "case", "list")

    assert said.code == 2
    assert said.err.startswith("abate: ")
    assert said.err.count("\n") == 1
