"""Securities at the command line: the same verbs, options, exit codes and sentences as for cases."""

import json

import pytest

from tests.cli.office import Office
from tests.cli.terminal import check, here
from tests.cli.treasurer import LETTER, act, post, posted, worked


@pytest.fixture(scope="module")
def letter(running_office: Office) -> str:
    return posted(running_office)


def test_a_posted_security_answers_with_its_id_first(running_office: Office) -> None:
    said = post(running_office)

    assert said.code == 0, said.err
    assert next(iter(said.json)) == "security"
    assert said.json["security"].startswith("webster-S-2025-")
    assert said.json["status"] == "active"


def test_the_same_key_posts_one_security(running_office: Office) -> None:
    asked = ("security", "post", "--json", "-", "--as", "clerk", "--op-id", "one-letter")

    first, second = (running_office.give(*asked, stdin=json.dumps(LETTER)) for _ in range(2))

    assert first.json["security"] == second.json["security"]
    assert len(running_office.give("security", "show", first.json["security"], "--json").json["events"]) == 1


def test_a_security_that_is_refused_uses_up_no_number(running_office: Office) -> None:
    before = int(posted(running_office).rpartition("-")[2])

    check(post(running_office, irrevocable=False), 3, "must be irrevocable. [§ 130-24F]")
    check(post(running_office, village="buffalo"), 4, "There is no village buffalo")
    check(post(running_office, case="webster-2026-9999"), 4, "There is no case webster-2026-9999")
    case = running_office.open()
    check(post(running_office, village="williamsville", case=case), 4, f"There is no case {case}")
    check(post(running_office, amount=-1), 2, "amount is -1; it is more than 0. [§ 130-24F]")
    check(post(running_office, isuer="x"), 2, "isuer is not known here. Did you mean issuer?")

    assert int(posted(running_office).rpartition("-")[2]) == before + 1


def test_a_draw_names_its_case_and_is_told_by_the_result(running_office: Office) -> None:
    security, case = posted(running_office), worked(running_office)

    asked = running_office.give(
        *("security", "act", security, "request-draw", "--case", case, "--amount", "6000.50"),
        *("--on", "2026-03-16", "--reason", "outlet repair"),
    )
    act(running_office, security, "approve-draw", "attorney", draw="d1")
    ended = act(
        running_office, security, "record-draw-result", "clerk", draw="d1", on="2026-03-20", honored=True
    )

    assert (asked.code, asked.json["draw"]) == (0, "d1"), asked.err
    assert "$5,999.50 left" in ended.json["headline"]
    shown = running_office.give("security", "show", security, "--json").json
    assert shown["draws"]["d1"] | {"reason": ""} == {
        "case": case, "amount": 6000.5, "on": "2026-03-16", "reason": "", "state": "honored",
        "asked_by": "officer", "approved_by": "attorney", "paid": 6000.5, "ended_on": "2026-03-20",
        "presented_on": None, "why_ended": None,
    }  # fmt: skip
    assert running_office.show(case)["costs"]["recovered"] == 6000.5
    words = running_office.give("security", "show", security).out
    assert "$5,999.50 left: $12,000 posted, $6,000.50 drawn" in words


def test_a_draw_is_withdrawn_and_terms_are_amended(running_office: Office) -> None:
    security, case = posted(running_office), worked(running_office)
    asked = {"case": case, "amount": 6000, "on": "2026-03-16", "reason": "outlet repair"}
    act(running_office, security, "request-draw", "officer", **asked)
    told = {"draw": "d1", "on": "2026-03-18", "reason": "the owner paid"}

    refused = running_office.give(
        *("security", "act", security, "decline-draw", "--json", "-", "--as", "clerk"), stdin=json.dumps(told)
    )
    done = act(running_office, security, "decline-draw", "officer", **told)
    amended = running_office.give(
        *("security", "act", security, "amend-security", "--as", "clerk", "--on", "2026-03-18"),
        *("--reason", "amendment 1", "--issuer-address", "1 Main Street, Rochester"),
    )

    check(refused, 3, "No draw of clerk is without a result. [§ 130-24F]")
    assert (done.code, amended.code) == (0, 0), done.err + amended.err
    shown = running_office.give("security", "show", security, "--json").json
    assert [shown["draws"]["d1"][name] for name in ("state", "why_ended")] == ["withdrawn", "the owner paid"]
    assert shown["issuer_address"] == "1 Main Street, Rochester"
    assert running_office.show(case)["recovery"]["set_aside"] == 0
    words = running_office.give("security", "show", security).out
    assert "Demands on the issuer go to: 1 Main Street, Rochester" in words
    assert "withdrawn: the owner paid" in " ".join(words.split())


def test_the_same_key_draws_once(running_office: Office) -> None:
    security, case = posted(running_office), worked(running_office)
    asked = (
        *("security", "act", security, "request-draw", "--case", case, "--amount", "6000"),
        *("--on", "2026-03-16", "--reason", "outlet repair", "--op-id", "draw-once"),
    )

    first, second = running_office.give(*asked), running_office.give(*asked)

    assert (first.json["draw"], second.json["draw"]) == ("d1", "d1")
    assert running_office.show(case)["recovery"]["set_aside"] == 6000


def test_lists_are_of_the_user_s_villages_and_can_be_narrowed(running_office: Office, letter: str) -> None:
    running_office.give("user", "add", "wes", "--village", "williamsville", "--role", "officer")

    mine = running_office.give(
        "security", "list", "--village", "webster", "--status", "active", "--json"
    ).json

    assert letter in {line["id"] for line in mine}
    assert {line["status"] for line in mine} == {"active"}
    assert letter not in running_office.give("security", "list", "--as", "wes", "--json").out
    for verb in ("show", "actions"):
        check(
            running_office.give("security", verb, letter, "--as", "wes"), 4, f"There is no security {letter}."
        )


def test_actions_tell_what_is_allowed_and_what_is_not_and_why(running_office: Office, letter: str) -> None:
    found = {
        each["command"]: each for each in running_office.give("security", "actions", letter, "--json").json
    }
    alike = running_office.give("actions", letter, "--json").json

    assert found["request-draw"]["allowed"] is True
    assert (found["record-renewal"]["yours"], found["record-renewal"]["roles"]) == (False, ["clerk"])
    assert alike == list(found.values())


@pytest.mark.parametrize(
    ("tokens", "code", "words"),
    [
        pytest.param(
            "request-draw --case C --amount 6000 --on 2026-03-16", 2, "reason is missing", id="missing"
        ),
        pytest.param(
            "record-milestone --kind finished --on 2026-03-16", 2, "it is one of as_built_plans", id="kind"
        ),
        pytest.param("aprove-draw --draw d1", 2, "Did you mean approve-draw?", id="no command"),
        pytest.param(
            "record-cost --amount 5", 2, "It is given on a case: abate act CASE record-cost", id="a case's"
        ),
        pytest.param(
            "approve-draw --draw d7 --as attorney", 3, "No draw waits for approval. [§ 130-24F]", id="none"
        ),
        pytest.param(
            "credit-interest --on 2026-03-16 --amount 5 --as clerk", 3, "Only a cash escrow", id="letter"
        ),
        pytest.param(
            "release-security --on 2026-03-16 --as clerk", 3, "final acceptance missing", id="condition"
        ),
        pytest.param("release-security --on 2099-03-16 --as clerk", 3, "in the future", id="future"),
    ],
)
def test_a_refusal_is_one_sentence_and_its_code(
    running_office: Office, letter: str, tokens: str, code: int, words: str
) -> None:
    check(running_office.give("security", "act", letter, *tokens.split()), code, words)


def test_a_number_of_the_other_series_is_told_where_to_look(running_office: Office, letter: str) -> None:
    case = running_office.open()

    check(running_office.give("case", "show", letter), 4, f"abate security show {letter}")
    check(running_office.give("security", "show", case), 4, f"There is no security {case}.")
    check(running_office.give("act", case, "request-draw"), 2, "abate security act SECURITY request-draw")


def test_the_help_of_each_command_on_a_security_comes_from_its_model(
    capsys: pytest.CaptureFixture[str],
) -> None:
    all_of_them = here(capsys, "security", "act", "--help").out
    draw = here(capsys, "security", "act", "SECURITY", "request-draw", "--help").out

    assert "approve-draw        Approve a draw that another person asked for." in all_of_them
    assert "Given by: attorney, clerk, officer." in draw
    assert "--amount  DOLLARS  required" in draw
    assert '"kind": "letter_of_credit"' in here(capsys, "security", "post", "--help").out
