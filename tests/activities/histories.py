"""Random histories of cases: whatever people may enter, in any order, on days that go by, refused or not.

A history is drawn while it is played, since what may be done depends on what was; its steps can be played again.
"""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy import Engine, text
from sqlmodel import SQLModel

from activities.accrual import Accruals
from activities.messages import AccrualOrder
from activities.numbers import reserve
from models.case import CaseRow
from models.count import CountRow
from models.deadline import DeadlineRow
from models.entry import EntryRow
from models.offense import OffenseRow
from models.party import PartyRow
from models.respondent import RespondentRow
from models.security import SecurityRow
from models.session import read, write
from models.violation import ViolationRow
from ordinances.load import load_law
from queries.record import fold_case
from queries.setting import setting_for
from queries.tables import table
from rules.case import Case
from rules.engine import may
from rules.values import Role
from tests.activities.support import Town

PROJECTIONS: tuple[type[SQLModel], ...] = (
    CaseRow,
    RespondentRow,
    PartyRow,
    ViolationRow,
    OffenseRow,
    CountRow,
    DeadlineRow,
    EntryRow,
    SecurityRow,
)
VILLAGES = ("webster", "williamsville")
NAMES = ("Elm Street Builders LLC", "ELM STREET BUILDERS, L.L.C.", "Ann Doe")
Step = tuple[Any, ...]
Fields = dict[str, Any]
Maker = Callable[["Draw"], Fields]


class Draw:
    """What chance gives for the fields of one command on a case."""

    def __init__(self, chance: Random, town: Town, case: Case) -> None:
        self._chance = chance
        self._town = town
        self._case = case

    def day(self) -> str:
        return self.ahead(-self._chance.choice([0, 0, 1, 2, 5, 8, 13, 21, 30]))

    def ahead(self, days: int) -> str:
        return (self._town.at.date() + timedelta(days=days)).isoformat()

    def one(self, *of: Any) -> Any:
        return self._chance.choice(of)

    def violation(self) -> str:
        return str(self.one(*self._case.violations))

    def count(self) -> str:
        return str(self.one(*(self._case.counts or ["c1"])))

    def judgment(self) -> Fields:
        outcome = self.one("convicted", "convicted", "dismissed", "adjourned")
        return {
            "outcome": outcome,
            **({"fine": 300, "departure_reason": "so pronounced"} if outcome == "convicted" else {}),
        }

    def days(self) -> Fields:
        first, last = sorted((self.day(), self.day()))
        return {"from": first, "to": last}


COMMANDS: dict[str, Maker] = {
    "issue-notice": lambda draw: {"on": draw.day(), "respondents": ["r1"]},
    "serve-notice": lambda draw: {"respondent": "r1", "mode": "personal", "delivered_on": draw.day()},
    "withdraw-notice": lambda draw: {"on": draw.day(), "reason": "error"},
    "file-appeal": lambda draw: {"respondent": "r1", "on": draw.day(), "grounds": "not ours"},
    "rule-on-timeliness": lambda draw: {
        "respondent": "r1",
        "accepted": draw.one(True, False),
        "reason": "ruled",
    },
    "certify-imminent-peril": lambda draw: {"on": draw.day(), "facts": "flood"},
    "decide-appeal": lambda draw: {"on": draw.day(), "outcome": draw.one("affirmed", "affirmed", "annulled")},
    "withdraw-appeal": lambda draw: {"respondent": "r1", "on": draw.day()},
    "release-stayed": lambda draw: {"violation": draw.violation(), "reason": "affirmed"},
    "record-inspection": lambda draw: {
        "on": draw.day(),
        "inspector": "Roe",
        "findings": {draw.violation(): draw.one("continuing", "compliant")},
    },
    "confirm-compliance": lambda draw: {"violation": draw.violation(), "cured_on": draw.day()},
    "correct-cure-date": lambda draw: {
        "violation": draw.violation(),
        "cured_on": draw.day(),
        "reason": "receipt found",
    },
    "void-offenses": lambda draw: {"violation": draw.violation(), **draw.days(), "reason": "no proof"},
    "charge-offenses": lambda draw: {
        "respondent": "r1",
        "violation": draw.violation(),
        **draw.days(),
        "court": "Village Court",
        "returnable_on": draw.ahead(20),
        "allow_unsupported": True,
    },
    "record-disposition": lambda draw: {
        "counts": [draw.count()],
        **draw.judgment(),
        "on": draw.day(),
    },
    "vacate-conviction": lambda draw: {"count": draw.count(), "on": draw.day(), "reason": "appealed"},
    "settle": lambda draw: {
        "counts": [draw.count()],
        "amount": 100,
        "due_on": draw.ahead(draw.one(0, 5, 20)),
    },
    "record-fine-payment": lambda draw: {
        "count": draw.count(),
        "amount": draw.one(40, 100),
        "on": draw.day(),
    },
    "correct-respondent": lambda draw: {"respondent": "r1", "name": draw.one(*NAMES), "reason": "deed"},
    "add-violation": lambda draw: {
        "provision": "§ 130-23B",
        "nature": "mud",
        "observed_on": draw.day(),
        "remedy": "sweep",
        "remedy_by": draw.ahead(draw.one(3, 30)),
    },
    "give-maintenance-notice": lambda draw: {
        "on": draw.day(),
        "received_on": draw.day(),
        "emergency": True,
        "what": "clear the basin",
    },
    "authorize-village-work": lambda draw: {"on": draw.day()},
    "record-cost": lambda draw: {"on": draw.day(), "kind": "labor", "amount": draw.one(40, 1000)},
    "record-cost-payment": lambda draw: {"on": draw.day(), "amount": draw.one(10, 40)},
    "lift-stop-work": lambda draw: {"on": draw.day(), "in_writing": True},
    "close-case": lambda draw: {"on": draw.day(), "reason": "done"},
    "reopen-case": lambda draw: {"on": draw.day(), "reason": "again"},
}
LIKELY = {
    "file-appeal": 8,
    "decide-appeal": 3,
    "release-stayed": 3,
    "record-disposition": 3,
    "vacate-conviction": 2,
}
KINDS = ["act"] * 12 + ["days"] * 5 + ["night"] * 3 + ["wake"] * 2 + ["open"]


class Play:
    """A history as it is played in a town; `steps` are those played so far."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.cases: list[str] = []
        self.steps: list[Step] = []

    def draw(self, chance: Random, length: int) -> "Play":
        """Play so many steps as chance draws them."""
        self.take(self._opening(chance))
        for _ in range(length):
            self.take(self._drawn(chance))
        return self

    def again(self, steps: list[Step], *, nights: bool) -> "Play":
        """Play steps that were drawn before, with their nights or without."""
        for step in steps:
            if nights or step[0] != "night":
                self.take(step)
        return self

    def night(self) -> "Play":
        """Run every village's night."""
        self.take(("night",))
        return self

    def wake_all(self) -> "Play":
        """Note what has fallen due in every case, as its workflow would by now."""
        for case in list(self.cases):
            self.take(("wake", case, f"wake-{len(self.steps)}"))
        return self

    def take(self, step: Step) -> None:
        self.steps.append(step)
        kind, *rest = step
        getattr(self, f"_{kind}")(*rest)

    def _drawn(self, chance: Random) -> Step:
        kind = chance.choice(KINDS)
        case = chance.choice(self.cases)
        if kind == "open":
            return self._opening(chance)
        if kind == "days":
            return ("days", chance.choice([1, 1, 2, 7, 20, 40]))
        if kind == "wake":
            return ("wake", case, f"wake-{len(self.steps)}")
        return self._command(chance, case) if kind == "act" else ("night",)

    def _opening(self, chance: Random) -> Step:
        ago = chance.choice([0, 1, 10, 60])
        served = chance.random() < 0.6
        return ("open", chance.choice(VILLAGES), ago, chance.choice(NAMES), served, f"open-{len(self.steps)}")

    def _command(self, chance: Random, case_id: str) -> Step:
        law = load_law(case_id.rsplit("-", 2)[0])
        with read(self.town.engine) as session:
            case = fold_case(session, case_id)
            setting = setting_for(
                session, law, case, now=self.town.at, actor="all", roles=frozenset(Role) - {Role.SYSTEM}
            )
        allowed = [name for name in COMMANDS if may(case, name, setting) is None]
        likely = [name for name in allowed for _ in range(LIKELY.get(name, 1))]
        name = chance.choice(likely if chance.random() < 0.9 else list(COMMANDS))
        return ("act", case_id, name, COMMANDS[name](Draw(chance, self.town, case)), f"act-{len(self.steps)}")

    # --- the steps --------------------------------------------------------------------------------------

    def _days(self, days: int) -> None:
        self.town.after(days)

    def _night(self) -> None:
        for village in VILLAGES:
            Accruals(self.town.engine, page=2).date_offenses(AccrualOrder(village=village, at=self.town.at))

    def _open(self, village: str, ago: int, name: str, served: bool, op_id: str) -> None:  # noqa: FBT001  a step
        case = reserve(self.town.engine, village, 2026, op_id)
        observed_on = (self.town.at.date() - timedelta(days=ago)).isoformat()
        kind = "person" if name == "Ann Doe" else "corporation"
        fields = {
            "village": village,
            "property": {"address": "41 Elm St"},
            "respondents": [{"name": name, "role": "landowner", "address": "PO Box 1", "kind": kind}],
            "violations": [self.town.violation(village, observed_on=observed_on)],
        }
        effect = self.town.records.record(self.town.order(case, "open-case", fields, op_id=op_id))
        assert effect.refusal is None
        self.cases.append(case)
        if served:
            today = self.town.at.date().isoformat()
            self._act(case, "issue-notice", {"on": today, "respondents": ["r1"]}, f"{op_id}-notice")
            service = {"respondent": "r1", "mode": "personal", "delivered_on": today}
            self._act(case, "serve-notice", service, f"{op_id}-service")

    def _act(self, case: str, command: str, fields: Fields, op_id: str) -> None:
        self.town.records.record(self.town.order(case, command, fields, op_id=op_id))

    def _wake(self, case: str, op_id: str) -> None:
        over = [timer.key for timer in self.town.look(case).timers if timer.wakes_at <= self.town.at]
        if over:
            fields = {"keys": over}
            self.town.records.record(
                self.town.order(case, "deadline-passed", fields, actor="system", op_id=op_id)
            )


def emptied(engine: Engine) -> Engine:
    """Take every row out of a database."""
    papers = ("document", "document_file")  # the audit issues what a record lacks
    names = [
        *(table(model).name for model in PROJECTIONS),
        *papers,
        "event",
        "command",
        "case_number",
        "membership",
    ]
    with write(engine) as session:
        for name in (*names, "user", "village"):
            session.execute(text(f'DELETE FROM "{name}"'))
    return engine


def rows(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """Give every row of every projection, in order."""
    found = {}
    with read(engine) as session:
        for model in PROJECTIONS:
            of = table(model)
            found[of.name] = [tuple(row) for row in session.execute(of.select().order_by(*of.primary_key))]
    return found
