"""What a command costs: a note through the case's workflow and real SQLite, against a bare update.

Both on one embedded server and one worker: the bare update runs one activity that does nothing, and is what
the engine itself costs. Pairs alternate, ten cases at once, so that both see the same machine; then one case alone,
where nothing hides the transaction of its record, which is told without a target.
"""

import asyncio
import logging
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from temporalio.client import Client, WithStartWorkflowOperation, WorkflowHandle
from temporalio.common import WorkflowIDConflictPolicy
from temporalio.contrib.pydantic import pydantic_data_converter

from activities.messages import Effect, Order
from activities.record import Records
from bench.bare import Bare, nothing
from bench.village import open_cases, staff
from runtime.database import migrate, open_engine
from runtime.embedded import start_embedded
from runtime.logging import configure_logging
from runtime.worker_factory import WORKFLOWS, running_worker
from workflows.client import Door
from workflows.policy import TASK_QUEUE

CASES: Final = 10
PAIRS: Final = 20
PAIRS_ALONE: Final = 60
TARGET: Final = 1.5
"""The most a command may cost at the median, in bare updates."""


def run() -> None:
    """Measure, and print both and their ratio at the median, for many cases at once and for one."""
    configure_logging("json", level=logging.WARNING)  # a line for each activity is no part of the measure
    for cases, pairs, target in ((CASES, PAIRS, f" (target {TARGET})"), (1, PAIRS_ALONE, "")):
        with tempfile.TemporaryDirectory(prefix="abate-bench-") as folder:
            _report(asyncio.run(_measure(Path(folder), cases, pairs)), f"{cases} at once", target)


async def _measure(folder: Path, cases: int, pairs: int) -> tuple[list[float], list[float]]:
    async with AsyncExitStack() as stack:
        engine = open_engine(f"sqlite:///{folder / 'abate.db'}")
        stack.callback(engine.dispose)
        migrate(engine)
        staff(engine)
        server = await start_embedded(folder, port=0)
        stack.push_async_callback(server.stop)
        client = await Client.connect(server.address, data_converter=pydantic_data_converter)
        records = Records(engine)
        work = running_worker(client, [records.record, records.load, nothing], workflows=(*WORKFLOWS, Bare))
        await stack.enter_async_context(work)
        door = Door(client)
        names = await open_cases(engine, door, cases)
        both = await asyncio.gather(*(_case(client, door, name, pairs) for name in names))
    return [t for bare, _ in both for t in bare], [t for _, noted in both for t in noted]


async def _case(client: Client, door: Door, case: str, pairs: int) -> tuple[list[float], list[float]]:
    bare = await _bare(client, case)
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(-2, pairs):  # the first two warm up
        order = Order(
            case=case,
            village="webster",
            command="add-note",
            fields={"text": f"note {number}"},
            op_id=f"{case}/{number}",
            actor="officer",
        )
        for each, ask in zip(times, (bare, door.act), strict=True):
            took = await _timed(ask, order)
            if number >= 0:
                each.append(took)
    return times


async def _bare(client: Client, case: str) -> Callable[[Order], Awaitable[Effect]]:
    first = Order(case=case, village="webster", command="", op_id="first", actor="officer")
    start = WithStartWorkflowOperation(
        Bare.run, id=f"bare/{case}", task_queue=TASK_QUEUE, id_conflict_policy=WorkflowIDConflictPolicy.FAIL
    )
    await client.execute_update_with_start_workflow(Bare.act, first, start_workflow_operation=start)
    handle: WorkflowHandle[Bare, None] = client.get_workflow_handle(f"bare/{case}")
    return lambda order: handle.execute_update(Bare.act, order, id=order.op_id)


async def _timed(ask: Callable[[Order], Awaitable[Effect]], order: Order) -> float:
    begun = time.perf_counter()
    effect = await ask(order)
    assert effect.refusal is None, effect.refusal.sentence()
    return time.perf_counter() - begun


def _report(both: tuple[list[float], list[float]], cases: str, target: str) -> None:
    for name, times in zip(("bare update", "command"), both, strict=True):
        print(f"{name:12} p50 {_ms(times, 50)}  p95 {_ms(times, 95)}  n {len(times)}")
    ratio = statistics.median(both[1]) / statistics.median(both[0])
    print(f"{cases}: a command costs {ratio:.2f} bare updates at the median{target}")


def _ms(times: list[float], percentile: int) -> str:
    return f"{statistics.quantiles(times, n=100)[percentile - 1] * 1000:7.1f} ms"


if __name__ == "__main__":
    run()
