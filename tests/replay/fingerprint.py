"""What a workflow asked of the engine, in order, as short lines: a change shows as a difference in review."""

import json
import math
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
PRINTS: Final = HERE / "fingerprints.txt"

_DAY: Final = 86_400
_SAID: Final = {
    "EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED": "accept",
    "EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_COMPLETED": "answer",
    "EVENT_TYPE_TIMER_CANCELED": "timer off",
    "EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES": "attributes",
    "EVENT_TYPE_SIGNAL_EXTERNAL_WORKFLOW_EXECUTION_INITIATED": "signal",
    "EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW": "begin anew",
    "EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED": "end",
}


def saved() -> dict[str, dict[str, Any]]:
    """Read the saved histories by their names."""
    paths = sorted(HERE.glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def fingerprint(history: dict[str, Any]) -> list[str]:
    """Give the commands of a history."""
    lines = (_line(event) for event in history["events"])
    return [line for line in lines if line is not None]


def text(histories: dict[str, dict[str, Any]]) -> str:
    """Give the commands of several, each under its name."""
    parts = (
        f"{name}\n" + "".join(f"  {line}\n" for line in fingerprint(each)) for name, each in histories.items()
    )
    return "\n".join(parts)


def _line(event: dict[str, Any]) -> str | None:
    kind = event["eventType"]
    if kind == "EVENT_TYPE_ACTIVITY_TASK_SCHEDULED":
        scheduled = event["activityTaskScheduledEventAttributes"]
        return f"activity {scheduled['activityType']['name']} within {scheduled['startToCloseTimeout']}"
    if kind == "EVENT_TYPE_TIMER_STARTED":
        return f"timer {_length(event['timerStartedEventAttributes']['startToFireTimeout'])}"
    return _SAID.get(kind)


def _length(seconds: str) -> str:
    """Give a length in days begun, which does not hang on the hour of the day; a short one as it is."""
    length = float(seconds.rstrip("s"))
    return seconds if length < _DAY else f"{math.ceil(length / _DAY)} days"
