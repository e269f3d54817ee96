"""One security: from its posting until nothing can be drawn on it, and again whenever it is given a command then."""

from temporalio import workflow

from workflows.entity import Entity
from workflows.state import CaseState


@workflow.defn
class SecurityFile(Entity):
    """The durable process of one bond, escrow or letter of credit."""

    @workflow.run
    async def run(self, _state: CaseState) -> str:
        """Live until it is released, exhausted or expired with no draw pending, or found not to exist; say which."""
        return await self.live() or "no such security"
