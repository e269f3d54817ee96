"""Reads the demonstration's scripts: steps as the stories have them, with dates counted from today.

A date is written `today`, `today-12` or `today+30`, and becomes the day as ISO text. What hangs on the calendar, as a
levy does, is counted from the last 12 May before today: `last:05-12`, `last:05-12-45`, and its `year of last:05-12`.
"""

import re
import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from demo.photographs import Photograph
from rules.values import Value

FOLDER = Path(__file__).with_name("cases")
_DAY = re.compile(r"(year of )?(?:today|last:(\d\d-\d\d))(?:([+-])(\d+))?")


class Step(Value):
    """One command; `case` names the case meant where a script has more than one, `security` the security it is on.

    `photograph` is the file that it attaches.
    """

    do: str
    as_: str
    case: str
    security: str | None
    fields: dict[str, Any]
    op_id: str
    photograph: Photograph | None = None

    @property
    def of_the_case(self) -> bool:
        """Whether it names the script's case, whose number is not known before: `case = "this"`."""
        return self.fields.get("case") == "this"


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
        steps.append(
            Step(
                do=step["do"],
                as_=step["as"],
                case=case,
                security=step.get("security"),
                fields=fields,
                op_id=op_id,
                photograph=_dated(step.get("photograph"), today),
            )
        )
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
    year, anchor, sign, days = found.groups(default="")
    day = _last(anchor, today) if anchor else today
    day += timedelta(days=int(days or 0) * (-1 if sign == "-" else 1))
    return day.year if year else day.isoformat()


def _last(month_day: str, today: date) -> date:
    """Return the last such day of the calendar before a day."""
    this_year = date.fromisoformat(f"{today.year}-{month_day}")
    return this_year if this_year < today else this_year.replace(year=today.year - 1)
