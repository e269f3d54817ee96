"""Records the decisions of doubtful questions, and makes the rows of every record of the village follow.

A decision is only ever added; one that supersedes another stands after it. The record of a case is not touched:
what changes is how it is read.
"""

import hashlib
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine, select
from sqlmodel import Session, col
from temporalio import activity

from activities.effects import POKE
from activities.held import held
from activities.messages import Decided, DecisionOrder, FollowUp, Revised, Revision
from activities.project import hold
from activities.record import law_of, moment
from activities.register import page_of_cases
from activities.wakers import wakers
from models.interpretation import InterpretationRow
from models.session import read, write
from models.village import VillageRow
from queries.record import no_village, verify
from queries.setting import roles_of
from rules.calendar import local_day
from rules.interpretations import DecideQuestion, Decision, decide
from rules.law import Law
from rules.parsing import parse_as
from rules.refusals import Conflict, NotAllowed, Refusal

PAGE = 200
"""Records to an activity: a second or two, and few enough to poke from one workflow at once."""


class Interpretations:
    """The activities `record_decision` and `revise`; `ordinances` is a folder of laws beside our own."""

    def __init__(self, engine: Engine, ordinances: Path | None = None) -> None:
        self._engine = engine
        self._ordinances = ordinances

    @activity.defn
    def record_decision(self, order: DecisionOrder) -> Decided:
        """Record a decision in one transaction; under the same key it is recorded once."""
        at = moment(order.at)
        try:
            with write(self._engine) as session:
                return _record(session, order, at, self._ordinances)
        except Refusal as refusal:
            return Decided(refusal=refusal.facts)

    @activity.defn
    def revise(self, revision: Revision) -> Revised:
        """Make the rows of a page of a village's records follow its law as it is read now."""
        at = moment(revision.at)
        with read(self._engine) as session:
            page = page_of_cases(session, revision.after, PAGE)
        mine = [place.case for place in page if place.village == revision.village]
        moved = [case for case in mine if _heard(case) and self._look_again(case, revision.village, at)]
        note = "a doubtful question of law was decided"
        pokes = (FollowUp(kind=POKE, case=case, village=revision.village, note=note) for case in moved)
        return Revised(
            after=page[-1].case if len(page) == PAGE else None, records=len(mine), follow_ups=tuple(pokes)
        )

    def _look_again(self, case: str, village: str, at: datetime) -> bool:
        """Look at a record again and tell whether what wakes it has changed.

        One that is not whole keeps its rows: they are what tells.
        """
        with write(self._engine) as session:
            hold(session, case)
            if verify(session, case) is not None:
                return False
            before = wakers(session, case)
            record = held(session, law_of(session, village, self._ordinances), case, at)
            if record.told is not None:
                record.look()
            return before != wakers(session, case)


def key_of(order: DecisionOrder) -> str:
    """Return the key a decision is recorded under: what was given, whose it is, and for which village."""
    return hashlib.sha256(f"{order.village}\0{order.actor}\0{order.op_id}".encode()).hexdigest()[:32]


# --- recording ------------------------------------------------------------------------------------------


def _record(session: Session, order: DecisionOrder, at: datetime, ordinances: Path | None) -> Decided:
    roles = roles_of(session, order.actor, order.village)
    if not roles:
        raise no_village(order.village)
    # One decision of a village at a time; and none while a page of its nightly run is being dated.
    held_by_us = (
        select(VillageRow).where(col(VillageRow.key) == order.village).with_for_update(key_share=True)
    )
    session.scalars(held_by_us).one()
    law = law_of(session, order.village, ordinances)
    command = parse_as(DecideQuestion, order.fields)
    there = session.scalar(select(InterpretationRow).where(col(InterpretationRow.op_id) == key_of(order)))
    if there is not None:
        return _again(there, command)
    _check_kept(law)
    decision = decide(law, command, today=local_day(at, law.village.zone), roles=roles)
    return Decided(number=_add(session, order, decision, at))


def _add(session: Session, order: DecisionOrder, decision: Decision, at: datetime) -> int:
    taken = select(col(InterpretationRow.number)).where(col(InterpretationRow.village) == order.village)
    number = 1 + max(session.scalars(taken), default=0)
    row = InterpretationRow(
        village=order.village,
        number=number,
        recorded_by=order.actor,
        recorded_at=at,
        op_id=key_of(order),
        **decision.model_dump(),
    )
    session.add(row)
    return number


def _again(there: InterpretationRow, command: DecideQuestion) -> Decided:
    """Answer a decision that is recorded already; raise Conflict where the key was used for another one."""
    if any(getattr(there, name) != getattr(command, name) for name in Decision.model_fields):
        raise Conflict(
            f"Under this key it is recorded that {there.question} was decided as {there.choice} by {there.decided_by}"
            f" on {there.decided_on}; this was not recorded.",
            remedy="Record another decision under a key of its own.",
        )
    return Decided(number=there.number, replayed=True)


def _check_kept(law: Law) -> None:
    if law.village.specimen:
        raise NotAllowed(f"{law.village.name} is a specimen of an ordinance; nothing is decided for it.")


def _heard(case: str) -> bool:
    if activity.in_activity():
        activity.heartbeat(case)
    return True
