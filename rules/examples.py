"""Worked examples, as an ordinance file holds them: what a lawyer expects of the engine, in figures.

A deadline example names a rule and two dates; an exposure example names facts, count and sums.
Days are `date`, money is dollars; `until` is the first day after a stay.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rules.values import Value


class DeadlineExample(Value):
    """From the day the period runs from, the last day to act."""

    kind: Literal["deadline"]
    rule: Literal["appeal", "emergency_maintenance"]
    from_: date = Field(alias="from")
    due: date
    why: str


class PriorExample(Value):
    """An earlier offense of the respondent and the day of its judgment of conviction."""

    offense_on: date
    convicted_on: date


class StayExample(Value):
    """A stay, from its first day to the day before `until`; still running where that is absent."""

    from_: date = Field(alias="from")
    until: date | None = None


class ExposureExample(Value):
    """From the facts of one violation: the offenses that count, those stayed, and the cost if convicted."""

    kind: Literal["exposure"]
    observed_on: date
    through: date
    cured_on: date | None = None
    priors: tuple[PriorExample, ...] = ()
    reading: Literal["prior_conviction", "prior_offense"] | None = None
    stays: tuple[StayExample, ...] = ()
    schedule: str = "default"
    count: int = Field(ge=0)
    stayed: int = Field(default=0, ge=0)
    minimum: Decimal = Field(ge=0)
    maximum: Decimal | None = Field(default=None, ge=0)
    no_maximum: bool = False
    why: str

    @model_validator(mode="after")
    def maximum_or_none_stated(self) -> Self:
        """Refuse an example that leaves open whether the total has a maximum."""
        if (self.maximum is not None) == self.no_maximum:
            message = "give either maximum, or no_maximum = true"
            raise ValueError(message)
        return self


Example = Annotated[DeadlineExample | ExposureExample, Field(discriminator="kind")]
