"""Every worked example of every ordinance file holds, and one that does not is found out."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from ordinances.examples import Outcome, failing, outcomes
from ordinances.load import HERE, load_all, load_law
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


def test_an_example_that_does_not_hold_is_found_on_its_line(amended: Path) -> None:
    path = amended / "ny" / "williamsville" / "112" / "2027-01-01.toml"
    before = path.read_text(encoding="utf-8")
    example = """
[[examples]]
kind = "exposure"
observed_on = {on}
through = {on}
count = 1
minimum = 0
maximum = {maximum}
why = "one day"
"""
    right, wrong = example.format(on="2027-02-01", maximum=500), example.format(on="2027-02-01", maximum=350)
    early = example.format(on="2018-11-25", maximum=350)
    path.write_text(before + right + wrong + early, encoding="utf-8")

    second, third = failing(path)

    at = before.count("\n") + 1 + right.count("\n") + 1
    assert second.line == at
    assert second.key == "examples[2]"
    assert second.what == (
        "expects 1 counted, 0 stayed, at least $0.00, at most $350.00;"
        " the rules find 1 counted, 0 stayed, at least $0.00, at most $500.00"
    )
    assert third.line == at + wrong.count("\n")
    assert "the rules find a refusal: § 112-28" in third.what


def test_the_packages_own_files_have_no_failing_example() -> None:
    assert [problem for path in sorted(HERE.glob("*/*/*/*.toml")) for problem in failing(path)] == []


def test_a_file_outside_its_place_has_no_examples_to_run(tmp_path: Path) -> None:
    path = tmp_path / "2020-11-12.toml"
    path.write_text((HERE / "ny/webster/130/2020-11-12.toml").read_text(encoding="utf-8"), encoding="utf-8")

    assert failing(path) == ()
