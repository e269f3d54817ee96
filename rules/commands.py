"""What a person asks for: one model a command, the same for form, option list, HTTP body and workflow message.

Names and shapes are fixed by contract; fields are added with defaults and never renamed or reused.
A date marked as a fact may be entered late and never lies in the future; the others look ahead by nature.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated, ClassVar, Self

from pydantic import Field, model_validator

from rules.values import (
    AppealOutcome,
    CostKey,
    CostKind,
    CountKey,
    Dollars,
    DollarsOrNone,
    FactDate,
    Finding,
    Language,
    Name,
    Outcome,
    PartyKind,
    RespondentKey,
    RespondentRole,
    Ruling,
    ServiceFailure,
    ServiceMode,
    Shown,
    Text,
    Value,
    ViolationKey,
)


class Command(Value):
    """The base of every command; `name` is what people type."""

    model_config = {"str_strip_whitespace": True}
    name_: ClassVar[str]


# --- intake ---------------------------------------------------------------------------------------------


class Property(Value):
    """The land or building the case is about: an address, a parcel or a description."""

    model_config = {"str_strip_whitespace": True}
    address: Name | None = Field(default=None, description="street address, when available")
    parcel: Name | None = Field(default=None, description="tax map number")
    description: Text | None = Field(
        default=None, description="words that find the place where there is no address"
    )

    @model_validator(mode="after")
    def can_be_found(self) -> Self:
        """Refuse a property with nothing to find it by."""
        if not (self.address or self.description or self.parcel):
            message = "give an address, a parcel or a description"
            raise ValueError(message)
        return self


class NewRespondent(Value):
    """A person or body answerable for the violation."""

    model_config = {"str_strip_whitespace": True}
    name: Name = Field(description="full name, as the notice shall read")
    role: RespondentRole = Field(description="what the respondent is to the property")
    address: Name | None = Field(default=None, description="postal address; the notice needs it")
    kind: PartyKind = Field(default=PartyKind.PERSON, description="person or corporation; default person")
    party: Name | None = Field(default=None, description="key of the village's party this is, where known")
    language: Language | None = Field(
        default=None,
        description="where letters should have a cover sheet in another language; default English",
    )


class NewViolation(Value):
    """One violation, from the first day it is shown to exist."""

    model_config = {"str_strip_whitespace": True}
    provision: Name = Field(description="the provision violated, e.g. § 130-23B")
    nature: Text = Field(description="what is wrong, in a sentence")
    observed_on: FactDate = Field(description="first day the violation is shown to exist")
    observed_by: Name | None = Field(default=None, description="who saw it")
    remedy: Text | None = Field(default=None, description="what must be done to comply; the notice needs it")
    remedy_by: date | None = Field(default=None, description="by when; the notice needs it")


class OpenCase(Command):
    """Open a case on a property, with what is known of violations and respondents."""

    name_ = "open-case"
    village: Name = Field(description="key of the village, e.g. webster")
    property: Property
    respondents: tuple[NewRespondent, ...] = Field(default=(), max_length=100)
    violations: tuple[NewViolation, ...] = Field(min_length=1, max_length=100)
    opened_on: FactDate | None = Field(
        default=None, description="day the case was opened on paper; default today"
    )


class AddRespondent(NewRespondent, Command):
    """Add a respondent to the case."""

    name_ = "add-respondent"


class CorrectRespondent(Command):
    """Correct what is recorded of a respondent; the earlier entry stays in the record."""

    name_ = "correct-respondent"
    respondent: RespondentKey
    name: Name | None = None
    role: RespondentRole | None = None
    address: Name | None = None
    kind: PartyKind | None = None
    party: Name | None = Field(default=None, description="link: key of the village's party this is")
    unlink: bool = Field(default=False, description="make it a party of its own, nobody else's")
    language: Language | None = Field(default=None, description="language of the cover sheet to letters")
    reason: Text


class AddViolation(NewViolation, Command):
    """Add a violation to the case."""

    name_ = "add-violation"


class GiveVerbalWarning(Command):
    """Record a verbal warning."""

    name_ = "give-verbal-warning"
    on: FactDate
    to: Name = Field(description="to whom it was given")
    words: Text = Field(description="what was said")


class RecordInspection(Command):
    """Record an inspection and what it found of each violation."""

    name_ = "record-inspection"
    on: FactDate
    inspector: Name
    findings: dict[ViolationKey, Finding] = Field(
        min_length=1, description="for each violation: continuing, compliant or not_checked"
    )
    note: Text | None = None


class AddNote(Command):
    """Add a note to the file."""

    name_ = "add-note"
    text: Text


class AttachEvidence(Command):
    """Attach a photograph or a document; it is stored once by its content."""

    name_ = "attach-evidence"
    caption: Name
    taken_on: FactDate | None = Field(default=None, description="left out: the day its camera noted")
    path: Name | None = Field(default=None, description="the file to attach; read where the command is given")
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$", description="filled in from the file")
    filename: Name | None = Field(default=None, description="filled in from the file")
    size: int | None = Field(default=None, ge=0, description="bytes, filled in from the file")
    taken_by: Name | None = Field(default=None, description="who took it, and can testify to it")
    inspection_on: FactDate | None = Field(
        default=None, description="day of the recorded inspection that it was taken at"
    )
    violation: ViolationKey | None = Field(default=None, description="the violation that it shows")
    shows: Shown | None = Field(
        default=None, description="what it shows of the violation on the day it was taken"
    )


class CloseCase(Command):
    """Close the case; refused while anything in it is open."""

    name_ = "close-case"
    on: FactDate
    reason: Text


class ReopenCase(Command):
    """Reopen a closed case."""

    name_ = "reopen-case"
    on: FactDate
    reason: Text


class SetExposureThreshold(Command):
    """Ask to be told when the case reaches a number of separate offenses."""

    name_ = "set-exposure-threshold"
    offenses: int = Field(ge=1, le=100_000)
    reason: Text | None = None


# --- notice and service ---------------------------------------------------------------------------------


class IssueNotice(Command):
    """Issue the notice of violation to the respondents named."""

    name_ = "issue-notice"
    on: FactDate
    respondents: tuple[RespondentKey, ...] = Field(min_length=1)


class ServeNotice(Command):
    """Record service of the notice on a respondent; a later entry adds what was missing."""

    name_ = "serve-notice"
    respondent: RespondentKey
    mode: ServiceMode
    mailed_on: FactDate | None = None
    posted_on: FactDate | None = None
    delivered_on: FactDate | None = Field(default=None, description="day it was handed over or received")
    by: Name | None = Field(default=None, description="who served it")
    proof: Name | None = Field(default=None, description="affidavit, receipt or tracking number")
    correction_reason: Text | None = Field(
        default=None, description="why a recorded date is replaced, where one is"
    )

    @model_validator(mode="after")
    def has_a_date(self) -> Self:
        """Refuse an entry that says nothing happened."""
        if not (self.mailed_on or self.posted_on or self.delivered_on):
            message = "give mailed_on, posted_on or delivered_on"
            raise ValueError(message)
        return self


class RecordFailedService(Command):
    """Record an attempt at service that failed."""

    name_ = "record-failed-service"
    respondent: RespondentKey
    on: FactDate
    reason: Text
    mode: ServiceMode | None = Field(default=None, description="the mode that was tried")
    outcome: ServiceFailure | None = Field(
        default=None, description="what became of it; a refusal is recorded, not counted as service"
    )


class WithdrawNotice(Command):
    """Withdraw the notice of violation; its windows fall with it."""

    name_ = "withdraw-notice"
    on: FactDate
    reason: Text


class ExtendRemedyDate(Command):
    """Give more time to remedy a violation; the offenses go on being dated."""

    name_ = "extend-remedy-date"
    violation: ViolationKey
    to: date
    reason: Text


# --- appeal ---------------------------------------------------------------------------------------------


class FileAppeal(Command):
    """Record an appeal from the notice; a late one is recorded as late and ruled on by a person."""

    name_ = "file-appeal"
    respondent: RespondentKey
    on: FactDate = Field(description="day the written notice of appeal was filed")
    grounds: Text


class RuleOnTimeliness(Command):
    """Rule on whether a late appeal is heard."""

    name_ = "rule-on-timeliness"
    respondent: RespondentKey
    accepted: bool
    reason: Text


class CertifyImminentPeril(Command):
    """Certify that a stay would cause imminent peril to life or property; the stay ends that day."""

    name_ = "certify-imminent-peril"
    on: FactDate
    facts: Text


class ScheduleHearing(Command):
    """Set the hearing of the appeal."""

    name_ = "schedule-hearing"
    on: date
    body: Name
    hour: Name | None = Field(default=None, description="e.g. 7:00 p.m.; the notice needs it")
    place: Name | None = Field(default=None, description="where it is held; the notice needs it")


class DecideAppeal(Command):
    """Record the decision on all pending appeals of the case."""

    name_ = "decide-appeal"
    on: FactDate
    outcome: AppealOutcome
    violations: dict[ViolationKey, Ruling] | None = Field(default=None, description="for a modification")
    remedy_by: date | None = Field(default=None, description="new remedy date, for a modification")
    filed_on: FactDate | None = Field(default=None, description="day the decision was filed with the clerk")


class WithdrawAppeal(Command):
    """Record that a respondent withdrew the appeal."""

    name_ = "withdraw-appeal"
    respondent: RespondentKey
    on: FactDate


class ReleaseStayed(Command):
    """Make the offenses dated during an ended stay countable."""

    name_ = "release-stayed"
    violation: ViolationKey
    reason: Text


# --- stop work, compliance, occupancy -------------------------------------------------------------------


class OrderStopWork(Command):
    """Order work to stop, saying which work may go on."""

    name_ = "order-stop-work"
    on: FactDate
    allowed_work: Text
    served_on: FactDate | None = None


class PlaceInspectionHold(Command):
    """Hold further work after an inspection that found a violation."""

    name_ = "place-inspection-hold"
    on: FactDate
    note: Text | None = None


class RecordBreach(Command):
    """Record work done in breach of stop work."""

    name_ = "record-breach"
    on: FactDate
    facts: Text


class LiftStopWork(Command):
    """Lift stop work once compliance is confirmed."""

    name_ = "lift-stop-work"
    on: FactDate
    in_writing: bool = Field(description="whether the confirmation was given in writing")


class ConfirmCompliance(Command):
    """Confirm that a violation is cured; `cured_on` is the first day found in compliance."""

    name_ = "confirm-compliance"
    violation: ViolationKey
    cured_on: FactDate
    note: Text | None = None


class CorrectCureDate(Command):
    """Correct the day of cure; offenses after an earlier day are void by this entry."""

    name_ = "correct-cure-date"
    violation: ViolationKey
    cured_on: FactDate | None = Field(
        description="first day in compliance; none where it was not cured after all"
    )
    reason: Text


class HoldOccupancy(Command):
    """Withhold occupancy."""

    name_ = "hold-occupancy"
    on: FactDate
    reason: Text


class ReleaseOccupancy(Command):
    """Accept the corrections and release occupancy."""

    name_ = "release-occupancy"
    on: FactDate
    reason: Text


# --- prosecution ----------------------------------------------------------------------------------------


class ChargeOffenses(Command):
    """Charge separate offenses, one count for each date."""

    name_ = "charge-offenses"
    on: FactDate | None = Field(default=None, description="day of filing; default today")
    respondent: RespondentKey
    violation: ViolationKey
    dates: tuple[FactDate, ...] | None = Field(
        default=None, description="single offense dates, instead of a first and a last one"
    )
    from_: FactDate | None = Field(
        default=None, alias="from", description="each offense date from this one through the last is charged"
    )
    to: FactDate | None = Field(default=None, description="last offense date to charge")
    court: Name
    returnable_on: date
    allow_unsupported: bool = Field(default=False, description="charge dates no inspection supports")
    allow_time_barred: bool = Field(default=False, description="charge dates past the earlier time limit")

    @model_validator(mode="after")
    def dates_or_range(self) -> Self:
        """Refuse both forms together, half a range, and neither."""
        ranged = self.from_ is not None and self.to is not None
        half = (self.from_ is None) != (self.to is None)
        if half or (self.dates is not None) == ranged or self.dates == ():
            message = "give either dates, or from and to"
            raise ValueError(message)
        if self.from_ is not None and self.to is not None and self.from_ > self.to:
            message = f"the first offense date, {self.from_}, is after the last, {self.to}; give the earlier one first"
            raise ValueError(message)
        return self


class VoidOffenses(Command):
    """Void offense dates by an entry with a reason; nothing is deleted."""

    name_ = "void-offenses"
    violation: ViolationKey
    from_: FactDate = Field(alias="from")
    to: FactDate
    reason: Text

    @model_validator(mode="after")
    def right_way_round(self) -> Self:
        """Refuse a range that ends before it begins."""
        if self.from_ > self.to:
            message = f"the first offense date, {self.from_}, is after the last, {self.to}; give the earlier one first"
            raise ValueError(message)
        return self


class RecordDisposition(Command):
    """Record what the court pronounced on counts; fine and jail are each count's."""

    name_ = "record-disposition"
    counts: tuple[CountKey, ...] = Field(min_length=1)
    outcome: Outcome
    on: FactDate
    fine: DollarsOrNone = Field(default=None, description="dollars, for each count")
    jail_days: int | None = Field(default=None, ge=0, description="days, for each count")
    surcharge: DollarsOrNone = Field(default=None, description="dollars, for each count")
    departure_reason: Text | None = Field(default=None, description="why the court left the tier's range")


class VacateConviction(Command):
    """Record that a conviction was vacated; it stops counting as a prior."""

    name_ = "vacate-conviction"
    count: CountKey
    on: FactDate
    reason: Text


class RecordFinePayment(Command):
    """Record a payment on a count's fine or settlement."""

    name_ = "record-fine-payment"
    count: CountKey
    amount: Dollars
    on: FactDate
    receipt: Name | None = None


class Settle(Command):
    """Settle counts for a sum; it reverts if the sum is unpaid by its date."""

    name_ = "settle"
    counts: tuple[CountKey, ...] = Field(min_length=1)
    amount: Dollars
    due_on: date
    terms: Text | None = None
    on: FactDate | None = Field(default=None, description="day of the settlement; default today")


class ReferForInjunction(Command):
    """Refer the case for an injunction."""

    name_ = "refer-for-injunction"
    on: FactDate
    authorized_by: Name


class RecordInjunction(Command):
    """Record what came of the application for an injunction."""

    name_ = "record-injunction"
    on: FactDate
    outcome: Text


# --- village work and its cost --------------------------------------------------------------------------


class OrderRestoration(Command):
    """Order the violator to restore the land, by a day."""

    name_ = "order-restoration"
    on: FactDate
    do_by: date = Field(description="last day of the reasonable time given")
    what: Text


class GiveMaintenanceNotice(Command):
    """Give notice to maintain or repair; in an emergency the short clock runs from receipt."""

    name_ = "give-maintenance-notice"
    on: FactDate
    received_on: FactDate
    emergency: bool = Field(description="whether public safety or health is in danger")
    do_by: date | None = Field(
        default=None, description="last day of the reasonable time given, where no emergency"
    )
    what: Text


class AuthorizeVillageWork(Command):
    """Authorize the village to do the work itself, once the time given has run."""

    name_ = "authorize-village-work"
    on: FactDate
    authorized_by: Name | None = None


class RecordCost(Command):
    """Record a cost of the village's work, or reverse one by an entry."""

    name_ = "record-cost"
    on: FactDate
    kind: CostKind
    amount: Dollars
    invoice: Name | None = None
    reverses: CostKey | None = Field(
        default=None, description="key of the cost this entry takes back, e.g. k2"
    )


class GiveCostNotice(Command):
    """Give notice of the amount to be assessed and of the hearing on it."""

    name_ = "give-cost-notice"
    on: FactDate
    amount: Dollars
    hearing_on: date
    hour: Name | None = Field(default=None, description="e.g. 7:00 p.m.; the notice needs it")
    place: Name | None = Field(default=None, description="where the hearing is held; the notice needs it")
    served_on: FactDate


class RecordCostHearing(Command):
    """Record the hearing on the cost."""

    name_ = "record-cost-hearing"
    on: FactDate
    outcome: Text


class ConfirmAssessment(Command):
    """Record the board's resolution that confirms the amount; the lien attaches that day."""

    name_ = "confirm-assessment"
    on: FactDate
    amount: Dollars
    resolution: Name


class Part(Value):
    """One parcel's part of an assessment, by amount or by share."""

    model_config = {"str_strip_whitespace": True}
    parcel: Name
    amount: Dollars | None = None
    share: Annotated[Decimal, Field(gt=0, max_digits=12)] | None = None
    owner: Name | None = Field(default=None, description="of the parcel, for the levy file")

    @model_validator(mode="after")
    def by_one_measure(self) -> Self:
        """Refuse a part with both measures, or with none."""
        if (self.amount is None) == (self.share is None):
            message = f"parcel {self.parcel}: give either amount or share"
            raise ValueError(message)
        return self


class Prorate(Command):
    """Divide the assessment among the parcels of the beneficial users; the parts add up to the cent."""

    name_ = "prorate"
    parts: tuple[Part, ...] = Field(min_length=1, max_length=1000)


class RecordCostPayment(Command):
    """Record a payment towards the cost of village work."""

    name_ = "record-cost-payment"
    on: FactDate
    amount: Dollars
    receipt: Name | None = None


class RecordLien(Command):
    """Record that the lien was filed with the county clerk."""

    name_ = "record-lien"
    on: FactDate
    county_clerk_ref: Name | None = None


class ReleaseLien(Command):
    """Release the lien once it is paid."""

    name_ = "release-lien"
    on: FactDate


class CertifyForLevy(Command):
    """Certify what is unpaid for the tax levy of a fiscal year."""

    name_ = "certify-for-levy"
    on: FactDate
    fiscal_year: int = Field(ge=1900, le=9998, description="calendar year in which the fiscal year begins")


# --- the engine's own -----------------------------------------------------------------------------------


class DeadlinePassed(Command):
    """The engine's own entry that deadlines have passed, each with its legal date."""

    name_ = "deadline-passed"
    keys: tuple[str, ...] = Field(min_length=1)


def _leaves(base: type[Command]) -> list[type[Command]]:
    return [
        leaf for sub in base.__subclasses__() for leaf in ([sub] if "name_" in vars(sub) else _leaves(sub))
    ]


COMMANDS: dict[str, type[Command]] = {command.name_: command for command in _leaves(Command)}
