"""The statement of account as paper: every entry with its document and section, and the fines apart."""

import pytest

from documents.catalog import STATEMENTS
from documents.occasion import Asked
from documents.paper import Paper
from tests.documents.costed import assessed, levied, worked
from tests.documents.reading import flat, reads_as, sound
from tests.documents.test_lien_papers import _fined
from tests.rules.play import Play


def account(play: Play, **sections: str) -> Paper:
    return STATEMENTS["statement-of-account"].make(Asked(play.case, play.setting("clerk"), None, sections))


@pytest.mark.parametrize("village", ["webster", "williamsville"])
def test_it_reads_as_reviewed(village: str) -> None:
    made = account(levied(village))
    text = sound(made, village)

    reads_as(f"statement-of-account-{village}", made, village)
    assert "Balance $6,351.74" in text
    assert "Lien $6,351.74, of which $6,351.74 is certified for a tax levy" in text


def test_it_is_offered_under_the_title_it_bears() -> None:
    assert STATEMENTS["statement-of-account"].title == account(levied("webster")).title


def test_fines_stand_apart_and_change_no_balance() -> None:
    without = account(levied("webster"))
    text = sound(account(_fined(levied("webster").served("2026-05-05", "2026-05-06"))))

    assert "paid to the court" in flat(text)
    assert "777.00 0.00 777.00" in text
    assert "Balance $6,351.74" in text
    assert "Balance $6,351.74" in sound(without)


def test_a_case_without_cost_has_an_empty_account() -> None:
    assert "No cost is recorded and none was paid." in sound(account(worked("webster")))


def test_what_is_still_payable_says_through_which_day() -> None:
    play = assessed("webster").on("2026-04-20")

    assert "payable without penalty through Monday, May 4, 2026" in flat(sound(account(play)))


def test_many_entries_and_long_documents_stay_on_the_page() -> None:
    play = worked("webster", respondents=[])
    for number in range(60):
        invoice = f"{number} {'W' * 250}" if number < 4 else f"slip {number}"
        play.do("record-cost", on="2026-03-17", kind="contractor", amount="98765.43", invoice=invoice)
    text = sound(account(play))

    assert "5,925,925.80" in text
    assert text.count("Balance Lien Levied") > 2
