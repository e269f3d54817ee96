"""Plays a story through the command line, one process a command, against a running `abate up`."""

import asyncio
import json
from typing import Any

from tests.cli.office import Office
from tests.cli.terminal import Said
from tests.stories.story import Refused, Shown

REFUSED = frozenset({2, 3, 4})


class ByCli:
    """Users named like their roles, at one office."""

    def __init__(self, office: Office) -> None:
        self._office = office

    async def open(self, fields: dict[str, Any], role: str) -> str:
        said = await self._give("case", "open", "--json", "-", "--as", role, stdin=json.dumps(fields))
        return str(said.json["case"])

    async def act(self, case: str, command: str, fields: dict[str, Any], role: str) -> None:
        await self._give("act", case, command, "--json", "-", "--as", role, stdin=json.dumps(fields))

    async def post(self, fields: dict[str, Any], role: str) -> str:
        said = await self._give("security", "post", "--json", "-", "--as", role, stdin=json.dumps(fields))
        return str(said.json["security"])

    async def act_on_security(self, security: str, command: str, fields: dict[str, Any], role: str) -> None:
        given = ("security", "act", security, command, "--json", "-", "--as", role)
        await self._give(*given, stdin=json.dumps(fields))

    async def show(self, case: str) -> Shown:
        return dict((await self._give("case", "show", case, "--json")).json)

    async def show_security(self, security: str) -> Shown:
        return dict((await self._give("security", "show", security, "--json")).json)

    async def _give(self, *tokens: str, stdin: str = "") -> Said:
        said = await asyncio.to_thread(self._office.give, *tokens, stdin=stdin)
        if said.code in REFUSED:
            raise Refused(said.err)
        assert said.code == 0, said
        return said
