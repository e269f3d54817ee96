"""How money is shown: `Decimal` in Python, a number of dollars in JSON, whole where it is, else with its cents."""

from decimal import Decimal
from typing import Annotated

from pydantic import PlainSerializer


def number(amount: Decimal) -> int | float:
    """Return dollars as a JSON number."""
    return int(amount) if amount == amount.to_integral_value() else float(round(amount, 2))


Dollars = Annotated[Decimal, PlainSerializer(number, return_type=int | float, when_used="json")]
