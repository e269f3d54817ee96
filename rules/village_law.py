"""What is a village's own: its place, service, levy and thresholds, and how it reads doubtful questions of law."""

from datetime import date
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from rules.law_values import DayOfTheYear, Money, Period, Strict, day_of_the_year
from rules.state_law import Classification, ProclaimedHoliday, ReckoningOverride
from rules.values import Language, ServiceMode


class Question(StrEnum):
    """The doubtful questions of law that a village's attorney decides."""

    TIER_READING = "tier_reading"
    APPEAL_STAY = "appeal_stay"
    CLASSIFICATION = "classification"
    OFFENSE_START = "offense_start"
    STAYED_OFFENSES = "stayed_offenses"
    APPEAL_BODY = "appeal_body"
    TAX_ROLL_CUTOFF = "tax_roll_cutoff"


class Reading(StrEnum):
    """Which earlier offenses raise the tier."""

    PRIOR_CONVICTION = "prior_conviction"
    PRIOR_OFFENSE = "prior_offense"


CHOICES: dict[Question, tuple[str, ...] | None] = {
    Question.TIER_READING: tuple(Reading),
    Question.APPEAL_STAY: ("statutory", "none"),
    Question.CLASSIFICATION: tuple(Classification),
    Question.OFFENSE_START: ("observed", "service"),
    Question.STAYED_OFFENSES: ("hold", "drop"),
    Question.APPEAL_BODY: None,  # a name, in the village's own words
    Question.TAX_ROLL_CUTOFF: None,  # MM-DD
}


class Interpretation(Strict):
    """A reading of a doubtful text, with who chose it; `decided_by` is empty while it is only the default."""

    choice: str
    authority: str
    decided_by: str | None = None
    decided_on: date | None = None


class ServiceRule(Strict):
    """When a mode of service is complete: on the latest of these recorded dates, all of them needed."""

    completes_on: tuple[Literal["mailed_on", "posted_on", "delivered_on"], ...] = Field(min_length=1)
    authority: str


class ExposureThreshold(Strict):
    """A number of separate offenses, or a sum in dollars, at which the attorney wants to look at a case."""

    offenses: int | None = Field(default=None, ge=1)
    amount: Money | None = Field(default=None, gt=0)
    reason: str


class Levy(Strict):
    """The fiscal year and the last days (MM-DD) to confirm and to certify a charge for its tax levy."""

    fiscal_year_starts: DayOfTheYear
    confirm_by: DayOfTheYear
    certify_by: DayOfTheYear
    payable_within: Period | None = Field(
        default=None, description="how long a confirmed assessment can be paid before it may be certified"
    )
    section: str


class Village(Strict):
    """A village: its place and zone, its court, holidays, service rules and interpretations."""

    key: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    name: str
    state: str
    county: str
    zone: str
    court: str
    letterhead: tuple[str, ...]
    languages: tuple[Language, ...] = Field(
        default=(), description="besides English: those its letters have a cover sheet in"
    )
    specimen: bool = Field(
        default=False, description="a worked example of the schema; no cases are opened under it"
    )
    reckoning: ReckoningOverride | None = None
    proclaimed_holidays: tuple[ProclaimedHoliday, ...] = ()
    service: dict[str, ServiceRule]
    levy: Levy | None = None
    thresholds: tuple[ExposureThreshold, ...] = ()
    interpretations: dict[Question, Interpretation]

    @model_validator(mode="after")
    def choices_known(self) -> Self:
        """Refuse a question left out, and a choice that its question does not offer."""
        for question in Question:
            made = self.interpretations.get(question)
            if made is None:
                if question is Question.TAX_ROLL_CUTOFF and self.levy is None:
                    continue
                message = f"interpretations.{question} is missing"
                raise ValueError(message)
            _offered(question, made.choice)
        return self

    @model_validator(mode="after")
    def modes_known(self) -> Self:
        """Refuse a rule for a mode of service that nothing can be served by."""
        for mode in self.service:
            if mode not in tuple(ServiceMode):
                message = f"service.{mode}: a mode is one of {', '.join(ServiceMode)}"
                raise ValueError(message)
        return self


def _offered(question: Question, choice: str) -> None:
    offered = CHOICES[question]
    if offered is not None and choice not in offered:
        message = f"interpretations.{question}.choice: {choice!r} is not one of {', '.join(offered)}"
        raise ValueError(message)
    if question is Question.TAX_ROLL_CUTOFF:
        try:
            day_of_the_year(choice)
        except ValueError as fault:
            message = f"interpretations.{question}.choice: {fault}"
            raise ValueError(message) from fault
