"""Loads the demonstration's cases through the one door, as people would; loaded twice, nothing is added."""

import asyncio
from datetime import date

from sqlalchemy import Engine

from activities.messages import Effect, Order
from activities.numbers import reserve
from demo.script import Script, Step, scripts
from workflows.client import Door


class DemoRefused(Exception):  # noqa: N818  the field's word for it
    """A step of the demonstration was refused, by a database that is not as a new one is."""


async def load(engine: Engine, door: Door, today: date) -> int:
    """Load every script, dates counted from `today`; return how many cases there are. Raises DemoRefused."""
    found = scripts(today)
    # Numbers in the order of the scripts, whichever is played first.
    cases = {step.op_id: _reserve(engine, step) for script in found for step in script.steps if _opens(step)}
    await asyncio.gather(*(_play(script, cases, door) for script in found))
    return len(cases)


def _opens(step: Step) -> bool:
    return step.do == "open-case"


def _reserve(engine: Engine, step: Step) -> str:
    year = date.fromisoformat(step.fields["opened_on"]).year
    return reserve(engine, step.fields["village"], year, step.op_id)


async def _play(script: Script, cases: dict[str, str], door: Door) -> None:
    """Give the commands of one script, one after the other."""
    named: dict[str, Step] = {}
    for step in script.steps:
        opening = named.setdefault(step.case, step)
        order = Order(
            case=cases[opening.op_id],
            village=opening.fields["village"],
            command=step.do,
            fields=step.fields,
            op_id=step.op_id,
            actor=step.as_,
        )
        effect = await (door.open(order) if _opens(step) else door.act(order))
        _check(script, step, effect)


def _check(script: Script, step: Step, effect: Effect) -> None:
    if effect.refusal is not None:
        raise DemoRefused(f"{script.key}, {step.do}: {effect.refusal.sentence()}")
