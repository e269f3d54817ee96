"""What the command line makes of good and bad input: one sentence on stderr, and the exit code that was agreed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.office import Office, opening
from tests.cli.terminal import Said

AWKWARD = [
    pytest.param('O\'Brien & "Sons"; DROP TABLE event', id="quotes"),
    pytest.param("Café Ørsted, Łódź", id="accents"),
    pytest.param("🏗️ Bau GmbH", id="emoji"),
    pytest.param("שלום עליכם", id="right to left"),
    pytest.param("=cmd|' /C calc'!A0", id="formula"),
    pytest.param("[bold]not markup[/bold]", id="markup"),
]


def _open(office: Office, **changes: Any) -> str:
    said = office.give("case", "open", "--json", "-", stdin=json.dumps(opening(**changes)))
    assert said.code == 0, said.err
    return str(said.json["case"])


@pytest.fixture(scope="module")
def case(running_office: Office) -> str:
    return _open(running_office)


def _check(said: Said, code: int, words: str) -> None:
    assert said.code == code, said
    assert said.out == ""
    assert words in said.err
    assert said.err.startswith("abate: ")
    assert said.err.count("\n") == 1, said.err


# --- opening ----------------------------------------------------------------------------------------------


def test_an_opened_case_answers_with_its_id_first(running_office: Office) -> None:
    said = running_office.give_slowly("case", "open", "--json", "-", stdin=json.dumps(opening()))

    assert said.code == 0, said.err
    assert next(iter(said.json)) == "case"
    assert said.json["case"].startswith("webster-")
    assert said.json["respondents"] == ["r1"]


def test_a_case_is_opened_from_a_file_and_without_respondents(running_office: Office, tmp_path: Path) -> None:
    file = tmp_path / "fields.json"
    file.write_text(json.dumps(opening(respondents=[])), encoding="utf-8")

    said = running_office.give("case", "open", "--json", str(file))

    assert said.json["phase"] == "opened"


def test_the_same_key_opens_one_case(running_office: Office) -> None:
    asked = ("case", "open", "--json", "-", "--op-id", "the-same-key")
    first = running_office.give(*asked, stdin=json.dumps(opening()))
    second = running_office.give(*asked, stdin=json.dumps(opening()))

    assert first.json["case"] == second.json["case"]
    kinds = [each["kind"] for each in _show(running_office, first.json["case"])["events"]]
    assert kinds.count("case-opened") == 1


@pytest.mark.parametrize("name", AWKWARD)
def test_a_name_is_kept_as_it_was_written(running_office: Office, name: str) -> None:
    person = {"name": name, "role": "landowner", "address": "PO Box 1", "kind": "corporation"}
    case = _open(running_office, respondents=[person])

    assert _show(running_office, case)["respondents"]["r1"]["name"] == name
    assert name.split(maxsplit=1)[0] in running_office.give("case", "show", case).out


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        pytest.param({"village": "buffalo"}, 4, "There is no village buffalo", id="no such village"),
        pytest.param({"village": "laporte-like"}, 4, "There is no village laporte-like", id="a specimen"),
        pytest.param({"violation": {"observed_on": "2099-01-01"}}, 3, "in the future", id="future"),
        pytest.param({"violation": {"observed_on": "2020-01-01"}}, 3, "§ 130-28", id="before the ordinance"),
        pytest.param(
            {"violation": {"remedy_by": "2026-05-01"}}, 3, "remedy date", id="remedy before violation"
        ),
        pytest.param({"violations": []}, 2, "violations is empty", id="no violation"),
        pytest.param({"property": {}}, 2, "give an address, a parcel or a description", id="nowhere"),
        pytest.param(
            {"propperty": {}}, 2, "propperty is not known here. Did you mean property?", id="unknown key"
        ),
        pytest.param(
            {"respondents": [{"name": "", "role": "landowner"}]},
            2,
            "respondents[0].name is empty",
            id="empty name",
        ),
        pytest.param(
            {"respondents": [{"name": "X", "role": "owner"}]}, 2, "it is one of landowner", id="no such role"
        ),
    ],
)
def test_a_case_that_cannot_be_opened_uses_up_no_number(
    running_office: Office, changes: dict[str, Any], code: int, words: str
) -> None:
    before = int(_open(running_office).rsplit("-", 1)[1])
    _check(
        running_office.give("case", "open", "--json", "-", stdin=json.dumps(opening(**changes))), code, words
    )

    assert int(_open(running_office).rsplit("-", 1)[1]) == before + 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("", "standard input is not JSON", id="empty"),
        pytest.param("{'village': 'webster'}", "in line 1, column 2", id="single quotes"),
        pytest.param('["webster"]', "holds no JSON object", id="a list"),
        pytest.param("[" * 100_000, "", id="very deep"),
        pytest.param(
            '{"village": "webster", "property": {"address": "\\ud800"}, "violations": []}',
            "",
            id="half a sign",
        ),
    ],
)
def test_what_is_no_json_is_said_to_be_none(running_office: Office, text: str, words: str) -> None:
    _check(running_office.give("case", "open", "--json", "-", stdin=text), 2, words)


def test_without_fields_the_way_to_give_them_is_told(running_office: Office) -> None:
    _check(running_office.give("case", "open"), 2, "--json FILE")
    _check(running_office.give("case", "open", "--json", "/nowhere.json"), 2, "Cannot read /nowhere.json")


# --- acting -----------------------------------------------------------------------------------------------


def test_fields_can_be_given_as_options(running_office: Office) -> None:
    case = _open(running_office)
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
    assert _show(running_office, case)["stop_work"]["in_force"] is True


def test_the_same_key_counts_once_even_where_a_second_would_be_refused(running_office: Office) -> None:
    case = _open(running_office)
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
    assert (
        len([each for each in _show(running_office, case)["events"] if each["kind"] == "notice-issued"]) == 1
    )


def test_a_file_is_attached_once_by_its_content(running_office: Office, tmp_path: Path) -> None:
    case, other = _open(running_office), _open(running_office)
    photo = tmp_path / "fence down.jpg"
    photo.write_bytes(b"\xff\xd8 not really a photograph")
    asked = ("attach-evidence", "--caption", "The fence", "--path", str(photo))

    first = running_office.give("act", case, *asked)
    again = running_office.give("act", case, *asked)
    elsewhere = running_office.give("act", other, *asked)

    assert (first.code, elsewhere.code) == (0, 0), first.err
    _check(again, 3, "already in the case")
    data = _show(running_office, case)["events"][-1]["data"]
    assert (data["filename"], data["size"]) == ("fence down.jpg", 26)


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
    _check(running_office.give("act", case, *tokens.split()), code, words)


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

    _check(said, 2, words)


def test_a_note_of_ten_thousand_characters_is_kept_whole(running_office: Office) -> None:
    case, text = _open(running_office), "é😀 " * 3_333

    said = running_office.give("act", case, "add-note", "--json", "-", stdin=json.dumps({"text": text + "x"}))

    assert said.code == 0, said.err
    assert _show(running_office, case)["events"][-1]["data"]["text"] == text + "x"


def test_a_case_that_is_not_there_is_not_found(running_office: Office) -> None:
    for tokens in (
        "case show webster-2026-9999",
        "actions webster-2026-9999",
        "act webster-2026-9999 add-note --text x",
    ):
        _check(running_office.give(*tokens.split()), 4, "There is no case webster-2026-9999")


def test_a_case_and_a_command_have_to_be_named(running_office: Office, case: str) -> None:
    _check(running_office.give("act", case), 2, "Name the case and the command first")


# --- looking ----------------------------------------------------------------------------------------------


def _show(office: Office, case: str) -> dict[str, Any]:
    shown: dict[str, Any] = office.give("case", "show", case, "--json").json
    return shown


def test_reads_are_limited_to_the_villages_of_the_user(running_office: Office, case: str) -> None:
    running_office.give("user", "add", "wes", "--village", "williamsville", "--role", "officer")

    _check(running_office.give("case", "show", case, "--as", "wes"), 4, f"There is no case {case}.")
    _check(
        running_office.give("act", case, "add-note", "--text", "x", "--as", "wes"),
        4,
        f"There is no case {case}.",
    )
    _check(
        running_office.give("case", "list", "--village", "webster", "--as", "wes"), 4, "no village webster"
    )
    assert case not in running_office.give("case", "list", "--json", ABATE_USER="wes").out
    assert case in running_office.give("case", "list", "--json").out


def test_a_list_can_be_narrowed_to_a_phase(running_office: Office, case: str) -> None:
    opened = running_office.give("case", "list", "--phase", "opened", "--village", "webster", "--json").json

    assert {line["phase"] for line in opened} == {"opened"}
    assert case in {line["id"] for line in opened}


def test_actions_tell_what_is_allowed_and_what_is_not_and_why(running_office: Office, case: str) -> None:
    found = {each["command"]: each for each in running_office.give("actions", case, "--json").json}

    assert found["issue-notice"]["allowed"] is True
    assert found["lift-stop-work"] | {"roles": []} == {
        "command": "lift-stop-work",
        "allowed": False,
        "yours": True,
        "why": "No stop work is in force.",
        "section": "§ 130-28D",
        "remedy": "There is nothing to lift.",
        "roles": [],
    }
    words = running_office.give("actions", case).out
    assert "For the attorney" in words
    assert "No stop work is in force. [§ 130-28D]" in words


def test_a_case_in_words_leads_with_where_it_stands(running_office: Office, case: str) -> None:
    words = running_office.give("case", "show", case).out

    assert words.lstrip().startswith(f"{case}  opened")
    assert "nothing is owed before a conviction" in words
    assert "no maximum stated" in words
