"""The stories hold through the command line, as an outside check would play them."""

import pytest

from tests.cli.office import Office
from tests.stories.by_cli import ByCli
from tests.stories.story import STORIES, Story, play


@pytest.mark.parametrize("story", STORIES)
async def test_a_story_holds_through_the_command_line(story: Story, running_office: Office) -> None:
    await play(story, ByCli(running_office))
