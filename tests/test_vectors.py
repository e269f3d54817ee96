"""The worked cases agreed on beforehand: deadlines and exposure, to the day and to the dollar."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ordinances.load import load_law
from rules.calendar import due
from rules.law import Law, Period, Reading
from rules.penalties import Exposure, Fine, Prior, what_if

VECTORS = Path(__file__).parent / "vectors"


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def named(law: Law, rule: str) -> Period:
    newest = law.versions[-1]
    if rule == "appeal":
        assert newest.appeal is not None
        return newest.appeal.within
    assert newest.abatement is not None
    assert newest.abatement.emergency is not None
    return newest.abatement.emergency.within


def exposure(given: dict[str, Any]) -> Exposure:
    return what_if(
        load_law(given["village"]),
        observed_on=date.fromisoformat(given["observed_on"]),
        through=date.fromisoformat(given["through"]),
        cured_on=day(given["cured_on"]),
        priors=[Prior.model_validate(prior) for prior in given["prior_convictions"]],
        reading=Reading(given["reading"]),
        stays=[(date.fromisoformat(stay["from"]), day(stay["until"])) for stay in given["stays"]],
    )


def shown(fine: Fine) -> dict[str, Any]:
    return {
        "date": fine.date.isoformat(),
        "ordinal": fine.ordinal,
        "minimum": fine.minimum,
        "maximum": fine.maximum,
        "status": fine.status,
    }


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{case['village']}, {case['rule']} from {case['from']}")
        for case in cases("deadlines")
    ],
)
def test_a_deadline_falls_on_the_agreed_day(case: dict[str, Any]) -> None:
    law = load_law(case["village"])

    reckoned = due(named(law, case["rule"]), date.fromisoformat(case["from"]), law)

    assert reckoned.due.isoformat() == case["due"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in cases("exposure")])
def test_an_exposure_is_the_agreed_sum(case: dict[str, Any]) -> None:
    then = case["then"]

    found = exposure(case["given"])

    assert {key: getattr(found, key) for key in ("count", "stayed", "minimum", "maximum")} == {
        key: then[key] for key in ("count", "stayed", "minimum", "maximum")
    }
    assert [shown(found.offenses[n]) for n in (0, -1) if found.offenses] == [
        then[key] for key in ("first", "last") if then[key]
    ]
