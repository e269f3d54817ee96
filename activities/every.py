"""Every activity there is, bound to one database."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from activities.accrual import Accruals
from activities.audit import Audits
from activities.interpretations import Interpretations
from activities.papers import Papers
from activities.record import Records


def every_activity(engine: Engine, ordinances: Path | None = None) -> list[Callable[..., Any]]:
    """Return what a worker carries out; `ordinances` is a folder of laws beside our own."""
    records, papers, accruals, audits, decisions = (
        Records(engine, ordinances),
        Papers(engine, ordinances),
        Accruals(engine, ordinances),
        Audits(engine, ordinances),
        Interpretations(engine, ordinances),
    )
    return [
        records.record,
        records.load,
        papers.issue_papers,
        accruals.date_offenses,
        audits.audit,
        audits.open_cases,
        decisions.record_decision,
        decisions.revise,
    ]
