"""Where the attorney of a village decides its doubtful questions, from a page or by a program.

What is refused is refused here at once, by the same rules; the engine decides again, and its word counts.
"""

from typing import Any, NamedTuple

from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from activities.messages import Decided, DecisionOrder
from models.session import read
from queries.decision_preview import Looker, Preview, preview
from queries.interpretations import QuestionView, interpretations_of
from queries.record import no_village
from rules.calendar import local_day
from rules.interpretations import DecideQuestion, Decision, check_may, choice_of, decide, question_of
from rules.law import Law, Question
from rules.parsing import parse_as
from web.auth import Person
from web.errors import Answered
from web.office import Office


class Weighed(NamedTuple):
    """A decision that may be recorded, and what it would change."""

    decision: Decision
    preview: Preview


def questions(here: Office, me: Person, village: str) -> tuple[QuestionView, ...]:
    """Return every doubtful question of one of the person's villages; raise NotFound."""
    _check_mine(me, village)
    with read(here.engine) as session:
        return interpretations_of(session, village, here.today(village), here.settings.ordinances)


def question(here: Office, me: Person, village: str, name: str) -> QuestionView:
    """Return one question that this person may decide; raise NotFound, WrongRole, NotAllowed."""
    found = questions(here, me, village)
    check_may(me.roles_in(village))
    wanted = question_of(here.law(village), name)
    return next(each for each in found if each.question is wanted)


def weigh(here: Office, me: Person, village: str, fields: dict[str, Any]) -> Weighed:
    """Return a decision and what it would change; raise a Refusal. Nothing is recorded."""
    _check_mine(me, village)
    with read(here.engine) as session:
        law = here.law_in(session, village)
        decision = _decided(here, me, law, fields)
        return Weighed(decision, _preview(here, me, session, law, decision.question, decision.choice))


def foresee(here: Office, me: Person, village: str, name: str, choice: str) -> Preview:
    """Return what a choice would change; raise a Refusal."""
    _check_mine(me, village)
    check_may(me.roles_in(village))
    with read(here.engine) as session:
        law = here.law_in(session, village)
        wanted = question_of(law, name)
        return _preview(here, me, session, law, wanted, choice_of(wanted, choice))


async def record(here: Office, me: Person, village: str, fields: dict[str, Any], op: str) -> Decided:
    """Record a decision; raise a Refusal, EngineUnreachable, EngineBusy."""
    await run_in_threadpool(_check, here, me, village, fields)
    decided = await here.door.decide(DecisionOrder(village=village, fields=fields, op_id=op, actor=me.name))
    if decided.refusal is not None:
        raise Answered(decided.refusal)
    return decided


def _check(here: Office, me: Person, village: str, fields: dict[str, Any]) -> None:
    _check_mine(me, village)
    _decided(here, me, here.law(village), fields)


def _check_mine(me: Person, village: str) -> None:
    if village not in me.roles:
        raise no_village(village)


def _decided(here: Office, me: Person, law: Law, fields: dict[str, Any]) -> Decision:
    village, roles = law.village, me.roles_in(law.village.key)
    check_may(roles)
    today = local_day(here.clock(), village.zone)
    return decide(law, parse_as(DecideQuestion, fields), today=today, roles=roles)


def _preview(here: Office, me: Person, session: Session, law: Law, wanted: Question, choice: str) -> Preview:
    looker = Looker(now=here.clock(), actor=me.name, roles=me.roles_in(law.village.key))
    return preview(session, law, wanted, choice, looker)
