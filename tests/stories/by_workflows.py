"""Plays a story through the one door, the workflows and the record, with a database on disk."""

import secrets
from typing import Any

from sqlalchemy import Engine

from activities.messages import Effect, Order
from activities.numbers import reserve
from models.session import read
from ordinances.load import load_law
from queries.cases import show, village_of
from queries.setting import roles_of
from runtime.clock import now
from tests.stories.story import Refused, Shown
from workflows.client import Door


class ByWorkflows:
    """A town whose users are named like their roles."""

    def __init__(self, engine: Engine, door: Door) -> None:
        self._engine = engine
        self._door = door

    async def open(self, fields: dict[str, Any], role: str) -> str:
        village, op_id = str(fields["village"]), secrets.token_hex(8)
        case = reserve(self._engine, village, now().year, op_id)
        order = Order(case=case, village=village, command="open-case", fields=fields, op_id=op_id, actor=role)
        _check(await self._door.open(order))
        return case

    async def act(self, case: str, command: str, fields: dict[str, Any], role: str) -> None:
        village, op_id = case.rsplit("-", 2)[0], secrets.token_hex(8)
        order = Order(case=case, village=village, command=command, fields=fields, op_id=op_id, actor=role)
        _check(await self._door.act(order))

    async def show(self, case: str) -> Shown:
        with read(self._engine) as session:
            village = village_of(session, case)
            roles = roles_of(session, "viewer", village)
            shown = show(session, load_law(village), case, now=now(), roles=roles, actor="viewer")
        return shown.model_dump(mode="json")


def _check(effect: Effect) -> None:
    if effect.refusal is not None:
        raise Refused(effect.refusal.sentence())
