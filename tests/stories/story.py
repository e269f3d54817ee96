"""A story is one case's life as commands, with what must hold after each; any player can play it.

A step: `do`, `as`, `json`, then `expect` (paths into the shown case) or `refused` (words of the refusal).
`case` names the case meant where a story has more than one; without it, the last opened. A step with `security` is
on the security of that name, and what it expects is of it; where it asks for a draw, that is for the story's case.
"""

import json
from pathlib import Path
from typing import Any, Protocol

import pytest

DATA = Path(__file__).with_name("data")
STORIES = [pytest.param(json.loads(path.read_text()), id=path.stem) for path in sorted(DATA.glob("*.json"))]

Story = dict[str, Any]
Shown = dict[str, Any]


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """A command was refused; its text is the refusal's sentence, section included."""


class Player(Protocol):
    """One way to give commands to cases and to look at them."""

    async def open(self, fields: dict[str, Any], role: str) -> str:
        """Open a case and return its id; raise Refused."""
        ...

    async def act(self, case: str, command: str, fields: dict[str, Any], role: str) -> None:
        """Give a command; raise Refused."""
        ...

    async def post(self, fields: dict[str, Any], role: str) -> str:
        """Post a security and return its id; raise Refused."""
        ...

    async def act_on_security(self, security: str, command: str, fields: dict[str, Any], role: str) -> None:
        """Give a command on a security; raise Refused."""
        ...

    async def show(self, case: str) -> Shown:
        """Return the case as it is shown."""
        ...

    async def show_security(self, security: str) -> Shown:
        """Return the security as it is shown."""
        ...


class Played:
    """A story under way: which case and which security its names mean."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._cases: dict[str | None, str] = {}
        self._securities: dict[str, str] = {}

    async def take(self, step: dict[str, Any]) -> str | None:
        """Do one step, and return what it was refused with."""
        try:
            await self._do(step)
        except Refused as refusal:
            return str(refusal)
        return None

    async def _do(self, step: dict[str, Any]) -> None:
        do, fields, role = step["do"], step["json"], step["as"]
        if do == "open-case":
            self._cases[None] = self._cases[step.get("case")] = await self._player.open(fields, role)
        elif do == "post-security":
            self._securities[step["security"]] = await self._player.post(fields, role)
        elif "security" in step:
            meant = {"case": self._case(step)} if do == "request-draw" else {}
            await self._player.act_on_security(self._security(step), do, meant | fields, role)
        else:
            await self._player.act(self._case(step), do, fields, role)

    async def look(self, step: dict[str, Any]) -> Shown:
        """Return what the step is of, as it is shown."""
        if "security" in step:
            return await self._player.show_security(self._security(step))
        return await self._player.show(self._case(step))

    def _case(self, step: dict[str, Any]) -> str:
        return self._cases[step.get("case")]

    def _security(self, step: dict[str, Any]) -> str:
        return self._securities[step["security"]]


async def play(story: Story, player: Player) -> None:
    """Play a story from its first step to its last."""
    played = Played(player)
    for number, step in enumerate(story["steps"], start=1):
        where = f"step {number}, {step['do']}"
        said = await played.take(step)
        assert (said is None) == ("refused" not in step), f"{where}: {said}"
        if said is not None:
            assert step["refused"] in said, f"{where}: {said}"
        shown = await played.look(step) if "expect" in step else {}
        for path, expected in step.get("expect", {}).items():
            assert _at(shown, path) == expected, f"{where}: {path} is {_at(shown, path)!r}"


def _at(shown: Any, path: str) -> Any:
    for key in path.split("."):
        shown = shown[key]
    return shown
