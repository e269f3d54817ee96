"""The law as the engine holds it: each village's ordinance in sentences, and how its doubtful questions are read."""

from itertools import groupby
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response

from ordinances.show import ASKED, sentences
from queries.record import no_village
from rules.law import Interpretation, Law, Question
from web.auth import Me
from web.office import Here
from web.render import page
from web.words import plain

router = APIRouter()

CHANGES: Final[dict[Question, dict[str, str]]] = {
    Question.TIER_READING: {
        "prior_conviction": "An offense is a second one only where it was committed after the judgment on an"
        " earlier one; until then every separate offense stands in the first tier.",
        "prior_offense": "Every earlier offense counts, judged or not: the second day of a violation is a second"
        " offense already, and the exposure climbs through the tiers within one case.",
    },
    Question.APPEAL_STAY: {
        "statutory": "While an appeal pends nothing is charged, assessed or drawn, unless imminent peril is"
        " certified.",
        "none": "An appeal stays nothing: charges, village work and its cost go on while it pends.",
    },
    Question.CLASSIFICATION: {
        "violation": "The earlier time limit governs: limitation dates on the desk and the board are those of"
        " a violation.",
        "unclassified_misdemeanor": "The longer time limit governs: limitation dates on the desk and the board"
        " are those of a misdemeanor.",
    },
    Question.OFFENSE_START: {
        "observed": "Separate offenses are charged from the day the violation was first observed.",
        "service": "Separate offenses are charged only from the day the notice was served.",
    },
    Question.STAYED_OFFENSES: {
        "hold": "Offenses dated during a stay are kept apart: they count once they are released by a command.",
        "drop": "Offenses dated during a stay never count.",
    },
}
"""What a choice changes, in words; a choice that is not here is shown by its name and section alone."""
FREE: Final = {
    Question.APPEAL_BODY: "The body that is named in notices and before which an appeal is scheduled.",
    Question.TAX_ROLL_CUTOFF: "A charge confirmed after this day goes to the levy of the following fiscal year.",
}


class Reading(NamedTuple):
    """One doubtful question, how a village reads it, and what that changes."""

    question: str
    asked: str
    made: Interpretation
    choice: str
    changes: str
    others: tuple[tuple[str, str], ...]


@router.get("/ordinances")
def ordinances(request: Request, here: Here, me: Me) -> Response:
    """List the ordinances of the person's villages, with their versions."""
    laws = [here.law(village) for village in me.villages]
    return page(request, "ordinances.html", laws=laws)


@router.get("/ordinances/{village}")
def ordinance(request: Request, here: Here, me: Me, village: str) -> Response:
    """Show the law of a village in sentences: its own part, then each version."""
    law = here.law(_mine(me, village))
    parts = [(day, tuple(each)) for day, each in groupby(sentences(law), lambda section: section.in_force)]
    versions = {version.in_force: version for version in law.versions}
    return page(
        request,
        "ordinance.html",
        law=law,
        parts=parts,
        versions=versions,
        current=law.on(here.today(village)),
    )


@router.get("/interpretations")
def interpretations(request: Request, here: Here, me: Me) -> Response:
    """Show how each of the person's villages reads the doubtful questions."""
    laws = [here.law(village) for village in me.villages]
    return page(request, "interpretations.html", laws=[(law.village, _readings(law)) for law in laws])


def _mine(me: Me, village: str) -> str:
    if village not in me.roles:
        raise no_village(village)
    return village


def _readings(law: Law) -> tuple[Reading, ...]:
    known = law.village.interpretations
    return tuple(_reading(question, asked, known[question]) for question, asked in ASKED.items())


def _reading(question: Question, asked: str, made: Interpretation) -> Reading:
    words = CHANGES.get(question, {})
    others = tuple((plain(choice), text) for choice, text in words.items() if choice != made.choice)
    changes = words.get(made.choice) or FREE.get(question, "")
    choice = plain(made.choice) if made.choice in words else made.choice
    return Reading(question, asked, made, choice, changes, others)
