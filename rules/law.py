"""The shape of the law as data: what a state, a village and an ordinance say, each value beside its section.

Values come from the files in `ordinances/`; nothing here has a default that stands in for the law.
`None` for a minimum or a maximum means that the text states none, never nought and never infinity.
"""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from rules.examples import DeadlineExample, Example, ExposureExample
from rules.values import Language, RespondentRole, ServiceMode

Money = Decimal


A_COMMON_YEAR = 2001  # a day that recurs every year exists in one without a leap day


def _day_of_the_year(text: str) -> str:
    try:
        date.fromisoformat(f"{A_COMMON_YEAR}-{text}")
    except ValueError as fault:
        message = f"{text!r} is not a day of every year, written MM-DD"
        raise ValueError(message) from fault
    return text


DayOfTheYear = Annotated[str, AfterValidator(_day_of_the_year)]


class Strict(BaseModel):
    """Frozen, and every key known: a misspelt key in a data file is an error, not a silence."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --- reckoning time -------------------------------------------------------------------------------------


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
            _day_of_the_year(f"{self.month:02}-{self.day:02}")
        return self


class ProclaimedHoliday(Strict):
    """A day made a public holiday by proclamation, for that date only."""

    on: date
    name: str
    authority: str


class Cited(Strict):
    """A rule that is in force because a section says so, with nothing to parametrize."""

    section: str


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


# --- the village ----------------------------------------------------------------------------------------


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
            _day_of_the_year(choice)
        except ValueError as fault:
            message = f"interpretations.{question}.choice: {fault}"
            raise ValueError(message) from fault


# --- the ordinance --------------------------------------------------------------------------------------


class Content(Strict):
    """One thing a notice of violation must contain, in the ordinance's words."""

    key: Literal["parties", "location", "nature", "remedy", "penalties", "appeal"]
    section: str
    words: str


class Notice(Strict):
    """The notice of violation: to whom, whether it must issue, and what it must contain."""

    section: str
    duty: Literal["may", "shall"]
    addressees: tuple[str, ...] = Field(min_length=1, description="roles it may be addressed to")
    required: tuple[str, ...] = Field(default=(), description="roles of which at least one must be addressed")
    contents: tuple[Content, ...]

    @model_validator(mode="after")
    def roles_and_contents_agree(self) -> Self:
        """Refuse an unknown role, a required role that may not be addressed, and a content given twice."""
        for at, role in enumerate(self.addressees):
            if role not in tuple(RespondentRole):
                message = f"addressees.{at}: {role!r} is not one of {', '.join(RespondentRole)}"
                raise ValueError(message)
        for at, role in enumerate(self.required):
            if role not in self.addressees:
                message = f"required.{at}: {role!r} is not among the addressees"
                raise ValueError(message)
        keys = [content.key for content in self.contents]
        for at, key in enumerate(keys):
            if key in keys[:at]:
                message = f"contents.{at}.key: {key!r} stands twice"
                raise ValueError(message)
        return self


class Review(Strict):
    """Review of the decision by a court: by what proceeding, and until when it is begun."""

    words: str
    within: Period
    section: str


class Appeal(Strict):
    """The appeal from the notice: to whom, and the period to file it. Absent where the text gives none."""

    to: str
    within: Period
    section: str
    review: Review | None = Field(
        default=None, description="absent where no statute was found that surely applies"
    )


class StopWork(Strict):
    """Stop work: with the notice or by separate order, what may go on, and how it is lifted."""

    section: str
    arises: Literal["notice", "order"]
    carve_out: str | None = Field(
        default=None, description="the work that may go on, in the ordinance's words"
    )
    lift_in_writing: bool
    words: str


class InspectionHold(Strict):
    """The hold on further work that follows an inspection which finds a violation."""

    section: str
    allowed_work: str | None = None
    in_writing: bool
    words: str


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


class Occupancy(Strict):
    """Withholding of occupancy: by the officer's choice, or by itself until corrections are accepted."""

    section: str
    holds: Literal["discretionary", "automatic"]
    words: str


class Injunction(Strict):
    """That the violation may be restrained by injunction."""

    section: str


class Emergency(Strict):
    """The clock that runs when public safety or health is in danger."""

    within: Period
    section: str


class Abatement(Strict):
    """Work by the village: after what time, and who bears its cost."""

    section: str
    by: Literal["restoration_order", "maintenance_notice"] = Field(
        description="the notice that must go before"
    )
    after: Literal["reasonable_time"]
    emergency: Emergency | None = None
    words: str


class Lien(Strict):
    """The cost of village work as a lien, its proration and its way to the tax bill."""

    section: str
    prorated_among_users: bool
    on_tax_bill: bool
    words: str


class Guarantee(Strict):
    """One kind of security the ordinance may require, how its amount is found, and when it is released."""

    purpose: Literal["construction", "maintenance"]
    section: str
    kinds: tuple[Literal["performance_bond", "cash_escrow", "letter_of_credit"], ...]
    must_be_irrevocable: bool = Field(
        description="a letter of credit must be irrevocable; says nothing of bond or cash"
    )
    percent_of_estimate: int | None = Field(
        default=None, ge=1, description="absent where the village sets the amount"
    )
    release_needs: tuple[
        Literal[
            "as_built_plans",
            "engineer_certificate",
            "final_inspection",
            "final_acceptance",
            "one_year_inspection",
        ],
        ...,
    ]
    minimum_term: Period | None = None
    partial_release: bool
    interest_reinvested: bool
    words: str


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
