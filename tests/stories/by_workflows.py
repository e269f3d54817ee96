"""Plays a story through the one door, the workflows and the record, with a database on disk."""

import secrets
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Engine

from activities.messages import Effect, Order
from activities.numbers import reserve
from models.session import read
from ordinances.load import load_law
from queries import cases, securities
from queries.setting import roles_of
from rules.series import Series
from runtime.clock import now
from tests.activities.support import village_of
from tests.stories.story import Refused, Shown
from workflows.client import Door


class ByWorkflows:
    """A town whose users are named like their roles."""

    def __init__(self, engine: Engine, door: Door) -> None:
        self._engine = engine
        self._door = door

    async def open(self, fields: dict[str, Any], role: str) -> str:
        order = self._first(Series.CASE, "open-case", fields, role)
        _check(await self._door.open(order))
        return order.case

    async def post(self, fields: dict[str, Any], role: str) -> str:
        order = self._first(Series.SECURITY, "post-security", fields, role)
        _check(await self._door.post(order))
        return order.case

    async def act(self, case: str, command: str, fields: dict[str, Any], role: str) -> None:
        order = Order(
            case=case,
            village=village_of(case),
            command=command,
            fields=fields,
            op_id=secrets.token_hex(8),
            actor=role,
        )
        _check(await self._door.act(order))

    async def act_on_security(self, security: str, command: str, fields: dict[str, Any], role: str) -> None:
        await self.act(security, command, fields, role)

    async def show(self, case: str) -> Shown:
        return self._shown(cases.show, case)

    async def show_security(self, security: str) -> Shown:
        return self._shown(securities.show, security)

    def _first(self, series: Series, command: str, fields: dict[str, Any], role: str) -> Order:
        village, op_id = str(fields["village"]), secrets.token_hex(8)
        record = reserve(self._engine, village, now().year, op_id, series)
        return Order(case=record, village=village, command=command, fields=fields, op_id=op_id, actor=role)

    def _shown(self, query: Callable[..., BaseModel], record: str) -> Shown:
        village = village_of(record)
        with read(self._engine) as session:
            roles = roles_of(session, "viewer", village)
            shown = query(session, load_law(village), record, now=now(), roles=roles, actor="viewer")
        return shown.model_dump(mode="json")


def _check(effect: Effect) -> None:
    if effect.refusal is not None:
        raise Refused(effect.refusal.sentence())
