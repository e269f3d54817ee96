"""Column types for what SQL would blur: an aware UTC instant, and money as a Decimal held in whole cents."""

import operator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, DateTime, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.operators import OperatorType
from sqlalchemy.types import TypeEngine

_SCALING = frozenset({operator.mul, operator.truediv, operator.floordiv, operator.mod})


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC datetime in Python; SQLite, which drops the zone, stores it in UTC all the same."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn an aware instant to UTC; raises ValueError on a naive one, whose zone nobody knows."""
        if value is None:
            return None
        if value.tzinfo is None or value.utcoffset() is None:
            raise ValueError(f"an instant needs a time zone: {value.isoformat()}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the instant back aware, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Cents(TypeDecorator[Decimal]):
    """Dollars as a Decimal in Python, whole cents in the database, so that sums in SQL are exact."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Decimal | int | None, dialect: Dialect) -> int | None:
        """Turn dollars to cents; raises TypeError on a float, ValueError on a fraction of a cent."""
        return None if value is None else _to_cents(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Decimal | None:
        """Turn cents to dollars with two decimals; PostgreSQL gives a sum of integers as a numeric."""
        return None if value is None else Decimal(int(value)).scaleb(-2)

    def coerce_compared_value(self, op: OperatorType | None, value: Any) -> TypeEngine[Any]:
        """Take what money is compared with or added to as dollars; raises TypeError where it is scaled."""
        if op in _SCALING:
            raise TypeError(
                f"multiply and divide money in Python, where rounding is decided, not in SQL: {value!r}"
            )
        return self


def _to_cents(dollars: Decimal | int) -> int:
    if isinstance(dollars, bool) or not isinstance(dollars, Decimal | int):
        raise TypeError(f"money is a Decimal of dollars, not {type(dollars).__name__}: {dollars!r}")
    cents = Decimal(dollars).scaleb(2)
    if not cents.is_finite() or cents != cents.to_integral_value():
        raise ValueError(f"money has whole cents: {dollars}")
    return int(cents)
