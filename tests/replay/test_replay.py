"""Every saved history replays on the code of today, and asks the engine for what it asked then."""

import json

import pytest
from temporalio.client import WorkflowHistory

from runtime.worker_factory import make_replayer
from tests.replay.fingerprint import HERE, PRINTS, saved, text

NAMES = sorted(path.stem for path in HERE.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
async def test_a_saved_history_replays(name: str) -> None:
    history = WorkflowHistory.from_json("case/webster/1", json.loads((HERE / f"{name}.json").read_text()))

    replayed = await make_replayer().replay_workflow(history)

    assert replayed.replay_failure is None


def test_the_saved_histories_are_those_whose_commands_are_noted() -> None:
    assert PRINTS.read_text() == text(saved())
