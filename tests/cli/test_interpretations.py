"""The attorney at the command line: how the law is read, what a choice would change, and a decision recorded."""

from tests.cli.office import Office
from tests.cli.terminal import check

DECIDE = (
    "interpretation", "decide", "--village", "williamsville", "--question", "appeal_body",
    "--choice", "Planning Board", "--authority", "§ 112-28H(3)(a)[6]; resolution 7",
    "--decided-by", "A. Counsel", "--decided-on", "2026-05-04",
)  # fmt: skip
LIST = ("interpretation", "list", "--village", "williamsville", "--as", "viewer")


def _changed(**changes: str) -> tuple[str, ...]:
    given = dict(zip(DECIDE[2::2], DECIDE[3::2], strict=True))
    given |= {f"--{name.replace('_', '-')}": value for name, value in changes.items()}
    return (*DECIDE[:2], *(word for pair in given.items() for word in pair), "--as", "attorney")


def test_a_decision_is_recorded_once_and_listed_with_its_history(running_office: Office) -> None:
    before = {each["question"]: each for each in running_office.give(*LIST, "--json").json}

    done = [
        running_office.give(*DECIDE, "--as", "attorney", "--op-id", "body", "--json").json for _ in range(2)
    ]
    after = {each["question"]: each for each in running_office.give(*LIST, "--json").json}

    assert before["appeal_body"]["decided_by"] is None
    assert done[0] == done[1]
    assert after["appeal_body"]["choice"] == "Planning Board"
    assert [each["recorded_by"] for each in after["appeal_body"]["history"]] == ["attorney"]
    assert after["tier_reading"] == before["tier_reading"]
    words = running_office.give(*LIST).out
    assert "A. Counsel" in words
    assert "default, not decided by counsel" in words


def test_what_a_choice_would_change_is_told_and_nothing_recorded(running_office: Office) -> None:
    asked = ("--village", "webster", "--question", "appeal_stay", "--choice", "statutory", "--as", "attorney")

    found = running_office.give("interpretation", "preview", *asked, "--json").json
    words = running_office.give("interpretation", "preview", *asked).out

    assert found["chosen_now"] == "none"
    assert set(found["now"]) == {"count", "minimum", "maximum"}
    assert words.startswith(f"Of {found['open_cases']} open cases {len(found['changed'])} change")
    listed = running_office.give("interpretation", "list", "--village", "webster", "--json").json
    assert all(each["decided_by"] is None for each in listed)


def test_refusals_have_their_codes(running_office: Office) -> None:
    give = running_office.give

    check(give(*DECIDE, "--as", "officer"), 3, "decided by the village's attorney")
    check(give(*_changed(question="tax_reading")), 4, "There are: tier_reading, appeal_stay")
    check(give(*_changed(question="appeal_stay", choice="both")), 2, "Choose one of: statutory, none.")
    check(give(*_changed(authority=" ")), 3, "Authority is empty.")
    check(give(*_changed(decided_on="2099-01-01")), 3, "after today")
    check(give(*_changed(village="nowhere")), 4, "There is no village nowhere.")
