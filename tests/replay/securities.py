"""Drives securities to their endings, for the saved histories."""

from collections.abc import Awaitable, Callable
from typing import Any

from temporalio.client import Client, WorkflowHandle

from tests.workflows.town_hall import TownHall
from workflows.policy import workflow_id
from workflows.security import SecurityFile

Handle = WorkflowHandle[SecurityFile, str]
Save = Callable[[str, WorkflowHandle[Any, Any]], Awaitable[None]]


class Securities:
    """Posts, draws and ends securities, and hands each to be saved."""

    def __init__(self, client: Client, hall: TownHall, save: Save) -> None:
        self._client = client
        self._hall = hall
        self._save = save

    async def endings(self) -> None:
        """Save every ending of a security: released, expired, and open after a draw was dishonored."""
        await self._released()
        await self._expired()
        await self._dishonored()

    async def _released(self) -> None:
        security = await self._hall.post(expires_on="2099-05-31")
        await self._draw(security, await self._hall.worked(), honored=True)
        await self._clerk(security, "record-milestone", kind="final_acceptance", on="2026-05-01")
        await self._clerk(security, "release-security", on="2026-06-01")
        assert await self._handle(security).result() == "released"
        await self._save("security_released", self._handle(security))

    async def _expired(self) -> None:
        security = await self._hall.post(expires_on="2026-03-31")
        assert await self._handle(security).result() == "expired"
        await self._save("security_expired", self._handle(security))

    async def _dishonored(self) -> None:
        security = await self._hall.post(expires_on="2099-05-31", evergreen_notice_days=60)
        await self._draw(security, await self._hall.worked(), honored=False)
        await self._clerk(security, "record-nonrenewal", on="2026-06-01")
        await self._save("security_dishonored", self._handle(security))

    async def _draw(self, security: str, case: str, *, honored: bool) -> None:
        asked = {"case": case, "amount": 6000, "on": "2026-03-16", "reason": "repair"}
        await self._hall.act(security, "request-draw", asked)
        await self._hall.act(security, "approve-draw", {"draw": "d1"}, role="attorney")
        await self._clerk(security, "record-draw-result", draw="d1", on="2026-03-20", honored=honored)

    async def _clerk(self, security: str, command: str, **fields: Any) -> None:
        effect = await self._hall.act(security, command, fields, role="clerk")
        assert effect.refusal is None, effect.refusal.sentence()

    def _handle(self, security: str) -> Handle:
        return self._client.get_workflow_handle_for(SecurityFile.run, workflow_id(security, "webster"))
