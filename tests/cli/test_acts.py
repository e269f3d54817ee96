"""What the command line makes of commands, good and bad: one sentence on stderr, and the exit code agreed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.office import Office
from tests.cli.terminal import check


@pytest.fixture(scope="module")
def case(running_office: Office) -> str:
    return running_office.open()


def test_fields_can_be_given_as_options(running_office: Office) -> None:
    case = running_office.open()
    give = running_office.give

    issued = give("act", case, "issue-notice", "--on", "2026-05-05", "--respondents", "r1")
    served = give(
        "act", case, "serve-notice", "--respondent=r1", "--mode", "personal", "--delivered-on", "2026-05-06"
    )
    seen = give(
        "act",
        case,
        "record-inspection",
        "--on",
        "2026-05-20",
        "--inspector",
        "BD",
        "--findings",
        "v1=continuing",
    )
    charged = give(
        *("act", case, "charge-offenses", "--as", "attorney", "--respondent", "r1", "--violation", "v1"),
        *("--dates", "2026-05-04,2026-05-05", "--dates", "2026-05-06"),
        *("--court", "Webster Village Justice Court", "--returnable-on", "2026-06-11"),
    )

    assert [said.code for said in (issued, served, seen, charged)] == [0, 0, 0, 0]
    assert charged.json["counts"] == ["c1", "c2", "c3"]
    assert running_office.show(case)["stop_work"]["in_force"] is True


def test_the_same_key_counts_once_even_where_a_second_would_be_refused(running_office: Office) -> None:
    case = running_office.open()
    asked = (
        "act",
        case,
        "issue-notice",
        "--on",
        "2026-05-05",
        "--respondents",
        "r1",
        "--op-id",
        "issue-once",
    )

    first, second = running_office.give(*asked), running_office.give(*asked)

    assert (first.code, second.code) == (0, 0), second.err
    assert first.json["notice"] == second.json["notice"]
    other = running_office.give(*asked[:4], "2026-05-06", *asked[5:])
    assert other.code == 3
    assert "this was not" in other.err
    assert len([each for each in running_office.show(case)["events"] if each["kind"] == "notice-issued"]) == 1


def test_a_file_is_attached_once_by_its_content(running_office: Office, tmp_path: Path) -> None:
    case, other = running_office.open(), running_office.open()
    photo = tmp_path / "fence down.jpg"
    photo.write_bytes(b"\xff\xd8\xff not really a photograph")
    asked = ("attach-evidence", "--caption", "The fence", "--path", str(photo))

    first = running_office.give("act", case, *asked)
    again = running_office.give("act", case, *asked)
    elsewhere = running_office.give("act", other, *asked)

    assert (first.code, elsewhere.code) == (0, 0), first.err
    check(again, 3, "already in the case")
    data = running_office.show(case)["events"][-1]["data"]
    assert (data["filename"], data["size"]) == ("fence down.jpg", 27)


@pytest.mark.parametrize(
    ("tokens", "code", "words"),
    [
        pytest.param(
            "confirm-compliance --violation v1 --cured-on 2026-05-03", 3, "[§ 130-28E]", id="cure before"
        ),
        pytest.param(
            "confirm-compliance --violation v1 --cured-on 2099-05-03", 3, "in the future", id="future"
        ),
        pytest.param(
            "confirm-compliance --violation v9 --cured-on 2026-06-03", 4, "no violation v9", id="no violation"
        ),
        pytest.param(
            "confirm-compliance --violation one --cured-on 2026-06-03", 2, "written like v1", id="no key"
        ),
        pytest.param("confirm-compliance --violation v1", 2, "cured_on is missing", id="missing"),
        pytest.param("confirm-compliance --violation v1 --cured-on tomorrow", 2, "YYYY-MM-DD", id="no date"),
        pytest.param(
            "confirm-compliance --violation v1 --cured 2026-06-03",
            2,
            "did you mean '--cured-on'?",
            id="option",
        ),
        pytest.param(
            "confirm-complaince --violation v1", 2, "Did you mean confirm-compliance?", id="no command"
        ),
        pytest.param(
            "deadline-passed --keys x", 2, "There is no command 'deadline-passed'", id="the engine's own"
        ),
        pytest.param("open-case --village webster", 2, "There is no command 'open-case'", id="not on a case"),
        pytest.param("add-note --text", 2, "--text needs a value", id="no value"),
        pytest.param("add-note hello", 2, "'hello' stands alone", id="no option"),
        pytest.param("add-note --text a b", 2, "put words in quotation marks", id="no quotation marks"),
        pytest.param(
            "lift-stop-work --on 2026-06-01 --in-writing maybe", 2, "write true or false", id="no yes or no"
        ),
        pytest.param(
            "issue-notice --on 2026-05-05 --respondents r7", 4, "no respondent r7", id="no respondent"
        ),
        pytest.param("add-note --text x --as nobody", 4, "There is no user nobody", id="no user"),
        pytest.param(
            "add-note --text x --as system", 2, "nobody gives commands under that name", id="the engine"
        ),
        pytest.param("add-note --text x --as viewer", 3, "viewer", id="another's role"),
        pytest.param("record-inspection --findings v1", 2, "write v1=continuing|", id="half a finding"),
        pytest.param(
            "attach-evidence --caption x --path /nowhere.jpg", 2, "Cannot read /nowhere.jpg", id="no file"
        ),
    ],
)
def test_a_bad_command_is_answered_in_one_sentence(
    running_office: Office, case: str, tokens: str, code: int, words: str
) -> None:
    check(running_office.give("act", case, *tokens.split()), code, words)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"text": ""}, "text is empty", id="empty"),
        pytest.param({"text": 5}, "text is 5, not text", id="a number"),
        pytest.param({"txt": "x"}, "Did you mean text?", id="unknown key"),
        pytest.param({"text": "x" * 20_001}, "longer than 20000 characters", id="too long"),
        pytest.param({"text": "a\x00b"}, "cannot be kept", id="a NUL"),
    ],
)
def test_bad_fields_in_json_are_named(
    running_office: Office, case: str, fields: dict[str, Any], words: str
) -> None:
    said = running_office.give("act", case, "add-note", "--json", "-", stdin=json.dumps(fields))

    check(said, 2, words)


def test_a_note_of_ten_thousand_characters_is_kept_whole(running_office: Office) -> None:
    case, text = running_office.open(), "é😀 " * 3_333

    said = running_office.give("act", case, "add-note", "--json", "-", stdin=json.dumps({"text": text + "x"}))

    assert said.code == 0, said.err
    assert running_office.show(case)["events"][-1]["data"]["text"] == text + "x"


def test_a_case_that_is_not_there_is_not_found(running_office: Office) -> None:
    for tokens in (
        "case show webster-2026-9999",
        "actions webster-2026-9999",
        "act webster-2026-9999 add-note --text x",
    ):
        check(running_office.give(*tokens.split()), 4, "There is no case webster-2026-9999")


def test_a_case_and_a_command_have_to_be_named(running_office: Office, case: str) -> None:
    check(running_office.give("act", case), 2, "Name the case and the command first")
