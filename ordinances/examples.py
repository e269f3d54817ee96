"""Runs the worked examples of the ordinance files against the rules: a lawyer's figures check the engine.

An example is judged under its own version and the earlier ones: a later amendment leaves it as it was.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ordinances.check import check_file
from ordinances.draft import Draft, Problem
from ordinances.load import HERE, load_law, villages
from rules.calendar import due
from rules.examples import DeadlineExample, ExposureExample
from rules.law import Law, Reading
from rules.penalties import Exposure, what_if
from rules.priors import Prior
from rules.refusals import Refusal


class Outcome(NamedTuple):
    """One example: where it stands (numbers from 1), its reason, what it expects, what the rules find."""

    village: str
    in_force: date
    number: int
    why: str
    expected: str
    found: str

    @property
    def holds(self) -> bool:
        """Whether the rules find what the example expects."""
        return self.expected == self.found


def outcomes(law: Law) -> Iterator[Outcome]:
    """Yield the outcome of every example of every version; a refusal of the rules is one too."""
    for length, version in enumerate(law.versions, start=1):
        then = law.model_copy(update={"versions": law.versions[:length]})
        for number, example in enumerate(version.examples, start=1):
            expected, found = (
                _deadline(then, example) if isinstance(example, DeadlineExample) else _exposure(then, example)
            )
            yield Outcome(law.village.key, version.in_force, number, example.why, expected, found)


def failing(path: Path) -> tuple[Problem, ...]:
    """Return the examples of an ordinance file that do not hold, each on its line.

    The file stands in its place, with its village and its state; one that does not, or is faulty, yields none.
    """
    _chapter, place, _state, root = (*path.absolute().parents, *[HERE] * 4)[:4]
    extra = None if root == HERE else root
    if place.name not in villages(extra) or check_file(path):
        return ()
    law = load_law(place.name, extra)
    lines = Draft(path.read_text(encoding="utf-8-sig")).lines
    return tuple(
        Problem(
            lines["examples", outcome.number - 1],
            f"examples[{outcome.number}]",
            f"expects {outcome.expected}; the rules find {outcome.found}",
        )
        for outcome in outcomes(law)
        if outcome.in_force.isoformat() == path.stem and not outcome.holds
    )


def _deadline(law: Law, example: DeadlineExample) -> tuple[str, str]:
    period = law.versions[-1].period(example.rule)
    found = due(period, example.from_, law).due.isoformat() if period else "no period is given"
    return example.due.isoformat(), found


def _exposure(law: Law, example: ExposureExample) -> tuple[str, str]:
    try:
        found = _what_if(law, example)
    except Refusal as refusal:
        return _told(example), f"a refusal: {refusal}"
    return _told(example), _told(found)


def _what_if(law: Law, example: ExposureExample) -> Exposure:
    return what_if(
        law,
        observed_on=example.observed_on,
        through=example.through,
        cured_on=example.cured_on,
        priors=[Prior(offense_on=each.offense_on, convicted_on=each.convicted_on) for each in example.priors],
        reading=Reading(example.reading) if example.reading else None,
        stays=[(each.from_, each.until) for each in example.stays],
        schedule=example.schedule,
    )


def _told(figures: ExposureExample | Exposure) -> str:
    maximum = "no maximum stated" if figures.maximum is None else f"at most ${figures.maximum:,.2f}"
    return f"{figures.count} counted, {figures.stayed} stayed, at least ${figures.minimum:,.2f}, {maximum}"
