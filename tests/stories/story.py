"""A story is one case's life as commands, with what must hold after each; any player can play it.

A step: `do`, `as`, `json`, then `expect` (paths into the shown case) or `refused` (words of the refusal).
`case` names the case meant where a story has more than one; without it, the last opened.
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

    async def show(self, case: str) -> Shown:
        """Return the case as it is shown."""
        ...


async def play(story: Story, player: Player) -> None:
    """Play a story from its first step to its last."""
    named: dict[str | None, str] = {}
    for number, step in enumerate(story["steps"], start=1):
        where = f"step {number}, {step['do']}"
        said = await _take(step, player, named)
        assert (said is None) == ("refused" not in step), f"{where}: {said}"
        if said is not None:
            assert step["refused"] in said, f"{where}: {said}"
        shown = await player.show(_case(step, named)) if "expect" in step else {}
        for path, expected in step.get("expect", {}).items():
            assert _at(shown, path) == expected, f"{where}: {path} is {_at(shown, path)!r}"


async def _take(step: dict[str, Any], player: Player, named: dict[str | None, str]) -> str | None:
    """Do one step, and return what it was refused with."""
    try:
        if step["do"] == "open-case":
            named[None] = named[step.get("case")] = await player.open(step["json"], step["as"])
        else:
            await player.act(_case(step, named), step["do"], step["json"], step["as"])
    except Refused as refusal:
        return str(refusal)
    return None


def _case(step: dict[str, Any], named: dict[str | None, str]) -> str:
    return named[step.get("case")]


def _at(shown: Any, path: str) -> Any:
    for key in path.split("."):
        shown = shown[key]
    return shown
