"""`abate deadline` and `abate exposure` give the agreed figures, and say what is wrong with what was asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import here, shell

VECTORS = Path(__file__).parents[1] / "vectors"
DEADLINES = json.loads((VECTORS / "deadlines.json").read_text())
EXPOSURES = json.loads((VECTORS / "exposure.json").read_text())
A_FEW = [EXPOSURES[index] for index in (3, 8, 16)]


@pytest.mark.parametrize("given", DEADLINES, ids=lambda v: f"{v['village']} {v['rule']} {v['from']}")
def test_a_deadline_is_the_agreed_one(capsys: pytest.CaptureFixture[str], given: dict[str, str]) -> None:
    said = here(capsys, *_deadline(given))

    assert said.code == 0
    assert set(said.json) == {"due", "from", "rule", "section", "explanation"}
    assert (said.json["due"], said.json["from"], said.json["rule"]) == (
        given["due"],
        given["from"],
        given["rule"],
    )


def _deadline(given: dict[str, str]) -> list[str]:
    return [
        "deadline",
        "--village",
        given["village"],
        "--rule",
        given["rule"],
        "--from",
        given["from"],
        "--json",
    ]


def test_an_assessment_is_payable_for_thirty_days_and_to_the_next_business_day(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = {"village": "williamsville", "rule": "payable", "from": "2026-04-02"}

    said = here(capsys, *_deadline(given))

    assert (said.json["due"], said.json["section"]) == ("2026-05-04", "Village Law § 5-518")


@pytest.mark.parametrize("vector", EXPOSURES, ids=lambda v: v["name"])
def test_an_exposure_is_the_agreed_one(capsys: pytest.CaptureFixture[str], vector: dict[str, Any]) -> None:
    said = here(capsys, *_exposure(vector["given"]))

    assert said.code == 0
    _check(said.json, vector)


@pytest.mark.parametrize("vector", A_FEW, ids=lambda v: v["name"])
def test_an_exposure_is_the_agreed_one_in_a_process_of_its_own(vector: dict[str, Any]) -> None:
    said = shell(*_exposure(vector["given"]))

    assert said.code == 0, said.err
    _check(said.json, vector)


def _exposure(given: dict[str, Any]) -> list[str]:
    tokens = ["exposure", "--village", given["village"], "--observed", given["observed_on"]]
    tokens += ["--through", given["through"], "--reading", given["reading"], "--json"]
    if given["cured_on"]:
        tokens += ["--cured", given["cured_on"]]
    for prior in given["prior_convictions"]:
        tokens += ["--prior", f"{prior['offense_on']}:{prior['convicted_on']}"]
    for stay in given["stays"]:
        tokens += ["--stay", stay["from"] + (f":{stay['until']}" if stay["until"] else "")]
    return tokens


def _check(found: dict[str, Any], vector: dict[str, Any]) -> None:
    then, offenses = vector["then"], found["offenses"]
    assert {key: found[key] for key in ("count", "stayed", "minimum", "maximum")} == {
        key: then[key] for key in ("count", "stayed", "minimum", "maximum")
    }
    assert (offenses[0] if offenses else None) == then["first"]
    assert (offenses[-1] if offenses else None) == then["last"]
    assert found["reading"] == vector["given"]["reading"]
    assert found["section"].startswith("§ ")


def test_several_priors_may_follow_one_option(capsys: pytest.CaptureFixture[str]) -> None:
    tokens = ("exposure", "--village", "williamsville", "--observed", "2026-01-05", "--through", "2026-01-20")

    said = here(capsys, *tokens, "--prior", "2022-03-01:2022-06-15", "2024-03-01:2024-06-15", "--json")

    assert (said.json["count"], said.json["minimum"], said.json["maximum"]) == (3, 2100, 3000)


def test_the_words_say_that_nothing_is_owed_and_what_the_maximum_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = here(
        capsys, "exposure", "--village", "webster", "--observed", "2026-06-01", "--through", "2026-07-31"
    )

    assert (
        "61 separate offenses. If convicted of all: at least $15,250; at most: no maximum stated" in said.out
    )
    assert "nothing is owed before a conviction" in said.out
    assert "… 50 more" in said.out


@pytest.mark.parametrize(
    ("tokens", "code", "words"),
    [
        pytest.param(
            "deadline --village webster --rule appeal --from 2026-6-4", 2, "2026-01-31", id="no date"
        ),
        pytest.param(
            "deadline --village webster --rule appeal", 2, "--from is missing", id="nothing to run from"
        ),
        pytest.param(
            "deadline --village webster --rule appeal --from", 2, "--from needs a value", id="no value"
        ),
        pytest.param(
            "deadline --village webster --rule apeal --from 2026-06-04", 2, "Did you mean", id="no such rule"
        ),
        pytest.param(
            "deadline --village buffalo --rule appeal --from 2026-06-04", 4, "webster", id="no such village"
        ),
        pytest.param(
            "deadline --village williamsville --rule emergency_maintenance --from 2026-06-04",
            3,
            "gives no period for emergency_maintenance. [§ 112-28] It gives one for: appeal, payable.",
            id="no such period",
        ),
        pytest.param(
            "exposure --village webster --observed 2026-02-10 --through 2026-02-01",
            3,
            "lies before",
            id="ends early",
        ),
        pytest.param(
            "exposure --village webster --observed 2020-01-01 --through 2026-02-01",
            3,
            "[§ 130-28]",
            id="before the law",
        ),
        pytest.param(
            "exposure --village webster --observed 2026-01-01 --through 2026-02-01 --cured 2025-12-01",
            3,
            "The cure on 2025-12-01 lies before",
            id="cured before observed",
        ),
        pytest.param(
            "exposure --village webster --observed 2026-01-01 --through 2026-02-01 --prior 2025-01-01",
            2,
            "OFFENSE_DATE:CONVICTED_DATE",
            id="half a prior",
        ),
        pytest.param(
            "exposure --village webster --observed 2026-01-01 --through 2026-02-01 --schedule x",
            4,
            "no penalty schedule 'x'",
            id="no such schedule",
        ),
    ],
)
def test_what_cannot_be_reckoned_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tokens: str, code: int, words: str
) -> None:
    said = here(capsys, *tokens.split())

    assert (said.code, said.out) == (code, "")
    assert words in said.err
    assert said.err.startswith("abate: ")
    assert said.err.count("\n") == 1
