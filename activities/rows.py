"""The rows that a case projects to: computed from the case, the law and a day alone, so that they can be rebuilt.

`as_of` is "today" for everything but the offenses of violations that go on, which the nightly run dates further.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlmodel import SQLModel

from models.case import CaseRow
from models.count import CountRow
from models.deadline import DeadlineRow
from models.entry import EntryRow
from models.offense import OffenseRow
from models.respondent import RespondentRow
from models.violation import ViolationRow
from rules import engine
from rules.acts import Due, Setting
from rules.calendar import end_of_day, shift
from rules.case import Case, Violation
from rules.exposure import Status, dated, start_of
from rules.law import Law
from rules.offenses import next_offense_date, offense_dates, step_days
from rules.parties import party_key
from rules.searching import place_of, text_of
from rules.standing import phase, stays

ONE_DAY = timedelta(days=1)
Rows = list[dict[str, Any]]


class Footing(NamedTuple):
    """What a projection stands on besides the facts: the last event, "today", and how far the village is dated."""

    seq: int
    head: str
    as_of: date
    accrued_through: date | None = None

    @property
    def through(self) -> date:
        """The last day to which the offenses of a violation that goes on are dated."""
        yesterday = self.as_of - ONE_DAY
        return max(yesterday, self.accrued_through or yesterday)


def projection(case: Case, law: Law, footing: Footing) -> dict[type[SQLModel], Rows]:
    """Return every row of a case, table by table; parties, which cases share, are not among them."""
    due = agenda(case, law, footing.as_of)
    return {
        **offense_rows(case, law, footing),
        RespondentRow: list(_respondents(case)),
        CountRow: list(_counts(case, law)),
        EntryRow: list(_entries(case)),
        DeadlineRow: [_deadline(case, item) for item in due],
        CaseRow: [_case(case, law, footing, due)],
    }


def offense_rows(case: Case, law: Law, footing: Footing) -> dict[type[SQLModel], Rows]:
    """Return the rows that the nightly run moves on: those of the violations and of their offenses."""
    return {
        ViolationRow: list(_violations(case, law, footing)),
        OffenseRow: list(_offenses(case, law, footing)),
    }


def agenda(case: Case, law: Law, today: date) -> tuple[Due, ...]:
    """Return what falls due in a case as seen on a day, each key once."""
    found = engine.agenda(case, setting_on(law, today))
    return tuple({item.key: item for item in reversed(found)}.values())[::-1]


def setting_on(law: Law, today: date) -> Setting:
    """Return the setting of nobody's decision: what is seen as a day begins."""
    now = end_of_day(shift(today, -1), law.village.zone)
    return Setting(law=law, now=now, today=today, roles=frozenset(), actor="system")


# --- the case -------------------------------------------------------------------------------------------


def _case(case: Case, law: Law, footing: Footing, due: tuple[Due, ...]) -> dict[str, Any]:
    _, year, number = case.id.rsplit("-", 2)
    return {
        "id": case.id,
        "village": case.village,
        "year": int(year),
        "number": int(number),
        "phase": phase(case, law, footing.as_of).value,
        "address": case.property.address,
        "parcel": case.property.parcel,
        "description": case.property.description,
        "opened_on": case.opened_on,
        "closed_on": case.closed_on,
        "headline": headline(case, law, footing.as_of, due),
        "next_due": next_due(due),
        "open_violations": len(case.open_violations),
        "seq": footing.seq,
        "head": footing.head,
        "as_of": footing.as_of,
        "place": place_of(case),
        "search": text_of(case),
    }


def next_due(due: tuple[Due, ...]) -> date | None:
    """Return the first day on which something not yet noted falls due."""
    return min((item.due for item in due if not item.passed), default=None)


def headline(case: Case, law: Law, today: date, due: tuple[Due, ...]) -> str:
    """Return a case in a line: where, how it stands, what is open and what comes next."""
    place = case.property.address or case.property.parcel or case.property.description or case.id
    stands = phase(case, law, today).value.replace("_", " ")
    number = len(case.open_violations)
    still_open = f"{number or 'no'} violation{'' if number == 1 else 's'} open"
    return f"{place}: {stands}, {still_open}{comes_next(due)}"


def comes_next(due: tuple[Due, ...]) -> str:
    """Return the end of a headline: what falls due first of all not yet noted."""
    ahead = min((item for item in due if not item.passed), key=lambda item: item.due, default=None)
    return "" if ahead is None else f"; next: {ahead.kind.replace('_', ' ')} {ahead.due}"


def _respondents(case: Case) -> Iterator[dict[str, Any]]:
    for each in case.respondents.values():
        yield {
            "case_id": case.id,
            "key": each.key,
            "village": case.village,
            "name": each.name,
            "role": each.role.value,
            "address": each.address,
            "kind": each.kind.value,
            "party_key": party_key(each),
        }


def _counts(case: Case, law: Law) -> Iterator[dict[str, Any]]:
    for each in case.counts.values():
        yield {
            "case_id": case.id,
            "key": each.key,
            "village": case.village,
            "section": law.versions[0].section,
            "respondent": each.respondent,
            "party_key": party_key(case.respondents[each.respondent]),
            "violation": each.violation,
            "offense_on": each.offense_on,
            "filed_on": each.filed_on,
            "court": each.court,
            "returnable_on": each.returnable_on,
            "ordinal": each.ordinal,
            "evidence": str(each.evidence),
            "outcome": each.outcome.value if each.outcome else None,
            "disposed_on": each.disposed_on,
            "sentenced_as": each.sentenced_as,
            "fine": each.fine,
            "jail_days": each.jail_days,
            "surcharge": each.surcharge,
            "paid": each.paid,
            "settlement": each.settlement,
            "vacated_on": each.vacated_on,
        }


def _entries(case: Case) -> Iterator[dict[str, Any]]:
    for n, posted in enumerate(case.abatement.entries, start=1):
        told = {"case_id": case.id, "n": n, **posted.model_dump(exclude={"lines"})}
        for place, line in enumerate(posted.lines, start=1):
            yield {**told, "line": place, "account": line.account.value, "amount": line.amount}


def _deadline(case: Case, item: Due) -> dict[str, Any]:
    return {"case_id": case.id, "village": case.village, **item.model_dump()}


# --- violations and their offenses ----------------------------------------------------------------------


def _violations(case: Case, law: Law, footing: Footing) -> Iterator[dict[str, Any]]:
    stayed = any(stay.until is None for stay in stays(case, law))
    for each in case.violations.values():
        following, step = schedule(case, each, law, footing.through)
        yield {
            "case_id": case.id,
            "key": each.key,
            "village": case.village,
            "provision": each.provision,
            "observed_on": each.observed_on,
            "remedy_by": each.remedy_by,
            "cured_on": each.cured_on,
            "annulled_on": each.annulled_on,
            "stayed": stayed,
            "next_offense_on": following,
            "step_days": step,
        }


def accrues(case: Case, violation: Violation) -> bool:
    """Tell whether a violation goes on, so that the nightly run dates its offenses."""
    return case.closed_on is None and violation.is_open


def schedule(case: Case, violation: Violation, law: Law, through: date) -> tuple[date | None, int | None]:
    """Return the first offense after a day, and the days from each to the next where that is one number."""
    start = start_of(case, violation, law) if accrues(case, violation) else None
    if start is None:
        return None, None
    after = max(through, shift(start, -1))
    following = next_offense_date(law, violation.provision, violation.observed_on, after)
    if following is None:
        return None, None
    if any(void.last >= following for void in violation.voids):
        return following, None  # void by an entry of that very day: one step at a time, by the rules
    return following, step_days(law, violation.provision, following)


def _offenses(case: Case, law: Law, footing: Footing) -> Iterator[dict[str, Any]]:
    for violation in case.violations.values():
        for day, status in offenses(case, violation, law, footing).items():
            yield {
                "case_id": case.id,
                "violation": violation.key,
                "offense_on": day,
                "status": status.value,
            }


def offenses(case: Case, violation: Violation, law: Law, footing: Footing) -> dict[date, Status]:
    """Return every offense ever dated of a violation with its status; one of today, too, if it was charged today."""
    found = {each.on: each.status for each in dated(case, violation, law, footing.as_of)}
    through = footing.through if accrues(case, violation) else footing.as_of - ONE_DAY
    charged = {count.offense_on for count in case.counts.values() if count.violation == violation.key}
    if through >= footing.as_of or not charged <= found.keys():
        later = dated(case, violation, law, max(through, footing.as_of) + ONE_DAY)
        found |= {
            each.on: each.status
            for each in later
            if each.on >= footing.as_of and (each.on <= through or each.on in charged)
        }
    ended = {*_dated_too_far(case, violation, law), *charged}
    return found | {day: Status.VOID for day in ended if day not in found}


def _dated_too_far(case: Case, violation: Violation, law: Law) -> list[date]:
    """Return the offense dates that had been dated when it was entered that the violation had ended before."""
    start = start_of(case, violation, law)
    if violation.is_open or violation.dated_through is None or start is None:
        return []
    return offense_dates(law, violation.provision, violation.observed_on, start, violation.dated_through)
