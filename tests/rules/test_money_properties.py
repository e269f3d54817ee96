"""Whatever is entered in whatever order, the money of a case and its securities stays true."""

import contextlib
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ordinances.load import load_law
from rules import engine, security_engine
from rules.acts import Setting
from rules.case import Case
from rules.commands import COMMANDS
from rules.dues import dues
from rules.events import Event
from rules.guarantee import Security, conditions
from rules.ledger import Account, balance, balances
from rules.levy import levy_lines
from rules.recovery import recovery
from rules.refusals import Refusal
from rules.security_commands import SECURITY_COMMANDS
from rules.security_events import SecurityEvent
from rules.values import Role

START = date(2026, 3, 1)
TODAY = date(2026, 11, 30)
CENT = Decimal("0.01")
EVERYONE = frozenset({Role.OFFICER, Role.ATTORNEY, Role.CLERK})
Any_ = st.SearchStrategy[Any]
days: Any_ = st.integers(min_value=0, max_value=270).map(lambda n: (START + timedelta(days=n)).isoformat())
amounts: Any_ = st.integers(min_value=1, max_value=900_000).map(lambda cents: Decimal(cents) / 100)
keys: Any_ = st.sampled_from(["s1", "s2"])
draws: Any_ = st.integers(min_value=1, max_value=4).map("d{}".format)
actors: Any_ = st.sampled_from("ab")
costs: Any_ = st.none() | st.sampled_from(["k1", "k2", "k3"])
waits: Any_ = st.integers(1, 20)
years: Any_ = st.integers(2026, 2028)
weights: Any_ = st.lists(st.integers(1, 1000), min_size=1, max_size=6)
yes_or_no: Any_ = st.booleans()
steps: Any_ = st.sampled_from(
    ["as_built_plans", "engineer_certificate", "final_inspection", "final_acceptance"]
)

VIOLATION = {
    "provision": "§ 130-24D",
    "nature": "outlet collapsed",
    "observed_on": START.isoformat(),
    "remedy": "rebuild it",
    "remedy_by": "2026-03-20",
}
CASE = {
    "village": "webster",
    "property": {"address": "8 Phillips Road"},
    "respondents": [{"name": "HOA", "role": "landowner", "address": "8 Phillips Road"}],
    "violations": [VIOLATION],
}
LETTER = {
    "village": "webster",
    "kind": "letter_of_credit",
    "purpose": "maintenance",
    "amount": 6000,
    "issuer": "Bank",
    "number": "1",
    "posted_on": "2026-01-01",
    "irrevocable": True,
}
BOND = LETTER | {
    "kind": "performance_bond",
    "purpose": "construction",
    "amount": 5000,
    "estimated_cost": 4000,
}


def setting(actor: str) -> Setting:
    now = datetime.combine(TODAY, time(17), tzinfo=UTC)
    return Setting(law=load_law("webster"), now=now, today=TODAY, roles=EVERYONE, actor=actor)


class Money(RuleBasedStateMachine):
    """A case whose village work is authorized, and two securities, at the mercy of whoever types."""

    case: Case
    securities: dict[str, Security]

    @initialize()
    def begin(self) -> None:
        self.case_events: list[Event] = []
        self.events: dict[str, list[SecurityEvent]] = {"s1": [], "s2": []}
        self.securities = {}
        opened: Any = COMMANDS["open-case"].model_validate(CASE)
        self._happen(engine.open_case("webster-2026-0001", opened, setting("a")))
        notice = {"on": "2026-03-02", "received_on": "2026-03-02", "emergency": True, "what": "rebuild"}
        self._do("give-maintenance-notice", notice)
        self._do("authorize-village-work", {"on": "2026-03-06"})
        for key, fields in (("s1", LETTER), ("s2", BOND)):
            command: Any = SECURITY_COMMANDS["post-security"].model_validate(fields)
            self._noted(key, security_engine.open_security(key, command, setting("a")))

    def _happen(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.case = engine.evolve(self.case if self.case_events else None, event)
            self.case_events.append(event)

    def _noted(self, key: str, events: tuple[SecurityEvent, ...]) -> None:
        for event in events:
            self.securities[key] = security_engine.evolve(self.securities.get(key), event)
            self.events[key].append(event)

    def _do(self, name: str, fields: dict[str, Any]) -> None:
        with contextlib.suppress(Refusal):
            self._happen(engine.decide(self.case, COMMANDS[name].model_validate(fields), setting("a")))

    def _on(self, key: str, name: str, fields: dict[str, Any], actor: str = "a") -> None:
        security, command = self.securities[key], SECURITY_COMMANDS[name].model_validate(fields)
        with contextlib.suppress(Refusal):
            decided = security_engine.decide(security, command, setting(actor), self.case)
            self._noted(key, decided.security)
            self._happen(decided.case)

    @rule(on=days, amount=amounts, reverses=costs)
    def cost(self, on: str, amount: Decimal, reverses: str | None) -> None:
        known = self.case.abatement.costs.get(reverses or "")
        self._do(
            "record-cost",
            {"on": on, "kind": "labor", "amount": known.amount if known else amount, "reverses": reverses},
        )

    @rule(on=days, amount=amounts, wait=waits)
    def assess(self, on: str, amount: Decimal, wait: int) -> None:
        hearing = (date.fromisoformat(on) + timedelta(days=wait)).isoformat()
        self._do("give-cost-notice", {"on": on, "amount": amount, "hearing_on": hearing, "served_on": on})
        self._do("record-cost-hearing", {"on": hearing, "outcome": "heard"})

    @rule(on=days, amount=amounts)
    def confirm(self, on: str, amount: Decimal) -> None:
        self._do("confirm-assessment", {"on": on, "amount": amount, "resolution": "R"})

    @rule(on=days, amount=amounts)
    def pay(self, on: str, amount: Decimal) -> None:
        self._do("record-cost-payment", {"on": on, "amount": amount})

    @rule(on=days, year=years)
    def certify(self, on: str, year: int) -> None:
        self._do("certify-for-levy", {"on": on, "fiscal_year": year})

    @rule(shares=weights)
    def prorate(self, shares: list[int]) -> None:
        parts = [{"parcel": f"p{index}", "share": share} for index, share in enumerate(shares)]
        self._do("prorate", {"parts": parts})

    @rule(key=keys, on=days, amount=amounts, actor=actors)
    def ask(self, key: str, on: str, amount: Decimal, actor: str) -> None:
        fields = {"case": self.case.id, "amount": amount, "on": on, "reason": "repair"}
        self._on(key, "request-draw", fields, actor)

    @rule(key=keys, draw=draws, actor=actors)
    def approve(self, key: str, draw: str, actor: str) -> None:
        self._on(key, "approve-draw", {"draw": draw}, actor)

    @rule(key=keys, draw=draws, on=days, honored=yes_or_no, amount=st.none() | amounts)
    def result(self, key: str, draw: str, on: str, honored: bool, amount: Decimal | None) -> None:  # noqa: FBT001
        self._on(key, "record-draw-result", {"draw": draw, "on": on, "honored": honored, "amount": amount})

    @rule(key=keys, draw=draws, on=days, actor=actors)
    def decline(self, key: str, draw: str, on: str, actor: str) -> None:
        self._on(key, "decline-draw", {"draw": draw, "on": on, "reason": "paid"}, actor)

    @rule(key=keys, on=days, amount=amounts)
    def reduce(self, key: str, on: str, amount: Decimal) -> None:
        self._on(key, "reduce-security", {"on": on, "amount": amount, "reason": "half done"})

    @rule(key=keys, on=days, step=steps)
    def milestone(self, key: str, on: str, step: str) -> None:
        self._on(key, "record-milestone", {"kind": step, "on": on})

    @rule(key=keys, on=days)
    def release(self, key: str, on: str) -> None:
        self._on(key, "release-security", {"on": on})

    @invariant()
    def the_account_balances(self) -> None:
        entries = self.case.abatement.entries
        stand = balances(entries)
        assert stand.lien + stand.recovered + stand.open == stand.recorded
        assert min(stand.recorded, stand.recovered, stand.open, stand.lien, stand.levied) >= 0
        assert stand.levied <= stand.lien
        assert all(sum(line.amount for line in each.lines) == 0 for each in entries)

    @invariant()
    def nothing_is_recovered_twice(self) -> None:
        work = self.case.abatement
        stand = balances(work.entries)
        assert stand.recovered <= stand.recorded
        assert sum(work.draws.values()) <= stand.open
        assert balance(work.entries, Account.DRAWN) == sum(s.drawn for s in self.securities.values())

    @invariant()
    def no_security_pays_more_than_it_holds(self) -> None:
        for security in self.securities.values():
            assert security.drawn <= security.amount + security.credited
            assert security.drawn + security.reduced <= security.amount + security.credited
            for draw in security.draws.values():
                assert draw.approved_by != draw.asked_by

    @invariant()
    def none_is_released_with_a_condition_missing(self) -> None:
        for security in self.securities.values():
            if security.released_on is not None:
                met = [each.met_on for each in conditions(security, load_law("webster"))]
                assert all(day is not None and day <= security.released_on for day in met)

    @invariant()
    def assessments_and_levies_agree_with_the_account(self) -> None:
        found, stand = dues(self.case.abatement), balances(self.case.abatement.entries)
        assert sum(found.unpaid.values()) == stand.lien - stand.levied
        lines = [
            line
            for year in {each.fiscal_year for each in found.levied}
            for line in levy_lines(self.case, year)
        ]
        assert sum(line.amount for line in lines) == stand.levied

    @rule()  # not after every step: it decides four draws
    def what_is_said_to_be_recoverable_is_and_no_cent_more(self) -> None:
        both = recovery(self.case, setting("a"), self.securities.values())
        assert both.draw.most <= both.open
        for source in both.draw.securities:
            assert source.most == 0 or self._would_draw(source.security, source.most)
            assert not self._would_draw(source.security, source.most + CENT)

    def _would_draw(self, key: str, amount: Decimal) -> bool:
        fields = {"case": self.case.id, "amount": amount, "on": TODAY, "reason": "repair"}
        command = SECURITY_COMMANDS["request-draw"].model_validate(fields)
        try:
            security_engine.decide(self.securities[key], command, setting("a"), self.case)
        except Refusal:
            return False
        return True

    @invariant()
    def parts_add_up(self) -> None:
        for assessment in self.case.abatement.assessments.values():
            if assessment.parts:
                assert sum(part.amount for part in assessment.parts) == assessment.amount

    @invariant()
    def the_record_alone_tells_it_all(self) -> None:
        assert engine.fold(self.case_events) == self.case
        for key, events in self.events.items():
            assert security_engine.fold(events) == self.securities[key]


Money.TestCase.settings = settings(
    max_examples=max(settings().max_examples, 200), stateful_step_count=40, deadline=None
)
TestMoney = Money.TestCase
