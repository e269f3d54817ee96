"""Plays a story through the rules alone: cases in memory, and what other cases tell of a party found by its name."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from typing import Any

from ordinances.load import load_law
from queries import surety
from queries.portrait import portrait
from rules import engine, security_engine
from rules.acts import Setting
from rules.case import Case, Respondent
from rules.commands import COMMANDS
from rules.exposure import all_dated, open_offenses, priors_of
from rules.guarantee import Security
from rules.parties import party_key
from rules.penalties import Prior
from rules.refusals import Refusal
from rules.security_commands import SECURITY_COMMANDS
from rules.values import Role
from tests.stories.story import Refused, Shown


class ByRules:
    """A register in memory, on a day of the test's choosing."""

    def __init__(self, today: date) -> None:
        self.today = today
        self.cases: dict[str, Case] = {}
        self.securities: dict[str, Security] = {}

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
        with _refusing():
            for event in engine.decide(found, given, self._setting(found, role)):
                found = engine.evolve(found, event)
        self.cases[case] = found

    async def post(self, fields: dict[str, Any], role: str) -> str:
        village = str(fields["village"])
        key = f"{village}-S-{self.today.year}-{len(self.securities) + 1:04}"
        command: Any = SECURITY_COMMANDS["post-security"].model_validate(fields)
        with _refusing():
            security = security_engine.fold(
                security_engine.open_security(key, command, self._bare(village, role))
            )
        assert security is not None
        self.securities[key] = security
        return key

    async def act_on_security(self, security: str, command: str, fields: dict[str, Any], role: str) -> None:
        held, given = self.securities[security], SECURITY_COMMANDS[command].model_validate(fields)
        case = self.cases.get(security_engine.case_of(held, given) or "")
        with _refusing():
            decided = security_engine.decide(held, given, self._bare(held.village, role), case)
        for noted in decided.security:
            self.securities[security] = security_engine.evolve(self.securities[security], noted)
        for happened in decided.case:
            assert case is not None
            self.cases[case.id] = engine.evolve(self.cases[case.id], happened)

    async def show(self, case: str) -> Shown:
        found = self.cases[case]
        held = tuple(self.securities.values())
        view = portrait(found, self._setting(found, "viewer"), [], chain_ok=True, securities=held)
        return view.model_dump(mode="json")

    async def show_security(self, security: str) -> Shown:
        found = self.securities[security]
        view = surety.portrait(found, self._bare(found.village, "viewer"), [], chain_ok=True)
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


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        raise Refused(str(refusal)) from refusal


def _same(other: Case, person: Respondent) -> list[str]:
    return [key for key, each in other.respondents.items() if party_key(each) == party_key(person)]
