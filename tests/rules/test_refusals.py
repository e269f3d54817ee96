"""A refusal tells what to do: of each command that is not open on a case, whatever stands in it."""

from collections.abc import Callable

import pytest

from rules import engine
from rules.refusals import Refusal
from rules.values import Role
from tests.rules.play import Play

OF_THE_LAW = (
    "The ordinance "  # a power that the ordinance does not give: nothing a person could do supplies it
)


def opened(village: str) -> Play:
    return Play(village).open()


def cured(village: str) -> Play:
    return opened(village).served().do("confirm-compliance", violation="v1", cured_on="2026-06-01")


def under_appeal(village: str) -> Play:
    return opened(village).served().do("file-appeal", respondent="r1", on="2026-05-20", grounds="x")


@pytest.mark.parametrize("village", ["webster", "williamsville"])
@pytest.mark.parametrize("life", [opened, cured, under_appeal])
def test_every_command_that_is_not_open_says_what_to_do(village: str, life: Callable[[str], Play]) -> None:
    play = life(village)
    given = {
        name: engine.may(play.case, name, play.setting(min(act.roles)))
        for name, act in engine.ACTS.items()
        if Role.SYSTEM not in act.roles
    }

    refused = {name: said.facts for name, said in given.items() if said is not None}
    silent = {
        name for name, facts in refused.items() if not facts.remedy and not facts.what.startswith(OF_THE_LAW)
    }

    assert refused
    assert silent == set()


def test_a_date_that_is_no_offense_is_refused_by_the_rule_and_a_wrong_key_is_not_found() -> None:
    play = Play("williamsville").open()
    asked = {"respondent": "r1", "dates": ["2026-05-05"], "court": "C", "returnable_on": "2026-12-18"}

    with pytest.raises(Refusal) as no_offense:
        play.do("charge-offenses", violation="v1", **asked)
    with pytest.raises(Refusal) as no_violation:
        play.do("charge-offenses", violation="v9", **asked)

    assert no_offense.value.kind == "not_allowed"
    assert no_violation.value.kind == "not_found"
