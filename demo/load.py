"""Loads the demonstration through the one door, as people would; loaded twice, nothing is added."""

import asyncio
from datetime import date

from sqlalchemy import Engine

from activities.messages import Effect, Order
from activities.numbers import reserve
from demo.script import Script, Step, scripts
from rules.series import Series, series_of
from workflows.client import Door


class DemoRefused(Exception):  # noqa: N818  the field's word for it
    """A step of the demonstration was refused, by a database that is not as a new one is."""


async def load(engine: Engine, door: Door, today: date) -> int:
    """Load every script, dates counted from `today`; return how many cases there are. Raises DemoRefused."""
    found = scripts(today)
    # Numbers in the order of the scripts, whichever is played first.
    firsts = [step for script in found for step in script.steps if step.do in FIRST]
    records = {step.op_id: _reserve(engine, step) for step in firsts}
    await asyncio.gather(*(_play(script, records, door) for script in found))
    return sum(series_of(record) is Series.CASE for record in records.values())


FIRST = {"open-case": (Series.CASE, "opened_on"), "post-security": (Series.SECURITY, "posted_on")}


def _reserve(engine: Engine, step: Step) -> str:
    series, day = FIRST[step.do]
    year = date.fromisoformat(step.fields[day]).year
    return reserve(engine, step.fields["village"], year, step.op_id, series)


async def _play(script: Script, records: dict[str, str], door: Door) -> None:
    """Give the commands of one script, one after the other."""
    named: dict[tuple[Series, str], Step] = {}
    ways = {"open-case": door.open, "post-security": door.post}
    for step in script.steps:
        series = Series.CASE if step.security is None else Series.SECURITY
        first = named.setdefault((series, step.security or step.case), step)
        fields = step.fields
        if step.of_the_case:
            fields = {**fields, "case": records[named[Series.CASE, step.case].op_id]}
        order = Order(
            case=records[first.op_id],
            village=first.fields["village"],
            command=step.do,
            fields=fields,
            op_id=step.op_id,
            actor=step.as_,
        )
        _check(script, step, await ways.get(step.do, door.act)(order))


def _check(script: Script, step: Step, effect: Effect) -> None:
    if effect.refusal is not None:
        raise DemoRefused(f"{script.key}, {step.do}: {effect.refusal.sentence()}")
