"""A village's office over a real database: its people, and the commands they give through the door."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from sqlalchemy import Engine
from sqlmodel import col, select

from activities.messages import Effect, Order
from activities.numbers import reserve
from models.event import EventRow
from models.membership import MembershipRow
from models.session import read, write
from models.user import UserRow
from models.village import VillageRow
from rules.series import Series
from rules.values import Role
from workflows.client import Door

_keys = count(1)


def staff(engine: Engine, village: str = "webster") -> None:
    """Give the village one user for each role, named like it."""
    with write(engine) as session:
        session.add(VillageRow(key=village))
        for role in (Role.OFFICER, Role.ATTORNEY, Role.CLERK, Role.VIEWER):
            if session.get(UserRow, role.value) is None:
                session.add(UserRow(name=role.value))
            session.flush()
            session.add(MembershipRow(user=role.value, village=village, role=role.value))


def opening(
    village: str = "webster",
    *,
    observed_on: str = "2026-05-04",
    remedy_by: str = "2026-05-20",
    **changes: Any,
) -> dict[str, Any]:
    """Give the fields of an opening with one respondent and one violation."""
    violation = {
        "provision": "§ 130-23B",
        "nature": "silt fence down",
        "observed_on": observed_on,
        "remedy": "reset it",
        "remedy_by": remedy_by,
    }
    person = {"name": "Elm LLC", "role": "landowner", "address": "9 Main Street", "kind": "corporation"}
    return {
        "village": village,
        "property": {"address": "41 Elm Street", "parcel": "079.18-1-23"},
        "respondents": [person],
        "violations": [violation],
    } | changes


LETTER: dict[str, Any] = {
    "kind": "letter_of_credit",
    "purpose": "maintenance",
    "amount": 12_000,
    "issuer": "Lakeshore Bank",
    "number": "LC-1042",
    "posted_on": "2025-06-01",
    "irrevocable": True,
}


class TownHall:
    """Opens cases and gives commands, each under a key of its own."""

    def __init__(self, engine: Engine, door: Door, *, village: str = "webster") -> None:
        self.engine = engine
        self.door = door
        self.village = village

    async def open(
        self, fields: dict[str, Any] | None = None, *, year: int = 2026, role: str = "officer"
    ) -> str:
        """Open a case and return its id."""
        op_id = f"open-{next(_keys)}"
        case = reserve(self.engine, self.village, year, op_id)
        order = self.order(case, "open-case", fields or opening(self.village), role=role, op_id=op_id)
        effect = await self.door.open(order)
        assert effect.refusal is None, effect.refusal.sentence()
        return case

    async def post(self, *, year: int = 2026, **fields: Any) -> str:
        """Post a letter of credit of $12,000 to maintain the works, unless said otherwise, and return its id."""
        op_id = f"post-{next(_keys)}"
        security = reserve(self.engine, self.village, year, op_id, Series.SECURITY)
        given = LETTER | {"village": self.village} | fields
        effect = await self.door.post(self.order(security, "post-security", given, role="clerk", op_id=op_id))
        assert effect.refusal is None, effect.refusal.sentence()
        return security

    async def worked(self, cost: int = 10_000, *, year: int = 2026) -> str:
        """Open a case in which the village has done the work in spring, at a cost."""
        case = await self.open(opening(observed_on="2026-03-02", remedy_by="2026-03-13"), year=year)
        notice = {"on": "2026-03-05", "received_on": "2026-03-06", "emergency": True, "what": "rebuild it"}
        await self.act(case, "give-maintenance-notice", notice)
        await self.act(case, "authorize-village-work", {"on": "2026-03-11"})
        await self.act(case, "record-cost", {"on": "2026-03-12", "kind": "contractor", "amount": cost})
        return case

    async def act(
        self,
        case: str,
        command: str,
        fields: dict[str, Any],
        *,
        role: str = "officer",
        op_id: str | None = None,
    ) -> Effect:
        """Give a command and return its effect."""
        return await self.door.act(self.order(case, command, fields, role=role, op_id=op_id))

    async def note(self, case: str, text: str = "seen", *, op_id: str | None = None) -> Effect:
        """Add a note to the file."""
        return await self.act(case, "add-note", {"text": text}, op_id=op_id)

    def order(
        self, case: str, command: str, fields: dict[str, Any], *, role: str, op_id: str | None = None
    ) -> Order:
        """Make the order of a user who has this one role."""
        key = op_id or f"key-{next(_keys)}"
        return Order(case=case, village=self.village, command=command, fields=fields, op_id=key, actor=role)

    def events(self, case: str) -> Sequence[EventRow]:
        """Read the record of a case."""
        with read(self.engine) as session:
            return session.exec(
                select(EventRow).where(EventRow.case_id == case).order_by(col(EventRow.seq))
            ).all()

    def op_ids(self, case: str, kind: str = "note-added") -> list[str]:
        """Give the keys of the events of a kind, in their order."""
        return [event.op_id for event in self.events(case) if event.kind == kind]
