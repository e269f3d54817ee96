"""Money at the command line: bad input with its section, both ways to recover, statements, and the levy's files."""

import csv
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.cli.office import Office
from tests.cli.terminal import check, here
from tests.cli.treasurer import act, certified, post, posted, worked

LIEN, LEVY = "[§ 130-28A]", "[Village Law §§ 5-508, 5-516, 5-518]"


@pytest.fixture(scope="module")
def case(running_office: Office) -> str:
    return worked(running_office)


# --- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        pytest.param("-5", "amount is '-5'; it is more than 0.", id="negative"),
        pytest.param("0", "amount is '0'; it is more than 0.", id="zero"),
        pytest.param("5.555", "amount is '5.555': an amount has at most two decimals.", id="three decimals"),
        pytest.param("lots", "amount is 'lots', not an amount.", id="no amount"),
    ],
)
def test_an_amount_that_is_none_is_refused_with_its_section(
    running_office: Office, case: str, amount: str, words: str
) -> None:
    security = posted(running_office)
    cost = ("--on", "2026-03-12", "--kind", "labor", "--as", "clerk")
    draw = ("--case", case, "--on", "2026-03-16", "--reason", "x")

    check(running_office.give("act", case, "record-cost", "--amount", amount, *cost), 2, f"{words} {LIEN}")
    said = running_office.give("security", "act", security, "request-draw", "--amount", amount, *draw)
    check(said, 2, f"{words} [§ 130-24F]")


def test_a_draw_on_another_village_s_security_is_refused(running_office: Office, case: str) -> None:
    foreign = posted(running_office, village="williamsville")

    said = running_office.give(
        *("security", "act", foreign, "request-draw", "--case", case, "--amount", "5"),
        *("--on", "2026-03-16", "--reason", "x"),
    )

    check(said, 4, f"There is no case {case} in this village. [§ 112-28H(2)(b)]")


def test_who_asks_for_a_draw_does_not_approve_it(running_office: Office, case: str) -> None:
    security = posted(running_office)
    draw = {"case": case, "amount": 5, "on": "2026-03-16", "reason": "x"}
    act(running_office, security, "request-draw", "attorney", **draw)

    said = running_office.give(
        "security", "act", security, "approve-draw", "--draw", "d1", "--as", "attorney"
    )

    check(said, 3, "attorney asked for d1 and cannot approve it. [§ 130-24F]")


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        pytest.param(
            "give-cost-notice --on 2026-03-23 --served-on 2026-03-23 --amount 5 --hearing-on 2026-03-22",
            f"not after the notice was served on 2026-03-23. {LIEN}",
            id="a hearing before its notice",
        ),
        pytest.param(
            "record-cost-hearing --on 2026-03-22 --outcome heard",
            f"a hearing without notice is none. {LIEN}",
            id="a hearing without notice",
        ),
        pytest.param(
            "confirm-assessment --on 2026-03-22 --amount 5 --resolution R",
            f"no hearing has been held. {LIEN}",
            id="a lien without hearing",
        ),
        pytest.param(
            "give-cost-notice --on 2026-03-23 --served-on 2026-03-23 --amount 99999 --hearing-on 2026-04-01",
            f"more than the cost still open: $10,000 ($10,000 recorded, $0 recovered, $0 assessed, "
            f"$0 set aside for draws). {LIEN}",
            id="more than the cost",
        ),
    ],
)
def test_a_step_out_of_order_is_refused_with_its_section(
    running_office: Office, tokens: str, words: str
) -> None:
    fresh = worked(running_office)

    check(running_office.give("act", fresh, *tokens.split(), "--as", "clerk"), 3, words)


def test_a_levy_of_a_closed_year_is_refused(running_office: Office) -> None:
    fresh = worked(running_office)
    notice = {"on": "2026-03-23", "hearing_on": "2026-04-01", "served_on": "2026-03-23"}
    act(running_office, fresh, "give-cost-notice", "clerk", amount=400, **notice)
    act(running_office, fresh, "record-cost-hearing", "clerk", on="2026-04-01", outcome="heard")
    act(running_office, fresh, "confirm-assessment", "clerk", on="2026-04-02", amount=400, resolution="R")

    said = running_office.give(
        "act", fresh, "certify-for-levy", "--on", "2026-05-16", "--fiscal-year", "2026", "--as", "clerk"
    )

    check(said, 3, f"The levy of fiscal year 2026 closed on 2026-05-15. {LEVY}")


# --- both ways --------------------------------------------------------------------------------------------


def test_both_ways_to_recover_are_told_before_anyone_acts(running_office: Office) -> None:
    fresh = worked(running_office)
    security = posted(running_office, case=fresh, amount=3000)

    shown, words = running_office.show(fresh), running_office.give("case", "show", fresh).out
    actions = running_office.give("actions", fresh, "--as", "clerk")
    notes = {each["command"]: each["notes"] for each in running_office.give("actions", fresh, "--json").json}

    (own, *_) = shown["recovery"]["draw"]["securities"]
    assert (own["security"], own["most"], own["section"]) == (security, 3000, "§ 130-24F")
    assert (shown["recovery"]["lien"]["most"], shown["recovery"]["lien"]["next"]) == (
        10_000,
        "give-cost-notice",
    )
    for text in (words, actions.out):
        assert "By draw: up to $" in text
        assert f"By lien: up to $10,000, after notice, hearing and resolution {LIEN}" in text
    assert notes["give-cost-notice"] == shown["recovery"]["words"]


def test_a_case_without_a_cost_says_nothing_of_money(running_office: Office) -> None:
    fresh = running_office.open()

    assert "By draw" not in running_office.give("case", "show", fresh).out
    assert "By draw" not in running_office.give("actions", fresh).out
    assert running_office.show(fresh)["recovery"]["draw"]["why"] == "No cost of village work is recorded."


# --- statements -------------------------------------------------------------------------------------------


def test_a_statement_adds_up_and_reads_like_one(running_office: Office) -> None:
    fresh = certified(running_office)
    act(running_office, fresh, "record-cost-payment", "clerk", on="2026-06-01", amount=1000.5, receipt="R-9")

    told = running_office.give("case", "account", fresh, "--json").json
    words = running_office.give("case", "account", fresh).out

    assert [line["balance"] for line in told["lines"]] == [10_000, 10_000, 10_000, 8999.5]
    assert told["totals"]["balance"] == told["totals"]["recorded"] - told["totals"]["recovered"] == 8999.5
    assert "-$1,000.50" in words
    assert "$2,999.50 of it levied" in words


def test_a_party_has_a_statement_over_all_its_cases(running_office: Office) -> None:
    person = {
        "name": "Ash & Daughters LLC",
        "role": "landowner",
        "address": "PO Box 3",
        "kind": "corporation",
    }
    cases = [
        worked(running_office, 500, respondents=[person]),
        worked(running_office, 250, respondents=[person]),
    ]

    told = running_office.give("party", "account", "Ash & Daughters", "--village", "webster", "--json").json
    words = running_office.give("party", "account", "corporation:ash-daughters", "--village", "webster").out
    listed = running_office.give("party", "list", "--village", "webster", "--json").json

    assert [each["case"] for each in told["cases"]] == cases
    assert told["totals"]["balance"] == 750
    assert all(case in words for case in cases)
    assert {"party": "corporation:ash-daughters", "cases": 2}.items() <= next(
        each for each in listed if each["name"] == "Ash & Daughters LLC"
    ).items()
    said = running_office.give("party", "account", "Ash & Daughter", "--village", "webster")
    check(said, 4, "Did you mean Ash & Daughters LLC?")
    check(running_office.give("party", "account", "Ash", "--village", "buffalo"), 4, "no village buffalo")


# --- the levy ---------------------------------------------------------------------------------------------


def test_the_levy_s_files_are_the_same_twice_and_reconcile(running_office: Office, tmp_path: Path) -> None:
    fresh = certified(running_office)
    files = [tmp_path / name for name in ("a.csv", "a.xlsx", "b.csv", "b.xlsx")]
    asked = ("levy", "--village", "webster", "--fiscal-year", "2026", "--json")

    told = running_office.give(*asked, "--csv", str(files[0]), "--xlsx", str(files[1])).json
    running_office.give(*asked, "--csv", str(files[2]), "--xlsx", str(files[3]))

    assert files[0].read_bytes() == files[2].read_bytes()
    assert files[1].read_bytes() == files[3].read_bytes()
    rows = list(csv.reader(files[0].read_text(encoding="utf-8").splitlines()))
    assert sum(float(row[2]) for row in rows[1:-1]) == float(rows[-1][2]) == told["total"]
    sheet = load_workbook(files[1])["levy"]
    assert sheet.cell(sheet.max_row, 3).value == told["total"]
    assert told["certified"] + told["corrections"] == told["total"] == told["levied"] - told["other_years"]
    assert {line["case"]: line["amount"] for line in told["lines"]}[fresh] == 4000


def test_a_payment_adds_a_correction_and_changes_no_line(running_office: Office) -> None:
    fresh = certified(running_office)
    asked = ("levy", "--village", "webster", "--fiscal-year", "2026", "--json")
    before = running_office.give(*asked).json["lines"]

    act(running_office, fresh, "record-cost-payment", "clerk", on="2026-06-01", amount=1500)
    after = running_office.give(*asked).json["lines"]

    assert [line for line in after if line in before] == before
    assert [(line["amount"], line["what"]) for line in after if line not in before] == [
        (-1500, "paid since, correction")
    ]


def test_a_year_nobody_knows_is_an_empty_levy(running_office: Office, tmp_path: Path) -> None:
    asked = ("levy", "--village", "webster", "--fiscal-year", "2099")

    told, words = running_office.give(*asked, "--json").json, running_office.give(*asked).out

    assert (told["lines"], told["total"]) == ([], 0)
    assert "total $0." in words
    check(running_office.give(*asked, "--csv", str(tmp_path / "no" / "l.csv")), 2, "Cannot write")
    check(
        running_office.give("levy", "--village", "buffalo", "--fiscal-year", "2026"), 4, "no village buffalo"
    )
    check(running_office.give("levy", "--village", "webster", "--fiscal-year", "26"), 2, "--fiscal-year")


def test_without_a_database_an_amount_is_refused_all_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = here(
        *(capsys, "act", "webster-2026-0001", "record-cost", "--on", "2026-03-12", "--kind", "labor"),
        *("--amount", "0", "--data", str(tmp_path)),
    )

    check(said, 2, "amount is '0'; it is more than 0.")


def test_a_posting_below_what_the_village_requires_is_refused(running_office: Office) -> None:
    bond = {
        "kind": "performance_bond",
        "purpose": "construction",
        "estimated_cost": 10_000,
        "amount": 12_499.99,
    }

    check(post(running_office, **bond), 3, "less than $12,500, 125 % of the estimated $10,000. [§ 130-24G]")
