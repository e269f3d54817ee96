"""A party over its cases: who it is, what stands against it, and who may be the same; and the properties."""

from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import Engine

from models.session import read
from ordinances.load import load_law
from queries.namesakes import namesake
from queries.party import PartyView, find_parties, party
from queries.properties import PropertyLine, find_properties
from rules.refusals import NotFound
from rules.values import PartyKind
from tests.activities.support import OWNER, Town

KEY = "corporation:elm-street-builders"


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _party(town: Town, key: str = KEY, village: str = "webster") -> PartyView:
    with read(town.engine) as session:
        return party(session, load_law(village), key, today=town.at.date())


def _names(
    town: Town, text: str = "", villages: tuple[str, ...] = ("webster",)
) -> list[tuple[str, int, int]]:
    with read(town.engine) as session:
        found = find_parties(session, villages, text)
    return [(each.name, each.cases, each.open_cases) for each in found]


def _places(town: Town, text: str = "", villages: tuple[str, ...] = ("webster",)) -> tuple[PropertyLine, ...]:
    with read(town.engine) as session:
        return find_properties(session, villages, text)


def test_parties_are_found_by_words_of_their_name_with_their_cases(town: Town) -> None:
    town.open()
    town.open(respondents=[OWNER | {"name": "Elm Street Builders, Inc."}])
    town.open(respondents=[OWNER | {"name": "Åse Öz", "kind": "person"}])

    assert _names(town) == [("Åse Öz", 1, 1), ("Elm Street Builders LLC", 2, 2)]
    assert _names(town, "ase") == [("Åse Öz", 1, 1)]
    assert _names(town, "builders elm") == [("Elm Street Builders LLC", 2, 2)]
    assert _names(town, villages=("williamsville",)) == []


def test_a_party_shows_its_cases_newest_first_with_their_open_offenses(town: Town) -> None:
    first = town.open(observed_on="2026-05-20")
    town.after(2)
    second = town.open()

    found = _party(town)

    assert [each.case for each in found.cases] == [second, first]
    assert [each.offenses for each in found.cases] == [0, 12]
    assert not any(each.linked for each in found.cases)


def test_a_judgment_shows_until_when_it_counts(town: Town) -> None:
    case = town.on("2026-03-02").served("williamsville", observed_on="2026-02-02")
    town.on("2026-04-20").act(
        case, "charge-offenses", respondent="r1", violation="v1", dates=["2026-02-02"],
        court="Court", returnable_on="2026-05-01", allow_unsupported=True,
    )  # fmt: skip
    town.on("2026-05-04").act(
        case, "record-disposition", counts=["c1"], outcome="convicted", on="2026-05-01", fine=300
    )

    found = _party(town, village="williamsville")

    assert [each.falls_out_on for each in found.judgments] == [date(2031, 2, 2)]
    assert [(each.key, each.outcome, each.fine) for each in found.counts] == [
        ("c1", "convicted", Decimal(300))
    ]


def test_a_link_brings_two_names_together_and_unlinking_parts_them(town: Town) -> None:
    town.open()
    other = town.open(respondents=[OWNER | {"name": "Elm Group"}])
    alike = [(each.case, each.name) for each in _party(town).alike]

    town.act(other, "correct-respondent", respondent="r1", party=KEY, reason="same owner")
    linked = [(each.case, each.linked) for each in _party(town).cases]
    town.act(other, "correct-respondent", respondent="r1", unlink=True, reason="another owner")

    assert alike == [(other, "Elm Group")]
    assert (other, True) in linked
    assert [each.case for each in _party(town).cases] == [case for case, _ in linked if case != other]
    assert _party(town, f"{other}:r1").name == "Elm Group"


def test_a_party_of_another_village_is_not_there(town: Town) -> None:
    town.open()

    with pytest.raises(NotFound):
        _party(town, village="williamsville")


def test_a_namesake_of_other_cases_is_found_and_of_the_same_case_is_none(town: Town) -> None:
    case = town.open()

    with read(town.engine) as session:
        assert namesake(session, "webster", "ELM street builders Inc", PartyKind.CORPORATION) is not None
        assert namesake(session, "webster", "Elm Street Builders", PartyKind.CORPORATION, but=case) is None
        assert namesake(session, "webster", "Elm Street Builders", PartyKind.PERSON) is None


# --- properties -------------------------------------------------------------------------------------------


def test_a_property_has_all_its_cases_however_it_is_written(town: Town) -> None:
    first = town.open(where={"address": "41 Elm St", "parcel": "079.18-1-23"})
    second = town.open(where={"address": "41 ELM Street", "parcel": "079.18-1-23"})
    third = town.open(where={"address": "9 Oak Lane"})

    elm, oak = _places(town)

    assert [case.id for case in elm.cases] == [second, first]
    assert (elm.parcel, elm.address, elm.number, elm.open_number) == ("079.18-1-23", "41 ELM Street", 2, 2)
    assert [case.id for case in oak.cases] == [third]
    assert [line.parcel for line in _places(town, "079.18-1")] == ["079.18-1-23"]
    assert _places(town, villages=("williamsville",)) == ()
