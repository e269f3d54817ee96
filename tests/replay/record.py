"""Saves a history for every ending that has none yet: `python -m tests.replay.record`, real engine, real record.

One that is there is kept: a case of last year has the history it has, and must still replay. To replace one,
delete it first, and say in the commit why no case can have it any more.
"""

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any, Final

from temporalio.client import Client, WorkflowHandle
from temporalio.contrib.pydantic import pydantic_data_converter

from activities.every import every_activity
from activities.mail_messages import DigestOrder
from activities.messages import CaseRef, DecisionOrder
from activities.post import Post
from activities.reminders import choose
from activities.smtp import Server
from runtime.clock import now, use_pinned_zones
from runtime.database import migrate, open_engine
from runtime.embedded import start_embedded
from runtime.worker_factory import running_worker
from tests.replay.fingerprint import HERE, PRINTS, saved, text
from tests.replay.securities import Securities
from tests.stories.by_workflows import ByWorkflows
from tests.stories.story import DATA, play
from tests.workflows.town_hall import TownHall, opening, staff
from tests.workflows.until import until
from workflows.client import Door
from workflows.policy import MAIL, TASK_QUEUE, workflow_id
from workflows.reminders import Digest
from workflows.schedules import empty_outbox
from workflows.violation_case import ViolationCase
from workflows.watching import decision_id

CONVICTED: Final = "webster-daily-offenses-to-conviction"
ANNULLED: Final = "williamsville-appeal-annulled"
CLASS: Final = {
    "question": "classification",
    "choice": "unclassified_misdemeanor",
    "authority": "Penal Law § 55.10(2)(c)",
    "decided_by": "A. Counsel",
    "decided_on": "2026-05-04",
}

# Nobody listens there: what is told by mail waits.
NO_SERVER: Final = Post(
    Server("127.0.0.1", 1, "none"), "abate@webster.test", "https://abate.test", "a key", now
)

Handle = WorkflowHandle[ViolationCase, str]


class Recorder:
    """Drives cases to their endings, and saves what the engine has kept of them."""

    def __init__(self, client: Client, hall: TownHall) -> None:
        self._client = client
        self._hall = hall

    def handle(self, case: str) -> Handle:
        """Give the case's workflow, whichever run of it is the last."""
        village = case.rsplit("-", 2)[0]
        return self._client.get_workflow_handle_for(ViolationCase.run, workflow_id(case, village))

    async def save(self, name: str, handle: WorkflowHandle[Any, Any]) -> None:
        """Save the history of a run, unless there is one of its kind."""
        path = HERE / f"{name}.json"
        if not path.exists():
            history = json.loads((await handle.fetch_history()).to_json())
            path.write_text(json.dumps(history, indent=1) + "\n", encoding="utf-8")

    async def story(self, name: str, story: str) -> None:
        """Play a story to its closing, and save the case."""
        told = json.loads((DATA / f"{story}.json").read_text(encoding="utf-8"))
        ends = [
            n for n, step in enumerate(told["steps"]) if step["do"] == "close-case" and "refused" not in step
        ]
        told["steps"] = told["steps"][: ends[0] + 1]
        player = Remembering(self._hall)
        await play(told, player)
        handle = self.handle(player.last)
        assert await handle.result() == "closed"
        await self.save(name, handle)

    async def rolled_over(self) -> None:
        """Save both runs of a case that is open and has rolled over."""
        case = await self._hall.open(opening(remedy_by="2099-12-31"))
        await self._hall.note(case, op_id="before")
        first = await self.handle(case).describe()
        await self.handle(case).signal(ViolationCase.roll_over)
        await until(lambda: self._is_in_another_run(case, first.run_id))
        await self._hall.note(case, op_id="before")
        await self._hall.note(case, op_id="after")
        await self.save(
            "rolled_over",
            self._client.get_workflow_handle_for(ViolationCase.run, first.id, run_id=first.run_id),
        )
        await self.save("open_after_rolling_over", self.handle(case))

    async def _is_in_another_run(self, case: str, run_id: str) -> bool:
        return (await self.handle(case).describe()).run_id != run_id

    async def refused(self) -> None:
        """Save what is left of a command on a case that does not exist."""
        effect = await self._hall.note("webster-2026-9999")
        assert effect.refusal is not None
        handle = self.handle("webster-2026-9999")
        assert await handle.result() == "no such case"
        await self.save("refused_opening", handle)

    async def recovered(self) -> None:
        """Save a case whose workflow was lost, and which went on from the record."""
        case = await self._hall.open(opening(remedy_by="2099-12-31"))
        await self.handle(case).terminate()
        started = await self._hall.door.recover([CaseRef(case=case, village="webster")])
        assert started == [case]
        await self._hall.note(case)
        await self.handle(case).signal(ViolationCase.poke)
        await self._hall.note(case)
        await self.save("recovered", self.handle(case))

    async def runs(self) -> None:
        """Save a nightly run, and an audit that finds a case lost by the engine."""
        case = await self._hall.open(opening(remedy_by="2099-12-31"))
        await self._hall.door.accrue("webster")
        await self.save("accrual", self._client.get_workflow_handle("accrual/webster/through/yesterday"))
        await self.handle(case).terminate()
        result = await self._hall.door.audit("webster")
        assert [each.kind for each in result.differences] == ["workflow_missing"], result
        await self.save("audit", self._client.get_workflow_handle("audit/webster"))

    async def decided(self) -> None:
        """Save a decision that moves a clock of a case, and one that is refused."""
        await self._hall.open(opening(remedy_by="2099-12-31"))
        for name, by in (("decided", "attorney"), ("decision_refused", "officer")):
            order = DecisionOrder(village="webster", fields=CLASS, op_id=name, actor=by)
            assert ((await self._hall.door.decide(order)).refusal is None) is (by == "attorney")
            process = self._client.get_workflow_handle(decision_id(order))
            await process.result()
            await self.save(name, process)

    async def reminded(self) -> None:
        """Save a case that had something to tell by mail, a morning, and an outbox that could not be emptied."""
        await empty_outbox(self._client)
        choose(self._hall.engine, "officer", "officer@webster.test", ())
        case = await self._hall.open(opening(remedy_by="2099-12-31"))
        served = {"respondent": "r1", "mode": "personal", "delivered_on": "2026-05-06"}
        await self._hall.act(case, "issue-notice", {"on": "2026-05-05", "respondents": ["r1"]})
        await self._hall.act(case, "serve-notice", served)
        await self._hall.act(case, "file-appeal", {"respondent": "r1", "on": "2026-05-08", "grounds": "x"})
        await self._client.execute_workflow(
            Digest.run, DigestOrder(village="webster"), id="digest/webster", task_queue=TASK_QUEUE
        )
        outbox = self._client.get_workflow_handle(MAIL)
        first = await outbox.describe()
        await until(lambda: self._has_tried(first.id))
        await empty_outbox(self._client)
        await until(lambda: self._is_another(first.id, first.run_id))
        await self.save("told_by_mail", self.handle(case))
        await self.save("digest", self._client.get_workflow_handle("digest/webster"))
        await self.save("outbox", self._client.get_workflow_handle(first.id, run_id=first.run_id))

    async def _has_tried(self, workflow: str) -> bool:
        kept = json.loads((await self._client.get_workflow_handle(workflow).fetch_history()).to_json())
        timers = [each for each in kept["events"] if each["eventType"] == "EVENT_TYPE_TIMER_STARTED"]
        return bool(timers)

    async def _is_another(self, workflow: str, run_id: str) -> bool:
        return (await self._client.get_workflow_handle(workflow).describe()).run_id != run_id


class Remembering(ByWorkflows):
    """A player who knows the case opened last."""

    def __init__(self, hall: TownHall) -> None:
        super().__init__(hall.engine, hall.door)
        self.last = ""

    async def open(self, fields: dict[str, object], role: str) -> str:
        """Open a case."""
        self.last = await super().open(fields, role)
        return self.last


async def main(folder: Path) -> None:
    """Record every ending, and note the commands of each."""
    use_pinned_zones()
    engine = open_engine(f"sqlite:///{folder / 'abate.db'}")
    migrate(engine)
    for village in ("webster", "williamsville"):
        staff(engine, village)
    server = await start_embedded(folder, port=0)
    client = await Client.connect(server.address, data_converter=pydantic_data_converter)
    async with running_worker(client, every_activity(engine, post=NO_SERVER)):
        hall = TownHall(engine, Door(client))
        recorder = Recorder(client, hall)
        await recorder.story("closed_after_conviction", CONVICTED)
        await recorder.story("annulled", ANNULLED)
        await recorder.rolled_over()
        await recorder.refused()
        await recorder.recovered()
        await recorder.runs()
        await recorder.decided()
        await recorder.reminded()
        await Securities(client, hall, recorder.save).endings()
    await server.stop()
    PRINTS.write_text(text(saved()), encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(main(Path(place)))
