"""One order at one record that is held: carried out once, and answered again in the same words under the same key."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic

from sqlalchemy import select
from sqlmodel import col

from activities.held import Held, Told
from activities.keys import mark_of, used_otherwise
from activities.messages import Effect, Order
from models.case_number import CaseNumberRow
from models.command import CommandRow
from queries.record import Recorded, no_village
from queries.setting import setting_for
from rules.acts import Setting
from rules.case import Case
from rules.events import Event
from rules.refusals import Conflict, NotAllowed
from rules.values import Role


class Turn(ABC, Generic[Told]):
    """One order; a subclass says how it is carried out and what it sets off."""

    def __init__(self, held: Held[Told], order: Order, roles: frozenset[Role]) -> None:
        self.held = held
        self.order = order
        self._roles = roles

    def effect(self) -> Effect:
        """Return what the order does or, under an op_id that is in the record, what it did.

        Raises Conflict where something else was recorded under its op_id.
        """
        held = self.held
        before = held.standing if held.told is not None else None
        done = held.under(self.order.op_id)
        if done:
            self._check_same()
            until = [entry.event for entry in held.entries[: done[-1].seq]]
            then = held.fold(until[: -len(done)]), held.fold(until)
            return self.answer(done, *then).model_copy(update={"replayed": True})
        held.check_whole()
        return self.answer(self.carry_out(), before, held.standing)

    @abstractmethod
    def carry_out(self) -> tuple[Recorded, ...]:
        """Decide, and write what happened; return it. Raises a Refusal."""

    @abstractmethod
    def answer(self, done: Sequence[Recorded], before: Told | None, after: Told | None) -> Effect:
        """Return the effect of a command's events on a record that may have gone on since."""

    def setting(self, case: Case | None = None) -> Setting:
        """Return the setting of the decision."""
        held = self.held
        found = setting_for(
            held.session, held.law, case, now=held.at, actor=self.order.actor, roles=self._roles
        )
        return found.model_copy(update={"today": held.footing.as_of})

    def add(self, events: Sequence[Event]) -> tuple[Recorded, ...]:
        """Write what happened under the order's key."""
        made = self.held.add(events, op_id=self.order.op_id, actor=self.order.actor)
        if made:
            row = CommandRow(case_id=self.held.id, op_id=self.order.op_id, mark=mark_of(self.order))
            self.held.session.add(row)
        return made

    def _check_same(self) -> None:
        row = self.held.session.get(CommandRow, (self.held.id, self.order.op_id))
        if row is not None and row.mark != mark_of(self.order):
            raise used_otherwise()

    def check_first(self, village: str) -> None:
        """Raise a Refusal unless the order may begin the record: under its own number, in a village that is one."""
        order, law = self.order, self.held.law
        number = self.held.session.scalars(
            select(CaseNumberRow).where(col(CaseNumberRow.case_id) == order.case)
        ).first()
        if number is None or self.held.told is not None or number.op_id != order.op_id:
            raise Conflict(f"{order.case} is not free.", remedy="Begin it under a new number.")
        if village != order.village or number.village != order.village:
            raise no_village(village)
        if law.village.specimen:
            raise NotAllowed(
                f"{law.village.name} is a specimen of an ordinance; nothing is recorded under it.",
                remedy="Name a village.",
                field="village",
            )
