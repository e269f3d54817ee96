"""A village with its people, and commands given to its cases as a workflow would give them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any

from sqlalchemy import Engine

from activities.messages import CaseRef, Effect, Order
from activities.numbers import reserve
from activities.record import Records
from models.membership import MembershipRow
from models.session import write
from models.user import UserRow
from models.village import VillageRow
from rules.engine import ACTS, OPENERS
from rules.refusals import RefusalFacts
from rules.security import POSTERS
from rules.security_engine import ACTS as SECURITY_ACTS
from rules.series import Series
from rules.values import Role

ROLES = ("officer", "attorney", "clerk", "viewer")


def noon(day: str) -> datetime:
    """Give the noon of a day in the villages' zone, or near enough."""
    return datetime.combine(date.fromisoformat(day), time(17), UTC)


class Town:
    """Both villages, their officer, attorney, clerk and viewer, and a clock that tests set."""

    def __init__(self, engine: Engine, today: str = "2026-06-01") -> None:
        self.engine = engine
        self.records = Records(engine)
        self.at = noon(today)
        self._ops = count(1)
        with write(engine) as session:
            for key in ("webster", "williamsville"):
                session.add(VillageRow(key=key))
            session.add_all(UserRow(name=role) for role in ROLES)
            session.add(UserRow(name="stranger"))
            session.flush()
            for key in ("webster", "williamsville"):
                session.add_all(MembershipRow(user=role, village=key, role=role) for role in ROLES)

    def on(self, day: str) -> "Town":
        """Set the clock to a day."""
        self.at = noon(day)
        return self

    def after(self, days: int) -> "Town":
        """Set the clock forward."""
        self.at += timedelta(days=days)
        return self

    def join(self, village: str) -> "Town":
        """Let the same people work in another village."""
        with write(self.engine) as session:
            session.add(VillageRow(key=village))
            session.flush()
            session.add_all(MembershipRow(user=role, village=village, role=role) for role in ROLES)
        return self

    def order(self, case: str, command: str, fields: Mapping[str, Any], **more: Any) -> Order:
        """Make an order as a workflow hands it over."""
        actor = more.pop("actor", None) or _actor(command)
        op_id = more.pop("op_id", None) or f"op-{next(self._ops)}"
        village = more.pop("village", None) or village_of(case)
        return Order(
            case=case,
            village=village,
            command=command,
            fields=dict(fields),
            op_id=op_id,
            actor=actor,
            at=self.at,
        )

    def act(self, case: str, command: str, actor: str | None = None, **fields: Any) -> Effect:
        """Give a command that is carried out."""
        effect = self.records.record(self.order(case, command, _plain(fields), actor=actor))
        assert effect.refusal is None, effect.refusal.sentence()
        return effect

    def refuse(self, case: str, command: str, actor: str | None = None, **fields: Any) -> RefusalFacts:
        """Give a command that is refused."""
        effect = self.records.record(self.order(case, command, _plain(fields), actor=actor))
        assert effect.refusal is not None, effect
        return effect.refusal

    def look(self, case: str) -> Effect:
        """Look at a case."""
        return self.records.load(CaseRef(case=case, village=village_of(case), at=self.at))

    def open(
        self,
        village: str = "webster",
        *,
        respondents: list[dict[str, Any]] | None = None,
        where: dict[str, Any] | None = None,
        **violation: Any,
    ) -> str:
        """Open a case with one violation, observed today unless said otherwise."""
        op_id = f"op-{next(self._ops)}"
        case = reserve(self.engine, village, self.at.year, op_id)
        fields = {
            "village": village,
            "property": where or {"address": "41 Elm St"},
            "respondents": [OWNER] if respondents is None else respondents,
            "violations": [self.violation(village, **violation)],
        }
        effect = self.records.record(self.order(case, "open-case", fields, op_id=op_id))
        assert effect.refusal is None, effect.refusal.sentence()
        return case

    def post(self, village: str = "webster", **fields: Any) -> str:
        """Post an irrevocable letter of credit of $12,000 to maintain the works, unless said otherwise."""
        op_id = f"op-{next(self._ops)}"
        security = reserve(self.engine, village, self.at.year, op_id, Series.SECURITY)
        order = self.order(security, "post-security", LETTER | {"village": village} | fields, op_id=op_id)
        effect = self.records.record(order)
        assert effect.refusal is None, effect.refusal.sentence()
        return security

    def worked(self, cost: int = 10_000) -> str:
        """Open a case of this spring's in which the village has done the work, at a cost."""
        case = self.open(observed_on="2026-03-02")
        notice: dict[str, Any] = {
            "on": "2026-03-05",
            "received_on": "2026-03-06",
            "emergency": True,
            "what": "x",
        }
        self.act(case, "give-maintenance-notice", **notice)
        self.act(case, "authorize-village-work", on="2026-03-11")
        self.act(case, "record-cost", on="2026-03-12", kind="contractor", amount=cost, invoice="A-77")
        return case

    def violation(self, village: str = "webster", **fields: Any) -> dict[str, Any]:
        """Give a violation's fields."""
        provision = {"webster": "§ 130-23A", "williamsville": "§ 112-28C"}.get(village, "§ 1")
        day = self.at.date().isoformat()
        usual = {
            "provision": provision,
            "nature": "silt in the ditch",
            "observed_on": day,
            "remedy": "clear it",
        }
        return {**usual, "remedy_by": (self.at.date() + timedelta(days=20)).isoformat(), **fields}

    def served(self, village: str = "webster", **violation: Any) -> str:
        """Open a case, issue the notice today and serve it in person."""
        case = self.open(village, **violation)
        today = self.at.date().isoformat()
        self.act(case, "issue-notice", on=today, respondents=["r1"])
        self.act(case, "serve-notice", respondent="r1", mode="personal", delivered_on=today)
        return case


OWNER: dict[str, Any] = {
    "name": "Elm Street Builders LLC",
    "role": "landowner",
    "address": "PO Box 1",
    "kind": "corporation",
}


ROLES_OF = {
    "post-security": POSTERS,
    **{name: act.roles for name, act in SECURITY_ACTS.items()},
    **{name: act.roles for name, act in ACTS.items()},
}
LETTER: dict[str, Any] = {
    "kind": "letter_of_credit",
    "purpose": "maintenance",
    "amount": 12_000,
    "issuer": "Lakeshore Bank",
    "number": "LC-1042",
    "posted_on": "2025-06-01",
    "expires_on": "2027-05-31",
    "irrevocable": True,
}


def poked(effect: Effect) -> list[str]:
    """Give the cases that are to look again."""
    return [each.case for each in effect.follow_ups if each.kind == "poke"]


def village_of(record: str) -> str:
    """Give the village an id begins with."""
    return record.rsplit("-", 2)[0].removesuffix("-S")


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    return {name.rstrip("_"): value for name, value in fields.items()}


def _actor(command: str) -> str:
    roles = ROLES_OF.get(command, OPENERS)
    return "system" if roles == {Role.SYSTEM} else next(role for role in ROLES if role in roles)
