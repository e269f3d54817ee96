"""Plays commands on one case in memory, through the rules alone, on a day of the test's choosing."""

from datetime import UTC, date, datetime, time
from typing import Any, Self

import pytest

from ordinances.load import load_law
from rules import engine
from rules.acts import Due, Setting
from rules.case import Case
from rules.commands import COMMANDS
from rules.events import Event
from rules.exposure import Dated, all_dated, exposure
from rules.law import Law, Reading
from rules.penalties import Prior
from rules.refusals import Refusal
from rules.values import Role


def who_may(name: str) -> str:
    """Return a role that may give a command."""
    return min(engine.ACTS[name].roles)


class Play:
    """One case in the making; every step returns the play, so that a life reads as a chain."""

    def __init__(self, village: str, today: str = "2026-11-30", law: Law | None = None) -> None:
        self.law = law or load_law(village)
        self.village = village
        self.today = date.fromisoformat(today)
        self.events: list[Event] = []
        self.priors: dict[str, tuple[Prior, ...]] = {}
        self._case: Case | None = None

    @property
    def case(self) -> Case:
        assert self._case is not None, "open the case first"
        return self._case

    def setting(self, role: str = "system") -> Setting:
        now = datetime.combine(self.today, time(17), tzinfo=UTC)
        return Setting(
            law=self.law,
            now=now,
            today=self.today,
            roles=frozenset({Role(role)}),
            actor=role,
            priors=self.priors,
        )

    def open(self, observed_on: str = "2026-05-04", **changes: Any) -> Self:
        violation = {
            "provision": "§ 130-23B",
            "nature": "silt fence down",
            "observed_on": observed_on,
            "remedy": "reset it",
            "remedy_by": "2026-12-20",
        }
        person = {"name": "Elm LLC", "role": "landowner", "address": "9 Main Street", "kind": "corporation"}
        fields = {
            "village": self.village,
            "property": {"address": "41 Elm Street", "parcel": "079.18-1-23"},
            "respondents": [person],
            "violations": [violation],
        } | changes
        command = COMMANDS["open-case"].model_validate(fields)
        return self.happen(engine.open_case(f"{self.village}-2026-0001", command, self.setting("officer")))  # type: ignore[arg-type]

    def do(self, name: str, role: str | None = None, /, **fields: Any) -> Self:
        setting = self.setting(role or who_may(name))
        return self.happen(engine.decide(self.case, COMMANDS[name].model_validate(fields), setting))

    def refuses(self, name: str, role: str | None = None, /, **fields: Any) -> str:
        before = self.case
        with pytest.raises(Refusal) as caught:
            self.do(name, role, **fields)
        assert self.case == before
        return str(caught.value)

    def on(self, day: str) -> Self:
        self.today = date.fromisoformat(day)
        return self

    def served(self, issued: str = "2026-05-05", delivered: str = "2026-05-06", key: str = "r1") -> Self:
        self.do("issue-notice", on=issued, respondents=[key])
        return self.do("serve-notice", respondent=key, mode="personal", delivered_on=delivered)

    def statuses(self, key: str = "v1") -> dict[str, int]:
        counted: dict[str, int] = {}
        for offense in self.dated(key):
            counted[offense.status] = counted.get(offense.status, 0) + 1
        return counted

    def dated(self, key: str = "v1") -> list[Dated]:
        return all_dated(self.case, self.setting())[key]

    def exposure(self, reading: Reading | None = None) -> Any:
        return exposure(self.case, self.setting(), reading or self.law.reading)

    def agenda(self, kind: str | None = None) -> list[Due]:
        return [item for item in engine.agenda(self.case, self.setting()) if kind in (None, item.kind)]

    def happen(self, events: tuple[Event, ...]) -> Self:
        for event in events:
            self._case = engine.evolve(self._case, event)
        self.events += events
        return self
