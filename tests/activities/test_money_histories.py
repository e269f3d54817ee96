"""Whatever is entered on cases and securities through the record, the two agree and their rows are what they tell."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from activities.audit import Audits
from activities.messages import AuditOrder
from activities.rebuild import rebuild
from models.session import read
from queries.record import fold_case, fold_security, verify
from rules.ledger import NOUGHT, Account, balance, balances
from rules.security_engine import ACTS
from tests.activities.histories import emptied
from tests.activities.support import LETTER, Town
from tests.activities.treasury import everything

PROPERTY = settings(max_examples=24, suppress_health_check=[HealthCheck.function_scoped_fixture])
CHANCE = st.randoms(use_true_random=False, note_method_calls=False)
AMOUNTS = (0.01, 1, 99.99, 400, 1000, 2500.5, 6000)


class Office:
    """Two cases with work done and three securities, at the mercy of whoever types."""

    def __init__(self, town: Town, chance: Random) -> None:
        self.town = town
        self.chance = chance
        self.cases = [town.worked(5000), town.worked(300)]
        for case in self.cases:  # so that no offenses are dated, which are not what this is about
            town.act(case, "confirm-compliance", violation="v1", cured_on="2026-03-20")
        bond: dict[str, Any] = {"kind": "performance_bond", "purpose": "construction", "estimated_cost": 4000}
        evergreen: dict[str, Any] = {"expires_on": "2026-01-31", "evergreen_notice_days": 60}
        self.securities = [town.post(), town.post(**bond, amount=5000), town.post(**LETTER | evergreen)]

    def live(self, length: int) -> "Office":
        steps: tuple[Callable[[], None], ...] = (self._draw, self._draw, self._command, self._pass_days)
        for _ in range(length):
            self.chance.choice(steps)()
        self._wake()
        return self

    def _pass_days(self) -> None:
        self.town.after(self.chance.randint(1, 60))
        if self.chance.random() < 0.7:
            self._wake()

    def _wake(self) -> None:
        for record in (*self.cases, *self.securities):
            over = [timer.key for timer in self.town.look(record).timers if timer.wakes_at <= self.town.at]
            if over:
                effect = self.town.act(record, "deadline-passed", "system", keys=over)
                assert not {timer.key for timer in effect.timers} & set(over)

    def _draw(self) -> None:
        """Take a new draw so many steps of its way."""
        security, on = self.chance.choice(self.securities), self._day()
        with read(self.town.engine) as session:
            draw = f"d{len(fold_security(session, security).draws) + 1}"
        fields = {"case": self.chance.choice(self.cases), "amount": self._amount(), "on": on, "reason": "x"}
        way: list[tuple[str, str, dict[str, Any]]] = [
            ("request-draw", "officer", fields),
            ("approve-draw", "attorney", {"draw": draw}),
            ("record-draw-result", "clerk", {"draw": draw, "on": on, "honored": self.chance.random() < 0.7}),
        ]
        for name, actor, given_ in way[: self.chance.choice((1, 2, 3, 3, 3))]:
            self._give(security, name, given_, actor)

    def _command(self) -> None:
        names: dict[str, dict[str, Any]] = {
            "record-cost": {"on": self._day(), "kind": "labor", "amount": self._amount()},
            "record-cost-payment": {"on": self._day(), "amount": self._amount()},
            "approve-draw": {"draw": f"d{self.chance.randint(1, 4)}"},
            "record-draw-result": {
                "draw": f"d{self.chance.randint(1, 4)}",
                "on": self._day(),
                "honored": self.chance.random() < 0.5,
            },
            "decline-draw": {"draw": f"d{self.chance.randint(1, 4)}", "on": self._day(), "reason": "paid"},
            "record-renewal": {"expires_on": self._day(-400)},
            "record-nonrenewal": {"on": self._day()},
            "reduce-security": {"on": self._day(), "amount": self._amount(), "reason": "half built"},
            "record-milestone": {"kind": "final_acceptance", "on": self._day()},
            "release-security": {"on": self._day()},
        }
        name = self.chance.choice(sorted(names))
        self._give(self.chance.choice(self.securities if name in ACTS else self.cases), name, names[name])

    def _give(self, record: str, name: str, fields: dict[str, Any], actor: str | None = None) -> None:
        order = self.town.order(record, name, fields, actor=actor)
        effect = self.town.records.record(order)
        if effect.refusal is None and self.chance.random() < 0.3:
            assert self.town.records.record(order).result == effect.result

    def _amount(self) -> float:
        return self.chance.choice(AMOUNTS)

    def _day(self, ahead: int = 0) -> str:
        return (self.town.at.date() - timedelta(days=self.chance.randint(1, 40) + ahead)).isoformat()


@pytest.mark.usefixtures("without_papers")
@pytest.mark.timeout(300)
@PROPERTY
@given(CHANCE, st.integers(5, 30))
def test_securities_cases_and_rows_agree_whatever_is_entered(
    sqlite_engine: Engine, chance: Random, length: int
) -> None:
    office = Office(Town(emptied(sqlite_engine)), chance).live(length)
    before = everything(sqlite_engine)

    found, left = Audits(sqlite_engine).audit(AuditOrder(at=office.town.at)), rebuild(sqlite_engine)

    _check_records(office)
    assert (found.differences, left) == ((), ())
    assert everything(sqlite_engine) == before


def _check_records(office: Office) -> None:
    """Check that a draw stands in security and case alike, and that no cost is recovered twice."""
    with read(office.town.engine) as session:
        told = [fold_security(session, security) for security in office.securities]
        draws = [draw for security in told for draw in security.draws.values()]
        for case in office.cases:
            account = fold_case(session, case).abatement
            ours = [draw for draw in draws if draw.case == case]
            found = balances(account.entries)
            pending = sum((draw.amount for draw in ours if draw.is_pending), NOUGHT)
            paid = balance(account.entries, Account.PAID)
            assert sum(account.draws.values(), NOUGHT) == pending
            assert found.recovered == sum((draw.paid for draw in ours), NOUGHT) + paid
            assert found.recovered + found.open == found.recorded
            assert pending <= found.open
        assert [verify(session, record) for record in (*office.cases, *office.securities)] == [None] * 5
        assert all(security.left >= security.pending for security in told)
    event(f"{min(sum(draw.paid > 0 for draw in draws), 3)} or more draws honored")
