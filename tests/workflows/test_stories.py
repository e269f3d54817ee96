"""The stories hold all the way through: door, workflow, transaction, and the record read back."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Engine
from temporalio.testing import WorkflowEnvironment

from activities.record import Records
from runtime.worker_factory import running_worker
from tests.stories.story import STORIES, Story, play
from tests.workflows.by_workflows import ByWorkflows
from tests.workflows.town_hall import TownHall, staff
from workflows.client import Door


@pytest.fixture
async def office(skipping: WorkflowEnvironment, sqlite_engine: Engine) -> AsyncIterator[Engine]:
    records = Records(sqlite_engine)
    async with running_worker(skipping.client, [records.record, records.load]):
        yield sqlite_engine


@pytest.mark.parametrize("story", STORIES)
async def test_a_story_holds_through_the_workflows(
    story: Story, office: Engine, skipping: WorkflowEnvironment
) -> None:
    village = story["steps"][0]["json"]["village"]
    staff(office, village)
    hall = TownHall(office, Door(skipping.client), village=village)

    await play(story, ByWorkflows(hall, skipping))
