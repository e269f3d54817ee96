"""Waits for what the engine does in its own time and has no event for."""

import asyncio
from collections.abc import Awaitable, Callable


async def until(look: Callable[[], bool | Awaitable[bool]], *, within: float = 20) -> None:
    """Look again and again until it is so; raises TimeoutError."""
    async with asyncio.timeout(within):
        while not await _seen(look()):  # noqa: ASYNC110  the point of it
            await asyncio.sleep(0.02)


async def _seen(looked: bool | Awaitable[bool]) -> bool:  # noqa: FBT001  what was looked at, not a choice
    return looked if isinstance(looked, bool) else await looked
