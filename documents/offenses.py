"""The separate offenses of a case as a schedule lists them: proof, status, place among earlier ones, and range.

Figures are of open offenses alone, those countable or charged; they are exposure, never a debt.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

from documents.listing import NONE
from documents.penalties import fine_range, nth
from documents.wording import listed, plain
from rules import penalties
from rules.acts import Setting
from rules.case import Case, Count
from rules.exhibits import NOTHING, Bearing, bearing
from rules.exposure import (
    Dated,
    RespondentExposure,
    Status,
    all_dated,
    evidence,
    exposure_of,
    past_limit,
)
from rules.law import Law, Reading
from rules.offenses import Evidence
from rules.penalties import Fine
from rules.standing import outcome_of
from rules.values import Outcome

PAST: Final = ", time-barred"
"""Marks an offense that was not charged while it could be, by the limit that ends first."""

WORDS: Final = {Status.COUNTABLE: "countable", Status.STAYED: "stayed", Status.VOID: "void"}

BARRED: Final = f"{WORDS[Status.COUNTABLE]}{PAST}"
"""An offense in the exposure that only a charge expressly allowed could still bring before the court."""

Fines = dict[tuple[Reading, str | None], dict[str, dict[date, Fine]]]
"""By reading and respondent, then by violation and day; the respondent is None where nobody is known yet."""


class Total(NamedTuple):
    """What one respondent faces under one reading; maximum None: no maximum stated."""

    reading: Reading
    respondent: str | None
    offenses: int
    minimum: Decimal
    maximum: Decimal | None
    capped: bool


class Offense(NamedTuple):
    """One offense as a schedule lists it; `places` are those under both readings, the village's first."""

    on: date
    grade: Evidence
    exhibits: Bearing
    status: str
    counts: str
    places: tuple[str, str]
    could_be: str
    section: str


class Offenses(NamedTuple):
    """All offenses of a case on a day, with the fine of each open one for each respondent under each reading."""

    case: Case
    setting: Setting
    statuses: dict[str, list[Dated]]
    exposures: dict[tuple[Reading, str | None], RespondentExposure]
    fines: Fines


def offenses_of(case: Case, setting: Setting) -> Offenses:
    """Return the offenses of a case through yesterday."""
    statuses = all_dated(case, setting)
    keys: list[str | None] = [*case.respondents] or [None]
    exposures = {
        (reading, key): exposure_of(case, key, setting, reading, statuses)
        for reading in both(setting.law)
        for key in keys
    }
    fines = {
        each: {key: {fine.date: fine for fine in fines} for key, fines in found.by_violation.items()}
        for each, found in exposures.items()
    }
    return Offenses(case, setting, statuses, exposures, fines)


def both(law: Law) -> tuple[Reading, Reading]:
    """Return the two readings of what raises the fine, the village's first."""
    return law.reading, next(each for each in Reading if each is not law.reading)


def totals(of: Offenses, key: str | None) -> Iterator[Total]:
    """Yield what each respondent faces under each reading, of the whole case or of one violation's offenses."""
    for (reading, respondent), found in of.exposures.items():
        if key is None:
            yield Total(reading, respondent, found.count, found.minimum, found.maximum, found.capped)
            continue
        fines = [*of.fines[reading, respondent][key].values()]
        total = penalties.total(of.setting.law, of.case.violations[key].provision, fines, reading)
        yield Total(reading, respondent, total.count, total.minimum, total.maximum, total.capped)


def offenses(of: Offenses, key: str) -> list[Offense]:
    """Return the offenses of one violation in order of date."""
    dated = of.statuses[key]
    days = [each.on for each in dated]
    grades = evidence(of.case, of.case.violations[key], days)
    timely = len(past_limit(days, of.setting))
    charged, shown = _charged(of.case, key), bearing(of.case, key)
    return [
        _offense(
            of, key, each, grade, charged.get(each.on, ()), shown.get(each.on, NOTHING), late=place < timely
        )
        for place, (each, grade) in enumerate(zip(dated, grades, strict=True))
    ]


def _charged(case: Case, key: str) -> Mapping[date, tuple[Count, ...]]:
    charged: dict[date, tuple[Count, ...]] = {}
    for count in case.counts.values():
        if count.violation == key:
            charged[count.offense_on] = (*charged.get(count.offense_on, ()), count)
    return charged


def _offense(
    of: Offenses,
    key: str,
    each: Dated,
    grade: Evidence,
    counts: Sequence[Count],
    exhibits: Bearing,
    *,
    late: bool,
) -> Offense:
    own, other = both(of.setting.law)
    fines = {
        reading: {who: found[key].get(each.on) for (read, who), found in of.fines.items() if read is reading}
        for reading in (own, other)
    }
    return Offense(
        on=each.on,
        grade=grade,
        exhibits=exhibits,
        status=_status(of, each.status, counts, late=late),
        counts=listed(count.key for count in counts) or NONE,
        places=(_alike(_nth(fines[own]) | _sentenced(counts)), _alike(_nth(fines[other]))),
        could_be=_alike(_told(fines[own], lambda fine: fine_range(fine.minimum, fine.maximum))),
        section=_alike(_told(fines[own], lambda fine: fine.section)),
    )


def _status(of: Offenses, status: Status, counts: Sequence[Count], *, late: bool) -> str:
    if status in WORDS:
        uncharged = status is not Status.VOID
        return f"{WORDS[status]}{PAST if late and uncharged else ''}"
    ended = (outcome_of(count, of.case, of.setting.today) for count in counts)
    return listed(dict.fromkeys(_end(outcome) for outcome in ended))


def _end(outcome: Outcome | None) -> str:
    if outcome is Outcome.ADJOURNED:
        return f"charged, {outcome}"
    return plain(outcome) if outcome else "charged"


def _nth(fines: Mapping[str | None, Fine | None]) -> dict[str | None, str]:
    return _told(fines, lambda fine: nth(fine.ordinal))


def _sentenced(counts: Sequence[Count]) -> dict[str | None, str]:
    """Return the place that each respondent who stands convicted was sentenced in, by the reading of that day."""
    return {
        count.respondent: nth(count.sentenced_as)
        for count in counts
        if count.is_conviction and count.sentenced_as
    }


def _told(fines: Mapping[str | None, Fine | None], tell: Callable[[Fine], str]) -> dict[str | None, str]:
    return {who: tell(fine) for who, fine in fines.items() if fine}


def _alike(told: Mapping[str | None, str]) -> str:
    """Return what is the same for all respondents once, and what differs with the key of each."""
    same = set(told.values())
    if len(same) > 1:
        return ", ".join(f"{who} {text}" for who, text in told.items())
    return next(iter(same), NONE)
