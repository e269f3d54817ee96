"""The shapes in which a case is shown; names are fixed by contract, fields only ever added."""

from datetime import date, datetime
from typing import Any

from pydantic import Field

from queries.dollars import Dollars
from queries.money_views import PostedView, RecoveryView
from rules.commands import Property
from rules.values import Language, PartyKind, Phase, RespondentRole, Value


class RespondentView(Value):
    """A respondent with the service and the appeal clock of the notice last issued to it.

    `served_on` is the first complete service and starts the clock; the `latest` ones are reckoned from the last, the
    later side where two modes were completed on different days.
    """

    name: str
    role: RespondentRole
    address: str | None
    kind: PartyKind
    party: str | None
    served_on: date | None
    appeal_due: date | None
    appeal: str | None
    language: Language | None = None
    served_on_latest: date | None = None
    appeal_due_latest: date | None = None


class OffensesView(Value):
    """How many separate offenses a violation has, by what became of them; `charged` counts those disposed of too."""

    countable: int
    stayed: int
    void: int
    charged: int
    last: date | None


class EvidenceView(Value):
    """How the offenses that are not void are supported by inspections."""

    observed: int
    inferred: int
    unsupported: int


class ViolationView(Value):
    """A violation, its calendar and its evidence; `exhibits`: of how many dates not void there is one that shows it."""

    provision: str
    nature: str
    observed_on: date
    observed_by: str | None
    remedy: str | None
    remedy_by: date | None
    cured_on: date | None
    annulled_on: date | None
    offenses: OffensesView
    evidence: EvidenceView
    exhibits: int = 0


class Figures(Value):
    """What open offenses could cost if all were convicted; maximum None: none is stated."""

    count: int
    minimum: Dollars
    maximum: Dollars | None


class RespondentFigures(Figures):
    """One respondent's figures, with the highest tier its offenses reach."""

    highest_ordinal: int


class InterpretationView(Value):
    """A doubtful question as the village reads it; `decided_by` is empty while it is the default."""

    question: str
    choice: str
    authority: str
    decided_by: str | None
    decided_on: date | None


class TimeBarredView(Value):
    """The open offenses past their earlier time limit to charge, all through a day, and the figures without them."""

    count: int
    through: date
    section: str
    without: Figures


class ExposureView(Figures):
    """The exposure of the case, which is that of the respondent in the highest tier, and what it rests on.

    `time_barred` tells which of its offenses could be charged only where that is expressly allowed; they are in it.
    """

    reading: str
    section: str
    capped: bool
    respondent: str | None
    by_respondent: dict[str, RespondentFigures]
    interpretations: tuple[InterpretationView, ...]
    other_reading: Figures
    time_barred: TimeBarredView | None


class StopWorkView(Value):
    """Whether work is stopped, since when, under which section, and what may go on."""

    in_force: bool
    since: date | None
    section: str | None
    allowed_work: str | None


class CountView(Value):
    """A count; `outcome` is None while it pends, as it does again after an unpaid settlement; `vacated` after that."""

    respondent: str
    violation: str
    offense_on: date
    filed_on: date
    court: str
    returnable_on: date
    ordinal: int
    evidence: str
    outcome: str | None
    disposed_on: date | None
    sentenced_as: int | None
    fine: Dollars | None
    jail_days: int | None
    surcharge: Dollars | None
    departure_reason: str | None
    settlement: str | None
    vacated_on: date | None
    paid: Dollars


class CostsView(Value):
    """The village's costs and what became of them; `lien` includes what is levied."""

    recorded: Dollars
    recovered: Dollars
    open: Dollars
    assessed: Dollars
    lien: Dollars
    levied: Dollars


class Flag(Value):
    """Something a person should look at."""

    kind: str
    of: str
    words: str


class DueView(Value):
    """Something that falls due; `passed` once the engine has noted it."""

    key: str
    kind: str
    due: date
    of: str | None
    section: str | None
    explanation: str
    passed: bool


class EntryView(Value):
    """One entry of the record."""

    seq: int
    kind: str
    effective_on: date
    recorded_at: datetime
    actor: str
    op_id: str
    data: dict[str, Any]
    hash: str


class CaseView(Value):
    """Everything there is to see of a case."""

    id: str
    village: str
    phase: Phase
    property: Property
    opened_on: date
    closed_on: date | None
    respondents: dict[str, RespondentView]
    violations: dict[str, ViolationView]
    exposure: ExposureView
    stop_work: StopWorkView
    inspection_hold: bool
    stayed: bool
    occupancy_held: bool
    counts: dict[str, CountView]
    costs: CostsView
    account: tuple[PostedView, ...]
    recovery: RecoveryView
    flags: tuple[Flag, ...] = Field(description="what a person should look at")
    agenda: tuple[DueView, ...]
    events: tuple[EntryView, ...]
    chain_ok: bool


class CaseLine(Value):
    """A case in a list."""

    id: str
    village: str
    phase: Phase
    address: str
    headline: str
    opened_on: date
    closed_on: date | None
    next_due: date | None
    open_violations: int


class ActionView(Value):
    """A command on a case: whether this user may give it now, or why not, under which section, and what to do."""

    command: str
    allowed: bool
    yours: bool = Field(description="whether it is for a role of this user at all")
    why: str | None
    section: str | None
    remedy: str | None
    roles: tuple[str, ...]
    notes: tuple[str, ...] = Field(default=(), description="what to know before it is given")
