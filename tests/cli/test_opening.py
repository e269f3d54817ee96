"""Opening a case at the command line: what it answers, what it refuses, and that a number is not wasted."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.office import Office, opening
from tests.cli.terminal import check

AWKWARD = [
    pytest.param('O\'Brien & "Sons"; DROP TABLE event', id="quotes"),
    pytest.param("Café Ørsted, Łódź", id="accents"),
    pytest.param("🏗️ Bau GmbH", id="emoji"),
    pytest.param("שלום עליכם", id="right to left"),
    pytest.param("=cmd|' /C calc'!A0", id="formula"),
    pytest.param("[bold]not markup[/bold]", id="markup"),
]


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
    kinds = [each["kind"] for each in running_office.show(first.json["case"])["events"]]
    assert kinds.count("case-opened") == 1


@pytest.mark.parametrize("name", AWKWARD)
def test_a_name_is_kept_as_it_was_written(running_office: Office, name: str) -> None:
    person = {"name": name, "role": "landowner", "address": "PO Box 1", "kind": "corporation"}
    case = running_office.open(respondents=[person])

    assert running_office.show(case)["respondents"]["r1"]["name"] == name
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
    before = int(running_office.open().rsplit("-", 1)[1])
    check(
        running_office.give("case", "open", "--json", "-", stdin=json.dumps(opening(**changes))), code, words
    )

    assert int(running_office.open().rsplit("-", 1)[1]) == before + 1


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
    check(running_office.give("case", "open", "--json", "-", stdin=text), 2, words)


def test_without_fields_the_way_to_give_them_is_told(running_office: Office) -> None:
    check(running_office.give("case", "open"), 2, "--json FILE")
    check(running_office.give("case", "open", "--json", "/nowhere.json"), 2, "Cannot read /nowhere.json")
