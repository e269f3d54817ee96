"""What the workflow of a case or a security knows, carried from run to run; fields are only ever added, with defaults.

Everything else about it is in SQL: a state lost with the engine's storage is loaded from there.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Final, Self

from pydantic import BaseModel, ConfigDict

from activities.keys import mark_of, used_otherwise
from activities.messages import Decided, DecisionOrder, Effect, FollowUp, Order, Standing, Timer
from rules.values import Phase
from workflows.policy import REMEMBERED

SCHEMA: Final = 1


class CaseState(BaseModel):
    """One case or security as its workflow sees it; `phase` is None until the record has been read or written.

    `applied` has the last answers by op_id, `asked` the marks of the orders they are to (`activities.keys`).
    """

    # Not forbid: in a release that is rolled back, a run begun by the newer code must still be read.
    model_config = ConfigDict(frozen=True, extra="ignore")

    schema_number: int = SCHEMA
    case: str
    village: str
    phase: Standing | None = None
    over: bool = False
    seq: int = 0
    next_due: date | None = None
    timers: tuple[Timer, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    applied: dict[str, Effect] = {}
    asked: dict[str, str] = {}
    stuck: tuple[str, ...] = ()
    attention: str | None = None

    def after(self, order: Order, effect: Effect) -> Self:
        """Give the state after a command; a refused one changes nothing."""
        if effect.refusal is not None:
            return self
        answer = effect.model_copy(update={"timers": (), "follow_ups": ()})
        kept = dict(list({**self.applied, order.op_id: answer}.items())[-REMEMBERED:])
        asked = {**self.asked, order.op_id: mark_of(order)}
        asked = {key: mark for key, mark in asked.items() if key in kept}
        return self.seen(effect).model_copy(update={"applied": kept, "asked": asked})

    def answer_to(self, order: Order) -> Effect | None:
        """Give the answer under an order's key, or the refusal of an order that is another than was answered."""
        known, mark = self.applied.get(order.op_id), mark_of(order)
        if known is None:
            return None
        if self.asked.get(order.op_id, mark) != mark:
            return Effect(refusal=used_otherwise().facts)
        return known.model_copy(update={"replayed": True})

    def seen(self, effect: Effect) -> Self:
        """Give the state that the record tells of; what was stuck may be tried again."""
        return self.model_copy(
            update={
                "phase": effect.phase,
                "over": effect.over,
                "seq": effect.seq,
                "next_due": effect.next_due,
                "timers": effect.timers,
                "follow_ups": (*self.follow_ups, *effect.follow_ups),
                "stuck": (),
                "attention": None,
            }
        )

    def held_up(self, keys: Iterable[str], why: str) -> Self:
        """Give the state in which these deadlines are left alone until the next command, and a person told."""
        return self.model_copy(update={"stuck": tuple(sorted({*self.stuck, *keys})), "attention": why})

    def without_errand(self) -> Self:
        """Give the state once its first follow-up is done."""
        return self.model_copy(update={"follow_ups": self.follow_ups[1:]})

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be waited for; effects of early days do not say so of a closed case."""
        return self.over or self.phase is Phase.CLOSED

    @property
    def next_timer(self) -> Timer | None:
        """The first thing to wake for."""
        return min(self._waiting(), key=lambda timer: timer.wakes_at, default=None)

    def overdue(self, now: datetime) -> tuple[Timer, ...]:
        """Give what has fallen due and can be noted, earliest first."""
        due = (timer for timer in self._waiting() if timer.wakes_at <= now)
        return tuple(sorted(due, key=lambda timer: (timer.wakes_at, timer.key)))

    def _waiting(self) -> Iterable[Timer]:
        return (timer for timer in self.timers if timer.key not in self.stuck)


class DecidingState(BaseModel):
    """The workflow of one decision; `decided` once it is known, `after` the last record that has looked again."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    order: DecisionOrder
    decided: Decided | None = None
    after: str = ""


def upgraded(state: CaseState) -> CaseState:
    """Bring a state that an older release left behind up to date."""
    return state.model_copy(update={"schema_number": SCHEMA})
