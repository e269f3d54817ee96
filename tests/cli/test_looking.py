"""Looking at cases: in words and as JSON, and no further than the user's own villages."""

import pytest

from tests.cli.office import Office
from tests.cli.terminal import check


@pytest.fixture(scope="module")
def case(running_office: Office) -> str:
    return running_office.open()


def test_reads_are_limited_to_the_villages_of_the_user(running_office: Office, case: str) -> None:
    running_office.give("user", "add", "wes", "--village", "williamsville", "--role", "officer")

    check(running_office.give("case", "show", case, "--as", "wes"), 4, f"There is no case {case}.")
    check(
        running_office.give("act", case, "add-note", "--text", "x", "--as", "wes"),
        4,
        f"There is no case {case}.",
    )
    check(running_office.give("case", "list", "--village", "webster", "--as", "wes"), 4, "no village webster")
    assert case not in running_office.give("case", "list", "--json", ABATE_USER="wes").out
    assert case in running_office.give("case", "list", "--json").out


def test_a_list_can_be_narrowed_to_a_phase(running_office: Office, case: str) -> None:
    opened = running_office.give("case", "list", "--phase", "opened", "--village", "webster", "--json").json

    assert {line["phase"] for line in opened} == {"opened"}
    assert case in {line["id"] for line in opened}


def test_actions_tell_what_is_allowed_and_what_is_not_and_why(running_office: Office, case: str) -> None:
    found = {each["command"]: each for each in running_office.give("actions", case, "--json").json}

    assert found["issue-notice"]["allowed"] is True
    assert found["lift-stop-work"] | {"roles": [], "notes": []} == {
        "command": "lift-stop-work",
        "allowed": False,
        "yours": True,
        "why": "No stop work is in force.",
        "section": "§ 130-28D",
        "remedy": "There is nothing to lift.",
        "roles": [],
        "notes": [],
    }
    words = running_office.give("actions", case).out
    assert "For the attorney" in words
    assert "No stop work is in force. [§ 130-28D]" in words


def test_a_case_in_words_leads_with_where_it_stands(running_office: Office, case: str) -> None:
    words = running_office.give("case", "show", case).out

    assert words.lstrip().startswith(f"{case}  opened")
    assert "nothing is owed before a conviction" in words
    assert "no maximum stated" in words


def test_two_services_show_the_window_from_both_sides(running_office: Office) -> None:
    case = running_office.open()
    running_office.give("act", case, "issue-notice", "--on", "2026-05-05", "--respondents", "r1")
    service = ("act", case, "serve-notice", "--respondent", "r1", "--delivered-on")
    running_office.give(*service, "2026-05-08", "--mode", "first_class_mail")
    assert "2026-05-26" in running_office.give("case", "show", case).out

    running_office.give(*service, "2026-05-14", "--mode", "certified_mail")

    assert "2026-05-26 or 2026-05-29" in " ".join(running_office.give("case", "show", case).out.split())
    person = running_office.show(case)["respondents"]["r1"]
    assert (person["appeal_due"], person["appeal_due_latest"]) == ("2026-05-26", "2026-05-29")
