"""Draws as people ask for them, and what the database then holds of money, to the last row."""

from typing import Any

from sqlalchemy import Engine
from sqlmodel import SQLModel

from activities.messages import Effect
from models.event import EventRow
from models.session import read
from queries.record import fold_case
from queries.tables import table
from rules.ledger import balances
from tests.activities.histories import PROJECTIONS
from tests.activities.support import Town

ALL: tuple[type[SQLModel], ...] = (*PROJECTIONS, EventRow)


def asked(town: Town, security: str, case: str, amount: float, on: str = "2026-03-16") -> Effect:
    """Ask for a draw as the officer does."""
    return town.act(security, "request-draw", "officer", case_=case, amount=amount, on=on, reason="repair")


def books(town: Town, case: str) -> list[float]:
    """Give the dollars of a case's account that are recovered, and those still open."""
    with read(town.engine) as session:
        found = balances(fold_case(session, case).abatement.entries)
    return [float(found.recovered), float(found.open)]


def everything(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """Give every row of every projection and of the record, in order."""
    with read(engine) as session:
        return {
            of.name: [tuple(row) for row in session.execute(of.select().order_by(*of.primary_key))]
            for of in map(table, ALL)
        }
