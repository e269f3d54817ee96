"""The waits of the reminders: a mail goes out on the heels of its event, is tried again in time, and mornings come."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, timedelta
from typing import Any

import pytest
from sqlalchemy import Engine
from temporalio import activity
from temporalio.client import Client
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from activities.every import every_activity
from activities.mail_messages import DigestOrder, DigestResult, MailRun
from activities.messages import Effect, FollowUp, Order
from activities.reminders import choose
from ordinances.load import load_all
from runtime.clock import now
from runtime.worker_factory import running_worker
from tests.post_office import post_office
from tests.workflows.fakes import CaseFile, FakeRecords, new_case, order
from tests.workflows.town_hall import TownHall, opening, staff
from tests.workflows.until import until
from workflows import schedules
from workflows.client import Door
from workflows.policy import MAIL
from workflows.reminders import Digest, Outbox

QUEUE = "reminders"


class FakeMail:
    """The activities of the reminders over an imagined outbox: they note when they were asked."""

    def __init__(self, *next_in: timedelta) -> None:
        self.next_in = list(next_in)
        self.runs = 0
        self.mornings: list[DigestOrder] = []

    @activity.defn(name="send_mail")
    def send_mail(self) -> MailRun:
        self.runs += 1
        # The engine's clock: the test's own may be ahead of ours.
        at = activity.info().started_time
        return MailRun(sent=1, next_at=at + self.next_in.pop(0) if self.next_in else None)

    @activity.defn(name="write_digests")
    def write_digests(self, order: DigestOrder) -> DigestResult:
        self.mornings.append(order)
        return DigestResult(village=order.village, queued=2)

    @property
    def activities(self) -> list[Callable[..., Any]]:
        return [self.send_mail, self.write_digests]


class NewsRecords(FakeRecords):
    """A record in memory of which every command is news."""

    def _effect(self, file: CaseFile, order: Order | None = None) -> Effect:
        effect = super()._effect(file, order)
        if order is None:
            return effect
        errand = FollowUp(kind="mail", case=order.case, village=order.village)
        return effect.model_copy(update={"follow_ups": (errand, *effect.follow_ups)})


@asynccontextmanager
async def emptying(client: Client) -> AsyncIterator[None]:
    """Run what empties the outbox while the context lasts; it never ends by itself."""
    await schedules.empty_outbox(client, QUEUE)
    try:
        yield
    finally:
        with suppress(RPCError):
            await client.get_workflow_handle(MAIL).terminate()


async def test_an_appeal_is_in_the_attorneys_mail_on_its_heels(
    dev_server: WorkflowEnvironment, sqlite_engine: Engine
) -> None:
    staff(sqlite_engine)
    for role in ("officer", "attorney", "clerk"):
        choose(sqlite_engine, role, f"{role}@webster.test", ())
    hall = TownHall(sqlite_engine, Door(dev_server.client, task_queue=QUEUE))
    today = now().date().isoformat()

    async with post_office(sqlite_engine) as office:
        work = every_activity(sqlite_engine, post=office.post)
        async with running_worker(dev_server.client, work, task_queue=QUEUE), emptying(dev_server.client):
            # A year of its own: others on this engine have cases of the present one.
            case = await hall.open(opening(observed_on=today, remedy_by=today), year=1987)
            await hall.act(case, "issue-notice", {"on": today, "respondents": ["r1"]})
            await hall.act(
                case, "serve-notice", {"respondent": "r1", "mode": "personal", "delivered_on": today}
            )
            await hall.act(case, "file-appeal", {"respondent": "r1", "on": today, "grounds": "no silt"})
            await until(lambda: len(office.inbox.mails) == 2)

    assert [to for to, _ in office.inbox.told] == ["attorney@webster.test", "officer@webster.test"]
    assert all(subject.startswith("An appeal was filed") for _, subject in office.inbox.told)


async def test_what_could_not_be_sent_is_tried_again_when_it_is_due(skipping: WorkflowEnvironment) -> None:
    mail = FakeMail(timedelta(minutes=1), timedelta(hours=1))
    begun = await skipping.get_current_time()

    async with running_worker(skipping.client, mail.activities, task_queue=QUEUE), emptying(skipping.client):
        await skipping.sleep(timedelta(minutes=30))
        halfway = mail.runs
        await skipping.sleep(timedelta(hours=48))
        later = mail.runs
        await skipping.client.get_workflow_handle(MAIL).signal(Outbox.poke)
        await until(lambda: mail.runs > later)

    assert (halfway, later, mail.runs) == (2, 3, 4)
    assert await skipping.get_current_time() - begun > timedelta(days=2)


async def test_a_new_run_looks_into_the_outbox_first(dev_server: WorkflowEnvironment) -> None:
    mail = FakeMail()
    async with (
        running_worker(dev_server.client, mail.activities, task_queue=QUEUE),
        emptying(dev_server.client),
    ):
        handle = dev_server.client.get_workflow_handle(MAIL)
        await until(lambda: mail.runs == 1)
        before = (await handle.describe()).run_id
        await handle.signal(Outbox.roll_over)
        await until(lambda: mail.runs == 2)

        assert (await handle.describe()).run_id != before


@pytest.mark.parametrize("running", [True, False], ids=["there", "lost"])
async def test_a_morning_has_the_outbox_emptied_and_started_where_it_is_lost(
    dev_server: WorkflowEnvironment, *, running: bool
) -> None:
    mail, client = FakeMail(), dev_server.client
    async with running_worker(client, mail.activities, task_queue=QUEUE), emptying(client):
        await until(lambda: mail.runs == 1)
        if not running:
            await client.get_workflow_handle(MAIL).terminate()

        done = await client.execute_workflow(
            Digest.run, DigestOrder(village="webster"), id=f"digest/{running}", task_queue=QUEUE
        )
        await until(lambda: mail.runs == 2)

    assert done.queued == 2
    assert mail.mornings[0].at is not None


async def test_a_case_whose_mail_nobody_sends_goes_on(dev_server: WorkflowEnvironment) -> None:
    records, case, other = NewsRecords(), new_case(), new_case()
    door = Door(dev_server.client, task_queue=QUEUE)
    async with running_worker(dev_server.client, records.activities, task_queue=QUEUE):
        await door.open(order("open-case", other))
        await door.open(order("open-case", case))
        await door.act(order("add-note", case, poke=[other]))
        await until(lambda: records.loads > 0)


async def test_each_village_has_its_morning_and_an_outage_of_days_leaves_one(
    dev_server: WorkflowEnvironment,
) -> None:
    villages = [law.village for law in load_all().values()]
    try:
        made = await schedules.ensure(dev_server.client, villages, task_queue="nobody", sends_mail=True)
        found = await dev_server.client.get_schedule_handle("digest/webster").describe()
    finally:
        await dev_server.client.get_workflow_handle(MAIL).terminate()
        for name in ("digest/webster", "digest/williamsville"):
            await dev_server.client.get_schedule_handle(name).delete()

    first = found.info.next_action_times[0].astimezone(UTC)
    assert {"digest/webster", "digest/williamsville"} < set(made)
    assert (first.hour in {11, 12}, first.minute) == (True, 0)  # seven in New York, by summer and by winter
    assert (found.schedule.policy.catchup_window or timedelta.max) < timedelta(days=1)
