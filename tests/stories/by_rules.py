"""Plays a story through the rules alone: cases in memory, and what other cases tell of a party found by its name."""

from datetime import UTC, date, datetime, time
from typing import Any

from ordinances.load import load_law
from queries.portrait import portrait
from rules import engine
from rules.acts import Setting
from rules.case import Case, Respondent
from rules.commands import COMMANDS
from rules.exposure import all_dated, open_offenses, priors_of
from rules.parties import party_key
from rules.penalties import Prior
from rules.refusals import Refusal
from rules.values import Role
from tests.stories.story import Refused, Shown


class ByRules:
    """A register in memory, on a day of the test's choosing."""

    def __init__(self, today: date) -> None:
        self.today = today
        self.cases: dict[str, Case] = {}

    async def open(self, fields: dict[str, Any], role: str) -> str:
        village = str(fields["village"])
        key = f"{village}-{self.today.year}-{len(self.cases) + 1:04}"
        command: Any = COMMANDS["open-case"].model_validate(fields)
        case = engine.fold(engine.open_case(key, command, self._bare(village, role)))
        assert case is not None
        self.cases[key] = case
        return key

    async def act(self, case: str, command: str, fields: dict[str, Any], role: str) -> None:
        found = self.cases[case]
        given = COMMANDS[command].model_validate(fields)
        try:
            for event in engine.decide(found, given, self._setting(found, role)):
                found = engine.evolve(found, event)
        except Refusal as refusal:
            raise Refused(str(refusal)) from refusal
        self.cases[case] = found

    async def show(self, case: str) -> Shown:
        found = self.cases[case]
        view = portrait(found, self._setting(found, "viewer"), [], chain_ok=True)
        return view.model_dump(mode="json")

    def _bare(self, village: str, role: str) -> Setting:
        now = datetime.combine(self.today, time(17), UTC)
        return Setting(
            law=load_law(village), now=now, today=self.today, roles=frozenset({Role(role)}), actor=role
        )

    def _setting(self, case: Case, role: str) -> Setting:
        priors: dict[str, tuple[Prior, ...]] = {}
        elsewhere: dict[str, tuple[date, ...]] = {}
        for key, person in case.respondents.items():
            others = [(other, same) for other in self._siblings(case) for same in _same(other, person)]
            bare = self._bare(case.village, role)
            priors[key] = tuple(prior for other, same in others for prior in priors_of(other, same, bare))
            dated = (all_dated(other, bare).values() for other, _ in others)
            elsewhere[key] = tuple(
                day for offenses in dated for each in offenses for day in open_offenses(each)
            )
        return self._bare(case.village, role).model_copy(update={"priors": priors, "elsewhere": elsewhere})

    def _siblings(self, case: Case) -> list[Case]:
        return [
            other for other in self.cases.values() if other.village == case.village and other.id != case.id
        ]


def _same(other: Case, person: Respondent) -> list[str]:
    return [key for key, each in other.respondents.items() if party_key(each) == party_key(person)]
