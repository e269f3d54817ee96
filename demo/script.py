"""Reads the demonstration's scripts: steps as the stories have them, with dates counted from today.

A date is written `today`, `today-12` or `today+30`, and becomes the day as ISO text.
"""

import re
import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from rules.values import Value

FOLDER = Path(__file__).with_name("cases")
_DAY = re.compile(r"today(?:([+-])(\d+))?")


class Step(Value):
    """One command; `case` names the case meant where a script has more than one."""

    do: str
    as_: str
    case: str
    fields: dict[str, Any]
    op_id: str


class Script(Value):
    """One script: its steps, and the key under which it is loaded once."""

    key: str
    title: str
    steps: tuple[Step, ...]


def scripts(today: date, folder: Path = FOLDER) -> tuple[Script, ...]:
    """Return all scripts in order, their dates reckoned from a day."""
    return tuple(_script(path, today) for path in sorted(folder.glob("*.toml")))


def _script(path: Path, today: date) -> Script:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    steps: list[Step] = []
    case = ""
    for number, step in enumerate(told["steps"], start=1):
        case = step.get("case", case)
        op_id = f"demo/{path.stem}/{number}"
        fields = _dated(step["json"], today)
        steps.append(Step(do=step["do"], as_=step["as"], case=case, fields=fields, op_id=op_id))
    return Script(key=path.stem, title=told["title"], steps=tuple(steps))


def _dated(value: Any, today: date) -> Any:
    """Return a value with every day counted from today written out."""
    if isinstance(value, dict):
        return {key: _dated(each, today) for key, each in value.items()}
    if isinstance(value, list):
        return [_dated(each, today) for each in value]
    found = _DAY.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return value
    sign, days = found.groups(default="0")
    return (today + timedelta(days=int(days) * (-1 if sign == "-" else 1))).isoformat()
