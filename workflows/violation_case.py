"""One case: from its opening until it is closed, and again whenever it is given a command after that."""

from temporalio import workflow

from workflows.entity import Entity
from workflows.state import CaseState


@workflow.defn
class ViolationCase(Entity):
    """The durable process of one case."""

    @workflow.run
    async def run(self, _state: CaseState) -> str:
        """Live until the case is closed, or is found not to exist; say which."""
        return await self.live() or "no such case"
