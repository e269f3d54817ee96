"""How the doubtful questions of a village are read now, by whom it was decided, and what was decided before.

`law_in` is the one place where the law of a case is loaded: the files, and what was decided since.
"""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import bindparam, select
from sqlmodel import Session, col

from models.interpretation import InterpretationRow
from ordinances.load import READINGS_KEPT, load_decided, load_law
from rules.interpretations import ASKED, Decision, turns_on
from rules.law import CHOICES, Law, Question
from rules.values import Value

# With every command and every look: so it is made once.
_DECISIONS: Final = (
    select(*(getattr(InterpretationRow, name) for name in Decision.model_fields))
    .where(col(InterpretationRow.village) == bindparam("of"))
    .order_by(col(InterpretationRow.number))
)


class Recorded(Value):
    """One decision as it was recorded: the `number`-th of its village; never changed."""

    number: int
    choice: str
    authority: str
    decided_by: str
    decided_on: date
    recorded_by: str
    recorded_at: datetime


class QuestionView(Value):
    """One doubtful question: the reading in force, whose it is, and what was decided, the last first.

    Without `decided_by` it is the default of the village's file and not decided by counsel. `offered` is empty where
    any words do. `sections` are those whose effect depends on it.
    """

    question: Question
    asked: str
    choice: str
    authority: str
    decided_by: str | None
    decided_on: date | None
    default: str
    offered: tuple[str, ...]
    sections: tuple[str, ...]
    history: tuple[Recorded, ...]


def decisions_of(session: Session, village: str) -> tuple[Decision, ...]:
    """Return the decisions of a village in order of recording."""
    return _read(tuple(tuple(row) for row in session.execute(_DECISIONS, {"of": village})))


@lru_cache(maxsize=READINGS_KEPT)
def _read(rows: tuple[tuple[Any, ...], ...]) -> tuple[Decision, ...]:
    return tuple(Decision(**dict(zip(Decision.model_fields, row, strict=True))) for row in rows)


def law_in(session: Session, village: str, ordinances: Path | None = None) -> Law:
    """Return the law of a village as it is read now; raise NotFound.

    Whoever writes to a record asks for it after holding the record: a decision made meanwhile is either in it, or its
    revision comes to the record later (docs/decisions/interpretations.md).
    """
    return load_decided(village, decisions_of(session, village), ordinances)


def interpretations_of(
    session: Session, village: str, today: date, ordinances: Path | None = None
) -> tuple[QuestionView, ...]:
    """Return every doubtful question that arises in a village; raise NotFound."""
    law, filed = law_in(session, village, ordinances), load_law(village, ordinances).village.interpretations
    history = _history(session, village)
    return tuple(
        QuestionView(
            question=question,
            asked=asked,
            **law.village.interpretations[question].model_dump(),
            default=filed[question].choice,
            offered=CHOICES[question] or (),
            sections=turns_on(law, question, today),
            history=history.get(question, ()),
        )
        for question, asked in ASKED.items()
        if question in filed
    )


def _history(session: Session, village: str) -> Mapping[Question, tuple[Recorded, ...]]:
    row = InterpretationRow
    found: dict[Question, tuple[Recorded, ...]] = {}
    for each in session.scalars(select(row).where(col(row.village) == village).order_by(col(row.number))):
        told = Recorded(**each.model_dump(include=set(Recorded.model_fields)))
        question = Question(each.question)
        found[question] = (told, *found.get(question, ()))
    return found
