"""Reads the words of a cover sheet in another language, and writes days, lists and lengths of time in it."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules.law import Period
from rules.values import Language

FILES: Final = Path(__file__).parent / "languages"


class Words:
    """The words of one language; a missing one is an error where it is used."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told

    @property
    def title(self) -> str:
        """The title of the cover sheet."""
        return self.say("title")

    def explains(self, kind: str) -> bool:
        """Whether there are words about a kind of paper."""
        return kind in self._told["papers"]

    def say(self, *path: str, **values: object) -> str:
        """Return the words at a place of the file, filled in."""
        return str(self._at(path)).format(**values)

    def day(self, on: date) -> str:
        """Write a day with its weekday."""
        return self.say(
            "day",
            weekday=self._at(("weekdays",))[on.weekday()],
            day=on.day,
            month=self._at(("months",))[on.month - 1],
            year=on.year,
        )

    def listed(self, words: Sequence[str]) -> str:
        """Write a list."""
        *most, last = words
        return f"{', '.join(most)} {self.say('and')} {last}" if most else last

    def length(self, period: Period) -> str:
        """Write a length of time, such as the fifteen days of an appeal."""
        given = {"days": period.days, "months": period.months, "years": period.years}
        unit, number = next((unit, number) for unit, number in given.items() if number)
        one, several = self._at(("lengths", unit))
        return str(one if number == 1 else several).format(number=number)

    def _at(self, path: Sequence[str]) -> Any:
        found: Any = self._told
        for name in path:
            found = found[name]
        return found


@cache
def words_in(language: Language) -> Words:
    """Return the words of a language other than English."""
    return Words(tomllib.loads((FILES / f"{language}.toml").read_text(encoding="utf-8")))
