"""What an offense costs: tiers and what raises them, jail, caps, and what makes a separate offense.

`None` for a minimum or a maximum means that the text states none, never nought and never infinity.
"""

from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from rules.law_values import Money, Period, Strict


class Unit(StrEnum):
    """What makes a separate offense."""

    DAY = "day"
    WEEK = "week"  # each completed week
    WEEK_OR_PART = "week_or_part"
    MONTH = "month"
    CURE_PERIOD = "cure_period"  # each period to cure that runs out uncured


class Basis(StrEnum):
    """By what act the penalty comes to be owed."""

    CONVICTION = "conviction"
    ASSESSMENT = "assessment"


class Trigger(StrEnum):
    """What raises the tier."""

    PRIOR_CONVICTION = "prior_conviction"
    PRIOR_OFFENSE = "prior_offense"
    UNCURED_NOTICE = "uncured_notice"


class LookBack(Strict):
    """How far back an earlier offense raises the tier: by offense dates, the anniversary excluded."""

    years: int | None = Field(default=None, ge=1)
    months: int | None = Field(default=None, ge=1)
    section: str

    @model_validator(mode="after")
    def one_length(self) -> Self:
        """Refuse a look-back of two lengths or of none."""
        if (self.years is None) == (self.months is None):
            message = "give exactly one of years, months"
            raise ValueError(message)
        return self


class Tier(Strict):
    """The fine from this ordinal on, until a higher tier begins. Ranges may leave gaps and may overlap."""

    ordinal: int = Field(ge=1)
    minimum: Money | None = Field(default=None, ge=0)
    maximum: Money | None = Field(default=None, ge=0)
    section: str
    words: str

    @model_validator(mode="after")
    def right_way_round(self) -> Self:
        """Refuse a minimum above the maximum."""
        if self.minimum is not None and self.maximum is not None and self.minimum > self.maximum:
            message = f"minimum {self.minimum} is above maximum {self.maximum}"
            raise ValueError(message)
        return self


class Jail(Strict):
    """The longest term of imprisonment, with the fine or instead of it."""

    days: int | None = Field(default=None, ge=1)
    months: int | None = Field(default=None, ge=1)
    section: str

    @model_validator(mode="after")
    def one_length(self) -> Self:
        """Refuse a term of two lengths or of none."""
        if (self.days is None) == (self.months is None):
            message = "give exactly one of days, months"
            raise ValueError(message)
        return self


class Cap(Strict):
    """The most that one year's offenses together can cost."""

    amount: Money = Field(gt=0)
    per: Literal["calendar_year", "case"]
    section: str


class Penalty(Strict):
    """What an offense costs and what makes a separate one."""

    section: str
    basis: Basis
    unit: Unit
    unit_section: str
    unit_words: str
    trigger: Trigger | None = Field(default=None, description="absent where the fine never escalates")
    look_back: LookBack | None = None
    tiers: tuple[Tier, ...] = Field(min_length=1)
    jail: Jail | None = None
    cap: Cap | None = None
    cure_periods: tuple[Period, ...] = Field(
        default=(), description="for unit cure_period; the last one repeats"
    )
    provisions: tuple[str, ...] = Field(
        default=(), description="beginnings of the provisions it punishes; empty: all others"
    )

    @model_validator(mode="after")
    def tiers_ascend(self) -> Self:
        """Refuse tiers out of order, escalation without a look-back, and a cure-period unit without any."""
        ordinals = [tier.ordinal for tier in self.tiers]
        if ordinals[0] != 1 or ordinals != sorted(set(ordinals)):
            message = "tiers begin at ordinal 1 and ascend"
            raise ValueError(message)
        if self.trigger in (Trigger.PRIOR_CONVICTION, Trigger.PRIOR_OFFENSE) and self.look_back is None:
            message = "an escalating penalty needs look_back"
            raise ValueError(message)
        if any(period.direction == "before" for period in self.cure_periods):
            message = "a period to cure runs forward"
            raise ValueError(message)
        if (self.unit is Unit.CURE_PERIOD) != bool(self.cure_periods):
            message = "cure_periods goes with unit cure_period, and only with it"
            raise ValueError(message)
        return self
