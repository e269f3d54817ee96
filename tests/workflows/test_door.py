"""The door on the real server: opening, refusing, repeating, and what a person is told when nobody answers."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from temporalio.client import Client
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

from activities.messages import CaseRef
from rules.values import Phase
from runtime.embedded import server_binary
from runtime.worker_factory import running_worker
from tests.workflows.fakes import FakeRecords, new_case, order
from workflows.client import Door
from workflows.errors import EngineBusy, EngineUnreachable
from workflows.policy import NEXT_DUE, PHASE, REMEMBERED, VILLAGE, workflow_id
from workflows.violation_case import ViolationCase


@pytest.fixture
async def records(dev_server: WorkflowEnvironment) -> AsyncIterator[FakeRecords]:
    records = FakeRecords()
    async with running_worker(dev_server.client, records.activities, task_queue="door"):
        yield records


@pytest.fixture
def door(dev_server: WorkflowEnvironment) -> Door:
    return Door(dev_server.client, task_queue="door")


async def test_opening_starts_the_case_and_a_note_goes_to_it(records: FakeRecords, door: Door) -> None:
    case = new_case()

    opened = await door.open(order("open-case", case))
    noted = await door.act(order("add-note", case))

    assert opened.phase is Phase.OPENED
    assert noted.result == {"case": case, "orders": 2}


async def test_the_same_op_id_counts_once(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    twice = order("add-note", case)

    first, second = await asyncio.gather(door.act(twice), door.act(twice))

    assert first.result == second.result
    assert records.commands(case) == ["open-case", "add-note"]


async def test_more_commands_at_once_than_the_engine_takes_are_all_carried_out(
    records: FakeRecords, door: Door
) -> None:
    case = new_case()
    await door.open(order("open-case", case))

    effects = await asyncio.gather(*(door.act(order("add-note", case)) for _ in range(25)))

    assert sorted(effect.result["orders"] for effect in effects) == list(range(2, 27))


async def test_a_double_click_on_open_opens_one_case(records: FakeRecords, door: Door) -> None:
    case = new_case()
    twice = order("open-case", case)

    await asyncio.gather(*(door.open(twice) for _ in range(3)))

    assert records.commands(case) == ["open-case"]


async def _next_run(door: Door, case: str) -> None:
    handle = door._client.get_workflow_handle(workflow_id(case, "webster"))
    first_run = (await handle.describe()).run_id
    await handle.signal(ViolationCase.roll_over)
    async with asyncio.timeout(10):
        while (await handle.describe()).run_id == first_run:  # noqa: ASYNC110  the engine has no event for it
            await asyncio.sleep(0.05)


async def test_another_command_under_a_used_key_is_refused_in_this_run_and_the_next(
    records: FakeRecords, door: Door
) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    note = order("add-note", case, text="seen")
    await door.act(note)
    other = note.model_copy(update={"fields": {"text": "not seen"}})

    now = await door.act(other)
    await _next_run(door, case)
    then, again = await door.act(other), await door.act(note)

    assert [each.refusal and each.refusal.kind for each in (now, then, again)] == [
        "conflict",
        "conflict",
        None,
    ]
    assert [each.fields for each in records.files[case].orders] == [{}, {"text": "seen"}]


async def test_a_refused_command_may_be_corrected_under_its_key(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    refused = order("add-note", case, refuse=True)

    first = await door.act(refused)
    second = await door.act(refused.model_copy(update={"fields": {"text": "seen"}}))

    assert first.refusal is not None
    assert second.refusal is None
    assert records.commands(case) == ["open-case", "add-note"]


async def test_commands_given_while_a_case_rolls_over_count_once_each(
    records: FakeRecords, door: Door
) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    handle = door._client.get_workflow_handle(workflow_id(case, "webster"))
    notes = [order("add-note", case) for _ in range(20)]

    async def disturb() -> None:
        for _ in range(4):
            await handle.signal(ViolationCase.roll_over)
            await asyncio.sleep(0.05)

    await asyncio.gather(
        disturb(), *(door.act(note) for note in notes), *(door.act(note) for note in notes[:5])
    )
    again = await asyncio.gather(*(door.act(note) for note in notes))

    written = [each.op_id for each in records.files[case].orders if each.command == "add-note"]
    assert sorted(written) == sorted(note.op_id for note in notes)
    assert {effect.result["case"] for effect in again} == {case}


async def test_a_state_carries_only_so_many_answers_along(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    for _ in range(7):
        await asyncio.gather(*(door.act(order("add-note", case)) for _ in range(10)))

    handle = door._client.get_workflow_handle(workflow_id(case, "webster"))
    state = await handle.query(ViolationCase.state)

    assert len(state.applied) == REMEMBERED
    assert len(state.model_dump_json()) < 64_000


async def test_a_refusal_is_an_answer(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))

    effect = await door.act(order("serve-notice", case, refuse=True))

    assert effect.refusal is not None
    assert effect.refusal.section == "§ 130-28D"
    assert records.commands(case) == ["open-case"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        pytest.param({"actor": "system"}, "only the engine acts as system", id="system"),
        pytest.param({"op_id": ""}, "no op_id", id="no key"),
    ],
)
async def test_an_order_that_is_none_is_not_taken(
    records: FakeRecords, door: Door, wrong: dict[str, str], why: str
) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    given = order("add-note", case).model_copy(update=wrong)

    effect = await door.act(given)

    assert effect.refusal is not None
    assert why in effect.refusal.what
    assert records.commands(case) == ["open-case"]


async def test_an_order_for_another_case_is_not_taken(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))

    effect = await door.act(order("add-note", case.removeprefix("webster-")))

    assert effect.refusal is not None
    assert f"this is {case}" in effect.refusal.what


async def test_a_lost_workflow_comes_back_with_the_next_command(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    await door._client.get_workflow_handle(workflow_id(case, "webster")).terminate()

    effect = await door.act(order("add-note", case))

    assert effect.result == {"case": case, "orders": 2}


async def test_lost_workflows_are_recovered_and_the_others_left_alone(
    records: FakeRecords, door: Door
) -> None:
    kept, lost = new_case(), new_case()
    for case in (kept, lost):
        await door.open(order("open-case", case))
    await door._client.get_workflow_handle(workflow_id(lost, "webster")).terminate()
    both = [CaseRef(case=case, village="webster") for case in (kept, lost)]

    first, second = await door.recover(both), await door.recover(both)

    assert (first, second) == ([lost], [])


async def test_every_running_case_is_told_to_roll_over(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case))
    handle = door._client.get_workflow_handle(workflow_id(case, "webster"))
    first_run = (await handle.describe()).run_id
    async with asyncio.timeout(10):  # the engine's list lags a little behind
        while (await handle.describe()).run_id == first_run:
            await door.roll_over_all()
            await asyncio.sleep(0.2)

    assert (await door.act(order("add-note", case))).refusal is None


async def test_cases_are_found_by_village_phase_and_next_due(records: FakeRecords, door: Door) -> None:
    case = new_case()
    await door.open(order("open-case", case, due={"remedy:v1": "2099-03-05"}))

    found = await door._client.get_workflow_handle(workflow_id(case, "webster")).describe()

    shown = found.typed_search_attributes
    assert (shown[VILLAGE], shown[PHASE]) == ("webster", "opened")
    assert shown[NEXT_DUE].isoformat() == "2099-03-05T00:00:00+00:00"
    assert await found.static_summary() == case


async def test_without_a_worker_a_person_is_told_so(dev_server: WorkflowEnvironment) -> None:
    door = Door(dev_server.client, task_queue="nobody", limit=timedelta(seconds=1))

    with pytest.raises(EngineBusy, match="no worker is at work"):
        await door.open(order("open-case", new_case()))


async def test_a_record_that_hangs_is_said_to(records: FakeRecords, dev_server: WorkflowEnvironment) -> None:
    case, hurried = new_case(), Door(dev_server.client, task_queue="door", limit=timedelta(seconds=1))
    await Door(dev_server.client, task_queue="door").open(order("open-case", case))
    records.before = lambda _order: time.sleep(2)

    with pytest.raises(EngineBusy, match=r"database.*repeat the command with op-id slow: it counts once"):
        await hurried.act(order("add-note", case, op_id="slow"))
    again = await Door(dev_server.client, task_queue="door").act(order("add-note", case, op_id="slow"))

    assert again.result == {"case": case, "orders": 2}


async def test_an_engine_that_is_gone_is_one_clear_sentence() -> None:
    server = await WorkflowEnvironment.start_local(
        dev_server_existing_path=str(server_binary()), data_converter=pydantic_data_converter
    )
    client: Client = server.client
    await server.shutdown()
    begun = time.monotonic()

    with pytest.raises(EngineUnreachable, match=r"cannot reach the Temporal engine at 127\.0\.0\.1:\d+"):
        await Door(client, limit=timedelta(seconds=2)).act(order("add-note", new_case()))

    assert time.monotonic() - begun < 2 + 3
