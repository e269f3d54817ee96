"""Plays a story through the door, the workflows and a real database, on the clock of a time-skipping server."""

from typing import Any

from temporalio.testing import WorkflowEnvironment

from models.session import read
from ordinances.load import load_law
from queries.cases import show
from rules.values import Role
from tests.stories.story import Refused, Shown
from tests.workflows.town_hall import TownHall


class ByWorkflows:
    """A village's office, whose every command goes the whole way."""

    def __init__(self, hall: TownHall, environment: WorkflowEnvironment) -> None:
        self._hall = hall
        self._environment = environment

    async def open(self, fields: dict[str, Any], role: str) -> str:
        now = await self._environment.get_current_time()
        return await self._hall.open(fields, year=now.year, role=role)

    async def act(self, case: str, command: str, fields: dict[str, Any], role: str) -> None:
        effect = await self._hall.act(case, command, fields, role=role)
        if effect.refusal is not None:
            raise Refused(effect.refusal.sentence())

    async def show(self, case: str) -> Shown:
        now = await self._environment.get_current_time()
        law = load_law(self._hall.village)
        with read(self._hall.engine) as session:
            seen = show(session, law, case, now=now, roles=frozenset({Role.VIEWER}), actor="viewer")
        return seen.model_dump(mode="json")
