"""What a case's separate offenses are on a day, and what they could cost if all were convicted: exposure, never a debt.

An offense is dated through yesterday. `countable` offenses are neither void, stayed nor charged;
exposure adds those charged and not yet disposed of (LAW.md §§ 3, 4; COMMANDS.md).
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from itertools import chain, repeat
from typing import NamedTuple

from rules import penalties
from rules.acts import Setting
from rules.case import Case, Violation
from rules.law import Law, Question, Reading
from rules.offenses import Evidence, grades, offense_dates
from rules.penalties import Fine, Prior
from rules.standing import Stay, governing, is_disposed, served_on, standing_notices, stays
from rules.values import Finding


class Status(StrEnum):
    """What has become of a dated offense."""

    COUNTABLE = "accrued"
    STAYED = "stayed"
    VOID = "void"
    CHARGED = "charged"
    DISPOSED = "disposed"


class Dated(NamedTuple):
    """One separate offense with what has become of it; a tuple, because a case of years has thousands."""

    on: date
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class RespondentExposure:
    """What one respondent faces if convicted of every open offense; maximum None: no maximum stated."""

    respondent: str | None
    count: int
    minimum: Decimal
    maximum: Decimal | None
    highest_ordinal: int
    capped: bool
    by_violation: Mapping[str, Sequence[Fine]]

    @property
    def fines(self) -> tuple[Fine, ...]:
        """The fine of every offense, violation by violation."""
        return tuple(chain.from_iterable(self.by_violation.values()))


def start_of(case: Case, violation: Violation, law: Law) -> date | None:
    """Return the first day of separate offenses: as observed or, where the village so reads it, first service."""
    if law.choice(Question.OFFENSE_START) == "observed":
        return violation.observed_on
    covering = [n for n in standing_notices(case) if violation.key in n.violations]
    served = [served_on(notice, key, law) for notice in covering for key in notice.respondents]
    first = min((day for day in served if day is not None), default=None)
    return None if first is None else max(first, violation.observed_on)


def last_day(violation: Violation, through: date) -> date:
    """Return the last day on which the violation was ever recorded to exist, no later than `through`."""
    cure = violation.latest_cure if violation.cured_on is not None else None
    ends = [end - timedelta(days=1) for end in (cure, violation.annulled_on) if end is not None]
    return min([through, *ends])


def calendar(case: Case, violation: Violation, law: Law, through: date) -> list[date]:
    """Return every separate-offense date through a day, void ones included."""
    start = start_of(case, violation, law)
    if start is None:
        return []
    return offense_dates(law, violation.provision, violation.observed_on, start, last_day(violation, through))


def dated(case: Case, violation: Violation, law: Law, today: date) -> list[Dated]:
    """Return every separate offense through yesterday with its status."""
    days = calendar(case, violation, law, today - timedelta(days=1))
    counts: dict[date, list[bool]] = {}
    for count in case.counts.values():
        if count.violation == violation.key:
            counts.setdefault(count.offense_on, []).append(is_disposed(count, case, today))
    standing = stays(case, law)
    if not (counts or standing or violation.annulled_on or violation.cured_on or violation.voids):
        return list(map(Dated, days, repeat(Status.COUNTABLE)))
    drops = law.choice(Question.STAYED_OFFENSES) == "drop"
    return [
        Dated(on=day, status=_status(day, violation, counts.get(day), standing, drops=drops)) for day in days
    ]


def _status(
    day: date, violation: Violation, counts: list[bool] | None, standing: Sequence[Stay], *, drops: bool
) -> Status:
    if is_void(violation, day):
        return Status.VOID
    if counts:
        return Status.DISPOSED if all(counts) else Status.CHARGED
    for stay in standing:
        if not stay.covers(day):
            continue
        if stay.until is not None and drops:
            return Status.VOID
        if stay.until is None or violation.released_on is None or stay.until > violation.released_on:
            return Status.STAYED
    return Status.COUNTABLE


def is_void(violation: Violation, day: date) -> bool:
    """Whether an offense date is void: by annulment, an earlier cure, or an entry."""
    if violation.annulled_on is not None:
        return True
    if violation.cured_on is not None and day >= violation.cured_on:
        return True
    return any(void.first <= day <= void.last for void in violation.voids)


def evidence(case: Case, violation: Violation, days: Sequence[date]) -> list[Evidence]:
    """Return how each offense date is supported by inspections."""
    findings = [
        (inspection.on, inspection.findings[violation.key])
        for inspection in case.inspections
        if inspection.findings.get(violation.key, Finding.NOT_CHECKED) is not Finding.NOT_CHECKED
    ]
    return grades(days, violation.observed_on, findings)


def priors_of(case: Case, respondent: str, setting: Setting) -> tuple[Prior, ...]:
    """Return the standing convictions of a respondent's party: of other cases, and of this one."""
    own = tuple(
        Prior(offense_on=count.offense_on, convicted_on=count.disposed_on, case=case.id, count=count.key)
        for count in case.counts.values()
        if count.respondent == respondent and count.is_conviction and count.disposed_on
    )
    return setting.priors.get(respondent, ()) + own


def exposure_of(
    case: Case,
    respondent: str | None,
    setting: Setting,
    reading: Reading,
    statuses: dict[str, list[Dated]],
) -> RespondentExposure:
    """Return one respondent's exposure under a reading; None stands for whoever may yet be named."""
    found = {key: _fines(case, key, respondent, setting, reading, statuses) for key in statuses}
    return _added_up(case, setting.law, respondent, found)


def leaving_out(
    found: RespondentExposure, case: Case, law: Law, days: Mapping[str, Collection[date]]
) -> RespondentExposure:
    """Return an exposure without the offenses of some days, by violation; others still look back at them."""
    left = {
        key: [fine for fine in fines if fine.date not in days.get(key, ())]
        for key, fines in found.by_violation.items()
    }
    return _added_up(case, law, found.respondent, left)


def _added_up(
    case: Case, law: Law, respondent: str | None, found: Mapping[str, Sequence[Fine]]
) -> RespondentExposure:
    totals = [penalties.total(law, provision, fines) for provision, fines in _by_penalty(case, law, found)]
    maxima = [total.maximum for total in totals]
    return RespondentExposure(
        respondent=respondent,
        count=sum(map(len, found.values())),
        minimum=sum((total.minimum for total in totals), Decimal(0)),
        maximum=None if None in maxima else sum((most for most in maxima if most), Decimal(0)),
        highest_ordinal=max((fine.ordinal for fines in found.values() for fine in fines), default=0),
        capped=any(total.capped for total in totals),
        by_violation=found,
    )


def is_one_reading(law: Law) -> bool:
    """Whether both readings are the same in a village: no penalty of it looks back at earlier offenses."""
    return not any(each.look_back for version in law.versions for each in version.penalties.values())


def time_barred(statuses: Mapping[str, Sequence[Dated]], setting: Setting) -> dict[str, list[date]]:
    """Return, of each violation, the countable offense dates past the earlier time limit to charge them.

    They stay in the exposure: counsel may read the longer limit (LAW.md § 4).
    """
    return {
        key: past_limit([each.on for each in dated if each.status is Status.COUNTABLE], setting)
        for key, dated in statuses.items()
    }


def past_limit(days: list[date], setting: Setting) -> list[date]:
    """Return those of some offense dates, in order, that can no longer be charged by the limit that ends first."""
    # Limits follow in the order of their offenses, so the first one not passed is found by halves.
    return days[
        : bisect_left(days, setting.today, key=lambda day: penalties.limitation(setting.law, day).due)
    ]


def _fines(
    case: Case,
    key: str,
    respondent: str | None,
    setting: Setting,
    reading: Reading,
    statuses: dict[str, list[Dated]],
) -> list[Fine]:
    """Return the fines of one violation's offenses that a respondent faces, given all that it did before."""
    days = faced(case, key, respondent, setting, statuses[key])
    priors = priors_of(case, respondent, setting) if respondent else ()
    return _graded(case, key, respondent, days, priors, setting, reading, statuses)


def _graded(
    case: Case,
    key: str,
    respondent: str | None,
    days: Sequence[date],
    priors: Sequence[Prior],
    setting: Setting,
    reading: Reading,
    statuses: dict[str, list[Dated]],
) -> list[Fine]:
    """Return the fines of some of one violation's offenses, given those of the others and of other cases."""
    standing = [offense for offense in statuses[key] if offense.status is not Status.VOID]
    stayed = [o.on for more in statuses.values() for o in more if o.status is Status.STAYED]
    others = [
        day
        for each, more in statuses.items()
        if each != key
        for day in faced(case, each, respondent, setting, more)
    ]
    return penalties.fines(
        setting.law,
        case.violations[key].provision,
        days,
        priors,
        reading,
        [*others, *stayed, *(setting.elsewhere.get(respondent, ()) if respondent else ())],
        ordinal_offset=sum(1 for offense in standing if days and offense.on < days[0]),
    )


def fines_on(
    case: Case, key: str, respondent: str, days: Collection[date], priors: Sequence[Prior], setting: Setting
) -> list[Fine]:
    """Return the fines of offense dates charged or to charge, in order, in the village's reading.

    What the respondent did before counts as in the exposure, charged or not where the reading is by offense.
    """
    law, provision = setting.law, case.violations[key].provision
    if law.reading is Reading.PRIOR_CONVICTION or is_one_reading(law):
        return penalties.fines(law, provision, sorted(days), priors, law.reading)
    statuses = all_dated(case, setting)
    every = sorted({*days, *faced(case, key, respondent, setting, statuses[key])})
    fines = _graded(case, key, respondent, every, priors, setting, law.reading, statuses)
    return [fine for fine in fines if fine.date in days]


def _by_penalty(
    case: Case, law: Law, found: Mapping[str, Sequence[Fine]]
) -> Iterator[tuple[str, list[Fine]]]:
    """Yield the fines of all violations that one penalty punishes, with a provision of it: they share its cap."""
    penalized = governing(case, law)
    grouped: dict[str, tuple[str, list[Fine]]] = {}
    for key, fines in found.items():
        provision = case.violations[key].provision
        _, together = grouped.setdefault(penalized.penalty_for(provision).section, (provision, []))
        together += fines
    yield from grouped.values()


def open_offenses(offenses: Sequence[Dated]) -> list[date]:
    """Return the offense dates that are in the exposure: not void, not stayed, not disposed of."""
    return [offense.on for offense in offenses if offense.status in (Status.COUNTABLE, Status.CHARGED)]


def faced(
    case: Case, key: str, respondent: str | None, setting: Setting, offenses: Sequence[Dated]
) -> list[date]:
    """Return the open offense dates of a violation that a respondent's own counts have not disposed of yet."""
    over = {
        count.offense_on
        for count in case.counts.values()
        if (count.violation, count.respondent) == (key, respondent)
        and is_disposed(count, case, setting.today)
    }
    days = open_offenses(offenses)
    return [day for day in days if day not in over] if over else days


def all_dated(case: Case, setting: Setting) -> dict[str, list[Dated]]:
    """Return the dated offenses of every violation."""
    return {
        key: dated(case, violation, setting.law, setting.today) for key, violation in case.violations.items()
    }


def exposure(
    case: Case, setting: Setting, reading: Reading, statuses: dict[str, list[Dated]] | None = None
) -> RespondentExposure:
    """Return the case's exposure: that of the respondent in the highest tier, the first of several."""
    statuses = all_dated(case, setting) if statuses is None else statuses
    keys: list[str | None] = [*case.respondents] or [None]
    return of_highest_tier([exposure_of(case, key, setting, reading, statuses) for key in keys])


def of_highest_tier(found: Iterable[RespondentExposure]) -> RespondentExposure:
    """Return the exposure of the respondent in the highest tier, the first of several."""
    return max(found, key=lambda each: (each.highest_ordinal, each.minimum))


LOOK_AHEAD = timedelta(days=1000)  # how far a threshold is foreseen; every later entry and audit looks again


def running_offenses(case: Case, setting: Setting, *, most: int) -> list[date]:
    """Return the first open offense dates of the case, those to come if nothing changes included, in order."""
    law, today = setting.law, setting.today
    days = [day for offenses in all_dated(case, setting).values() for day in open_offenses(offenses)]
    if len(days) < most and not any(stay.until is None for stay in stays(case, law)):
        for violation in case.open_violations:
            start = start_of(case, violation, law)
            if start is not None:
                ahead = max(start, today)
                days += offense_dates(
                    law, violation.provision, violation.observed_on, ahead, today + LOOK_AHEAD
                )
    return sorted(days)[:most]
