"""The demonstration's cases on record without an engine that runs them, for pages that only look."""

from datetime import date

from sqlalchemy import Engine

from activities.messages import Order
from activities.numbers import reserve
from activities.record import Records
from demo.script import scripts
from tests.activities.support import noon


def load_demo(engine: Engine, today: date) -> dict[str, str]:
    """Record every script on a day; return the ids of the cases by script and name."""
    records, found = Records(engine), dict[str, str]()
    for script in scripts(today):
        for step in script.steps:
            name = f"{script.key} {step.case}".strip()
            if step.do == "open-case":
                year = date.fromisoformat(step.fields["opened_on"]).year
                found[name] = reserve(engine, step.fields["village"], year, step.op_id)
            order = Order(
                case=found[name],
                village=found[name].split("-")[0],
                command=step.do,
                fields=step.fields,
                op_id=step.op_id,
                actor=step.as_,
                at=noon(today.isoformat()),
            )
            effect = records.record(order)
            assert effect.refusal is None, effect.refusal.sentence()
    return found
