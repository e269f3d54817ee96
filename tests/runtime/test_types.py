"""Instants and money come back from both databases as they went in."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Column, Engine, Integer, MetaData, Table, func, insert, select
from sqlalchemy.engine.default import DefaultDialect

from models.session import read, write
from models.types import Cents, UtcDateTime

metadata = MetaData()
things = Table(
    "things",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", UtcDateTime),
    Column("amount", Cents),
)
NOON = datetime(2026, 6, 4, 12, tzinfo=UTC)
CENTS = st.integers(-(10**15), 10**15).map(lambda cents: Decimal(cents).scaleb(-2))
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
INSTANTS = st.datetimes(datetime(1900, 1, 2), datetime(9999, 12, 30), timezones=ZONES)  # noqa: DTZ001


@pytest.fixture
def engine(empty_engine: Engine) -> Engine:
    with write(empty_engine) as session:
        metadata.create_all(session.connection())
    return empty_engine


def _keep(engine: Engine, **values: object) -> None:
    with write(engine) as session:
        session.execute(things.delete())
        session.execute(insert(things).values(**values))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=INSTANTS, amount=CENTS)
def test_an_instant_and_a_sum_come_back_as_they_went_in(
    engine: Engine, at: datetime, amount: Decimal
) -> None:
    _keep(engine, at=at, amount=amount)

    with read(engine) as session:
        found = session.execute(select(things.c.at, things.c.amount)).one()

    assert (found.at, found.amount) == (at, amount)
    assert found.at.tzinfo is UTC
    assert found.amount.as_tuple().exponent == -2


def test_nothing_comes_back_as_nothing(engine: Engine) -> None:
    _keep(engine, at=None, amount=None)

    with read(engine) as session:
        assert tuple(session.execute(select(things.c.at, things.c.amount)).one()) == (None, None)


def test_instants_compare_across_zones(engine: Engine) -> None:
    _keep(engine, at=NOON, amount=None)
    east = timezone(timedelta(hours=9))

    with read(engine) as session:
        statement = select(things.c.id).where(things.c.at < NOON.astimezone(east) + timedelta(seconds=1))
        assert len(session.execute(statement).all()) == 1


def test_sums_are_exact(engine: Engine) -> None:
    with write(engine) as session:
        session.execute(insert(things), [{"amount": Decimal("0.10")}, {"amount": Decimal("0.20")}])

    with read(engine) as session:
        total = session.execute(select(func.sum(things.c.amount))).scalar_one()
        above = session.execute(select(func.count()).where(things.c.amount > Decimal("0.15"))).scalar_one()

    assert (total, above) == (Decimal("0.30"), 1)


def test_money_is_not_scaled_in_sql() -> None:
    with pytest.raises(TypeError, match="in Python"):
        things.c.amount * 3


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        pytest.param("at", datetime(2026, 6, 4), "needs a time zone", id="naive"),  # noqa: DTZ001
        pytest.param("amount", Decimal("0.001"), "whole cents", id="fraction of a cent"),
        pytest.param("amount", Decimal("NaN"), "whole cents", id="no number"),
        pytest.param("amount", 0.1, "not float", id="float"),
        pytest.param("amount", True, "not bool", id="bool"),
    ],
)
def test_what_would_be_blurred_is_refused(column: str, value: Any, words: str) -> None:
    kind = things.c[column].type
    assert isinstance(kind, UtcDateTime | Cents)

    with pytest.raises((ValueError, TypeError), match=words):
        kind.process_bind_param(value, DefaultDialect())
