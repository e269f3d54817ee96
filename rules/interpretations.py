"""Decisions of doubtful questions of law: what the attorney may decide, and the law as it then reads.

A decision is a reading of the law and not a fact of a case: from its recording on it is the law of every case of the
village. Of two decisions of one question the one recorded last stands, whatever days they bear.
"""

from collections.abc import Iterable
from datetime import date
from typing import Final

from pydantic import TypeAdapter, ValidationError

from rules.law import CHOICES, DayOfTheYear, Interpretation, Law, Question
from rules.refusals import FutureFact, Incomplete, Malformed, NotAllowed, NotFound, WrongRole
from rules.values import FactDate, Role, Value

DECIDERS: Final = frozenset({Role.ATTORNEY})
LONGEST_NAME: Final = 300
LONGEST_AUTHORITY: Final = 4_000
_DAY: Final[TypeAdapter[str]] = TypeAdapter(DayOfTheYear)


ASKED: Final = {
    Question.TIER_READING: "Which earlier offenses raise the tier",
    Question.APPEAL_STAY: "Whether an appeal stays enforcement",
    Question.CLASSIFICATION: "What class of offense it is, and so how long it can be charged",
    Question.OFFENSE_START: "From which day separate offenses are charged",
    Question.STAYED_OFFENSES: "What becomes of offenses dated during a stay",
    Question.APPEAL_BODY: "Who hears the appeal",
    Question.TAX_ROLL_CUTOFF: "Last day (MM-DD) to confirm a charge for the next tax levy",
}
"""What each question asks, as a village's people read it."""


class Decision(Value):
    """One decision: the reading chosen, who chose it, on which day and on what authority."""

    question: Question
    choice: str
    authority: str
    decided_by: str
    decided_on: date


class DecideQuestion(Value):
    """What the attorney asks for: a choice among those offered, with who decided, when, and on what authority."""

    model_config = {"str_strip_whitespace": True}
    question: str
    choice: str = ""
    authority: str = ""
    decided_by: str = ""
    decided_on: FactDate | None = None


def as_decided(law: Law, decisions: Iterable[Decision]) -> Law:
    """Return the law of a village as its decisions, in order of recording, read it."""
    made = {each.question: _interpretation(each) for each in decisions}
    if not made:
        return law
    readings = law.village.interpretations | made
    village = law.village.model_copy(update={"interpretations": readings})
    return law.model_copy(update={"village": village})


def _interpretation(decision: Decision) -> Interpretation:
    return Interpretation(**decision.model_dump(exclude={"question"}))


def decide(law: Law, command: DecideQuestion, *, today: date, roles: frozenset[Role]) -> Decision:
    """Return the decision that a command makes.

    Raises WrongRole, NotFound for a question there is not, and for what was typed Incomplete, Malformed, FutureFact.
    """
    check_may(roles)
    question = question_of(law, command.question)
    choice = choice_of(question, command.choice)
    authority = _given(command.authority, "authority", "On what authority?", LONGEST_AUTHORITY)
    decided_by = _given(command.decided_by, "decided_by", "Who decided it?", LONGEST_NAME)
    if command.decided_on is None:
        raise Incomplete("The day of the decision is missing.", remedy="Give it.", field="decided_on")
    if command.decided_on > today:
        raise FutureFact(
            f"The decision is dated {command.decided_on}, which is after today, {today}.",
            remedy=f"Give {today} or an earlier day.",
            field="decided_on",
        )
    return Decision(
        question=question,
        choice=choice,
        authority=authority,
        decided_by=decided_by,
        decided_on=command.decided_on,
    )


def check_may(roles: frozenset[Role]) -> None:
    """Raise WrongRole unless the decision is this person's to record."""
    if not roles & DECIDERS:
        raise WrongRole(
            "Doubtful questions of law are decided by the village's attorney.",
            remedy="Ask one who has that role.",
        )


def question_of(law: Law, name: str) -> Question:
    """Return the question of this name; raise NotFound naming those there are, NotAllowed where none arises."""
    if name not in tuple(Question):
        raise NotFound(
            f"There is no question {name!r}.", remedy=f"There are: {', '.join(Question)}.", field="question"
        )
    question = Question(name)
    if question not in law.village.interpretations:
        raise NotAllowed(
            f"The question {question} does not arise in the {law.village.name}.",
            remedy="It has no tax levy of its own in its file.",
            field="question",
        )
    return question


def choice_of(question: Question, choice: str) -> str:
    """Return a choice that its question offers; raise Malformed naming those it does."""
    offered = CHOICES[question]
    if not choice.strip():
        raise Incomplete("The choice is missing.", remedy=_offers(question), field="choice")
    if question is Question.TAX_ROLL_CUTOFF:
        return _month_and_day(choice)
    if offered is not None and choice not in offered:
        raise Malformed(
            f"{choice[:40]!r} is not offered for {question}.", remedy=_offers(question), field="choice"
        )
    return _given(choice, "choice", _offers(question), LONGEST_NAME)


def _offers(question: Question) -> str:
    offered = CHOICES[question]
    if offered is not None:
        return f"Choose one of: {', '.join(offered)}."
    if question is Question.TAX_ROLL_CUTOFF:
        return "Give a day of every year, written MM-DD."
    return "Give the name of the body."


def _month_and_day(choice: str) -> str:
    try:
        return _DAY.validate_python(choice)
    except ValidationError:
        raise Malformed(
            f"{choice[:40]!r} is no day of every year.",
            remedy=_offers(Question.TAX_ROLL_CUTOFF),
            field="choice",
        ) from None


def _given(text: str, field: str, asked: str, longest: int) -> str:
    if not text.strip():
        raise Incomplete(f"{field.replace('_', ' ').capitalize()} is empty.", remedy=asked, field=field)
    if len(text) > longest:
        raise Malformed(f"It is longer than {longest} characters.", remedy="Shorten it.", field=field)
    return text.strip()


# --- what turns on a question ---------------------------------------------------------------------------


def turns_on(law: Law, question: Question, today: date) -> tuple[str, ...]:
    """Return the sections whose effect depends on the answer, in the version in force on a day; each once.

    None where nothing does: the reading of the tiers under an ordinance whose fines do not rise.
    """
    version = law.on(today) or law.versions[-1]
    penalties = [penalty.section for penalty in version.penalties.values()]
    rising = [penalty.section for penalty in version.penalties.values() if penalty.trigger]
    appeal = [version.appeal.section] if version.appeal else []
    stay = [law.state.appeal_stay.section] if law.state.appeal_stay else []
    limits = [limit.section for limit in law.state.limitation.values()]
    levy = [law.village.levy.section] if law.village.levy else []
    found = {
        Question.TIER_READING: rising,
        Question.APPEAL_STAY: [*appeal, *stay],
        Question.CLASSIFICATION: [*penalties, *limits],
        Question.OFFENSE_START: penalties,
        Question.STAYED_OFFENSES: [*penalties, *stay],
        Question.APPEAL_BODY: appeal,
        Question.TAX_ROLL_CUTOFF: levy,
    }
    return tuple(dict.fromkeys(found[question]))
