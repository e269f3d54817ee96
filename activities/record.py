"""The one transaction of a command: fold, decide, append, project; and the look at a case that writes no event.

A refusal is an answer: nothing is written, and it travels back as a value.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine, select
from sqlmodel import Session, col
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities.append import append
from activities.effects import effect_of, follow_ups, result_of
from activities.messages import CaseRef, Effect, Order
from activities.project import accrued_through, hold, not_before, project
from activities.rows import Footing
from models.case import CaseRow
from models.case_number import CaseNumberRow
from models.evidence import EvidenceFileRow
from models.session import write
from ordinances.load import load_law
from queries.chain import GENESIS
from queries.record import Recorded, cut_short, load, no_case
from queries.setting import roles_of, setting_for
from rules import engine
from rules.acts import Events, Setting
from rules.calendar import local_day
from rules.case import Case
from rules.commands import AttachEvidence, Command, DeadlinePassed, OpenCase
from rules.law import Law
from rules.parsing import parse
from rules.refusals import Conflict, Incomplete, NotAllowed, NotFound, Refusal
from rules.values import Role

SYSTEM = "system"


class Records:
    """The activities `record` and `load`; `ordinances` is a folder of laws beside our own."""

    def __init__(self, engine: Engine, ordinances: Path | None = None) -> None:
        self._engine = engine
        self._ordinances = ordinances

    @activity.defn
    def record(self, order: Order) -> Effect:
        """Carry out one command in one transaction; under the same op_id it is carried out once."""
        at = moment(order.at)
        try:
            with write(self._engine) as session:
                law = law_of(order.village, self._ordinances)
                roles = _roles(session, order)
                hold(session, order.case)
                return _Attempt(session, law, order, at).effect(roles)
        except Refusal as refusal:
            return Effect(refusal=refusal.facts)

    @activity.defn
    def load(self, ref: CaseRef) -> Effect:
        """Look at a case anew and bring its rows to today; the refusal NotFound where there is none."""
        at = moment(ref.at)
        try:
            with write(self._engine) as session:
                law = law_of(ref.village, self._ordinances)
                hold(session, ref.case)
                return look(session, law, ref.case, at)
        except Refusal as refusal:
            return Effect(refusal=refusal.facts)


def moment(at: datetime | None) -> datetime:
    """Return the instant a workflow filled in; without one the message was not sent by a workflow."""
    if at is None or at.tzinfo is None:
        raise ApplicationError("the message has no instant with a zone", type="NoInstant", non_retryable=True)
    return at


def law_of(village: str, ordinances: Path | None) -> Law:
    """Return the law of a village; the refusal of an unknown one tells no more than that of a foreign one."""
    try:
        return load_law(village, ordinances)
    except NotFound:
        raise no_village(village) from None


def no_village(village: str) -> NotFound:
    """Return the one refusal for a village that is not there and for one that is not this user's."""
    return NotFound(f"There is no village {village}.", remedy="Check its key.", field="village")


def look(session: Session, law: Law, case_id: str, at: datetime) -> Effect:
    """Bring the rows of a case that is held to today, and return where it stands; raise NotFound.

    Where the end of its record is missing the rows are left alone: they are what tells.
    """
    entries = load(session, case_id)
    case = engine.fold(entry.event for entry in entries)
    if case is None or case.village != law.village.key:
        raise no_case(case_id)
    footing = footing_of(session, law, case_id, entries, at)
    if missing_end(session, case_id, entries) is None:
        project(session, case, law, footing)
    return effect_of(case, law, footing, {})


def footing_of(
    session: Session, law: Law, case_id: str, entries: Sequence[Recorded], at: datetime
) -> Footing:
    """Return what the projection of a case that is held stands on at an instant."""
    accrued = accrued_through(session, law.village.key)
    today = not_before(local_day(at, law.village.zone), session.get(CaseRow, case_id), accrued)
    head = entries[-1].hash if entries else GENESIS
    return Footing(seq=len(entries), head=head, as_of=today, accrued_through=accrued)


def missing_end(session: Session, case_id: str, entries: Sequence[Recorded]) -> str | None:
    """Return what is wrong with the end of a record, or None."""
    head = entries[-1].hash if entries else GENESIS
    return cut_short(session.get(CaseRow, case_id), len(entries), head)


def _roles(session: Session, order: Order) -> frozenset[Role]:
    if order.actor == SYSTEM and order.command == DeadlinePassed.name_:
        return frozenset({Role.SYSTEM})
    roles = frozenset() if order.actor == SYSTEM else roles_of(session, order.actor, order.village)
    if not roles:
        raise no_village(order.village) if order.command == OpenCase.name_ else no_case(order.case)
    return roles


class _Attempt:
    """One order at one case that is held, from its record to its effect."""

    def __init__(self, session: Session, law: Law, order: Order, at: datetime) -> None:
        self._session = session
        self._law = law
        self._order = order
        self._at = at
        self._entries = load(session, order.case)
        self._case = engine.fold(entry.event for entry in self._entries)
        self._footing = footing_of(session, law, order.case, self._entries, at)

    def effect(self, roles: frozenset[Role]) -> Effect:
        """Return what the order does or, under an op_id that is in the record, what it did."""
        if self._case is not None and self._case.village != self._order.village:
            raise no_case(self._order.case)
        done = tuple(entry for entry in self._entries if entry.op_id == self._order.op_id)
        if done:
            until = [entry.event for entry in self._entries[: done[-1].seq]]
            before, after = engine.fold(until[: -len(done)]), engine.fold(until)
            return self._answer(done, before, after).model_copy(update={"replayed": True})
        self._check_whole()
        before = self._case
        made = self._append(self._decide(parse(self._order.command, self._order.fields), roles))
        return self._answer(made, before, self._case)

    def _check_whole(self) -> None:
        fault = missing_end(self._session, self._order.case, self._entries)
        if fault is not None:
            raise Conflict(
                f"The record is not whole. {fault}", remedy="Nothing is added to it until it is restored."
            )

    def _decide(self, command: Command, roles: frozenset[Role]) -> Events:
        setting = setting_for(
            self._session, self._law, self._case, now=self._at, actor=self._order.actor, roles=roles
        ).model_copy(update={"today": self._footing.as_of})
        if isinstance(command, OpenCase):
            return self._open(command, setting)
        if self._case is None:
            raise no_case(self._order.case)
        if isinstance(command, AttachEvidence):
            self._check_stored(command)
        return engine.decide(self._case, command, setting)

    def _open(self, command: OpenCase, setting: Setting) -> Events:
        number = self._session.scalars(
            select(CaseNumberRow).where(col(CaseNumberRow.case_id) == self._order.case)
        ).first()
        if number is None or self._case is not None or number.op_id != self._order.op_id:
            raise Conflict(f"{self._order.case} is not free.", remedy="Open the case under a new number.")
        if command.village != self._order.village or number.village != self._order.village:
            raise no_village(command.village)
        if self._law.village.specimen:
            raise NotAllowed(
                f"{self._law.village.name} is a specimen of an ordinance; no cases are opened under it.",
                remedy="Open the case in a village.",
                field="village",
            )
        return engine.open_case(self._order.case, command, setting)

    def _check_stored(self, command: AttachEvidence) -> None:
        stored = select(col(EvidenceFileRow.sha256)).where(col(EvidenceFileRow.sha256) == command.sha256)
        if command.sha256 is not None and self._session.scalar(stored) is None:
            raise Incomplete("The file has not been uploaded.", remedy="Upload it first.", field="sha256")

    def _append(self, events: Events) -> tuple[Recorded, ...]:
        """Write the events, and bring the case, its footing and its rows to them."""
        order = self._order
        made = append(
            self._session,
            order.case,
            self._entries,
            events,
            op_id=order.op_id,
            actor=order.actor,
            at=self._at,
        )
        for entry in made:
            self._case = engine.evolve(self._case, entry.event)
        if made and self._case is not None:
            self._footing = self._footing._replace(seq=made[-1].seq, head=made[-1].hash)
            project(self._session, self._case, self._law, self._footing)
        return made

    def _answer(self, done: Sequence[Recorded], before: Case | None, after: Case | None) -> Effect:
        """Return the effect of a command's events on a case that may have gone on since."""
        assert self._case is not None
        assert after is not None
        events = [entry.event for entry in done]
        effect = effect_of(self._case, self._law, self._footing, result_of(events))
        others = follow_ups(self._session, before, after, events)
        return effect.model_copy(update={"follow_ups": others})
