"""A record, of a case or of a security, that is held until the transaction ends: read, added to, made into rows.

Two subclasses say what its events tell and which rows follow; all else is the same for both.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlmodel import Session

from activities.append import append
from activities.calendar_items import remember
from activities.effects import effect_of, security_effect_of
from activities.messages import Effect
from activities.project import accrued_through, not_before, project, project_security
from activities.rows import Footing
from queries.chain import GENESIS
from queries.record import Recorded, cut_short, load, nothing, row_of
from rules import engine, security_engine
from rules.calendar import local_day
from rules.case import Case
from rules.events import Event
from rules.guarantee import Security
from rules.law import Law
from rules.refusals import Conflict
from rules.series import Series, series_of

Told = TypeVar("Told", bound=Case | Security)


class Held(ABC, Generic[Told]):
    """One record in a transaction that holds it (`activities.project.hold`), as it stands at an instant."""

    def __init__(self, session: Session, law: Law, record_id: str, at: datetime) -> None:
        self.session = session
        self.law = law
        self.id = record_id
        self.at = at
        self.entries = load(session, record_id)
        self.told: Told | None = self.fold(entry.event for entry in self.entries)
        self.footing = self._stand()

    def _stand(self) -> Footing:
        accrued = accrued_through(self.session, self.law.village.key)
        row = row_of(self.session, self.id)
        today = not_before(local_day(self.at, self.law.village.zone), row, accrued)
        return Footing(seq=len(self.entries), head=self._head, as_of=today, accrued_through=accrued)

    @property
    def _head(self) -> str:
        return self.entries[-1].hash if self.entries else GENESIS

    @property
    def standing(self) -> Told:
        """What its events tell; raises NotFound where there are none, or they are of another village's."""
        if self.told is None or self.told.village != self.law.village.key:
            raise nothing(self.id)
        return self.told

    def fault(self) -> str | None:
        """Say what is wrong with the end of the record, or None."""
        return cut_short(row_of(self.session, self.id), len(self.entries), self._head)

    def check_whole(self) -> None:
        """Raise Conflict where the end of the record is missing."""
        fault = self.fault()
        if fault is not None:
            raise Conflict(
                f"The record is not whole. {fault}", remedy="Nothing is added to it until it is restored."
            )

    def under(self, op_id: str) -> tuple[Recorded, ...]:
        """Return the events that are in the record under a key."""
        return tuple(entry for entry in self.entries if entry.op_id == op_id)

    def add(self, events: Sequence[Event], *, op_id: str, actor: str) -> tuple[Recorded, ...]:
        """Write events, and bring what they tell, its footing and its rows to them."""
        made = append(self.session, self.id, self.entries, events, op_id=op_id, actor=actor, at=self.at)
        if made:
            self.entries = (*self.entries, *made)
            self.told = self.fold((entry.event for entry in made), self.told)
            self.footing = self.footing._replace(seq=made[-1].seq, head=made[-1].hash)
            self._bring_rows()
        return made

    def look(self) -> Effect:
        """Bring the rows to today, unless the end of the record is missing: they are what tells. Raises NotFound."""
        if self.fault() is None:
            self._bring_rows()
        return self.effect({})

    def _bring_rows(self) -> None:
        self.project()
        remember(self.session, self.id, self.footing.seq, self.at)

    @abstractmethod
    def fold(self, events: Iterable[Event], told: Told | None = None) -> Told | None:
        """Return what events tell, after what has been told already."""

    @abstractmethod
    def project(self) -> None:
        """Make its rows agree with its events."""

    @abstractmethod
    def effect(self, result: dict[str, Any]) -> Effect:
        """Return where it stands, with a command's result."""


class HeldCase(Held[Case]):
    """The record of a case."""

    def fold(self, events: Iterable[Event], told: Case | None = None) -> Case | None:
        """Return the case that events tell of."""
        for event in events:
            told = engine.evolve(told, event)
        return told

    def project(self) -> None:
        """Make the rows of the case agree with its events."""
        project(self.session, self.standing, self.law, self.footing)

    def effect(self, result: dict[str, Any]) -> Effect:
        """Return where the case stands, with a command's result."""
        return effect_of(self.standing, self.law, self.footing, result)


class HeldSecurity(Held[Security]):
    """The record of a security."""

    def fold(self, events: Iterable[Event], told: Security | None = None) -> Security | None:
        """Return the security that events tell of."""
        for event in events:
            told = security_engine.evolve(told, event)
        return told

    def project(self) -> None:
        """Make the rows of the security agree with its events."""
        project_security(self.session, self.standing, self.law, self.footing)

    def effect(self, result: dict[str, Any]) -> Effect:
        """Return where the security stands, with a command's result."""
        return security_effect_of(self.standing, self.law, self.footing, result)


def held(session: Session, law: Law, record_id: str, at: datetime) -> HeldCase | HeldSecurity:
    """Return a record that is held, by the series of its id."""
    of = HeldSecurity if series_of(record_id) is Series.SECURITY else HeldCase
    return of(session, law, record_id, at)
