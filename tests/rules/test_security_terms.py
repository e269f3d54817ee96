"""Terms of a security that are amended, or told later: which they are, and what they cannot do."""

import pytest

from rules.guarantee import expiry, status
from tests.rules.test_security import ESCROW, LETTER, Held

TOLD = {"on": "2026-02-01", "reason": "Amendment no. 1"}


def test_the_terms_that_are_given_are_amended_and_no_other() -> None:
    held = Held("webster", **LETTER, original_at="Clerk's safe", draw_notice_days=10)

    held.do("amend-security", **TOLD, draw_statement="We certify …", issuer_address="1 Main Street")

    now = held.security
    assert now.draw_statement == "We certify …"
    assert now.issuer_address == "1 Main Street"
    assert now.original_at == "Clerk's safe"
    assert now.draw_notice_days == 10
    assert now.amount == 12_000


def test_a_statement_that_is_on_record_is_replaced() -> None:
    held = Held("webster", **LETTER, draw_statement="We certfy")

    held.do("amend-security", **TOLD, draw_statement="We certify")

    assert held.security.draw_statement == "We certify"


def test_neither_amount_nor_expiry_is_a_term_to_amend() -> None:
    held = Held("webster", **LETTER)

    for field in ({"amount": 1}, {"expires_on": "2030-01-01"}):
        with pytest.raises(ValueError, match="Extra inputs"):
            held.do("amend-security", **TOLD, **field)


def test_an_amendment_that_changes_nothing_is_refused() -> None:
    held = Held("webster", **LETTER, original_at="safe")

    assert "changes nothing" in held.refuses("amend-security", **TOLD)
    assert "changes nothing" in held.refuses("amend-security", **TOLD, original_at="safe")


def test_an_amendment_before_the_posting_is_refused() -> None:
    said = Held("webster", **LETTER).refuses(
        "amend-security", on="2025-05-31", reason="x", original_at="safe"
    )

    assert "before it was posted on 2025-06-01" in said
    assert "§ 130-24F" in said


def test_only_a_letter_has_a_statement() -> None:
    said = Held("williamsville", **ESCROW).refuses("amend-security", **TOLD, draw_statement="x")

    assert "Only a letter of credit" in said


def test_a_letter_can_get_an_evergreen_clause_while_it_is_in_force() -> None:
    held = Held("webster", **LETTER | {"expires_on": "2026-05-31"})
    assert status(held.security, held.today) == "expired"
    late = {"on": "2026-06-01", "reason": "x", "evergreen_notice_days": 60}
    assert "It expired on 2026-05-31, before this amendment" in held.refuses("amend-security", **late)

    held.do("amend-security", **TOLD, evergreen_notice_days=60)

    assert str(expiry(held.security, held.today)) == "2027-05-31"


def test_what_has_no_expiry_or_was_announced_to_end_gets_no_evergreen_clause() -> None:
    given = TOLD | {"evergreen_notice_days": 60}
    assert "no day of expiry" in Held("williamsville", **ESCROW).refuses("amend-security", **given)

    held = Held("webster", **LETTER).do("record-nonrenewal", on="2026-01-15")
    assert "Notice was given on 2026-01-15 that it ends on 2027-05-31" in held.refuses(
        "amend-security", **given
    )


def test_a_notice_that_a_bond_makes_a_condition_governs_a_draw_from_then_on() -> None:
    bond = LETTER | {"kind": "performance_bond", "purpose": "construction", "estimated_cost": 5000}
    held = Held("webster", **bond).for_case().asked(on="2026-03-16").do("approve-draw", draw="d1")

    held.do("amend-security", on="2026-03-17", reason="rider 2", draw_notice_days=30)

    assert "nothing can be demanded before 2026-04-15" in held.refuses(
        "record-draw-result", draw="d1", on="2026-04-14", honored=True
    )
