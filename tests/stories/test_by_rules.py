"""The stories hold in the rules themselves, without database, server or clock."""

from datetime import date

import pytest

from tests.stories.by_rules import ByRules
from tests.stories.story import STORIES, Story, play


@pytest.mark.parametrize("story", STORIES)
async def test_a_story_holds_in_the_rules_alone(story: Story) -> None:
    await play(story, ByRules(date(2026, 11, 30)))
