"""Every worked example of every ordinance file holds, and one that does not is found out."""

from datetime import date
from decimal import Decimal

import pytest

from ordinances.examples import Outcome, outcomes
from ordinances.load import load_all, load_law
from rules.examples import DeadlineExample, ExposureExample
from rules.law import Law

ALL = [outcome for law in load_all().values() for outcome in outcomes(law)]


def with_example(law: Law, example: DeadlineExample | ExposureExample) -> Law:
    version = law.versions[-1].model_copy(update={"examples": (example,)})
    return law.model_copy(update={"versions": (*law.versions[:-1], version)})


@pytest.mark.parametrize(
    "outcome", ALL, ids=lambda outcome: f"{outcome.village} {outcome.number}: {outcome.why}"
)
def test_a_worked_example_holds(outcome: Outcome) -> None:
    assert outcome.found == outcome.expected


@pytest.mark.parametrize(("village", "least"), [("webster", 4), ("williamsville", 4)])
def test_a_real_village_has_examples(village: str, least: int) -> None:
    assert len(load_law(village).versions[-1].examples) >= least


def test_a_specimen_has_examples() -> None:
    specimens = [law for law in load_all().values() if law.village.specimen]

    assert len(specimens) == 3
    assert all(len(law.versions[-1].examples) >= 2 for law in specimens)


def test_an_example_with_a_wrong_day_does_not_hold() -> None:
    wrong = DeadlineExample.model_validate(
        {"kind": "deadline", "rule": "appeal", "from": "2026-06-04", "due": "2026-06-19", "why": "Juneteenth"}
    )

    (outcome,) = outcomes(with_example(load_law("webster"), wrong))

    assert not outcome.holds
    assert outcome.found == "2026-06-22"


def test_an_example_with_a_wrong_sum_does_not_hold() -> None:
    wrong = ExposureExample(
        kind="exposure",
        observed_on=date(2026, 1, 5),
        through=date(2026, 1, 5),
        count=1,
        minimum=Decimal(250),
        maximum=Decimal(250),
        why="the minimum is not the maximum",
    )

    (outcome,) = outcomes(with_example(load_law("webster"), wrong))

    assert outcome.expected == "1 counted, 0 stayed, at least $250.00, at most $250.00"
    assert outcome.found == "1 counted, 0 stayed, at least $250.00, no maximum stated"
