"""Which papers there are: those that an event calls for, and the statements that a person asks for."""

from collections.abc import Mapping
from typing import Any, Final

from documents.cover_sheet import cover_sheets
from documents.occasion import Maker, Occasion, SecurityMaker, SecurityOccasion, Statement
from documents.paper import Paper
from documents.papers import (
    abatement,
    account,
    accusation,
    appeal,
    appeal_decision,
    assessment,
    charged,
    disposition,
    draws,
    hearing,
    injunction,
    lien,
    notice,
    occupancy,
    prior_judgments,
    schedule,
    security,
    service,
    settlement,
    stop_work,
    warning,
)
from rules.case import Case
from rules.events import Event
from rules.guarantee import Security
from rules.law import Law

SUBJECTS: Final[tuple[Any, ...]] = (
    notice,
    service,
    stop_work,
    appeal,
    hearing,
    appeal_decision,
    occupancy,
    abatement,
    warning,
    accusation,
    charged,
    disposition,
    settlement,
    injunction,
    schedule,
    prior_judgments,
    assessment,
    lien,
    account,
    security,
    draws,
)
"""Modules, each with PAPERS, SECURITY_PAPERS, STATEMENTS or more than one of them."""


def _gathered(name: str) -> dict[type[Event], tuple[Any, ...]]:
    # One event may call for papers of several subjects; they are issued in the order of the subjects.
    makers: dict[type[Event], tuple[Any, ...]] = {}
    for subject in SUBJECTS:
        for event, more in getattr(subject, name, {}).items():
            makers[event] = (*makers.get(event, ()), *more)
    return makers


CALLED_FOR: Final[Mapping[type[Event], tuple[Maker, ...]]] = _gathered("PAPERS")
ON_SECURITIES: Final[Mapping[type[Event], tuple[SecurityMaker, ...]]] = _gathered("SECURITY_PAPERS")
STATEMENTS: Final[Mapping[str, Statement]] = {
    each.kind: each for subject in SUBJECTS for each in getattr(subject, "STATEMENTS", ())
}


def calls_for_paper(event: Event) -> bool:
    """Whether an event may call for a paper."""
    return type(event) in CALLED_FOR or type(event) in ON_SECURITIES


def papers_of(law: Law, told: Case | Security, event: Event) -> tuple[Paper, ...]:
    """Return the papers that an event calls for; `told` is the case or security as it stood right after it."""
    if isinstance(told, Case):
        occasion = Occasion(law, told, event)
        papers = tuple(paper for make in CALLED_FOR.get(type(event), ()) for paper in make(occasion))
        return (*papers, *cover_sheets(occasion, papers))
    of_security = SecurityOccasion(law, told, event)
    return tuple(paper for make in ON_SECURITIES.get(type(event), ()) for paper in make(of_security))
