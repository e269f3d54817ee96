"""The law as data: the ordinance, version by version, with the village and the state it stands in.

Values come from the files in `ordinances/`, each beside its section; nothing has a default that stands in for the law.
This is the one place to import any part of the law from.
"""

from datetime import date
from typing import Literal, Self

from pydantic import Field, model_validator

from rules.examples import DeadlineExample, Example, ExposureExample
from rules.law_values import Cited, DayKind, DayOfTheYear, Money, Period, Strict
from rules.ordinance_law import (
    Abatement,
    Appeal,
    Content,
    Emergency,
    Guarantee,
    Injunction,
    InspectionHold,
    Lien,
    Notice,
    Occupancy,
    Review,
    StopWork,
)
from rules.penalty_law import Basis, Cap, Jail, LookBack, Penalty, Tier, Trigger, Unit
from rules.state_law import (
    Accusation,
    AppealStay,
    Classification,
    ExpiryLadder,
    HolidayRule,
    ProclaimedHoliday,
    Reckoning,
    ReckoningOverride,
    Retention,
    Server,
    ShortPeriod,
    State,
    TimeLimit,
)
from rules.village_law import (
    CHOICES,
    ExposureThreshold,
    Interpretation,
    Levy,
    Question,
    Reading,
    ServiceRule,
    Village,
)

__all__ = [
    "CHOICES",
    "Abatement",
    "Accusation",
    "Appeal",
    "AppealStay",
    "Basis",
    "Cap",
    "Cited",
    "Classification",
    "Content",
    "DayKind",
    "DayOfTheYear",
    "Emergency",
    "ExpiryLadder",
    "ExposureThreshold",
    "Guarantee",
    "HolidayRule",
    "Injunction",
    "InspectionHold",
    "Interpretation",
    "Jail",
    "Law",
    "Levy",
    "Lien",
    "LookBack",
    "Money",
    "Notice",
    "Occupancy",
    "Ordinance",
    "Penalty",
    "Period",
    "ProclaimedHoliday",
    "Question",
    "Reading",
    "Reckoning",
    "ReckoningOverride",
    "Retention",
    "Review",
    "Server",
    "ServiceRule",
    "ShortPeriod",
    "State",
    "StopWork",
    "Strict",
    "Tier",
    "TimeLimit",
    "Trigger",
    "Unit",
    "Village",
]


class Ordinance(Strict):
    """One version of a village's ordinance, in force from a day until the next version is."""

    village: str
    section: str = Field(description="the family under which prior judgments count, e.g. § 112-28")
    title: str
    in_force: date
    in_force_note: str
    source: str
    notice: Notice
    appeal: Appeal | None = None
    stop_work: StopWork | None = None
    inspection_hold: InspectionHold | None = None
    penalties: dict[str, Penalty]
    occupancy: Occupancy | None = None
    injunction: Injunction | None = None
    abatement: Abatement | None = None
    lien: Lien | None = None
    guarantees: tuple[Guarantee, ...] = ()
    notice_before_hearing: Period | None = None
    examples: tuple[Example, ...] = ()

    @model_validator(mode="after")
    def has_default_penalty(self) -> Self:
        """Refuse an ordinance without the penalty that punishes whatever no other one names."""
        if "default" not in self.penalties:
            message = "penalties.default is missing"
            raise ValueError(message)
        return self

    @model_validator(mode="after")
    def examples_can_run(self) -> Self:
        """Refuse an example of a deadline or a schedule of penalties that the ordinance does not have."""
        for at, example in enumerate(self.examples):
            if isinstance(example, ExposureExample) and example.schedule not in self.penalties:
                message = f"examples.{at}.schedule: there is no penalties.{example.schedule}"
                raise ValueError(message)
            if isinstance(example, DeadlineExample) and self.period(example.rule) is None:
                message = f"examples.{at}.rule: the ordinance gives no period for {example.rule}"
                raise ValueError(message)
        return self

    def period(self, rule: Literal["appeal", "emergency_maintenance"]) -> Period | None:
        """Return the period that a deadline rule stands for, or None where the text gives none."""
        if rule == "appeal":
            return self.appeal.within if self.appeal else None
        emergency = self.abatement.emergency if self.abatement else None
        return emergency.within if emergency else None

    def penalty_for(self, provision: str) -> Penalty:
        """Return the penalty whose provisions the violated provision begins with, else the default one."""
        named = (
            penalty
            for penalty in self.penalties.values()
            if any(provision.startswith(beginning) for beginning in penalty.provisions)
        )
        return next(named, self.penalties["default"])


class Law(Strict):
    """All that governs one village: its state, itself, and every version of its ordinance, oldest first."""

    state: State
    village: Village
    versions: tuple[Ordinance, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def versions_follow(self) -> Self:
        """Refuse versions out of order, and those of another village or of another family of sections."""
        days = [version.in_force for version in self.versions]
        if days != sorted(set(days)):
            message = "versions: oldest first, and no two in force from the same day"
            raise ValueError(message)
        if any(version.village != self.village.key for version in self.versions):
            message = f"versions: one is not of {self.village.key}"
            raise ValueError(message)
        if len({version.section for version in self.versions}) > 1:
            message = "versions: all of one section, under which prior judgments count"
            raise ValueError(message)
        return self

    def on(self, day: date) -> Ordinance | None:
        """Return the version in force on a day, or None before the first."""
        return next((version for version in reversed(self.versions) if version.in_force <= day), None)

    def choice(self, question: Question) -> str:
        """Return the village's choice in a doubtful question."""
        return self.village.interpretations[question].choice

    @property
    def reading(self) -> Reading:
        """The village's reading of what raises the tier."""
        return Reading(self.choice(Question.TIER_READING))
