"""A village with one user for each role, and cases opened in it: what the measurements stand on."""

import asyncio

from sqlalchemy import Engine

from activities.messages import Order
from activities.numbers import reserve
from models.membership import MembershipRow
from models.session import write
from models.user import UserRow
from models.village import VillageRow
from rules.values import Role
from workflows.client import Door

VILLAGE = "webster"


def staff(engine: Engine) -> None:
    """Give the village its users, each named like the role."""
    with write(engine) as session:
        session.add(VillageRow(key=VILLAGE))
        for role in (Role.OFFICER, Role.ATTORNEY, Role.CLERK):
            session.add(UserRow(name=role.value))
            session.flush()
            session.add(MembershipRow(user=role.value, village=VILLAGE, role=role.value))


async def open_cases(engine: Engine, door: Door, number: int) -> list[str]:
    """Open a number of cases through the door, and give their ids."""
    return await asyncio.gather(*(_open(engine, door, f"open-{each}") for each in range(number)))


async def _open(engine: Engine, door: Door, op_id: str) -> str:
    case = await asyncio.to_thread(reserve, engine, VILLAGE, 2026, op_id)
    fields = {
        "village": VILLAGE,
        "property": {"address": "41 Elm Street"},
        "respondents": [
            {"name": "Elm LLC", "role": "landowner", "address": "9 Main St", "kind": "corporation"}
        ],
        "violations": [{"provision": "§ 130-23B", "nature": "silt fence down", "observed_on": "2026-05-04"}],
    }
    order = Order(
        case=case, village=VILLAGE, command="open-case", fields=fields, op_id=op_id, actor=Role.OFFICER.value
    )
    effect = await door.open(order)
    assert effect.refusal is None, effect.refusal.sentence()
    return case
