"""Who is the same party: by the key given, else by kind and name, with case, punctuation and endings aside."""

import pytest

from rules.case import Respondent
from rules.parties import key_of, party_key
from rules.values import PartyKind, RespondentRole

CORPORATION, PERSON = PartyKind.CORPORATION, PartyKind.PERSON


@pytest.mark.parametrize(
    "name",
    [
        "Elm Street Builders LLC",
        "ELM STREET BUILDERS, L.L.C.",
        "Elm Street Builders, Inc.",
        "elm street builders",
        "Elm-Street Builders Co., Ltd.",
        "  Elm   Street Builders  L L C ",
        "Elm Street Builders & Co",
        "Elm Street Builders and Company",
    ],
)
def test_one_body_however_it_is_written(name: str) -> None:
    assert key_of(name, CORPORATION) == "corporation:elm-street-builders"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Elm Street Builders", "Elm Street Holdings", id="another name"),
        pytest.param("Smith 1", "Smith 2", id="another number"),
        pytest.param("Llc", "Inc", id="nothing but an ending"),
        pytest.param("José Roe", "Jose Roe", id="accents are letters"),
    ],
)
def test_another_body_stays_another(one: str, other: str) -> None:
    assert key_of(one, CORPORATION) != key_of(other, CORPORATION)


def test_a_person_is_no_body_of_the_same_name() -> None:
    assert key_of("Ann Doe", PERSON) != key_of("Ann Doe", CORPORATION)


def test_a_family_name_is_no_ending() -> None:
    assert key_of("Li Co", PERSON) == "person:li-co"
    assert key_of("Li Co", CORPORATION) == "corporation:li"


def test_initials_may_be_spaced_or_not() -> None:
    assert key_of("A. B. O'Hara", PERSON) == key_of("A.B. OHara", PERSON) == "person:ab-ohara"


def test_two_ways_to_write_an_accent_are_one() -> None:
    assert key_of("José", PERSON) == key_of("José", PERSON)


def test_a_name_of_marks_alone_keeps_them() -> None:
    assert key_of("***", PERSON) == "person:***"


def test_a_key_that_is_given_wins() -> None:
    facts = {
        "key": "r1",
        "name": "Ann Doe",
        "role": RespondentRole.LANDOWNER,
        "address": None,
        "kind": PERSON,
    }

    assert party_key(Respondent.model_validate({**facts, "party": "p7"})) == "p7"
    assert party_key(Respondent.model_validate({**facts, "party": None})) == "person:ann-doe"
