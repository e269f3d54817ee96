"""What a state's law says around the ordinances: reckoning, holidays, limitation, the stay, charges, records."""

from datetime import date
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from rules.law_values import Cited, Strict, day_of_the_year


class HolidayRule(Strict):
    """One public holiday: a fixed day, or the nth weekday of a month (negative: from its end)."""

    name: str
    month: int = Field(ge=1, le=12)
    day: int | None = Field(default=None, ge=1, le=31)
    weekday: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] | None = (
        None
    )
    nth: int | None = Field(default=None, ge=-5, le=5)
    plus_days: int = 0
    first_year: int | None = Field(
        default=None, description="the first year it was kept, where that is recent"
    )
    sunday_moves: bool = Field(description="one that falls on Sunday is kept on Monday")
    saturday_moves: bool = Field(description="one that falls on Saturday is kept on Friday")

    @model_validator(mode="after")
    def fixed_or_floating(self) -> Self:
        """Refuse a holiday that names both a day and a weekday, or neither."""
        floating = self.weekday is not None and self.nth is not None and self.nth != 0
        half = (self.weekday is None) != (self.nth is None)
        if half or (self.day is not None) == floating:
            message = "give either day, or weekday and nth"
            raise ValueError(message)
        if self.day is not None:
            day_of_the_year(f"{self.month:02}-{self.day:02}")
        return self


class ProclaimedHoliday(Strict):
    """A day made a public holiday by proclamation, for that date only."""

    on: date
    name: str
    authority: str


class AppealStay(Cited):
    """The statute under which an appeal stays enforcement, and what it says once peril is certified."""

    after_certificate: str | None = Field(
        default=None, description="what can still stay proceedings, in the statute's words"
    )


class Server(Cited):
    """Who may serve a paper, in the words an affidavit of service says it in."""

    words: str


class Accusation(Cited):
    """How a count comes before a court: in whose name, by what instrument, on whose oath; each with its authority."""

    in_the_name_of: str
    instrument: str
    sufficient: str = Field(description="what makes each count of it sufficient, a section")
    own_facts: str = Field(description="the decision that a count falls without facts of its own")
    depositions: str = Field(description="how those who saw it support it, a section")
    verification: str = Field(description="how it is verified, a section")
    form_notice: str = Field(description="the notice that verifies it together with a signature")


class ShortPeriod(Strict):
    """The rule that leaves days of rest out of a period of this many days."""

    days: int
    section: str


class Reckoning(Strict):
    """How a place counts: the first day, the very short period, the roll to a business day, the month."""

    first_day: Literal["excluded", "included"]
    section: str
    short_period: ShortPeriod | None = None
    roll: Cited | None = None
    month: Cited | None = None


class ReckoningOverride(Strict):
    """A village's own computation, where it has one."""

    first_day: Literal["excluded", "included"]
    section: str


class Classification(StrEnum):
    """What the criminal law calls the offense; it decides how long it can be charged."""

    VIOLATION = "violation"
    UNCLASSIFIED_MISDEMEANOR = "unclassified_misdemeanor"


class TimeLimit(Strict):
    """How long after an offense it can still be charged."""

    years: int
    section: str


class Retention(Strict):
    """How long records are kept after final disposition."""

    years: int
    section: str


class ExpiryLadder(Strict):
    """How many days before a security expires someone is told, and on what authority."""

    days: tuple[int, ...] = Field(min_length=1)
    authority: str


class State(Strict):
    """A state's law around the ordinances: reckoning, holidays, limitation, retention."""

    key: str
    name: str
    reckoning: Reckoning
    holidays_section: str
    holidays: tuple[HolidayRule, ...]
    limitation: dict[Classification, TimeLimit]
    expiry_ladder: ExpiryLadder
    appeal_stay: AppealStay | None = None
    server: Server | None = Field(default=None, description="who may serve a paper")
    accusation: Accusation | None = Field(default=None, description="absent where nobody looked it up yet")
    retention: Retention
