"""A record in memory, for tests of the workflow alone: it writes once per op_id, and says what is due."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any

from temporalio import activity

from activities.messages import CaseRef, Effect, FollowUp, Order, Timer
from rules.refusals import RefusalFacts
from rules.values import Phase

CASE = "webster-2026-0001"
_numbers = count(1)


def new_case() -> str:
    """Give a case of a test's own, for servers that tests share."""
    return f"webster-2026-{next(_numbers):04d}"


def order(
    command: str, case: str = CASE, *, op_id: str | None = None, actor: str = "olson", **fields: Any
) -> Order:
    """Make a command; its op_id is its own unless one is given."""
    op_id = op_id or f"op-{next(_numbers)}"
    return Order(case=case, village="webster", command=command, fields=fields, op_id=op_id, actor=actor)


def timer(key: str, due: date) -> Timer:
    """Fall due on a day: wake at the midnight after it."""
    wakes_at = datetime.combine(due + timedelta(days=1), time(), UTC)
    return Timer(key=key, kind=key.split(":", maxsplit=1)[0], due=due, wakes_at=wakes_at, summary=key)


@dataclass
class CaseFile:
    """What is on record of one case."""

    phase: Phase = Phase.OPENED
    orders: list[Order] = field(default_factory=list)
    timers: dict[str, Timer] = field(default_factory=dict)
    answers: dict[str, Effect] = field(default_factory=dict)


class FakeRecords:
    """The activities `record` and `load` over a dictionary."""

    def __init__(self, *, notes_deadlines: bool = True) -> None:
        self.files: dict[str, CaseFile] = {}
        self.loads = 0
        self.before: Callable[[Order], None] = lambda order: None
        self._notes_deadlines = notes_deadlines

    @activity.defn(name="record")
    def record(self, order: Order) -> Effect:
        self.before(order)
        if order.command == "open-case":
            self.files.setdefault(order.case, CaseFile())
        file = self.files.get(order.case)
        if file is None or order.fields.get("refuse"):
            return Effect(refusal=RefusalFacts(kind="not_allowed", what="Not so.", section="§ 130-28D"))
        if order.op_id in file.answers:
            return file.answers[order.op_id].model_copy(update={"replayed": True})
        file.orders.append(order)
        self._apply(file, order)
        file.answers[order.op_id] = self._effect(file, order)
        return file.answers[order.op_id]

    @activity.defn(name="load")
    def load(self, ref: CaseRef) -> Effect:
        self.loads += 1
        file = self.files.get(ref.case)
        if file is None:
            return Effect(refusal=RefusalFacts(kind="not_found", what="No such case."))
        return self._effect(file)

    @property
    def activities(self) -> list[Callable[..., Any]]:
        return [self.record, self.load]

    def commands(self, case: str = CASE) -> list[str]:
        return [order.command for order in self.files[case].orders]

    def noted(self, case: str = CASE) -> list[str]:
        passed = [order for order in self.files[case].orders if order.command == "deadline-passed"]
        return [key for order in passed for key in order.fields["keys"]]

    def _apply(self, file: CaseFile, order: Order) -> None:
        if order.command == "deadline-passed" and self._notes_deadlines:
            file.timers = {
                key: timer for key, timer in file.timers.items() if key not in order.fields["keys"]
            }
        for key, due in order.fields.get("due", {}).items():
            file.timers[key] = timer(key, date.fromisoformat(due))
        if order.command == "close-case":
            file.phase = Phase.CLOSED
        if order.command == "reopen-case":
            file.phase = Phase.FINAL

    def _effect(self, file: CaseFile, order: Order | None = None) -> Effect:
        closed = file.phase is Phase.CLOSED
        timers = () if closed else tuple(sorted(file.timers.values(), key=lambda timer: timer.due))
        poked = (order.fields.get("poke") if order else None) or []
        return Effect(
            phase=file.phase,
            seq=len(file.orders),
            timers=timers,
            next_due=timers[0].due if timers else None,
            follow_ups=tuple(FollowUp(kind="poke", case=case, village="webster") for case in poked),
            result={"case": order.case, "orders": len(file.orders)} if order else {},
        )
