"""The demonstration's cases are lawful on any day, and show every phase."""

from datetime import date

import pytest

from demo.script import Script, scripts
from rules.values import Phase
from tests.stories.by_rules import ByRules

DAYS = [date(2026, 11, 30), date(2027, 2, 28), date(2028, 2, 29), date(2027, 7, 4)]


async def _load(today: date) -> dict[str, dict[str, object]]:
    player = ByRules(today)
    named: dict[tuple[str, str], str] = {}
    for script in scripts(today):
        for step in script.steps:
            key = (script.key, step.case)
            if step.do == "open-case":
                named[key] = await player.open(step.fields, step.as_)
            else:
                await player.act(named[key], step.do, step.fields, step.as_)
    return {f"{script} {case}".strip(): await player.show(found) for (script, case), found in named.items()}


@pytest.mark.parametrize("today", DAYS, ids=str)
async def test_every_script_is_lawful_whatever_the_day(today: date) -> None:
    assert len(await _load(today)) == 13


async def test_every_phase_is_there_in_both_daily_and_weekly_offenses() -> None:
    shown = await _load(DAYS[0])

    assert {case["phase"] for case in shown.values()} == set(Phase)
    assert {case["village"] for case in shown.values()} == {"webster", "williamsville"}


async def test_what_each_script_is_there_to_show_is_so() -> None:
    shown = await _load(DAYS[0])

    def of(key: str) -> dict[str, object]:
        return shown[key]

    assert of("08-williamsville-stayed")["stayed"] is True
    assert of("04-webster-late-appeal")["respondents"]["r1"]["appeal"] == "late"  # type: ignore[index]
    assert of("07-webster-five-years")["exposure"]["count"] == 1826  # type: ignore[index]
    second = of("09-williamsville-repeat-offender second")["exposure"]
    assert second["by_respondent"]["r1"]["highest_ordinal"] == 2  # type: ignore[index]


def test_no_two_steps_share_a_key() -> None:
    found: tuple[Script, ...] = scripts(DAYS[0])
    keys = [step.op_id for script in found for step in script.steps]

    assert len(keys) == len(set(keys))
