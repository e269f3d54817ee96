"""An order at a security and, where it is of a draw, at the case the draw is for: both in one transaction.

The security is held first, then the case; a command on a case never holds a security, so none wait for each other.
"""

from collections.abc import Sequence

from sqlalchemy import select
from sqlmodel import col

from activities.effects import papers_for, pokes_of_draws, result_of
from activities.held import HeldCase
from activities.messages import Effect
from activities.project import hold
from activities.turn import Turn
from models.case_number import CaseNumberRow
from queries.record import Recorded, fold_case, no_case
from rules import security_engine
from rules.events import Event
from rules.guarantee import Security
from rules.parsing import parse_security
from rules.refusals import Conflict
from rules.security_commands import PostSecurity
from rules.series import Series


class SecurityTurn(Turn[Security]):
    """One order at one security."""

    def carry_out(self) -> tuple[Recorded, ...]:
        """Post the security, or decide a command on it, and write what happened to it and to the case."""
        command, held = parse_security(self.order.command, self.order.fields), self.held
        if isinstance(command, PostSecurity):
            return self.add(self._post(command))
        case = self._case(security_engine.case_of(held.standing, command))
        told = case.told if case else None
        decided = security_engine.decide(held.standing, command, self.setting(), told)
        made = self.add(decided.security)
        if case is not None and decided.case:
            self._enter(case, decided.case)
        return made

    def answer(self, done: Sequence[Recorded], before: Security | None, after: Security | None) -> Effect:
        """Return the effect, with the papers called for, and a poke for each case that an entry was made in."""
        assert after is not None
        events = [entry.event for entry in done]
        papers = papers_for(after.id, after.village, events)
        pokes = pokes_of_draws(before, after)
        return self.held.effect(result_of(events)).model_copy(update={"follow_ups": (*papers, *pokes)})

    def _post(self, command: PostSecurity) -> Sequence[Event]:
        self.check_first(command.village)
        if command.case is not None and fold_case(self.held.session, command.case).village != command.village:
            raise no_case(command.case)
        return security_engine.open_security(self.held.id, command, self.setting())

    def _case(self, case_id: str | None) -> HeldCase | None:
        """Hold a case of this village; None where there is none of that id. Raises Conflict where it is not whole."""
        here = (
            col(CaseNumberRow.case_id) == case_id,
            col(CaseNumberRow.village) == self.order.village,
            col(CaseNumberRow.series) == Series.CASE.value,
        )
        held = self.held
        if case_id is None or held.session.scalar(select(col(CaseNumberRow.number)).where(*here)) is None:
            return None
        hold(held.session, case_id)
        case = HeldCase(held.session, held.law, case_id, held.at)
        case.check_whole()
        return case

    def _enter(self, case: HeldCase, events: Sequence[Event]) -> None:
        """Write to the case under a key that follows from the order's: the record takes each key once."""
        key = f"{self.held.id}/{self.order.op_id}"
        if case.under(key):
            raise Conflict(f"{case.id} has an entry under {key} already.", remedy="Use another op-id.")
        case.add(events, op_id=key, actor=self.order.actor)
