"""The stories hold through the workflows and the record, as they do in the rules."""

import pytest
from sqlalchemy import Engine
from temporalio.testing import WorkflowEnvironment

from activities.every import every_activity
from runtime.worker_factory import running_worker
from tests.activities.support import Town
from tests.stories.by_workflows import ByWorkflows
from tests.stories.story import STORIES, Story, play
from workflows.client import Door


@pytest.mark.parametrize("story", STORIES)
async def test_a_story_holds_through_the_workflows(
    story: Story, sqlite_engine: Engine, skipping: WorkflowEnvironment
) -> None:
    Town(sqlite_engine)

    async with running_worker(skipping.client, every_activity(sqlite_engine)):
        await play(story, ByWorkflows(sqlite_engine, Door(skipping.client)))
