"""What other cases tell of a respondent: convictions that stand, and offenses still open, of the same party."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine

from activities.accrual import Accruals
from activities.messages import AccrualOrder
from models.session import read
from ordinances.load import load_law
from queries.record import fold_case
from queries.setting import roles_of, setting_for
from rules.acts import Setting
from rules.values import Role
from tests.activities.support import OWNER, Town

OTHER = {"name": "Ann Doe", "role": "landowner", "address": "PO Box 2", "kind": "person"}


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def setting(town: Town, case: str) -> Setting:
    law = load_law(case.rsplit("-", 2)[0])
    with read(town.engine) as session:
        found = fold_case(session, case)
        roles = roles_of(session, "attorney", found.village)
        return setting_for(session, law, found, now=town.at, actor="attorney", roles=roles)


def convicted(town: Town, village: str = "williamsville", **more: Any) -> str:
    """Give a case in which the first of five weekly offenses led to a conviction."""
    case = town.open(village, observed_on="2026-05-01", **more)
    charge: dict[str, Any] = {
        "court": "Village Court",
        "returnable_on": "2026-07-01",
        "dates": ["2026-05-01"],
    }
    town.act(case, "charge-offenses", respondent="r1", violation="v1", **charge)
    town.act(case, "record-disposition", counts=["c1"], outcome="convicted", on="2026-06-01", fine=300)
    return case


def test_a_conviction_in_another_case_of_the_party_is_a_prior(town: Town) -> None:
    first = convicted(town)
    second = town.open("williamsville", respondents=[{**OWNER, "name": "ELM STREET BUILDERS, L.L.C."}])

    [prior] = setting(town, second).priors["r1"]

    assert (prior.case, prior.count) == (first, "c1")
    assert (prior.offense_on, prior.convicted_on) == (date(2026, 5, 1), date(2026, 6, 1))


def test_a_vacated_conviction_is_none(town: Town) -> None:
    first = convicted(town)
    second = town.open("williamsville")
    town.act(first, "vacate-conviction", count="c1", on="2026-06-01", reason="appeal")

    assert setting(town, second).priors == {}


def test_neither_another_partys_nor_another_villages_nor_its_own_is_one(town: Town) -> None:
    first = convicted(town)
    stranger = town.open("williamsville", respondents=[OTHER])
    webster = town.open("webster")

    assert setting(town, stranger).priors == {}
    assert setting(town, webster).priors == {}
    assert setting(town, first).priors == {}


def test_each_respondent_has_its_own_history(town: Town) -> None:
    convicted(town)
    both = town.open("williamsville", respondents=[OTHER, OWNER])

    assert set(setting(town, both).priors) == {"r2"}


def test_open_offenses_elsewhere_are_neither_void_stayed_nor_disposed_of(town: Town) -> None:
    first = convicted(town)  # 1 May is disposed of
    town.act(first, "void-offenses", violation="v1", from_="2026-05-08", to="2026-05-08", reason="no proof")
    second = town.open("williamsville")

    assert setting(town, second).elsewhere["r1"] == (date(2026, 5, 15), date(2026, 5, 22), date(2026, 5, 29))


def test_what_is_stayed_elsewhere_is_left_out_while_it_is(town: Town) -> None:
    town.served("williamsville")
    second = town.open("williamsville")
    town.on("2026-06-02").act(
        "williamsville-2026-0001", "file-appeal", respondent="r1", on="2026-06-02", grounds="x"
    )
    town.on("2026-06-20")
    Accruals(town.engine).date_offenses(AccrualOrder(village="williamsville", at=town.at))

    assert setting(town, second).elsewhere["r1"] == (date(2026, 6, 1),)


def test_a_party_that_stands_in_a_case_twice_is_counted_once(town: Town) -> None:
    town.open(
        "williamsville",
        respondents=[OWNER, {**OWNER, "role": "developer"}],
        observed_on="2026-05-30",
    )
    second = town.open("williamsville")

    assert setting(town, second).elsewhere["r1"] == (date(2026, 5, 30),)


def test_two_violations_of_one_day_elsewhere_are_two_offenses(town: Town) -> None:
    first = town.open("williamsville", observed_on="2026-05-30")
    town.act(first, "add-violation", **town.violation("williamsville", observed_on="2026-05-30"))
    second = town.open("williamsville")

    assert setting(town, second).elsewhere["r1"] == (date(2026, 5, 30), date(2026, 5, 30))


def test_a_party_named_by_its_key_is_that_party(town: Town) -> None:
    convicted(town)
    second = town.open("williamsville", respondents=[{**OTHER, "party": "corporation:elm-street-builders"}])

    assert set(setting(town, second).priors) == {"r1"}


def test_today_is_the_villages_day(town: Town) -> None:
    case = town.open()
    town.at = town.at.replace(hour=3)  # in New York it is still the evening before

    assert setting(town, case).today == date(2026, 5, 31)


def test_roles_are_held_village_by_village(town: Town) -> None:
    with read(town.engine) as session:
        assert roles_of(session, "attorney", "webster") == {Role.ATTORNEY}
        assert roles_of(session, "attorney", "atlantis") == frozenset()
        assert roles_of(session, "nobody", "webster") == frozenset()
