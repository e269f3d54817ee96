"""Where a case stands on a day, found from its facts alone: service, windows, appeals, stays, phase, stop work.

"On a day" means at the start of it: a window that closes today is still open, an appeal filed today is pending.
"""

from datetime import date
from decimal import Decimal

from rules.calendar import Reckoned
from rules.calendar import due as reckon
from rules.case import Appeal, Case, Count, Notice, Service, Settlement, Violation
from rules.law import Law, Ordinance, Period, Question
from rules.values import Outcome, Phase, Value


class Stay(Value):
    """Days on which enforcement was stayed by an appeal: from `first` until the day before `until`."""

    first: date
    until: date | None

    def covers(self, day: date) -> bool:
        """Whether a day lies in the stay."""
        return self.first <= day and (self.until is None or day < self.until)


def governing(case: Case, law: Law) -> Ordinance:
    """Return the version of the ordinance in force when the case's first violation was observed."""
    observed = min((violation.observed_on for violation in case.violations.values()), default=case.opened_on)
    return law.on(observed) or law.versions[0]


def completed_on(service: Service, law: Law) -> date | None:
    """Return the day a mode of service was complete under the village's rule, or None while it is not."""
    rule = law.village.service.get(service.mode)
    if rule is None:
        return None
    days = [getattr(service, name) for name in rule.completes_on]
    return None if None in days else max(days)


def served_on(notice: Notice, respondent: str, law: Law) -> date | None:
    """Return the first day service of a notice on a respondent was complete by any mode."""
    days = [completed_on(service, law) for service in notice.services.get(respondent, ())]
    return min((day for day in days if day is not None), default=None)


def last_served_on(notice: Notice, respondent: str, law: Law) -> date | None:
    """Return the last day service of a notice on a respondent was complete by any mode: the other side of it."""
    days = [completed_on(service, law) for service in notice.services.get(respondent, ())]
    return max((day for day in days if day is not None), default=None)


def stands(notice: Notice, case: Case) -> bool:
    """Whether a notice is neither withdrawn nor annulled in all its violations."""
    annulled = all(case.violations[key].annulled_on for key in notice.violations)
    return notice.withdrawn_on is None and not annulled


def standing_notices(case: Case) -> tuple[Notice, ...]:
    """Return the notices that stand."""
    return tuple(notice for notice in case.notices.values() if stands(notice, case))


def latest_notice(case: Case, respondent: str) -> Notice | None:
    """Return the notice last issued to a respondent that was not withdrawn."""
    named = [n for n in case.notices.values() if respondent in n.respondents and n.withdrawn_on is None]
    return named[-1] if named else None


def appeal_window(notice: Notice, respondent: str, law: Law) -> Reckoned | None:
    """Return the last day to appeal, reckoned from the event the ordinance names; None while it has not happened."""
    version = law.on(notice.on)
    if version is None or version.appeal is None:
        return None
    start = window_start(version.appeal.within, notice, respondent, law)
    return None if start is None else reckon(version.appeal.within, start, law)


def window_start(period: Period, notice: Notice, respondent: str, law: Law) -> date | None:
    """Return the day a period tied to the notice runs from: its issuance, or service on this respondent."""
    if period.starts_from == "issuance":
        return notice.on
    if period.starts_from == "receipt":
        received = [service.delivered_on for service in notice.services.get(respondent, ())]
        return min((day for day in received if day), default=None)
    return served_on(notice, respondent, law)


def latest_appeal_window(notice: Notice, respondent: str, law: Law) -> Reckoned | None:
    """Return the window reckoned from the last event the ordinance names: the latest day there is an argument for.

    The engine closes the window by `appeal_window`; where this one ends later, a person should know it.
    """
    version = law.on(notice.on)
    if version is None or version.appeal is None:
        return None
    within = version.appeal.within
    start = last_start(within, notice, respondent, law)
    return None if start is None else reckon(within, start, law)


def last_start(period: Period, notice: Notice, respondent: str, law: Law) -> date | None:
    """Return the last day from which a period tied to the notice could be said to run."""
    if period.starts_from == "receipt":
        received = [service.delivered_on for service in notice.services.get(respondent, ())]
        return max((day for day in received if day), default=None)
    if period.starts_from == "issuance":
        return notice.on
    return last_served_on(notice, respondent, law)


def in_time(appeal: Appeal, case: Case, law: Law) -> bool:
    """Whether an appeal was filed by the last day of the window, whenever it was entered."""
    window = appeal_window(case.notices[appeal.notice], appeal.respondent, law)
    return window is None or appeal.filed_on <= window.due


def is_heard(appeal: Appeal, case: Case, law: Law) -> bool:
    """Whether an appeal is before the body: in time, or late and accepted by a person."""
    return in_time(appeal, case, law) if appeal.accepted is None else appeal.accepted


def pending(case: Case, law: Law) -> tuple[Appeal, ...]:
    """Return the appeals before the body and not yet over."""
    return tuple(a for a in case.appeals if not a.is_over and is_heard(a, case, law))


def unruled(case: Case, law: Law) -> tuple[Appeal, ...]:
    """Return the late appeals on which nobody has ruled."""
    late = (a for a in case.appeals if not a.is_over and a.accepted is None)
    return tuple(a for a in late if not in_time(a, case, law))


def appeal_state(case: Case, respondent: str, law: Law) -> str | None:
    """Return how a respondent's last appeal stands: pending, late, rejected, withdrawn or its outcome.

    One from a withdrawn notice is moot, and no longer told once another notice names the respondent.
    """
    own = [appeal for appeal in case.appeals if appeal.respondent == respondent]
    if not own:
        return None
    last = own[-1]
    if last.moot:
        return "moot" if latest_notice(case, respondent) is None else None
    if last.withdrawn:
        return "withdrawn"
    if last.outcome is not None:
        return last.outcome.value
    if last.accepted is False:
        return "rejected"
    return "pending" if is_heard(last, case, law) else "late"


def stays(case: Case, law: Law) -> tuple[Stay, ...]:
    """Return the stays the village's interpretation gives: filing through the day before decision or peril."""
    if law.choice(Question.APPEAL_STAY) == "none":
        return ()
    return tuple(_stay(appeal, case) for appeal in case.appeals if is_heard(appeal, case, law))


def _stay(appeal: Appeal, case: Case) -> Stay:
    ends = [peril for peril in case.perils if peril >= appeal.filed_on]
    if appeal.ended_on is not None:
        ends.append(appeal.ended_on)
    return Stay(first=appeal.filed_on, until=min(ends, default=None))


def is_stayed(case: Case, law: Law, day: date) -> bool:
    """Whether enforcement was stayed on a day."""
    return any(stay.covers(day) for stay in stays(case, law))


def is_final_for(notice: Notice, respondent: str, case: Case, law: Law, today: date) -> bool:
    """Whether a respondent was served and has let the window pass or lost the appeal."""
    if served_on(notice, respondent, law) is None:
        return False
    heard = [
        a
        for a in case.appeals
        if (a.notice, a.respondent) == (notice.key, respondent) and is_heard(a, case, law)
    ]
    if heard:
        return all(appeal.is_over for appeal in heard)
    window = appeal_window(notice, respondent, law)
    return window is None or window.due < today


def phase(case: Case, law: Law, today: date) -> Phase:
    """Return the phase of a case on a day."""
    if case.closed_on is not None:
        return Phase.CLOSED
    if pending(case, law):
        return Phase.UNDER_APPEAL
    pairs = [(notice, key) for notice in standing_notices(case) for key in notice.respondents]
    if not pairs:
        return Phase.OPENED
    if any(served_on(notice, key, law) is None for notice, key in pairs):
        return Phase.NOTICED
    final = all(is_final_for(notice, key, case, law, today) for notice, key in pairs)
    return Phase.FINAL if final else Phase.SERVED


# --- settlements and counts -----------------------------------------------------------------------------


def settlement_paid_on(settlement: Settlement, case: Case) -> date | None:
    """Return the day the payments on its counts reached the sum settled, or None while they have not."""
    payments = sorted((p for key in settlement.counts for p in case.counts[key].payments), key=lambda p: p.on)
    total = Decimal(0)
    for payment in payments:
        total += payment.amount
        if total >= settlement.amount:
            return payment.on
    return None


def has_lapsed(settlement: Settlement, case: Case, today: date) -> bool:
    """Whether a settlement reverted: its date has passed and it was not paid by then."""
    paid = settlement_paid_on(settlement, case)
    return settlement.due_on < (paid or today)


def outcome_of(count: Count, case: Case, today: date) -> Outcome | None:
    """Return how a count ended; a vacated conviction and a lapsed settlement leave it pending again."""
    if count.vacated_on is not None:
        return None
    if count.settlement is not None and has_lapsed(case.settlements[count.settlement], case, today):
        return None
    return count.outcome


def is_disposed(count: Count, case: Case, today: date) -> bool:
    """Whether a count is over; one adjourned in contemplation of dismissal is not."""
    return outcome_of(count, case, today) not in (None, Outcome.ADJOURNED)


# --- stop work and occupancy ----------------------------------------------------------------------------


class StopWorkState(Value):
    """Whether work is stopped, since when and under which section, and what may go on."""

    in_force: bool
    since: date | None = None
    section: str | None = None
    allowed_work: str | None = None


def stop_work(case: Case, law: Law) -> StopWorkState:
    """Return the state of stop work: by separate order, or with receipt of the notice where the law couples them."""
    rule = governing(case, law).stop_work
    if rule is None:
        return StopWorkState(in_force=False)
    starts = _by_notice(case, law) if rule.arises == "notice" else _by_order(case)
    last_lift = max(case.stop_lifts, default=None)
    standing = [(since, words) for since, words in starts if last_lift is None or since > last_lift]
    if not standing or all(violation.annulled_on for violation in case.violations.values()):
        return StopWorkState(in_force=False, section=rule.section)
    since, words = min(standing, key=lambda start: start[0])
    return StopWorkState(
        in_force=True, since=since, section=rule.section, allowed_work=words or rule.carve_out
    )


def _by_notice(case: Case, law: Law) -> list[tuple[date, str | None]]:
    served = [served_on(notice, key, law) for notice in standing_notices(case) for key in notice.respondents]
    return [(day, None) for day in served if day is not None]


def _by_order(case: Case) -> list[tuple[date, str | None]]:
    return [(order.served_on or order.on, order.allowed_work) for order in case.stop_orders]


def is_annulled(violation: Violation) -> bool:
    """Whether a violation fell on appeal."""
    return violation.annulled_on is not None


def occupancy_held(case: Case, law: Law) -> bool:
    """Whether occupancy is withheld: by the last entry, or by itself until corrections are accepted."""
    rule = governing(case, law).occupancy
    if rule is None:
        return False
    entries = sorted(case.occupancy, key=lambda entry: entry.on)
    if rule.holds == "discretionary":
        return bool(entries) and entries[-1].held and not all(map(is_annulled, case.violations.values()))
    accepted = max((entry.on for entry in entries if not entry.held), default=None)
    standing = [v for v in case.violations.values() if not is_annulled(v)]
    return any(accepted is None or v.observed_on > accepted or v.is_open for v in standing)


def holds_further_work(case: Case) -> bool:
    """Whether an inspection hold stands: placed, and a violation of the case still open."""
    return bool(case.inspection_holds) and bool(case.open_violations)
