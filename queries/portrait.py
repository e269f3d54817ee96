"""A case as it is shown, drawn from its facts, its setting and its record alone: nothing is fetched here."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from queries.exposure import Exposures, Statuses, exposure_view, exposures_of
from queries.money_views import PostedView, recovery_view
from queries.views import (
    CaseView,
    CostsView,
    CountView,
    DueView,
    EntryView,
    EvidenceView,
    Flag,
    OffensesView,
    RespondentView,
    StopWorkView,
    ViolationView,
)
from rules import engine
from rules.account import statement
from rules.acts import Setting
from rules.case import Case, Count, Respondent, Violation
from rules.exhibits import NOTHING, bearing
from rules.exposure import Dated, RespondentExposure, Status, all_dated, evidence, is_void
from rules.guarantee import Security
from rules.law import Law
from rules.ledger import NOUGHT, balances
from rules.offenses import Evidence
from rules.prosecution import fine_of
from rules.recovery import recovery
from rules.security_acts import section_of
from rules.standing import (
    appeal_state,
    appeal_window,
    has_lapsed,
    holds_further_work,
    is_disposed,
    is_stayed,
    last_served_on,
    latest_appeal_window,
    latest_notice,
    occupancy_held,
    phase,
    served_on,
    stop_work,
)

VACATED = "vacated"


class Worked(NamedTuple):
    """What takes the longest to find and all figures rest on: every offense's status, and the exposures."""

    statuses: Statuses
    exposures: Exposures


def worked_out(case: Case, setting: Setting) -> Worked:
    """Find the statuses of the offenses and the exposures on the setting's day."""
    statuses = all_dated(case, setting)
    return Worked(statuses, exposures_of(case, setting, statuses))


def portrait(
    case: Case,
    setting: Setting,
    entries: Sequence[EntryView],
    *,
    chain_ok: bool,
    worked: Worked | None = None,
    securities: Sequence[Security] = (),
) -> CaseView:
    """Return everything there is to see of a case on the setting's day; `securities` are those that concern it."""
    law = setting.law
    statuses, exposures = worked or worked_out(case, setting)
    exposure, figures = exposure_view(case, setting, statuses, exposures)
    return CaseView(
        id=case.id,
        village=case.village,
        phase=phase(case, law, setting.today),
        property=case.property,
        opened_on=case.opened_on,
        closed_on=case.closed_on,
        respondents={key: _respondent(case, each, law) for key, each in case.respondents.items()},
        violations={key: _violation(case, each, statuses[key]) for key, each in case.violations.items()},
        exposure=exposure,
        stop_work=StopWorkView(**dict(stop_work(case, law))),
        inspection_hold=holds_further_work(case),
        stayed=is_stayed(case, law, setting.today),
        occupancy_held=occupancy_held(case, law),
        counts={key: _count(case, each, setting) for key, each in case.counts.items()},
        costs=_costs(case),
        account=account(case, setting, securities),
        recovery=recovery_view(recovery(case, setting, securities)),
        flags=tuple(_flags(case, setting, figures)),
        agenda=tuple(
            DueView(**item.model_dump(exclude={"wakes_on"})) for item in engine.agenda(case, setting)
        ),
        events=tuple(entries),
        chain_ok=chain_ok,
    )


def _respondent(case: Case, person: Respondent, law: Law) -> RespondentView:
    notice = latest_notice(case, person.key)
    window = appeal_window(notice, person.key, law) if notice else None
    latest = latest_appeal_window(notice, person.key, law) if notice else None
    return RespondentView(
        **person.model_dump(exclude={"key"}),
        served_on=served_on(notice, person.key, law) if notice else None,
        appeal_due=window.due if window else None,
        appeal=appeal_state(case, person.key, law),
        served_on_latest=last_served_on(notice, person.key, law) if notice else None,
        appeal_due_latest=latest.due if latest else None,
    )


def _violation(case: Case, violation: Violation, offenses: Sequence[Dated]) -> ViolationView:
    kept = {
        "provision", "nature", "observed_on", "observed_by", "remedy", "remedy_by", "cured_on", "annulled_on"
    }  # fmt: skip
    standing = [offense.on for offense in offenses if offense.status is not Status.VOID]
    shown = bearing(case, violation.key)
    return ViolationView(
        **violation.model_dump(include=kept),
        offenses=_offenses(offenses),
        evidence=_evidence(evidence(case, violation, standing)),
        exhibits=sum(bool(shown.get(day, NOTHING).showing) for day in standing),
    )


def _offenses(offenses: Sequence[Dated]) -> OffensesView:
    number = Counter(offense.status for offense in offenses)
    standing = [offense.on for offense in offenses if offense.status is not Status.VOID]
    return OffensesView(
        countable=number[Status.COUNTABLE],
        stayed=number[Status.STAYED],
        void=number[Status.VOID],
        charged=number[Status.CHARGED] + number[Status.DISPOSED],
        last=max(standing, default=None),
    )


def _evidence(grades: Sequence[Evidence]) -> EvidenceView:
    number = Counter(grades)
    return EvidenceView(
        observed=number[Evidence.OBSERVED],
        inferred=number[Evidence.INFERRED],
        unsupported=number[Evidence.UNSUPPORTED],
    )


# --- counts -----------------------------------------------------------------------------------------------


def _count(case: Case, count: Count, setting: Setting) -> CountView:
    kept = set(CountView.model_fields) - {"outcome", "disposed_on", "paid"}
    outcome = _outcome(case, count, setting)
    return CountView(
        **count.model_dump(include=kept),
        outcome=outcome,
        disposed_on=count.disposed_on if outcome else None,
        paid=count.paid,
    )


def _outcome(case: Case, count: Count, setting: Setting) -> str | None:
    if count.vacated_on is not None:
        return VACATED
    if count.settlement and has_lapsed(case.settlements[count.settlement], case, setting.today):
        return None
    return count.outcome


# --- money ------------------------------------------------------------------------------------------------


def _costs(case: Case) -> CostsView:
    stands = balances(case.abatement.entries)
    assessed = sum((each.amount for each in case.abatement.assessments.values()), NOUGHT)
    return CostsView(**stands.model_dump(), assessed=assessed)


def account(case: Case, setting: Setting, securities: Sequence[Security]) -> tuple[PostedView, ...]:
    """Return the entries of the case's account by date."""
    sections = {each.id: section_of(each, setting.law) for each in securities}
    return tuple(PostedView(**dict(posted)) for posted in statement(case, setting, sections))


# --- what a person should look at ---------------------------------------------------------------------------


def _flags(case: Case, setting: Setting, figures: RespondentExposure) -> Iterator[Flag]:
    for count in case.counts.values():
        yield from _count_flags(case, count, setting)
    for fine in figures.fines:
        if fine.on_anniversary:
            words = (
                f"an earlier offense drops out of the look-back on {fine.date} itself: the lower tier applies"
            )
            yield Flag(kind="on_anniversary", of=fine.date.isoformat(), words=words)


def _count_flags(case: Case, count: Count, setting: Setting) -> Iterator[Flag]:
    stands = count.is_conviction or not is_disposed(count, case, setting.today)
    if stands and is_void(case.violations[count.violation], count.offense_on):
        words = f"{count.key} charges the offense of {count.offense_on}, which has since become void"
        yield Flag(kind="void_offense_charged", of=count.key, words=words)
    if count.settlement and has_lapsed(case.settlements[count.settlement], case, setting.today):
        due_on = case.settlements[count.settlement].due_on
        words = f"{count.key} pends again: its settlement was unpaid on {due_on} and reverted"
        yield Flag(kind="settlement_reverted", of=count.key, words=words)
    if count.is_conviction and count.sentenced_as is not None:
        ordinal = fine_of(case, count, setting).ordinal
        if ordinal < count.sentenced_as:
            words = (
                f"{count.key} was sentenced as offense number {count.sentenced_as};"
                f" on the judgments that stand now it is number {ordinal}"
            )
            yield Flag(kind="sentenced_on_vacated_prior", of=count.key, words=words)
