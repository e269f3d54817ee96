"""What the attorney may decide, and the law as it then reads."""

from datetime import date
from typing import Any

import pytest

from rules.interpretations import DecideQuestion, Decision, as_decided, decide, turns_on
from rules.law import Classification, Law, Question, Reading
from rules.penalties import limitation
from rules.refusals import (
    FutureFact,
    Incomplete,
    Malformed,
    NotAllowed,
    NotFound,
    Refusal,
    WrongRole,
)
from rules.values import Role
from tests.rules.laws import CURE_PERIODS, WEBSTER, WILLIAMSVILLE

TODAY = date(2026, 6, 1)
ATTORNEY = frozenset({Role.ATTORNEY})
ASKED: dict[str, Any] = {
    "question": "tier_reading",
    "choice": "prior_offense",
    "authority": "§ 112-28H(3)(d); opinion of counsel",
    "decided_by": "A. Counsel",
    "decided_on": date(2026, 5, 4),
}


def ask(law: Law = WILLIAMSVILLE, roles: frozenset[Role] = ATTORNEY, **changes: Any) -> Decision:
    return decide(law, DecideQuestion(**ASKED | changes), today=TODAY, roles=roles)


def test_a_decision_is_the_law_with_who_decided_it_and_the_rest_stays() -> None:
    law = as_decided(WILLIAMSVILLE, [ask()])

    made = law.village.interpretations[Question.TIER_READING]
    assert law.reading is Reading.PRIOR_OFFENSE
    assert (made.decided_by, made.decided_on, made.authority) == (
        "A. Counsel",
        date(2026, 5, 4),
        "§ 112-28H(3)(d); opinion of counsel",
    )
    assert law.choice(Question.APPEAL_STAY) == "statutory"
    assert WILLIAMSVILLE.reading is Reading.PRIOR_CONVICTION


def test_of_two_decisions_the_one_recorded_last_stands_whatever_its_day() -> None:
    later_day, earlier_day = ask(decided_on=date(2026, 5, 30)), ask(choice="prior_conviction")

    assert as_decided(WILLIAMSVILLE, [later_day, earlier_day]).reading is Reading.PRIOR_CONVICTION
    assert as_decided(WILLIAMSVILLE, [earlier_day, later_day]).reading is Reading.PRIOR_OFFENSE


def test_without_a_decision_the_law_is_that_of_the_files() -> None:
    assert as_decided(WEBSTER, []) is WEBSTER


@pytest.mark.parametrize(
    ("changes", "refusal", "said"),
    [
        pytest.param({"question": "tax_reading"}, NotFound, "There are: tier_reading, appeal_stay", id="question"),
        pytest.param({"choice": "both"}, Malformed, "Choose one of: prior_conviction, prior_offense.", id="choice"),
        pytest.param({"choice": " "}, Incomplete, "The choice is missing", id="no choice"),
        pytest.param({"authority": "  "}, Incomplete, "Authority is empty", id="no authority"),
        pytest.param({"decided_by": ""}, Incomplete, "Decided by is empty", id="nobody"),
        pytest.param({"decided_on": None}, Incomplete, "day of the decision is missing", id="no day"),
        pytest.param({"decided_on": date(2026, 6, 2)}, FutureFact, "after today, 2026-06-01", id="future"),
        pytest.param({"roles": frozenset({Role.OFFICER, Role.ADMIN})}, WrongRole, "attorney", id="role"),
        pytest.param(
            {"question": "tax_roll_cutoff", "choice": "02-30"}, Malformed, "written MM-DD", id="no day of the year"
        ),
        pytest.param({"authority": "x" * 5000}, Malformed, "longer than 4000", id="too long"),
    ],
)  # fmt: skip
def test_what_cannot_be_decided_is_refused_in_a_sentence(
    changes: dict[str, Any], refusal: type[Refusal], said: str
) -> None:
    with pytest.raises(refusal) as refused:
        ask(**changes)

    assert said in str(refused.value)


def test_a_question_that_does_not_arise_is_not_decided() -> None:
    assert CURE_PERIODS.village.levy is None

    with pytest.raises(NotAllowed, match="does not arise"):
        ask(CURE_PERIODS, question="tax_roll_cutoff", choice="04-14")


def test_a_body_is_named_in_the_villages_own_words() -> None:
    made = ask(question="appeal_body", choice="  Planning Board of the Village ")

    assert made.choice == "Planning Board of the Village"


def test_the_class_governs_the_time_limit_once_it_is_decided_and_the_earlier_one_until_then() -> None:
    misdemeanor = ask(WEBSTER, question="classification", choice="unclassified_misdemeanor")
    offense = date(2026, 5, 4)

    assert limitation(WEBSTER, offense).due == date(2027, 5, 4)
    assert limitation(as_decided(WEBSTER, [misdemeanor]), offense).due == date(2028, 5, 4)
    assert WEBSTER.choice(Question.CLASSIFICATION) == Classification.VIOLATION


def test_every_question_names_the_sections_that_turn_on_it() -> None:
    found = {question: turns_on(WILLIAMSVILLE, question, TODAY) for question in Question}

    assert found[Question.TIER_READING] == ("§ 112-28H(3)(d)",)
    assert found[Question.APPEAL_STAY][-1] == "Village Law § 7-712-a(6)"
    assert all(found.values())
    assert turns_on(WEBSTER, Question.TIER_READING, TODAY) == ()
