"""What happened in a case and how long each state lasted, in lanes along time: facts to be drawn or listed.

A stretch includes both its ends; without a last day it goes on. What looks ahead is in it: hearings, windows, returns.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Final

from queries.exposure import Statuses
from queries.record import Recorded
from queries.tellings import APPEAL, COURT, NOTICE, OCCUPANCY, WORK, WORKS, Mark, marks_of
from rules.acts import Setting
from rules.case import Case, Violation
from rules.exposure import Dated
from rules.law import Law
from rules.standing import (
    appeal_window,
    governing,
    occupancy_held,
    served_on,
    standing_notices,
    stays,
    stop_work,
)
from rules.values import Value

STAY: Final = "Stay"
A_DAY: Final = timedelta(days=1)
MOST_SINGLE: Final = 40
BANDS: Final = {
    "countable": "open",
    "stayed": "stayed",
    "void": "void",
    "charged": "charged",
    "disposed": "disposed of",
}
"""The kinds of bands of separate offenses, in words."""


class Stretch(Value):
    """Something that lasted; `number` is that of the offenses in it, `days` their dates where they are few."""

    lane: str
    kind: str
    first: date
    last: date | None
    short: str
    words: str
    number: int = 0
    days: tuple[date, ...] = ()


class Timeline(Value):
    """All of it, in the order of the lanes; the axis goes from `first` to `last`, which in a closed case is past."""

    first: date
    last: date
    today: date
    lanes: tuple[str, ...]
    marks: tuple[Mark, ...]
    stretches: tuple[Stretch, ...]


def timeline(case: Case, setting: Setting, record: Sequence[Recorded], statuses: Statuses) -> Timeline:
    """Return the timeline of a case on the setting's day."""
    law, today = setting.law, setting.today
    marks = marks_of(case, [each.event for each in record])
    stretches = list(_stretches(case, law, statuses))
    days = [case.opened_on, case.closed_on or today, *(mark.on for mark in marks)]
    days += [day for each in stretches for day in (each.first, each.last) if day is not None]
    present = {mark.lane for mark in marks} | {each.lane for each in stretches}
    order = (NOTICE, APPEAL, STAY, WORK, OCCUPANCY, *case.violations, COURT, WORKS)
    return Timeline(
        first=min(days),
        last=max(days),
        today=today,
        lanes=tuple(lane for lane in order if lane in present),
        marks=tuple(sorted(marks, key=lambda mark: mark.on)),
        stretches=tuple(sorted(stretches, key=lambda each: each.first)),
    )


def _stretches(case: Case, law: Law, statuses: Statuses) -> Iterator[Stretch]:
    yield from _windows(case, law)
    for stay in stays(case, law):
        words = "enforcement stayed by an appeal"
        last = _before(stay.until)
        yield Stretch(lane=STAY, kind="stay", first=stay.first, last=last, short="stayed", words=words)
    yield from _stop_work(case, law)
    yield from _holds(case)
    yield from _occupancy(case, law)
    for key, offenses in statuses.items():
        yield from _bands(key, offenses)


def _before(until: date | None) -> date | None:
    return None if until is None else until - A_DAY


def _windows(case: Case, law: Law) -> Iterator[Stretch]:
    """Yield the appeal windows that have begun."""
    for notice in standing_notices(case):
        for key in notice.respondents:
            window = appeal_window(notice, key, law)
            if window is not None:
                words = f"window of {key} to appeal: {window.explanation} [{window.section}]"
                short = f"window {key}"
                yield Stretch(
                    lane=APPEAL, kind="window", first=window.start, last=window.due, short=short, words=words
                )
    for appeal in case.appeals:
        if appeal.ended_on is not None and appeal.ended_on > appeal.filed_on:
            words = f"appeal of {appeal.respondent}, from filing to its end"
            yield Stretch(
                lane=APPEAL, kind="appeal", first=appeal.filed_on, last=appeal.ended_on,
                short=f"appeal {appeal.respondent}", words=words,
            )  # fmt: skip


def _stop_work(case: Case, law: Law) -> Iterator[Stretch]:
    """Yield the periods of stop work: from each start to the first lifting after it, those with one end as one."""
    rule = governing(case, law).stop_work
    if rule is None:
        return
    if rule.arises == "notice":
        served = [
            served_on(notice, key, law) for notice in case.notices.values() for key in notice.respondents
        ]
        starts = [day for day in served if day is not None]
    else:
        starts = [order.served_on or order.on for order in case.stop_orders]
    still = stop_work(case, law).in_force
    ends: dict[date | None, date] = {}
    for start in sorted(starts):
        ends.setdefault(min((lift for lift in case.stop_lifts if lift >= start), default=None), start)
    for end, start in ends.items():
        last = end if end is not None or still else max(start, _fell(case) or start)
        words = f"stop work [{rule.section}]"
        yield Stretch(lane=WORK, kind="stop", first=start, last=last, short="stop work", words=words)


def _fell(case: Case) -> date | None:
    """Return the day the last of the violations was annulled, with which a stop-work order falls."""
    return max((each.annulled_on for each in case.violations.values() if each.annulled_on), default=None)


def _holds(case: Case) -> Iterator[Stretch]:
    """Yield the inspection hold, which ends when no violation is left open."""
    if not case.inspection_holds:
        return
    first = min(case.inspection_holds)
    over = None if case.open_violations else max(_ends(case), default=first)
    yield Stretch(
        lane=WORK, kind="hold", first=first, last=over if over is None else max(first, over),
        short="inspection hold", words="inspection hold: no further work",
    )  # fmt: skip


def _ends(case: Case) -> Iterator[date]:
    for each in case.violations.values():
        yield from (day for day in (each.cured_on, each.annulled_on) if day is not None)


def _occupancy(case: Case, law: Law) -> Iterator[Stretch]:
    """Yield the time occupancy was withheld: between entries or, where it holds by itself, from the violation on."""
    rule = governing(case, law).occupancy
    if rule is None:
        return
    words = f"occupancy withheld [{rule.section}]"
    entries = sorted(case.occupancy, key=lambda entry: entry.on)
    since = None if rule.holds == "discretionary" else min(_observed(case.violations), default=None)
    for entry in entries:
        if entry.held and since is None:
            since = entry.on
        elif not entry.held and since is not None:
            yield Stretch(
                lane=OCCUPANCY, kind="withheld", first=since, last=entry.on, short="withheld", words=words
            )
            since = None
    if since is not None:
        last = None if occupancy_held(case, law) else max([since, *_ends(case)])
        yield Stretch(lane=OCCUPANCY, kind="withheld", first=since, last=last, short="withheld", words=words)


def _observed(violations: dict[str, Violation]) -> Iterator[date]:
    return (each.observed_on for each in violations.values() if each.annulled_on is None)


def _bands(key: str, offenses: Sequence[Dated]) -> Iterator[Stretch]:
    """Yield the separate offenses of a violation, those in a row with one status together."""
    for status, group in groupby(offenses, key=lambda offense: offense.status):
        days, kind = tuple(offense.on for offense in group), status.name.lower()
        plural = "s" if len(days) > 1 else ""
        yield Stretch(
            lane=key,
            kind=kind,
            first=days[0],
            last=days[-1],
            short=f"{len(days):,} {BANDS[kind]}",
            words=f"{len(days):,} separate offense{plural} of {key}, {BANDS[kind]}",
            number=len(days),
            days=days if len(offenses) <= MOST_SINGLE else (),
        )
