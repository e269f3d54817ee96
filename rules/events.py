"""What happened: one frozen model an event, in the past tense; fields are only ever added, with defaults.

`on` is the legal date of the fact, which may lie long before the entry; the record keeps both.
"""

from datetime import date
from decimal import Decimal
from typing import Any, ClassVar

from rules.commands import NewRespondent, NewViolation, Property
from rules.values import (
    AppealOutcome,
    CostKind,
    DrawOutcome,
    Finding,
    Language,
    Outcome,
    PartyKind,
    RespondentRole,
    Ruling,
    ServiceFailure,
    ServiceMode,
    Shown,
    Value,
)


class Event(Value):
    """The base of every event; `kind` is the name it bears in the record."""

    kind: ClassVar[str]
    on: date


# --- intake ---------------------------------------------------------------------------------------------


class CaseOpened(Event):
    """A case was opened on a property."""

    kind = "case-opened"
    case: str
    village: str
    property: Property


class RespondentAdded(Event):
    """A respondent joined the case under its key."""

    kind = "respondent-added"
    respondent: str
    facts: NewRespondent


class RespondentCorrected(Event):
    """What was recorded of a respondent was corrected; only what is given changed."""

    kind = "respondent-corrected"
    respondent: str
    name: str | None = None
    role: RespondentRole | None = None
    address: str | None = None
    party_kind: PartyKind | None = None
    reason: str
    party: str | None = None
    language: Language | None = None


class ViolationAdded(Event):
    """A violation joined the case under its key."""

    kind = "violation-added"
    violation: str
    facts: NewViolation


class VerbalWarningGiven(Event):
    """A verbal warning was given."""

    kind = "verbal-warning-given"
    to: str
    words: str


class InspectionRecorded(Event):
    """An inspection found each violation continuing, compliant, or did not check it."""

    kind = "inspection-recorded"
    inspector: str
    findings: dict[str, Finding]
    note: str | None = None


class NoteAdded(Event):
    """A note was added to the file."""

    kind = "note-added"
    text: str


class EvidenceAttached(Event):
    """A photograph or document was attached, known by its content."""

    kind = "evidence-attached"
    sha256: str
    filename: str
    size: int
    caption: str
    taken_on: date | None = None
    taken_by: str | None = None
    inspection_on: date | None = None
    violation: str | None = None
    shows: Shown | None = None


class ThresholdSet(Event):
    """Someone asked to be told when the case reaches a number of offenses."""

    kind = "threshold-set"
    offenses: int
    reason: str | None = None


class Closed(Event):
    """The case was closed."""

    kind = "case-closed"
    reason: str


class Reopened(Event):
    """The case was reopened."""

    kind = "case-reopened"
    reason: str


# --- notice ---------------------------------------------------------------------------------------------


class NoticeIssued(Event):
    """A notice of violation was issued; `contents` is the frozen copy of what it said, in order."""

    kind = "notice-issued"
    notice: str
    respondents: tuple[str, ...]
    violations: tuple[str, ...]
    ordinance: str
    in_force: date
    contents: tuple[dict[str, Any], ...]


class NoticeServed(Event):
    """Service was made or completed on a respondent; `on` is the latest of the dates given."""

    kind = "notice-served"
    notice: str
    respondent: str
    mode: ServiceMode
    mailed_on: date | None = None
    posted_on: date | None = None
    delivered_on: date | None = None
    by: str | None = None
    proof: str | None = None
    correction_reason: str | None = None


class ServiceFailed(Event):
    """An attempt at service failed."""

    kind = "service-failed"
    notice: str
    respondent: str
    reason: str
    mode: ServiceMode | None = None
    outcome: ServiceFailure | None = None


class NoticeWithdrawn(Event):
    """Every standing notice of the case was withdrawn."""

    kind = "notice-withdrawn"
    notices: tuple[str, ...]
    reason: str


class RemedyDateExtended(Event):
    """A violation's remedy date was extended."""

    kind = "remedy-date-extended"
    violation: str
    to: date
    reason: str


# --- appeal ---------------------------------------------------------------------------------------------


class AppealFiled(Event):
    """A respondent appealed from a notice. Whether in time is a finding from the facts, not stored."""

    kind = "appeal-filed"
    notice: str
    respondent: str
    grounds: str


class TimelinessRuled(Event):
    """A person ruled on whether a late appeal is heard."""

    kind = "timeliness-ruled"
    respondent: str
    accepted: bool
    reason: str


class PerilCertified(Event):
    """The officer certified imminent peril; the stay ends that day."""

    kind = "peril-certified"
    facts: str


class HearingScheduled(Event):
    """The hearing of the appeal was set."""

    kind = "hearing-scheduled"
    hearing_on: date
    body: str
    hour: str | None = None
    place: str | None = None


class AppealDecided(Event):
    """The pending appeals were decided. `dated_through` is the last day offenses were dated to by then."""

    kind = "appeal-decided"
    outcome: AppealOutcome
    respondents: tuple[str, ...]
    violations: dict[str, Ruling]
    remedy_by: date | None = None
    filed_on: date | None = None
    dated_through: date


class AppealWithdrawn(Event):
    """A respondent withdrew the appeal."""

    kind = "appeal-withdrawn"
    respondent: str


class StayedReleased(Event):
    """The offenses dated during an ended stay became countable."""

    kind = "stayed-released"
    violation: str
    reason: str


# --- stop work, compliance, occupancy -------------------------------------------------------------------


class StopWorkOrdered(Event):
    """Work was ordered to stop."""

    kind = "stop-work-ordered"
    allowed_work: str
    served_on: date | None = None


class InspectionHoldPlaced(Event):
    """Further work was held after an inspection."""

    kind = "inspection-hold-placed"
    note: str | None = None


class BreachRecorded(Event):
    """Work went on in breach of stop work."""

    kind = "breach-recorded"
    facts: str


class StopWorkLifted(Event):
    """Stop work was lifted."""

    kind = "stop-work-lifted"
    in_writing: bool


class ComplianceConfirmed(Event):
    """A violation was confirmed cured; `on` is the first day in compliance."""

    kind = "compliance-confirmed"
    violation: str
    dated_through: date
    note: str | None = None


class CureDateCorrected(Event):
    """The day of cure was corrected, offenses dated from it being void; None: it was not cured after all."""

    kind = "cure-date-corrected"
    violation: str
    was: date
    cured_on: date | None
    dated_through: date
    reason: str


class OccupancyHeld(Event):
    """Occupancy was withheld."""

    kind = "occupancy-held"
    reason: str


class OccupancyReleased(Event):
    """The corrections were accepted and occupancy released."""

    kind = "occupancy-released"
    reason: str


# --- prosecution ----------------------------------------------------------------------------------------


class ChargedCount(Value):
    """One count: one offense date, with the tier and the evidence it stood on when it was charged."""

    count: str
    offense_on: date
    ordinal: int
    evidence: str
    section: str


class OffensesCharged(Event):
    """Counts were filed against a respondent, one for each offense date."""

    kind = "offenses-charged"
    respondent: str
    violation: str
    counts: tuple[ChargedCount, ...]
    court: str
    returnable_on: date
    allowed_unsupported: bool = False
    allowed_time_barred: bool = False


class OffensesVoided(Event):
    """Offense dates from `from_` through `to` were voided; nothing was deleted."""

    kind = "offenses-voided"
    violation: str
    from_: date
    to: date
    reason: str


class Pronounced(Value):
    """What was pronounced on one count, and the tier's range on the day it was recorded."""

    count: str
    ordinal: int
    minimum: Decimal | None
    maximum: Decimal | None
    section: str


class DispositionRecorded(Event):
    """The court disposed of counts; fine, jail and surcharge are each count's, as pronounced."""

    kind = "disposition-recorded"
    outcome: Outcome
    counts: tuple[Pronounced, ...]
    fine: Decimal | None = None
    jail_days: int | None = None
    surcharge: Decimal | None = None
    departure_reason: str | None = None


class ConvictionVacated(Event):
    """A conviction was vacated; it no longer counts as a prior."""

    kind = "conviction-vacated"
    count: str
    reason: str


class FinePaid(Event):
    """A payment was made on a count."""

    kind = "fine-paid"
    count: str
    amount: Decimal
    receipt: str | None = None


class CountsSettled(Event):
    """Counts were settled for a sum due by a date; unpaid then, the settlement reverts."""

    kind = "counts-settled"
    settlement: str
    counts: tuple[str, ...]
    amount: Decimal
    due_on: date
    terms: str | None = None


class InjunctionReferred(Event):
    """The case was referred for an injunction."""

    kind = "injunction-referred"
    authorized_by: str


class InjunctionRecorded(Event):
    """What came of the application for an injunction."""

    kind = "injunction-recorded"
    outcome: str


# --- village work and its cost --------------------------------------------------------------------------


class RestorationOrdered(Event):
    """The violator was ordered to restore the land by a day."""

    kind = "restoration-ordered"
    do_by: date
    what: str
    section: str


class MaintenanceNoticeGiven(Event):
    """Notice to maintain or repair was given; `do_by` is the last day of the time it left."""

    kind = "maintenance-notice-given"
    received_on: date
    emergency: bool
    do_by: date
    explanation: str
    what: str
    section: str


class VillageWorkAuthorized(Event):
    """The village was authorized to do the work itself."""

    kind = "village-work-authorized"
    authorized_by: str | None = None


class CostRecorded(Event):
    """A cost of village work was recorded under its key; with `reverses`, one was taken back."""

    kind = "cost-recorded"
    cost: str
    cost_kind: CostKind
    amount: Decimal
    invoice: str | None = None
    reverses: str | None = None


class CostNoticeGiven(Event):
    """Notice of an amount and of the hearing on it was served; `on` is the day of service."""

    kind = "cost-notice-given"
    amount: Decimal
    dated: date
    hearing_on: date
    hour: str | None = None
    place: str | None = None


class CostHearingHeld(Event):
    """The hearing on the cost was held."""

    kind = "cost-hearing-held"
    outcome: str


class AssessmentConfirmed(Event):
    """The board confirmed an amount; the lien attached that day and is payable without penalty through a day."""

    kind = "assessment-confirmed"
    assessment: str
    amount: Decimal
    resolution: str
    section: str
    payable_through: date
    explanation: str


class ParcelPart(Value):
    """What one parcel bears of an assessment, and whose it is where that was told."""

    parcel: str
    amount: Decimal
    owner: str | None = None


class AssessmentProrated(Event):
    """The assessment was divided among parcels; it replaces an earlier division."""

    kind = "assessment-prorated"
    assessment: str
    parts: tuple[ParcelPart, ...]


class CostPaid(Event):
    """A payment was made towards the cost: so much on the lien, the rest on cost not yet assessed."""

    kind = "cost-paid"
    amount: Decimal
    on_lien: Decimal
    on_levy: Decimal
    receipt: str | None = None


class LienRecorded(Event):
    """The lien was filed with the county clerk."""

    kind = "lien-recorded"
    county_clerk_ref: str | None = None


class LienReleased(Event):
    """The paid lien was released."""

    kind = "lien-released"


class CertifiedForLevy(Event):
    """What was unpaid was certified for the tax levy of a fiscal year; `assessments` is how much of each.

    Without `assessments` the amount is of the oldest ones.
    """

    kind = "certified-for-levy"
    fiscal_year: int
    amount: Decimal
    assessments: dict[str, Decimal] = {}


class CaseDrawRequested(Event):
    """A draw on a security was asked for towards this case's cost; it is set aside until its result."""

    kind = "draw-requested"
    security: str
    draw: str
    amount: Decimal


class CaseDrawEnded(Event):
    """A draw ended: `recovered` of the cost was paid by the security, nothing unless it was honored.

    `outcome` is None in records of before it was told; why a draw was given up is in the security's record.
    """

    kind = "draw-ended"
    security: str
    draw: str
    recovered: Decimal
    outcome: DrawOutcome | None = None


# --- the engine's own -----------------------------------------------------------------------------------


class DeadlineNoted(Event):
    """A deadline passed or a warning fell due; `on` is its legal date, however late the engine noted it."""

    kind = "deadline-noted"
    key: str
    deadline: str
    of: str | None = None
    section: str | None = None
    explanation: str


EVENTS: dict[str, type[Event]] = {event.kind: event for event in Event.__subclasses__()}
