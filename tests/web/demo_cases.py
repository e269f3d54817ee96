"""The demonstration's cases on record without an engine that runs them, for pages that only look."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from sqlalchemy import Engine

from activities.messages import Effect, Order
from activities.numbers import reserve
from activities.record import Records
from demo.load import load
from demo.script import scripts
from rules.series import Series
from tests.activities.support import noon
from workflows.client import Door


@dataclass(frozen=True)
class Counter:
    """Takes orders as the door does, and records each at once."""

    records: Records
    at: datetime

    async def act(self, order: Order) -> Effect:
        """Record a command."""
        return self.records.record(order.model_copy(update={"at": self.at}))

    async def open(self, order: Order) -> Effect:
        """Record the opening of a case."""
        return await self.act(order)

    async def post(self, order: Order) -> Effect:
        """Record the posting of a security."""
        return await self.act(order)


async def load_demo(engine: Engine, today: date) -> dict[str, str]:
    """Record every script on a day; return the ids of the cases by script and name."""
    counter = Counter(Records(engine), noon(today.isoformat()))
    await load(engine, cast("Door", counter), today)
    return {
        f"{script.key} {step.case}".strip(): reserve(
            engine, step.fields["village"], date.fromisoformat(step.fields["opened_on"]).year, step.op_id
        )
        for script in scripts(today)
        for step in script.steps
        if step.do == "open-case"
    }


def posted(engine: Engine, today: date) -> dict[str, str]:
    """Return the ids of the securities by script, once the demonstration is on record."""
    return {
        script.key: reserve(
            engine,
            step.fields["village"],
            date.fromisoformat(step.fields["posted_on"]).year,
            step.op_id,
            Series.SECURITY,
        )
        for script in scripts(today)
        for step in script.steps
        if step.do == "post-security"
    }
