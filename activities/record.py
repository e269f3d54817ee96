"""The one transaction of a command: fold, decide, append, project; and the look at a record that writes no event.

A refusal is an answer: nothing is written, and it travels back as a value.
"""

from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import Session
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities.case_turn import CaseTurn
from activities.held import HeldCase, HeldSecurity, held
from activities.mail_messages import MAIL
from activities.messages import CaseRef, Effect, FollowUp, Order
from activities.outbox import put_news
from activities.project import hold
from activities.security_turn import SecurityTurn
from models.session import write
from queries.interpretations import law_in
from queries.record import no_village, nothing
from queries.setting import roles_of
from rules.commands import DeadlinePassed, OpenCase
from rules.law import Law
from rules.refusals import NotFound, Refusal
from rules.security_commands import PostSecurity
from rules.series import Series, series_of
from rules.values import Role

SYSTEM = "system"
FIRST = (OpenCase.name_, PostSecurity.name_)


class Records:
    """The activities `record` and `load`; `ordinances` is a folder of laws beside our own.

    Where mail is sent, what a command sets off goes into the outbox in its transaction.
    """

    def __init__(self, engine: Engine, ordinances: Path | None = None, *, sends_mail: bool = False) -> None:
        self._engine = engine
        self._ordinances = ordinances
        self._sends_mail = sends_mail

    @activity.defn
    def record(self, order: Order) -> Effect:
        """Carry out one command in one transaction; under the same op_id it is carried out once."""
        at = moment(order.at)
        try:
            with write(self._engine) as session:
                roles = _roles(session, order)
                hold(session, order.case)
                law = law_of(session, order.village, self._ordinances)
                if series_of(order.case) is Series.SECURITY:
                    security = HeldSecurity(session, law, order.case, at)
                    return self._told(security, order, SecurityTurn(security, order, roles).effect())
                case = HeldCase(session, law, order.case, at)
                return self._told(case, order, CaseTurn(case, order, roles).effect())
        except Refusal as refusal:
            return Effect(refusal=refusal.facts)

    def _told(self, record: HeldCase | HeldSecurity, order: Order, effect: Effect) -> Effect:
        """Put the mails that an order's events set off into the outbox; return its effect, with their errand first."""
        done = record.under(order.op_id)
        if not self._sends_mail or not put_news(record, done, anew=not effect.replayed):
            return effect
        errand = FollowUp(kind=MAIL, case=order.case, village=order.village)
        return effect.model_copy(update={"follow_ups": (errand, *effect.follow_ups)})

    @activity.defn
    def load(self, ref: CaseRef) -> Effect:
        """Look at a record anew and bring its rows to today; the refusal NotFound where there is none."""
        at = moment(ref.at)
        try:
            with write(self._engine) as session:
                hold(session, ref.case)
                law = law_of(session, ref.village, self._ordinances)
                return held(session, law, ref.case, at).look()
        except Refusal as refusal:
            return Effect(refusal=refusal.facts)


def moment(at: datetime | None) -> datetime:
    """Return the instant a workflow filled in; without one the message was not sent by a workflow."""
    if at is None or at.tzinfo is None:
        raise ApplicationError("the message has no instant with a zone", type="NoInstant", non_retryable=True)
    return at


def law_of(session: Session, village: str, ordinances: Path | None) -> Law:
    """Return the law of a village as it is read now: ask after holding what it is for (`queries.interpretations`).

    The refusal of an unknown village tells no more than that of a foreign one.
    """
    try:
        return law_in(session, village, ordinances)
    except NotFound:
        raise no_village(village) from None


def _roles(session: Session, order: Order) -> frozenset[Role]:
    if order.actor == SYSTEM and order.command == DeadlinePassed.name_:
        return frozenset({Role.SYSTEM})
    roles = frozenset() if order.actor == SYSTEM else roles_of(session, order.actor, order.village)
    if not roles:
        raise no_village(order.village) if order.command in FIRST else nothing(order.case)
    return roles
