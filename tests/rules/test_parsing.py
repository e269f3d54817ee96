"""A command that cannot be read is answered in plain sentences, each naming its field."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.commands import COMMANDS, OpenCase, RecordFinePayment
from rules.parsing import parse
from rules.refusals import Malformed

PAYMENT: dict[str, Any] = {"count": "c1", "amount": "12.50", "on": "2026-06-01"}
OPENING: dict[str, Any] = {
    "village": "webster",
    "property": {"address": "41 Elm St"},
    "violations": [{"provision": "§ 130-23A", "nature": "silt", "observed_on": "2026-05-01"}],
}


def said(name: str, fields: dict[str, Any]) -> str:
    with pytest.raises(Malformed) as caught:
        parse(name, fields)
    return caught.value.facts.what


def test_a_command_is_read_from_its_json() -> None:
    command = parse("open-case", OPENING)

    assert isinstance(command, OpenCase)
    assert command.violations[0].provision == "§ 130-23A"


@pytest.mark.parametrize("amount", ["12.50", 12.5, 12])
def test_money_is_a_number_or_its_text(amount: object) -> None:
    command = parse("record-fine-payment", PAYMENT | {"amount": amount})

    assert isinstance(command, RecordFinePayment)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param({"amount": 10.005}, "amount is 10.005: an amount has at most two decimals.", id="three"),
        pytest.param({"amount": "12,50"}, "amount is '12,50', not an amount.", id="comma"),
        pytest.param({"amount": "NaN"}, "amount is 'NaN', not an amount.", id="no number"),
        pytest.param({"amount": -1}, "amount is -1; it is more than 0.", id="less than nothing"),
        pytest.param(
            {"amount": 10**13}, "amount is 10000000000000, more than an amount can be.", id="too much"
        ),
        pytest.param({"amount": True}, "amount is True, not an amount.", id="yes"),
        pytest.param(
            {"on": "1 June 2026"}, "on is '1 June 2026', not a date written YYYY-MM-DD.", id="words"
        ),
        pytest.param({"on": "2026-02-30"}, "on is '2026-02-30', not a date written YYYY-MM-DD.", id="no day"),
        pytest.param({"on": 1_767_225_600}, "on is 1767225600, not a date written YYYY-MM-DD.", id="seconds"),
        pytest.param(
            {"on": "1767225600"}, "on is '1767225600', not a date written YYYY-MM-DD.", id="as text"
        ),
        pytest.param(
            {"on": "2026-06-01T00:00:00"},
            "on is '2026-06-01T00:00:00', not a date written YYYY-MM-DD.",
            id="an instant",
        ),
        pytest.param({"count": "count 1"}, "count is 'count 1', not written like c1.", id="key"),
        pytest.param({"receipt": ""}, "receipt is empty.", id="empty"),
        pytest.param({"receipt": "a\0b"}, "receipt holds a character that cannot be kept.", id="NUL"),
        pytest.param({"receipt": "\ud800"}, "receipt holds a character that cannot be kept.", id="surrogate"),
        pytest.param({"amout": 1}, "amout is not known here. Did you mean amount?", id="unknown"),
    ],
)
def test_each_problem_is_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    assert said("record-fine-payment", PAYMENT | changes) == sentence


def test_what_is_missing_is_named_each_by_each() -> None:
    assert said("record-fine-payment", {}) == "count is missing. amount is missing. on is missing."


def test_a_wrong_choice_lists_the_choices() -> None:
    fields = {"counts": ["c1"], "outcome": "guilty", "on": "2026-06-01"}

    assert said("record-disposition", fields) == (
        "outcome is 'guilty'; it is one of convicted, acquitted, dismissed, adjourned or settled."
    )


def test_a_problem_inside_a_list_says_where() -> None:
    violation = {"provision": "§ 130-23A", "nature": "silt", "observd_on": "2026-05-01"}

    with pytest.raises(Malformed) as caught:
        parse("open-case", OPENING | {"violations": [OPENING["violations"][0], violation]})

    facts = caught.value.facts
    assert "violations[1].observed_on is missing." in facts.what
    assert "violations[1].observd_on is not known here. Did you mean observed_on?" in facts.what
    assert facts.field == "violations.1.observed_on"


def test_a_date_inside_a_list_is_no_number_either() -> None:
    violation = OPENING["violations"][0] | {"observed_on": 86_400}

    assert said("open-case", OPENING | {"violations": [violation]}) == (
        "violations[0].observed_on is 86400, not a date written YYYY-MM-DD."
    )


def test_a_property_that_cannot_be_found_says_what_would_do() -> None:
    assert "give an address, a parcel or a description" in said("open-case", OPENING | {"property": {}})


@pytest.mark.parametrize("name", ["from", "from_"])
def test_a_field_whose_name_python_keeps_for_itself_is_read_under_both(name: str) -> None:
    fields = {"violation": "v1", "to": "2026-05-02", "reason": "x"}

    parse("void-offenses", fields | {name: "2026-05-01"})
    assert "not a date written YYYY-MM-DD" in said("void-offenses", fields | {name: 0})


def test_a_command_nobody_knows_is_answered_with_the_nearest() -> None:
    with pytest.raises(Malformed) as caught:
        parse("file-apeal", {})

    assert caught.value.facts.sentence() == "There is no command 'file-apeal'. Did you mean file-appeal?"


def test_nesting_without_end_is_refused_and_not_followed() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"a": deep}

    assert said("add-note", {"text": deep}) == "text is nested too deeply."


def test_a_field_may_be_called_as_pydantic_marks_a_key() -> None:
    assert "[key] is not known here" in said("add-note", {"text": "x", "[key]": None})
    assert "findings.[key]" in said(
        "record-inspection", {"on": "2026-05-04", "inspector": "B", "findings": {"[key]": "continuing"}}
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.dates().map(str),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(COMMANDS)), st.data())
def test_whatever_is_given_is_read_or_refused(name: str, data: st.DataObject) -> None:
    model = COMMANDS[name]
    known = [field.alias or key for key, field in model.model_fields.items()]
    fields = data.draw(st.dictionaries(st.sampled_from(known) | st.text(max_size=8), JSON, max_size=6))

    answer = _answer(name, fields)

    assert isinstance(answer, model) or answer.encode().endswith((b".", b"?"))


def _answer(name: str, fields: dict[str, Any]) -> Any:
    try:
        return parse(name, fields)
    except Malformed as refusal:
        return refusal.facts.what
