"""A case as its events tell it: facts only, each with its own date; what follows from them is found elsewhere.

Nothing here depends on today. Keys (`r1`, `v1`, `n1`, `c1`, `s1`) are given out in order and never reused.
"""

import builtins
from datetime import date
from decimal import Decimal
from typing import Any, Self

from rules.commands import Property
from rules.events import ParcelPart
from rules.ledger import Entry
from rules.values import (
    AppealOutcome,
    CostKind,
    Finding,
    Language,
    Outcome,
    PartyKind,
    RespondentRole,
    ServiceFailure,
    ServiceMode,
    Shown,
    Value,
)


class Fact(Value):
    """A frozen value that can be copied with changes."""

    def but(self, **changes: Any) -> Self:
        """Return a copy with these fields changed."""
        return self.model_copy(update=changes)


class Respondent(Fact):
    """A person or body answerable for the violations."""

    key: str
    name: str
    role: RespondentRole
    address: str | None
    kind: PartyKind
    party: str | None
    language: Language | None = None


class Void(Fact):
    """Offense dates voided by an entry, both ends included."""

    first: date
    last: date
    reason: str


class Violation(Fact):
    """One violation and its own calendar.

    `latest_cure` is the latest day ever recorded as the cure: offenses between it and an earlier, corrected day
    were dated and are void. `dated_through` is how far offenses had been dated when a cure or annulment was entered.
    """

    key: str
    provision: str
    nature: str
    observed_on: date
    observed_by: str | None
    remedy: str | None
    remedy_by: date | None
    cured_on: date | None = None
    latest_cure: date | None = None
    annulled_on: date | None = None
    dated_through: date | None = None
    released_on: date | None = None
    voids: tuple[Void, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it is neither cured nor annulled."""
        return self.cured_on is None and self.annulled_on is None


class Inspection(Fact):
    """What an inspection found."""

    on: date
    inspector: str
    findings: dict[str, Finding]


class Exhibit(Fact):
    """A file of evidence by its place among those of the case; `on` is the day it was taken, where that was said."""

    number: int
    sha256: str
    caption: str
    on: date | None = None
    taken_by: str | None = None
    inspection_on: date | None = None
    violation: str | None = None
    shows: Shown | None = None


class Service(Fact):
    """The dates recorded of one mode of service on one respondent; kept apart, complete by the village's rule."""

    mode: ServiceMode
    mailed_on: date | None = None
    posted_on: date | None = None
    delivered_on: date | None = None
    by: str | None = None
    proof: str | None = None


class FailedService(Fact):
    """An attempt at service that failed."""

    respondent: str
    on: date
    reason: str
    mode: ServiceMode | None = None
    outcome: ServiceFailure | None = None


class Notice(Fact):
    """A notice of violation as issued."""

    key: str
    on: date
    respondents: tuple[str, ...]
    violations: tuple[str, ...]
    contents: tuple[dict[str, Any], ...]
    withdrawn_on: date | None = None
    services: dict[str, tuple[Service, ...]] = {}
    failures: tuple[FailedService, ...] = ()


class Appeal(Fact):
    """An appeal from a notice; whether it was in time follows from the day of service and the rule."""

    notice: str
    respondent: str
    filed_on: date
    grounds: str
    accepted: bool | None = None
    outcome: AppealOutcome | None = None
    ended_on: date | None = None
    withdrawn: bool = False
    moot: bool = False

    @property
    def is_over(self) -> bool:
        """Whether it was decided, withdrawn, or fell with its notice."""
        return self.ended_on is not None


class Hearing(Fact):
    """A hearing of the appeal."""

    on: date
    body: str


class StopOrder(Fact):
    """A separate order to stop work."""

    on: date
    allowed_work: str
    served_on: date | None


class Payment(Fact):
    """A payment on a count."""

    on: date
    amount: Decimal
    receipt: str | None


class Count(Fact):
    """One count: one offense date charged against one respondent."""

    key: str
    respondent: str
    violation: str
    offense_on: date
    filed_on: date
    court: str
    returnable_on: date
    ordinal: int
    evidence: str
    outcome: Outcome | None = None
    disposed_on: date | None = None
    sentenced_as: int | None = None
    fine: Decimal | None = None
    jail_days: int | None = None
    surcharge: Decimal | None = None
    departure_reason: str | None = None
    settlement: str | None = None
    vacated_on: date | None = None
    payments: tuple[Payment, ...] = ()

    @property
    def paid(self) -> Decimal:
        """What has been paid on it."""
        return sum((payment.amount for payment in self.payments), Decimal(0))

    @property
    def is_conviction(self) -> bool:
        """Whether it stands as a judgment of conviction."""
        return self.outcome is Outcome.CONVICTED and self.vacated_on is None


class Settlement(Fact):
    """Counts settled for a sum; it reverts if unpaid by its date."""

    key: str
    on: date
    counts: tuple[str, ...]
    amount: Decimal
    due_on: date


class OccupancyEntry(Fact):
    """Occupancy held or released on a day."""

    on: date
    held: bool


class WorkNotice(Fact):
    """A restoration order or maintenance notice: what it asked for, and the last day of the time it gave."""

    on: date
    do_by: date
    emergency: bool
    section: str
    what: str | None = None


class Cost(Fact):
    """One recorded cost of village work; `reverses` names the one it takes back."""

    key: str
    on: date
    kind: CostKind
    amount: Decimal
    invoice: str | None
    reverses: str | None


class CostNotice(Fact):
    """A served notice of an amount and the hearing on it."""

    amount: Decimal
    served_on: date
    hearing_on: date


class Assessment(Fact):
    """An amount confirmed by resolution, with its division among parcels where there is one."""

    key: str
    on: date
    amount: Decimal
    resolution: str
    payable_through: date
    parts: tuple[ParcelPart, ...] = ()


class LevyEntry(Fact):
    """An amount certified for the levy of a fiscal year, and how much of each assessment it is."""

    on: date
    fiscal_year: int
    amount: Decimal
    assessments: dict[str, Decimal] = {}


class Abatement(Fact):
    """The village's own work on a case: notices, authorization, costs, assessments and the account of it all.

    `draws` holds what is set aside for draws asked for and not yet ended, by security and draw.
    """

    notices: tuple[WorkNotice, ...] = ()
    authorized_on: date | None = None
    costs: dict[str, Cost] = {}
    cost_notice: CostNotice | None = None
    heard_on: date | None = None
    assessments: dict[str, Assessment] = {}
    lien_recorded_on: date | None = None
    lien_ref: str | None = None
    lien_recorded_for: frozenset[str] = frozenset()
    lien_released_on: date | None = None
    levies: tuple[LevyEntry, ...] = ()
    draws: dict[str, Decimal] = {}
    entries: tuple[Entry, ...] = ()


class Case(Fact):
    """Everything recorded of one case, in the order it was entered."""

    id: str
    village: str
    property: Property
    opened_on: date
    closed_on: date | None = None
    respondents: dict[str, Respondent] = {}
    violations: dict[str, Violation] = {}
    inspections: tuple[Inspection, ...] = ()
    notices: dict[str, Notice] = {}
    appeals: tuple[Appeal, ...] = ()
    perils: tuple[date, ...] = ()
    hearings: tuple[Hearing, ...] = ()
    stop_orders: tuple[StopOrder, ...] = ()
    stop_lifts: tuple[date, ...] = ()
    inspection_holds: tuple[date, ...] = ()
    breaches: tuple[date, ...] = ()
    occupancy: tuple[OccupancyEntry, ...] = ()
    counts: dict[str, Count] = {}
    settlements: dict[str, Settlement] = {}
    injunction_referred_on: date | None = None
    abatement: Abatement = Abatement()
    thresholds: tuple[int, ...] = ()
    evidence: frozenset[str] = frozenset()
    exhibits: tuple[Exhibit, ...] = ()
    passed: frozenset[str] = frozenset()

    @builtins.property  # the field `property` hides the plain name here
    def open_violations(self) -> tuple[Violation, ...]:
        """The violations neither cured nor annulled."""
        return tuple(violation for violation in self.violations.values() if violation.is_open)

    def with_violation(self, violation: Violation) -> Self:
        """Return a copy in which this violation stands under its key."""
        return self.but(violations={**self.violations, violation.key: violation})

    def with_notice(self, notice: Notice) -> Self:
        """Return a copy in which this notice stands under its key."""
        return self.but(notices={**self.notices, notice.key: notice})

    def with_counts(self, *counts: Count) -> Self:
        """Return a copy in which these counts stand under their keys."""
        return self.but(counts={**self.counts, **{count.key: count for count in counts}})
