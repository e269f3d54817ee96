"""What every part of the law as data is made of: values beside their sections, days of the year, periods.

Nothing here has a default that stands in for the law.
"""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

Money = Decimal

A_COMMON_YEAR = 2001  # a day that recurs every year exists in one without a leap day


def day_of_the_year(text: str) -> str:
    """Return a day of every year, written MM-DD; raise ValueError for anything else."""
    try:
        date.fromisoformat(f"{A_COMMON_YEAR}-{text}")
    except ValueError as fault:
        message = f"{text!r} is not a day of every year, written MM-DD"
        raise ValueError(message) from fault
    return text


DayOfTheYear = Annotated[str, AfterValidator(day_of_the_year)]


class Strict(BaseModel):
    """Frozen, and every key known: a misspelt key in a data file is an error, not a silence."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class DayKind(StrEnum):
    """Which days a period counts."""

    CALENDAR = "calendar"
    BUSINESS = "business"


class Period(Strict):
    """A length of time the law gives, the event it runs from, and whether its end moves off a day of rest."""

    days: int | None = Field(default=None, ge=1)
    months: int | None = Field(default=None, ge=1)
    years: int | None = Field(default=None, ge=1)
    kind: DayKind = DayKind.CALENDAR
    starts_from: Literal[
        "service", "issuance", "receipt", "observation", "filing", "hearing", "offense", "confirmation"
    ]
    direction: Literal["after", "before"] = "after"
    rolls: bool = Field(description="an act must or may be done by its end, so it moves off a day of rest")
    section: str

    @model_validator(mode="after")
    def one_length(self) -> Self:
        """Refuse a period of two lengths or of none."""
        if sum(length is not None for length in (self.days, self.months, self.years)) != 1:
            message = "give exactly one of days, months, years"
            raise ValueError(message)
        return self


class Cited(Strict):
    """A rule that is in force because a section says so, with nothing to parametrize."""

    section: str
