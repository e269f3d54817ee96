"""The papers of securities: what an issuer is asked for and on which terms, and what is released and when."""

from decimal import Decimal
from typing import Any

import pytest

from documents.amount_in_words import in_words
from documents.paper import Paper
from ordinances.load import load_law
from rules.refusals import Incomplete
from rules.values import SecurityKind
from tests.documents.costed import BOND, CASH, DRAWABLE, STATEMENT, drawn
from tests.documents.reading import flat, reads_as, security_papers, sound
from tests.rules.test_security import LETTER, Held

VILLAGES = pytest.mark.parametrize(
    ("village", "section"), [("webster", "§ 130-24F"), ("williamsville", "§ 112-28H(2)(b)")]
)


def security_paper(held: Held, kind: str) -> Paper:
    return [each for each in papers_of(held) if each.kind == kind][-1]


def papers_of(held: Held) -> list[Paper]:
    return security_papers(load_law(held.village), held.events)


# --- draws ----------------------------------------------------------------------------------------------


@VILLAGES
def test_a_sight_draft_bears_the_letter_s_statement_word_for_word(village: str, section: str) -> None:
    made = security_paper(drawn(village, **DRAWABLE), "sight-draft")
    text = sound(made, village)

    reads_as(f"sight-draft-{village}", made, village)
    assert next(each.words for each in made.blocks if each.block == "quote") == STATEMENT
    assert STATEMENT in flat(text)
    assert "$6,000.00" in text
    assert "Six thousand and 00/100 dollars" in text
    assert f"Documents to present [{section}]" in text
    assert (
        "The original of the letter of credit and of every amendment, kept at: Village Clerk's safe"
        in flat(text)
    )
    assert "Where Letter of Credit Desk, 1 Main Street, Rochester" in text
    assert "through Monday, May 31, 2027; an expiry never moves to a later day" in flat(text)


@VILLAGES
def test_without_the_letter_s_statement_no_draft_is_written(village: str, section: str) -> None:
    held = drawn(village, **LETTER)

    with pytest.raises(Incomplete) as caught:
        papers_of(held)

    assert "The statement that letter of credit LC-1042 wants with a draft is not on record" in str(
        caught.value
    )
    assert caught.value.facts.section == section
    assert caught.value.facts.field == "draw_statement"


def test_the_letter_s_words_can_be_given_with_the_approval() -> None:
    held = drawn("webster", **LETTER, approval={"draw_statement": STATEMENT})

    assert STATEMENT in flat(sound(security_paper(held, "sight-draft")))


def test_the_memo_of_a_late_notice_says_that_the_letter_renews_by_its_words_and_to_be_safe() -> None:
    held = Held("webster", "2026-05-20", **LETTER | {"expires_on": "2026-05-31"}, evergreen_notice_days=60)
    held.do("record-nonrenewal", on="2026-05-15")

    text = flat(sound(security_paper(held, "nonrenewal-memo")))

    assert "gives notice 60 days before, by Wednesday, April 1, 2026" in text
    assert "by its own words the paper renews" in text
    assert "Replace it or draw by Sunday, May 31, 2026" in text


def test_the_letter_s_words_amended_later_stand_in_the_draft_of_a_draw_that_waits() -> None:
    held = drawn("webster", **LETTER, approval={"draw_statement": "We certfy."})
    held.do("amend-security", on="2026-03-17", reason="misread", draw_statement=STATEMENT)

    made = security_paper(held, "sight-draft")

    assert STATEMENT in flat(sound(made))
    assert [each.kind for each in papers_of(held)].count("sight-draft") == 2


def test_no_draft_follows_an_amendment_of_other_terms_or_when_no_draw_waits() -> None:
    other = drawn("webster", **DRAWABLE).do(
        "amend-security", on="2026-03-17", reason="x", original_at="vault"
    )
    ended = drawn("webster", **DRAWABLE).do(
        "decline-draw", "attorney", draw="d1", on="2026-03-17", reason="x"
    )
    ended.do("amend-security", on="2026-03-17", reason="x", draw_statement="Other words.")

    assert [[each.kind for each in papers_of(held)].count("sight-draft") for held in (other, ended)] == [1, 1]


def test_an_issuer_that_had_a_demand_or_a_notice_is_told_that_it_is_withdrawn() -> None:
    told = {"draw": "d1", "on": "2026-03-18", "reason": "The owner has rebuilt the fence and paid."}
    demanded = drawn("webster", **DRAWABLE).on("2026-03-18").do("decline-draw", "attorney", **told)
    noticed = Held("webster", **BOND, draw_notice_days=30).for_case(8000).asked()
    noticed.do("decline-draw", "attorney", **told)

    text = flat(sound(security_paper(demanded, "draw-withdrawal")))

    assert "withdraws what it asked for under LC-1042 in d1, $6,000.00" in text
    assert "The owner has rebuilt the fence and paid." in text
    assert "waives no default" in text
    assert security_paper(noticed, "draw-withdrawal").of == "d1"


def test_an_issuer_that_heard_of_nothing_is_told_nothing() -> None:
    held = Held("webster", **DRAWABLE).for_case(8000).asked()
    held.do("decline-draw", "officer", "officer", draw="d1", on="2026-03-18", reason="x")

    assert [each.kind for each in papers_of(held)] == ["security-receipt"]


def test_a_demand_on_a_surety_says_the_default_and_when_the_bond_s_notice_has_run() -> None:
    made = security_paper(drawn("webster", **BOND, draw_notice_days=30), "demand-on-surety")
    text = flat(sound(made))

    reads_as("demand-on-surety-webster", made)
    assert made.to[0].name == "Genesee Surety Company"
    assert made.to[0].address == "Claims Department, 100 State Street, Albany, New York 12207"
    assert "demands $6,000.00 under bond no. B-7781" in text
    assert "The silt fence was not rebuilt by March 10, 2026" in text
    assert "30 days' notice. It was given on Monday, March 16, 2026" in text
    assert "payment is demanded on Wednesday, April 15, 2026" in text
    assert "The default [§ 130-24G]" in text


def test_the_bond_that_wants_notice_gets_it_on_the_day_it_runs_from() -> None:
    held = drawn("webster", **BOND, draw_notice_days=30)
    made = security_paper(held, "notice-to-surety")

    reads_as("notice-to-surety-webster", made)
    assert made.dated == held.security.draws["d1"].on
    assert "No payment is asked for yet" in sound(made)


def test_a_bond_without_a_condition_of_notice_is_demanded_at_once() -> None:
    held = drawn("williamsville", **BOND | {"issuer_address": None})
    text = flat(sound(security_paper(held, "demand-on-surety"), "williamsville"))

    assert all(each.kind != "notice-to-surety" for each in papers_of(held))
    assert "names no notice as a condition. Payment is demanded on receipt of this" in text
    assert "Surety's address not on record: take it from the paper itself" in text
    assert "[§ 112-28H(2)(a)]" in text


@pytest.mark.parametrize(
    ("village", "section"), [("webster", "§ 130-24G"), ("williamsville", "§ 112-28H(2)(a)")]
)
def test_an_escrow_is_withdrawn_from_by_order_that_leaves_the_rest(village: str, section: str) -> None:
    held = drawn(village, **CASH, estimated_cost=8000)
    made = security_paper(held, "escrow-withdrawal")
    text = sound(made, village)

    reads_as(f"escrow-withdrawal-{village}", made, village)
    assert "Before $10,000.00" in text
    assert "After $4,000.00" in text
    assert f"What for [{section}]" in text

    held.on("2026-03-20").do("record-draw-result", draw="d1", on="2026-03-20", honored=True)
    assert security_paper(held, "escrow-withdrawal") == made


@pytest.mark.parametrize(
    "fields", [DRAWABLE, BOND, CASH | {"estimated_cost": 8000}], ids=lambda each: each["kind"]
)
def test_no_draw_is_for_a_fine(fields: dict[str, Any]) -> None:
    text = flat(sound(papers_of(drawn("webster", **fields))[-1]))

    assert "cost of the village's work that is recorded in webster-2026-0001" in text
    assert "No fine or penalty is part of it." in text
    assert text.count("fine") == 1


# --- its life -------------------------------------------------------------------------------------------


def test_the_receipt_says_what_webster_wants_of_the_amount_and_of_release() -> None:
    made = security_paper(Held("webster", **BOND), "security-receipt")
    text = sound(made)

    reads_as("security-receipt-webster", made)
    assert "Least amount $12,000.00, 125 % of the estimate [§ 130-24G]" in text
    assert "engineer certificate" in text


def test_the_receipt_for_williamsville_s_escrow_says_that_interest_is_reinvested() -> None:
    made = security_paper(Held("williamsville", **CASH), "security-receipt")
    text = sound(made, "williamsville")

    reads_as("security-receipt-williamsville", made, "williamsville")
    assert "is reinvested in the account each year until release" in text
    assert "1 year from final acceptance" in text
    assert "it has no day of expiry" in text


def test_a_letter_not_renewed_has_a_last_day_that_never_moves() -> None:
    letter = DRAWABLE | {"expires_on": "2026-05-31"}
    held = Held("webster", **letter, evergreen_notice_days=60, draw_notice_days=20)
    made = security_paper(held.do("record-nonrenewal", on="2026-11-15"), "nonrenewal-memo")
    text = flat(sound(made))

    reads_as("nonrenewal-memo-webster", made)
    assert "Replace it or draw by Monday, May 31, 2027" in text
    assert "give it by Tuesday, May 11, 2027" in text
    assert "90 days before Tuesday, March 2, 2027" in text
    assert "Replace it [§ 130-24F]" in text


def test_a_memo_names_no_day_that_is_over() -> None:
    letter = DRAWABLE | {"expires_on": "2026-12-31", "draw_notice_days": 60}
    held = Held("williamsville", **letter).do("record-nonrenewal", on="2026-11-15")
    text = sound(security_paper(held, "nonrenewal-memo"), "williamsville")

    assert "60 days before" not in text
    assert "30 days before Tuesday, December 1, 2026" in text
    assert "60 days' notice: its last day was Sunday, November 1, 2026; replace it" in flat(text)


def test_a_draw_approved_after_the_expiry_says_that_it_is_over() -> None:
    held = drawn("webster", **DRAWABLE | {"expires_on": "2026-03-16"})

    assert "it expired on Monday, March 16, 2026" in flat(sound(security_paper(held, "sight-draft")))


def test_a_partial_release_leaves_the_rest_and_says_what_is_lacking() -> None:
    held = Held("webster", **BOND).do("record-milestone", kind="as_built_plans", on="2025-12-01")
    made = security_paper(
        held.do("reduce-security", on="2026-01-02", amount=4000, reason="The first basin is built."),
        "security-reduction",
    )
    text = sound(made)

    reads_as("security-reduction-webster", made)
    assert "Remains in force $8,000.00" in text
    assert "as built plans December 1, 2025" in text
    assert "final inspection not yet" in text


def test_williamsville_s_release_names_each_condition_and_pays_the_interest_back() -> None:
    held = Held("williamsville", **CASH).do("credit-interest", on="2025-06-01", amount="212.50")
    held.do("record-milestone", kind="final_acceptance", on="2025-10-01")
    held.do("record-milestone", kind="one_year_inspection", on="2026-09-20")
    made = security_paper(held.do("release-security", on="2026-10-01"), "security-release")
    text = flat(sound(made, "williamsville"))

    reads_as("security-release-williamsville", made, "williamsville")
    assert "[§ 112-28H(2)(a)]" in text
    assert "1 year from final acceptance October 1, 2026" in text
    assert (
        "The balance of the escrow, $10,212.50, $212.50 of interest with it, is paid back to Elm LLC" in text
    )


def test_webster_s_bond_goes_back_to_the_surety_once_all_three_conditions_stand() -> None:
    held = Held("webster", **BOND)
    for kind in ("as_built_plans", "engineer_certificate", "final_inspection"):
        held.do("record-milestone", kind=kind, on="2026-05-25")
    made = security_paper(held.do("release-security", on="2026-06-01"), "security-release")
    text = flat(sound(made))

    reads_as("security-release-webster", made)
    assert "final inspection May 25, 2026" in text
    assert "The original is returned to the issuer with this release" in text


def test_where_the_law_names_no_milestone_the_release_itself_acknowledges() -> None:
    held = Held("williamsville", **LETTER).do("release-security", on="2026-06-01")
    text = flat(sound(security_paper(held, "security-release"), "williamsville"))

    assert "The ordinance names no milestone" in text
    assert "until the facilities are removed from operation" in text


@pytest.mark.parametrize(
    "name", ["Pfaffenhofener Bürgschaftsbank Ütersen-Żółć & Søn " * 5, "W" * 300, "김민준 은행"]
)
def test_names_of_any_kind_stay_on_every_page(name: str) -> None:
    letter = DRAWABLE | {"issuer": name, "issuer_address": name, "number": "N" * 300, "original_at": name}
    held = drawn("webster", **letter | {"draw_statement": f"{name} {'X' * 400} " * 4})

    for made in papers_of(held):
        sound(made)


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0.05", "Zero and 05/100 dollars"),
        ("19", "Nineteen and 00/100 dollars"),
        ("80", "Eighty and 00/100 dollars"),
        ("1000", "One thousand and 00/100 dollars"),
        ("12345.67", "Twelve thousand three hundred forty-five and 67/100 dollars"),
        ("1000001", "One million one and 00/100 dollars"),
        ("2000300040.50", "Two billion three hundred thousand forty and 50/100 dollars"),
    ],
)
def test_a_sum_is_written_in_words(amount: str, words: str) -> None:
    assert in_words(Decimal(amount)) == words


def test_every_kind_of_security_has_its_way_to_be_drawn() -> None:
    fields = {
        "letter_of_credit": DRAWABLE,
        "performance_bond": BOND,
        "cash_escrow": CASH | {"estimated_cost": 8000},
    }

    assert {kind: papers_of(drawn("webster", **fields[kind]))[-1].kind for kind in SecurityKind} == {
        "letter_of_credit": "sight-draft",
        "performance_bond": "demand-on-surety",
        "cash_escrow": "escrow-withdrawal",
    }
