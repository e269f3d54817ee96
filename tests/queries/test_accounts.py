"""Statements of account: they add up, name their documents, and keep the court's fines apart."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Engine

from models.session import read
from ordinances.load import load_law
from queries.accounts import case_account, party_account
from queries.parties import list_parties
from rules.refusals import Conflict, NotFound
from rules.values import Role
from tests.activities.support import OWNER, Town
from tests.queries.money import assessed

VIEWER = frozenset({Role.VIEWER})
PARTY = "corporation:elm-street-builders"


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _case(town: Town, case: str) -> Any:
    with read(town.engine) as session:
        return case_account(session, load_law("webster"), case, now=town.at, roles=VIEWER, actor="viewer")


def _party(town: Town, party: str = PARTY, roles: frozenset[Role] = VIEWER) -> Any:
    with read(town.engine) as session:
        return party_account(session, load_law("webster"), party, now=town.at, roles=roles, actor="viewer")


def _fined(town: Town) -> str:
    case = town.served(observed_on="2026-05-20")
    town.act(
        case, "charge-offenses", respondent="r1", violation="v1", dates=["2026-05-20"],
        court="Court", returnable_on="2026-08-01", allow_unsupported=True,
    )  # fmt: skip
    town.act(case, "record-disposition", counts=["c1"], outcome="convicted", on="2026-06-01", fine=300)
    town.act(case, "record-fine-payment", count="c1", amount=120, on="2026-06-01")
    return case


def test_a_statement_adds_up_line_by_line(town: Town) -> None:
    case = assessed(town, town.worked())
    town.act(case, "record-cost-payment", on="2026-05-01", amount=1500.75, receipt="R-5")

    found = _case(town, case)

    balance = Decimal(0)
    for line in found.lines:
        balance += line.change
        assert line.balance == line.total == balance
    totals = found.totals
    assert (totals.recorded, totals.recovered, totals.balance) == (10_000, Decimal("1500.75"), balance)
    assert totals.balance == totals.recorded - totals.recovered == totals.open + totals.lien
    assert totals.assessed == 4000
    assert [line.document for line in found.lines] == ["A-77", "2026-34", "R-5"]
    assert all(line.section for line in found.lines)


def test_fines_stand_apart_and_are_in_no_balance(town: Town) -> None:
    found = _case(town, _fined(town)).model_dump(mode="json")

    assert found["lines"] == []
    assert found["totals"]["balance"] == 0
    fines = found["fines"]
    assert (fines["pronounced"], fines["paid"], fines["unpaid"]) == (300, 120, 180)
    assert fines["lines"][0]["of"] == "c1"
    assert "never part of a lien or a levy" in fines["note"]


def test_a_party_s_statement_is_over_all_its_cases(town: Town) -> None:
    first, second, fined = assessed(town, town.worked()), town.worked(500), _fined(town)
    other = town.open(respondents=[OWNER | {"name": "Somebody Else Inc."}])

    found = _party(town)

    assert [each.case for each in found.cases] == [first, second, fined]
    assert other not in {line.case for line in found.lines}
    assert [line.total for line in found.lines] == [10_000, 10_500, 10_500]
    assert found.lines[-1].total == found.totals.balance == sum(each.balance for each in found.cases)
    assert [line.case for line in found.fines.lines] == [fined]
    assert found.cases[0].roles == ("landowner",)


def test_a_fine_of_a_co_respondent_is_not_the_party_s(town: Town) -> None:
    case = _fined(town)
    town.act(case, "add-respondent", name="Digger & Co", role="contractor", kind="corporation")

    found = _party(town, "Digger & Co")

    assert found.party == "corporation:digger"
    assert found.cases[0].others == ("Elm Street Builders LLC",)
    assert found.fines.lines == ()


def test_a_party_is_found_by_its_name_however_it_is_written(town: Town) -> None:
    town.worked()

    assert _party(town, "ELM STREET BUILDERS, L.L.C.").party == PARTY
    with pytest.raises(NotFound, match="There is no party Nobody"):
        _party(town, "Nobody")


def test_a_name_that_is_two_parties_is_not_guessed_at(town: Town) -> None:
    town.open(respondents=[OWNER | {"name": "Ash", "kind": "person"}, OWNER | {"name": "Ash"}])

    with pytest.raises(Conflict, match="corporation:ash and person:ash"):
        _party(town, "Ash")
    assert _party(town, "person:ash").name == "Ash"


def test_a_party_of_another_village_is_not_there(town: Town) -> None:
    town.worked()

    with pytest.raises(NotFound):
        _party(town, roles=frozenset())
    with read(town.engine) as session, pytest.raises(NotFound):
        party_account(session, load_law("williamsville"), PARTY, now=town.at, roles=VIEWER, actor="viewer")


def test_parties_are_listed_with_their_cases(town: Town) -> None:
    town.worked()
    town.open()
    town.open("williamsville", respondents=[OWNER | {"name": "Ash"}])

    with read(town.engine) as session:
        everyone = list_parties(session, ["webster", "williamsville"])
        mine = list_parties(session, ["webster", "williamsville"], "webster")

    assert [(each.name, each.cases, each.open_cases) for each in everyone] == [
        ("Ash", 1, 1),
        ("Elm Street Builders LLC", 2, 2),
    ]
    assert [each.party for each in mine] == [PARTY]
