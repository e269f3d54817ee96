"""The lien's papers: what the county clerk files and discharges, and what goes to the tax levy; never a fine."""

import pytest

from tests.documents.costed import assessed, levied, liened, noticed, prorated, released
from tests.documents.reading import flat, paper, papers, reads_as, sound
from tests.rules.play import Play

VILLAGES = pytest.mark.parametrize(
    ("village", "county", "section"),
    [("webster", "Monroe", "§ 130-28A"), ("williamsville", "Erie", "§ 112-28H(3)(f)")],
)
LONG = "Pfaffenhofener Straßenbaugesellschaft Ütersen-Żółć & Søn " * 4


@VILLAGES
def test_the_statement_names_property_owner_amount_and_section(
    village: str, county: str, section: str
) -> None:
    made = paper(liened(village), "lien-statement")
    text = sound(made, village)

    reads_as(f"lien-statement-{village}", made, village)
    assert made.to[0].name == f"Clerk of the County of {county}"
    assert "Owner Elm LLC, 9 Main Street" in text
    assert "Tax map parcel 079.18-1-23" in text
    assert "2026-34 April 2, 2026 $7,351.75 $1,000.01 $6,351.74" in text
    assert "Amount of the lien $6,351.74" in text
    assert f"By what right [{section}]" in text
    assert text.count("fine") == 1


@VILLAGES
def test_the_release_says_how_it_was_paid(village: str, county: str, section: str) -> None:
    made = paper(released(village), "lien-release")
    text = sound(made, village)

    reads_as(f"lien-release-{village}", made, village)
    assert "Reference Liber 12, page 345" in text
    assert "April 28, 2026 R-31 $6,351.74" in text
    assert "Total $7,351.75" in text


@VILLAGES
def test_the_certification_says_the_year_the_day_it_was_due_and_every_parcel(
    village: str, county: str, section: str
) -> None:
    made = paper(levied(village), "levy-certification")
    text = sound(made, village)

    reads_as(f"levy-certification-{village}", made, village)
    assert "Fiscal year 2026, begins June 1, 2026" in text
    assert "Was due by Friday, May 15, 2026" in text
    assert "079.18-1-23 Elm LLC 2026-34 $6,351.74" in text
    assert "2026-34 April 2, 2026 May 4, 2026 $7,351.75 $6,351.74" in text


def test_twelve_parcels_are_liened_and_certified_to_the_cent() -> None:
    play = prorated(12).do("record-cost-payment", on="2026-04-10", amount="1000.01", receipt="R-17")
    play.do("record-lien", on="2026-04-20").do("certify-for-levy", on="2026-05-12", fiscal_year=2026)

    for kind in ("lien-statement", "levy-certification"):
        made = paper(play, kind)
        grid = next(each for each in made.blocks if each.block == "grid" and len(each.rows) == 12)
        parts = [round(100 * float(row[-1].removeprefix("$").replace(",", ""))) for row in grid.rows]
        assert sum(parts) == 635_174
        assert grid.foot is not None
        assert grid.foot[-1] == "$6,351.74"
        sound(made)


def test_a_second_certification_of_the_year_certifies_its_own_alone() -> None:
    play = assessed("webster", "3000").on("2026-11-30")
    notice = {"on": "2026-04-03", "amount": 2000, "hearing_on": "2026-04-08", "served_on": "2026-04-03"}
    play.do("give-cost-notice", **notice).do("record-cost-hearing", on="2026-04-08", outcome="heard")
    play.do("confirm-assessment", on="2026-04-09", amount=2000, resolution="2026-35")
    play.do("certify-for-levy", on="2026-05-07", fiscal_year=2026)
    play.do("certify-for-levy", on="2026-05-14", fiscal_year=2026)
    first, second = (each for each in papers(play) if each.kind == "levy-certification")

    assert "2026-35" not in sound(first)
    assert "$2,000.00 more is assessed and not certified here" in flat(sound(first))
    assert "2026-34" not in sound(second)
    assert "Elm LLC 2026-35 $2,000.00" in sound(second)


def test_without_an_owner_the_statement_says_so() -> None:
    play = assessed("webster", respondents=[]).do("record-lien", on="2026-04-20")
    text = sound(paper(play, "lien-statement"))

    assert "Owner Owner of record; not in this case's record" in text


def test_a_fine_is_in_none_of_them() -> None:
    play = liened("webster").served("2026-05-05", "2026-05-06")
    _fined(play).do("certify-for-levy", on="2026-05-12", fiscal_year=2026)

    for made in papers(play):
        if made.kind in ("cost-notice", "assessment-notice", "lien-statement", "levy-certification"):
            text = sound(made)
            assert "777" not in text
            assert "no fine or penalty is part of it" in text


def _fined(play: Play) -> Play:
    play.do(
        "charge-offenses",
        on="2026-05-08",
        respondent="r1",
        violation="v1",
        dates=["2026-05-04"],
        court="Webster Village Justice Court",
        returnable_on="2026-06-10",
        allow_unsupported=True,
    )
    return play.do("record-disposition", counts=["c1"], outcome="convicted", on="2026-06-10", fine=777)


@pytest.mark.parametrize("name", [LONG, "W" * 300, "김민준 건설"])
def test_names_of_any_kind_stay_on_every_page(name: str) -> None:
    person = {"name": name, "role": "landowner", "address": "9 Main Street", "kind": "corporation"}
    play = noticed("williamsville", respondents=[person]).do(
        "record-cost-hearing", on="2026-04-01", outcome="x"
    )
    play.do("confirm-assessment", on="2026-04-02", amount="7351.75", resolution="R" * 300)
    play.do("record-lien", on="2026-04-20", county_clerk_ref="L" * 300)
    play.do("certify-for-levy", on="2026-05-12", fiscal_year=2026)

    sound(paper(play, "lien-statement"), "williamsville")
    sound(paper(play, "levy-certification"), "williamsville")
