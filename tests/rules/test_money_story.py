"""The agreed money story through the rules alone: two-day emergency, village work, a draw, the rest a lien."""

import json
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from ordinances.load import load_law
from rules import engine, security_engine
from rules.acts import Setting
from rules.case import Case
from rules.commands import COMMANDS
from rules.guarantee import Security
from rules.ledger import balances
from rules.refusals import Refusal
from rules.security_commands import SECURITY_COMMANDS
from rules.values import Role

STORIES = Path(__file__).parents[1] / "stories" / "money"
STORY = json.loads((STORIES / "webster-emergency-cost-draw-and-lien.json").read_text())
TODAY = date(2026, 11, 30)


class Teller:
    """Tells the story to the rules, holding one case and one security."""

    def __init__(self) -> None:
        self.case: Case | None = None
        self.security: Security | None = None

    def tell(self, step: dict[str, Any]) -> None:
        setting = Setting(
            law=load_law("webster"),
            now=datetime.combine(TODAY, time(17), tzinfo=UTC),
            today=TODAY,
            roles=frozenset({Role(step["as"])}),
            actor=step["as"],
        )
        if "security" in step:
            self._security(step["do"], step["json"], setting)
        else:
            self._case(step["do"], step["json"], setting)

    def _case(self, name: str, fields: dict[str, Any], setting: Setting) -> None:
        command: Any = COMMANDS[name].model_validate(fields)
        if self.case is None:
            events = engine.open_case("webster-2026-0001", command, setting)
        else:
            events = engine.decide(self.case, command, setting)
        for event in events:
            self.case = engine.evolve(self.case, event)

    def _security(self, name: str, fields: dict[str, Any], setting: Setting) -> None:
        if name == "request-draw":
            fields = {"case": "webster-2026-0001"} | fields
        command: Any = SECURITY_COMMANDS[name].model_validate(fields)
        if self.security is None:
            for event in security_engine.open_security("webster-S-2026-0001", command, setting):
                self.security = security_engine.evolve(self.security, event)
            return
        case = self.case if security_engine.case_of(self.security, command) else None
        decided = security_engine.decide(self.security, command, setting, case)
        for noted in decided.security:
            self.security = security_engine.evolve(self.security, noted)
        for happened in decided.case:
            self.case = engine.evolve(self.case, happened)

    def seen(self, path: str) -> Decimal:
        if path == "available":
            assert self.security is not None
            return self.security.left
        assert self.case is not None
        found: Decimal = getattr(balances(self.case.abatement.entries), path.removeprefix("costs."))
        return found


def test_the_money_story_holds_at_every_step() -> None:
    teller = Teller()
    for number, step in enumerate(STORY["steps"]):
        if "refused" in step:
            with pytest.raises(Refusal) as caught:
                teller.tell(step)
            assert step["refused"] in str(caught.value), (number, str(caught.value))
        else:
            teller.tell(step)
        for path, wanted in step.get("expect", {}).items():
            assert teller.seen(path) == wanted, (number, path)


def test_the_parts_of_the_story_add_up_to_the_cent() -> None:
    teller = Teller()
    for step in STORY["steps"]:
        if "refused" not in step:
            teller.tell(step)

    assert teller.case is not None
    parts = teller.case.abatement.assessments["a1"].parts
    assert [(part.parcel, part.amount) for part in parts] == [
        ("080.09-2-14", Decimal("1333.34")),
        ("080.09-2-15", Decimal("1333.33")),
        ("080.09-2-16", Decimal("1333.33")),
    ]
