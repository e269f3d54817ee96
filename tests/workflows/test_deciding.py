"""A decision on its way: answered once it is recorded, and seen through case by case after that."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from temporalio import activity
from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from activities.messages import Decided, DecisionOrder, FollowUp, Revised, Revision
from rules.refusals import RefusalFacts
from runtime.worker_factory import running_worker
from tests.workflows.fakes import FakeRecords, new_case, order
from tests.workflows.until import until
from workflows.client import Door
from workflows.deciding import Deciding
from workflows.errors import EngineBusy, EngineUnreachable
from workflows.watching import decision_id

QUEUE = "deciding"


class FakeDecisions:
    """Decisions of an imagined village of three pages: what is recorded, and how far it was looked at again."""

    def __init__(self, *, refusal: RefusalFacts | None = None, poked: str | None = None) -> None:
        self.recorded: list[str] = []
        self.pages: list[str] = []
        self.may_go_on = asyncio.Event()
        self._refusal = refusal
        self._poked = poked

    @activity.defn(name="record_decision")
    async def record_decision(self, order: DecisionOrder) -> Decided:
        assert order.at is not None
        if self._refusal is not None:
            return Decided(refusal=self._refusal)
        replayed = order.op_id in self.recorded
        self.recorded.append(order.op_id)
        return Decided(number=1, replayed=replayed)

    @activity.defn(name="revise")
    async def revise(self, revision: Revision) -> Revised:
        await self.may_go_on.wait()
        self.pages.append(revision.after)
        following = {"": "a", "a": "b", "b": None}[revision.after]
        pokes = [FollowUp(kind="poke", case=self._poked, village="webster")] if self._poked else []
        return Revised(after=following, records=1, follow_ups=tuple(pokes) if not revision.after else ())

    @property
    def activities(self) -> list[Callable[..., Any]]:
        return [self.record_decision, self.revise]


def decision(op_id: str) -> DecisionOrder:
    return DecisionOrder(village="webster", fields={}, op_id=op_id, actor="attorney")


def process(env: WorkflowEnvironment, op_id: str) -> WorkflowHandle[Deciding, Decided]:
    return env.client.get_workflow_handle_for(Deciding.run, decision_id(decision(op_id)))


async def test_it_is_answered_once_recorded_and_then_every_page_looks_again(
    dev_server: WorkflowEnvironment,
) -> None:
    fake, door = FakeDecisions(), Door(dev_server.client, task_queue=QUEUE)

    async with running_worker(dev_server.client, fake.activities, task_queue=QUEUE):
        answered = await door.decide(decision("pages"))
        before = list(fake.pages)
        fake.may_go_on.set()
        await process(dev_server, "pages").result()

    assert (answered.number, answered.replayed) == (1, False)
    assert before == []
    assert fake.pages == ["", "a", "b"]


async def test_a_double_click_is_one_decision(dev_server: WorkflowEnvironment) -> None:
    fake, door = FakeDecisions(), Door(dev_server.client, task_queue=QUEUE)

    async with running_worker(dev_server.client, fake.activities, task_queue=QUEUE):
        both = await asyncio.gather(door.decide(decision("twice")), door.decide(decision("twice")))
        fake.may_go_on.set()
        await process(dev_server, "twice").result()
        much_later = await door.decide(decision("twice"))

    assert [each.number for each in (*both, much_later)] == [1, 1, 1]
    assert fake.recorded == ["twice"]


async def test_a_refused_decision_revises_nothing(dev_server: WorkflowEnvironment) -> None:
    refusal = RefusalFacts(kind="wrong_role", what="Not yours.")
    fake, door = FakeDecisions(refusal=refusal), Door(dev_server.client, task_queue=QUEUE)

    async with running_worker(dev_server.client, fake.activities, task_queue=QUEUE):
        answered = await door.decide(decision("refused"))
        await process(dev_server, "refused").result()

    assert answered.refusal == refusal
    assert fake.pages == []


async def test_a_case_whose_clocks_moved_reads_its_record_again(dev_server: WorkflowEnvironment) -> None:
    case, records = new_case(), FakeRecords()
    fake, door = FakeDecisions(poked=case), Door(dev_server.client, task_queue=QUEUE)
    fake.may_go_on.set()

    async with running_worker(dev_server.client, [*fake.activities, *records.activities], task_queue=QUEUE):
        await door.open(order("open-case", case))
        loaded = records.loads
        await door.decide(decision("poked"))
        await until(lambda: records.loads > loaded)
        await process(dev_server, "poked").result()


async def test_without_a_worker_the_person_is_told_and_may_repeat_it(dev_server: WorkflowEnvironment) -> None:
    door = Door(dev_server.client, task_queue="deciding-nobody", limit=timedelta(seconds=1))

    with pytest.raises((EngineBusy, EngineUnreachable), match=r"no answer|cannot reach") as told:
        await door.decide(decision("nobody"))

    assert "nobody" in str(told.value)
    await process(dev_server, "nobody").terminate()
