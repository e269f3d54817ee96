"""The demonstration is lawful on any day, and shows every phase of a case, and money in all its ways."""

from datetime import date, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

from activities.evidence import Taken
from demo.photographs import Photograph
from demo.script import Script, _dated, scripts
from rules.values import Phase
from tests.stories.by_rules import ByRules

DAYS = [date(2026, 11, 30), date(2027, 2, 28), date(2028, 2, 29), date(2027, 7, 4)]
MONEY = ("13", "14", "15", "16", "17")
Shown = dict[str, Any]


class Loaded(NamedTuple):
    cases: dict[str, Shown]
    securities: dict[str, Shown]


async def _play(script: Script, player: ByRules) -> tuple[dict[str, str], dict[str, str]]:
    cases: dict[str, str] = {}
    securities: dict[str, str] = {}
    for step in script.steps:
        fields = step.fields | ({"case": cases[step.case]} if step.of_the_case else {})
        if step.photograph is not None:
            fields = _not_drawn(step.photograph).fields(fields, "America/New_York", player.today)
        if step.do == "open-case":
            cases[step.case] = await player.open(fields, step.as_)
        elif step.do == "post-security":
            securities[step.security or ""] = await player.post(fields, step.as_)
        elif step.security is not None:
            await player.act_on_security(securities[step.security], step.do, fields, step.as_)
        else:
            await player.act(cases[step.case], step.do, fields, step.as_)
    return cases, securities


def _not_drawn(photograph: Photograph) -> Taken:
    """Return what attaching a photograph needs: the day its camera notes, and some content of its own."""
    noted = f"{photograph.on}T{photograph.at}"
    return Taken(sha256(noted.encode()).hexdigest(), photograph.filename, 1, noted)


async def _load(today: date) -> Loaded:
    player, loaded = ByRules(today), Loaded({}, {})
    for script in scripts(today):
        cases, securities = await _play(script, player)
        for name, key in cases.items():
            loaded.cases[f"{script.key} {name}".strip()] = await player.show(key)
        for name, key in securities.items():
            loaded.securities[name] = await player.show_security(key)
    return loaded


@pytest.mark.parametrize("today", DAYS, ids=str)
async def test_every_script_is_lawful_whatever_the_day(today: date) -> None:
    loaded = await _load(today)

    assert (len(loaded.cases), len(loaded.securities)) == (17, 3)


async def test_the_scripts_of_money_are_lawful_on_every_day_of_a_year() -> None:
    for number in range(366):
        today = date(2028, 1, 1) + timedelta(days=number)
        for script in scripts(today):
            if script.key.startswith(MONEY):
                await _play(script, ByRules(today))


async def test_every_phase_is_there_in_both_daily_and_weekly_offenses() -> None:
    shown = (await _load(DAYS[0])).cases

    assert {case["phase"] for case in shown.values()} == set(Phase)
    assert {case["village"] for case in shown.values()} == {"webster", "williamsville"}


async def test_what_each_script_is_there_to_show_is_so() -> None:
    shown = (await _load(DAYS[0])).cases

    def of(key: str) -> Shown:
        return shown[key]

    assert of("08-williamsville-stayed")["stayed"] is True
    assert of("04-webster-late-appeal")["respondents"]["r1"]["appeal"] == "late"
    assert of("07-webster-five-years")["exposure"]["count"] == 1826
    second = of("09-williamsville-repeat-offender second")["exposure"]
    assert second["by_respondent"]["r1"]["highest_ordinal"] == 2


@pytest.mark.parametrize("today", [*DAYS, date(2027, 5, 12), date(2027, 5, 13)], ids=str)
async def test_the_money_there_is_to_show_is_so_on_any_day(today: date) -> None:
    cases, securities = await _load(today)

    lien, drawn, levied = (cases[key] for key in cases if key.startswith(("13", "14", "15")))
    assert lien["costs"] | {"open": 0} == {
        "recorded": 9210.75, "recovered": 2500, "open": 0, "assessed": 9210.75, "lien": 6710.75, "levied": 0
    }  # fmt: skip
    assert lien["recovery"]["lien"]["next"] == "certify-for-levy"
    assert (levied["costs"]["levied"], levied["costs"]["recovered"]) == (7500, 1500)
    assert (drawn["recovery"]["set_aside"], drawn["recovery"]["draw"]["pending"][0]["state"]) == (
        6000,
        "requested",
    )
    letter, escrow, bond = (securities[name] for name in ("letter", "escrow", "bond"))
    assert letter["expires_on"] == (today + timedelta(days=25)).isoformat()
    assert (len(escrow["credits"]), escrow["available"]) == (3, 21_488.49)
    assert [each["kind"] for each in escrow["agenda"]] == ["one_year_inspection", "escrow_interest"]
    assert [each["met"] for each in bond["conditions"]] == [True, True, False]


def test_what_hangs_on_the_calendar_is_counted_from_its_last_day_before_today() -> None:
    told = {"a": "last:05-12", "b": ["last:05-12-45", "year of last:05-12", "today+1", "a word"]}

    assert _dated(told, date(2027, 5, 12)) == {
        "a": "2026-05-12",
        "b": ["2026-03-28", 2026, "2027-05-13", "a word"],
    }
    assert _dated(told, date(2027, 5, 13))["a"] == "2027-05-12"


def test_no_two_steps_share_a_key() -> None:
    found: tuple[Script, ...] = scripts(DAYS[0])
    keys = [step.op_id for script in found for step in script.steps]

    assert len(keys) == len(set(keys))
