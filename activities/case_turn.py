"""An order at a case: decided by the law of cases, and felt in the other cases of its respondents."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlmodel import col

from activities.effects import follow_ups, papers_for, result_of
from activities.messages import Effect
from activities.turn import Turn
from models.evidence import EvidenceFileRow
from queries.record import Recorded
from rules import engine
from rules.case import Case
from rules.commands import AttachEvidence, OpenCase
from rules.parsing import parse
from rules.refusals import Incomplete


class CaseTurn(Turn[Case]):
    """One order at one case."""

    def carry_out(self) -> tuple[Recorded, ...]:
        """Open the case, or decide a command on it, and write what happened."""
        command, held = parse(self.order.command, self.order.fields), self.held
        if isinstance(command, OpenCase):
            self.check_first(command.village)
            return self.add(engine.open_case(held.id, command, self.setting()))
        if isinstance(command, AttachEvidence):
            self._check_stored(command)
        return self.add(engine.decide(held.standing, command, self.setting(held.standing)))

    def answer(self, done: Sequence[Recorded], before: Case | None, after: Case | None) -> Effect:
        """Return the effect, with papers called for, and a poke for each case that may rest on what changed."""
        assert after is not None
        events = [entry.event for entry in done]
        others = follow_ups(self.held.session, before, after, events)
        papers = papers_for(after.id, after.village, events)
        return self.held.effect(result_of(events)).model_copy(update={"follow_ups": (*papers, *others)})

    def _check_stored(self, command: AttachEvidence) -> None:
        stored = select(col(EvidenceFileRow.sha256)).where(col(EvidenceFileRow.sha256) == command.sha256)
        if command.sha256 is not None and self.held.session.scalar(stored) is None:
            raise Incomplete("The file has not been uploaded.", remedy="Upload it first.", field="sha256")
