"""Loads the demonstration through the one door, as people would; loaded twice, nothing is added.

A step that was carried out before is left as it is: on a later day its dates, counted from today, would be others.
"""

import asyncio
from datetime import date
from typing import Any

from sqlalchemy import Engine

from activities.evidence import take
from activities.messages import Effect, Order
from activities.numbers import reserve
from demo.script import Script, Step, scripts
from models.session import read
from ordinances.load import load_law
from queries.replays import was_carried_out
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
    await asyncio.gather(*(_play(engine, script, records, door, today) for script in found))
    return sum(series_of(record) is Series.CASE for record in records.values())


FIRST = {"open-case": (Series.CASE, "opened_on"), "post-security": (Series.SECURITY, "posted_on")}


def _reserve(engine: Engine, step: Step) -> str:
    series, day = FIRST[step.do]
    year = date.fromisoformat(step.fields[day]).year
    return reserve(engine, step.fields["village"], year, step.op_id, series)


async def _play(engine: Engine, script: Script, records: dict[str, str], door: Door, today: date) -> None:
    """Give the commands of one script, one after the other."""
    named: dict[tuple[Series, str], Step] = {}
    ways = {"open-case": door.open, "post-security": door.post}
    for step in script.steps:
        series = Series.CASE if step.security is None else Series.SECURITY
        first = named.setdefault((series, step.security or step.case), step)
        record, village = records[first.op_id], first.fields["village"]
        if _is_done(engine, record, step):
            continue
        fields = await asyncio.to_thread(_filled, engine, village, step, today)
        if step.of_the_case:
            fields = {**fields, "case": records[named[Series.CASE, step.case].op_id]}
        order = Order(
            case=record,
            village=village,
            command=step.do,
            fields=fields,
            op_id=step.op_id,
            actor=step.as_,
        )
        _check(script, step, await ways.get(step.do, door.act)(order))


def _is_done(engine: Engine, record: str, step: Step) -> bool:
    with read(engine) as session:
        return was_carried_out(session, record, step.op_id)


def _filled(engine: Engine, village: str, step: Step, today: date) -> dict[str, Any]:
    """Return the fields of a step; its photograph is kept first, as one that is sent is."""
    if step.photograph is None:
        return step.fields
    zone = load_law(village).village.zone
    # No scanner: it is of our own making.
    file = take(engine, step.photograph.jpeg(zone), step.photograph.filename, None)
    return file.fields(step.fields, zone, today)


def _check(script: Script, step: Step, effect: Effect) -> None:
    if effect.refusal is not None:
        raise DemoRefused(f"{script.key}, {step.do}: {effect.refusal.sentence()}")
