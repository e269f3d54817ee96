"""A worker in a process of its own, to be killed: `worker_process.py ADDRESS DATABASE_URL TASK_QUEUE`.

It kills itself on a note whose key begins with `die-before` or `die-after`: once, before or after the record
is written. A file named like the key, beside the database, says that it has.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from temporalio import activity
from temporalio.client import Client
from temporalio.contrib.pydantic import pydantic_data_converter

from activities.messages import Effect, Order
from activities.papers import Papers
from activities.record import Records
from runtime.database import open_engine
from runtime.worker_factory import running_worker


class DyingRecords(Records):
    """The real record, and a death at the worst moment."""

    @activity.defn(name="record")
    def record_or_die(self, order: Order) -> Effect:
        self._die(order, "die-before")
        effect = self.record(order)
        self._die(order, "die-after")
        return effect

    def _die(self, order: Order, moment: str) -> None:
        mark = Path(self._engine.url.database or "").with_name(order.op_id)
        if order.op_id.startswith(moment) and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


async def main(address: str, database_url: str, task_queue: str) -> None:
    client = await Client.connect(address, data_converter=pydantic_data_converter)
    engine = open_engine(database_url)
    records, papers = DyingRecords(engine), Papers(engine)
    activities: list[Callable[..., Any]] = [records.record_or_die, records.load, papers.issue_papers]
    async with running_worker(client, activities, task_queue=task_queue):
        print("ready", flush=True)  # noqa: T201
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
