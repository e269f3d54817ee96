"""What a subject of a case offers the engine: its commands with their guards, its folds, and what falls due.

A guard looks at the case alone and so can answer before anything is typed; a decision looks at the command too.
"""

from collections.abc import Callable, Sized
from datetime import date, datetime
from typing import Any, NamedTuple

from rules.calendar import say
from rules.case import Case, Count, Respondent, Violation
from rules.commands import Command
from rules.events import Event
from rules.law import Law, Ordinance
from rules.penalties import Prior
from rules.refusals import NoLawInForce, NotFound, OutOfOrder
from rules.values import Role, Value


class Setting(Value):
    """What surrounds a decision: the law, the moment, who asks, and what other cases tell of the respondents.

    `priors` and `elsewhere` are keyed by respondent: convictions of the same party in other cases of the village
    under the same section, and the dates of its other offenses that are neither void, stayed nor disposed of.
    """

    law: Law
    now: datetime
    today: date
    roles: frozenset[Role]
    actor: str
    priors: dict[str, tuple[Prior, ...]] = {}
    elsewhere: dict[str, tuple[date, ...]] = {}


Events = tuple[Event, ...]
Guard = Callable[[Case, Setting], None]
Decision = Callable[[Case, Any, Setting], Events]
Fold = Callable[[Case, Any], Case]


class Act(NamedTuple):
    """A command with the roles that may give it, the guard and the decision."""

    command: type[Command]
    roles: frozenset[Role]
    decide: Decision
    guard: Guard = lambda case, setting: None
    when_closed: bool = False


class Due(Value):
    """Something that falls due: what, on which legal day, of whom or what, and why.

    `wakes_on` is the day after whose end the engine notes it: the due day itself, or earlier for a warning ahead.
    """

    key: str
    kind: str
    due: date
    of: str | None = None
    section: str | None = None
    explanation: str
    wakes_on: date
    passed: bool = False


OFFICER = frozenset({Role.OFFICER})
ATTORNEY = frozenset({Role.ATTORNEY})
CLERK = frozenset({Role.CLERK})
STAFF = OFFICER | ATTORNEY | CLERK


def due(
    kind: str, on: date, *, of: str | None, section: str | None, explanation: str, ahead: date | None = None
) -> Due:
    """Return a due date under the key that its kind, its object and its day make."""
    key = ":".join(part for part in (kind, of, on.isoformat()) if part)
    return Due(
        key=key, kind=kind, due=on, of=of, section=section, explanation=explanation, wakes_on=ahead or on
    )


def respondent(case: Case, key: str) -> Respondent:
    """Return a respondent; raise NotFound naming those there are."""
    found = case.respondents.get(key)
    if found is None:
        raise NotFound(
            f"There is no respondent {key} in {case.id}.",
            remedy=_there_are(case.respondents),
            field="respondent",
        )
    return found


def violation(case: Case, key: str) -> Violation:
    """Return a violation; raise NotFound naming those there are."""
    found = case.violations.get(key)
    if found is None:
        raise NotFound(
            f"There is no violation {key} in {case.id}.",
            remedy=_there_are(case.violations),
            field="violation",
        )
    return found


def count(case: Case, key: str) -> Count:
    """Return a count; raise NotFound naming those there are."""
    found = case.counts.get(key)
    if found is None:
        raise NotFound(
            f"There is no count {key} in {case.id}.", remedy=_there_are(case.counts), field="count"
        )
    return found


def _there_are(keys: dict[str, Any]) -> str:
    if not keys:
        return "There are none yet."
    first, last = min(keys, key=len), list(keys)[-1]
    return f"Give one of {first} to {last}." if first != last else f"Give {first}."


def ordinance_on(law: Law, day: date, what: str) -> Ordinance:
    """Return the version in force on a day; raise NoLawInForce naming the first day there was one."""
    version = law.on(day)
    if version is None:
        first = law.versions[0]
        raise NoLawInForce(
            f"{what} {day}, before {first.section} came into force on {first.in_force}.",
            section=first.section,
            remedy="Check the date; a fact under an earlier law cannot be enforced under this one.",
        )
    return version


def current(law: Law, setting_day: date) -> Ordinance:
    """Return the version in force on a day, or the first one for days before any."""
    return law.on(setting_day) or law.versions[0]


def not_before(
    day: date, earliest: date, what: str, event: str, *, section: str | None = None, field: str | None = None
) -> None:
    """Raise OutOfOrder where a fact is dated before the fact it presupposes; `what` may name the field itself."""
    if day < earliest:
        raise OutOfOrder(
            f"{what} is dated {day}, before {event} on {earliest}.",
            section=section,
            remedy=f"Give a date on or after {say(earliest)} ({earliest}), or correct the earlier entry.",
            field=field or (what if what.endswith("_on") else "on"),
        )


def next_key(prefix: str, taken: Sized) -> str:
    """Return the next key of a kind: keys are given out in order and nothing is ever deleted."""
    return f"{prefix}{len(taken) + 1}"
