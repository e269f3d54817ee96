"""The law in sentences: every section of the text is cited, nothing is claimed that the data do not say."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from ordinances.load import load_all, load_law
from ordinances.show import Section, sentences
from rules.law import Ordinance

VILLAGE_TITLES = [
    "The village",
    "Reckoning time",
    "Public holidays",
    "Service",
    "Time limit, stay and records",
    "Tax levy",
    "Thresholds",
    "Interpretations",
]
VERSION_TITLES = [
    "The ordinance",
    "Notice of violation",
    "Appeal",
    "Stop work",
    "Penalties",
    "Occupancy and injunction",
    "Work by the village",
    "Lien",
    "Security",
]


def shown(village: str) -> str:
    return "\n".join(line for section in sentences(load_law(village)) for line in section.lines)


def sections_in(value: Any) -> set[str]:
    """Return all sections that stand beside a value of an ordinance."""
    if isinstance(value, BaseModel):
        own = {value.section} if hasattr(value, "section") else set()
        return own.union(*(sections_in(part) for _, part in value))
    if isinstance(value, dict):
        return set().union(*map(sections_in, value.values()))
    return set().union(*map(sections_in, value)) if isinstance(value, tuple) else set()


@pytest.mark.parametrize("village", ["webster", "williamsville"])
def test_every_heading_is_there_and_none_is_empty(village: str) -> None:
    told = sentences(load_law(village))

    assert [section.title for section in told] == VILLAGE_TITLES + VERSION_TITLES
    assert all(section.lines for section in told)


@pytest.mark.parametrize("village", load_all())
def test_every_section_in_the_data_is_cited(village: str) -> None:
    text = shown(village)

    assert [section for section in sections_in(load_law(village).versions[-1]) if section not in text] == []


@pytest.mark.parametrize(
    ("village", "line"),
    [
        ("webster", "Every offense: not less than $250, no maximum stated. [§ 130-28E]"),
        ("webster", "Imprisonment of at most 30 days, with the fine or instead of it. [§ 130-28E]"),
        ("webster", "The fine never escalates."),
        ("webster", "Construction: 125 percent of the estimated cost. [§ 130-24G]"),
        ("webster", "Flag Day: second Sunday of June; never moves. [General Construction Law § 24]"),
        (
            "williamsville",
            "Offense 1: no minimum stated, not more than $350. [§ 112-28H(3)(d), first offense]",
        ),
        (
            "williamsville",
            "Offense 3 and later: not less than $700, not more than $1,000. [§ 112-28H(3)(d), third offense]",
        ),
        (
            "williamsville",
            "They count within 5 years, offense date to offense date, the anniversary excluded. [§ 112-28H(3)(d)]",
        ),
        ("romeoville-like", "At most $5,000 in each calendar year. [§ 160-41]"),
        ("romeoville-like", "The ordinance gives no appeal from the notice."),
        (
            "laporte-like",
            (
                "Notice of a hearing is given 5 business days before the hearing, days of rest not counted;"
                " its end never moves. [§ 54-22]"
            ),
        ),
    ],
)
def test_a_sentence_says_what_the_data_say(village: str, line: str) -> None:
    assert line in shown(village).split("\n")


def test_the_two_kinds_of_stop_work_are_told_apart() -> None:
    assert "It arises with receipt of the notice of violation; all work stops" in shown("webster")
    assert "It arises by a separate order; all but activities that address the violations" in shown(
        "williamsville"
    )


def test_an_interpretation_says_whether_counsel_decided_it() -> None:
    law = load_law("webster")
    question, made = next(iter(law.village.interpretations.items()))
    decided = made.model_copy(update={"decided_by": "A. Counsel"})
    place = law.village.model_copy(update={"interpretations": {question: decided}})

    (told,) = interpretations(sentences(law.model_copy(update={"village": place})))

    assert "A default, until counsel decides." in "".join(interpretations(sentences(law)))
    assert "Decided by A. Counsel." in told


def interpretations(told: tuple[Section, ...]) -> tuple[str, ...]:
    return next(section.lines for section in told if section.title == "Interpretations")


def test_no_number_is_shown_that_is_not_in_the_data() -> None:
    version = load_law("williamsville").versions[-1].model_copy(update={"examples": ()})
    bare = re.sub(r"“[^”]*”|\[[^]]*\](?:\[\d\])*\]?", "", shown_version(version))

    shown_numbers = set(re.findall(r"\$?\d+(?:,\d{3})*", bare))

    assert shown_numbers <= {
        "30",
        "$350",
        "$700",
        "$1,000",
        "1",
        "2",
        "3",
        "5",
        "6",
        "15",
        "26",
        "2018",
        "112",
        "28",
    }


def shown_version(version: Ordinance) -> str:
    law = load_law("williamsville").model_copy(update={"versions": (version,)})
    return "\n".join(line for section in sentences(law) if section.in_force for line in section.lines)


def test_each_version_is_told_under_its_day(amended: Path) -> None:
    told = sentences(load_law("williamsville", amended))

    days = [
        section.in_force.isoformat() for section in told if section.in_force and section.title == "Penalties"
    ]
    first = [line for section in told for line in section.lines if line.startswith("Offense 1:")]
    assert days == ["2018-11-26", "2027-01-01"]
    assert [Decimal(re.findall(r"\$(\d+)", line)[0]) for line in first] == [350, 500]
