"""How a draw on a security is told among what happened in its case: as a sum, or as how it came to nothing."""

from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import Engine

from models.session import read
from queries.record import fold_case, load
from queries.tellings import marks_of
from rules.events import CaseDrawEnded
from tests.activities.support import Town
from tests.activities.treasury import asked
from tests.rules.play import Play

RESULT = {"draw": "d1", "on": "2026-03-20"}


@pytest.fixture
def town(sqlite_engine: Engine) -> Town:
    return Town(sqlite_engine, "2026-06-01")


def _told(town: Town, case: str) -> tuple[str, str, str]:
    """Give the kind and the words of the mark of the draw's end."""
    with read(town.engine) as session:
        marks = marks_of(fold_case(session, case), [each.event for each in load(session, case)])
    return next((each.kind, each.short, each.words) for each in marks if each.on == date(2026, 3, 20))


def test_an_honored_draw_is_told_by_what_it_paid(town: Town) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    town.act(security, "approve-draw", "attorney", draw="d1")

    town.act(security, "record-draw-result", **RESULT, honored=True, amount=1234.5)

    assert _told(town, case) == ("paid", "drawn", f"$1,234.50 drawn on {security}")


def test_a_dishonored_draw_is_told_as_dishonored_and_not_as_a_sum(town: Town) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)
    town.act(security, "approve-draw", "attorney", draw="d1")

    town.act(security, "record-draw-result", **RESULT, honored=False)

    words = f"draw d1 on {security} dishonored, nothing paid"
    assert _told(town, case) == ("failed", "draw dishonored", words)


@pytest.mark.parametrize(("actor", "ended"), [("attorney", "declined"), ("officer", "withdrawn")])
def test_a_draw_that_was_given_up_is_told_by_how(town: Town, actor: str, ended: str) -> None:
    case, security = town.worked(), town.post()
    asked(town, security, case, 6000)

    town.act(security, "decline-draw", actor, **RESULT, reason="the owner paid")

    words = f"draw d1 on {security} {ended}, nothing paid"
    assert _told(town, case) == ("failed", f"draw {ended}", words)


def test_an_entry_of_before_outcomes_were_told_says_that_nothing_was_paid() -> None:
    fields = {"on": "2026-03-20", "security": "webster-S-2026-0001", "draw": "d1", "recovered": Decimal(0)}
    event = CaseDrawEnded.model_validate(fields)
    (mark,) = [each for each in marks_of(Play("webster").open().case, [event]) if each.lane == "Village work"]

    assert mark.words == "draw d1 on webster-S-2026-0001 ended, nothing paid"
