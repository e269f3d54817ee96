"""Compares the rows of a case or a security with what its events tell, and says in words what is not as it should be.

Rows are held against the day they were made on (`as_of`). Offenses are due through yesterday, save that the last
night's may still be on their way: the run comes a little after midnight.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from sqlmodel import Session, SQLModel

from activities.rows import Footing, projection, schedule
from activities.security_rows import security_projection
from activities.tables import Key, Row, by_key, rows_of
from models.offense import OffenseRow
from models.violation import ViolationRow
from rules.case import Case
from rules.exposure import Status
from rules.guarantee import Security
from rules.law import Law

NAMED = 3
SCHEDULE = ("next_offense_on", "step_days")


class Found(NamedTuple):
    """Something that differs: of what kind, and in words."""

    kind: str
    detail: str


def differences(session: Session, case: Case, law: Law, footing: Footing, yesterday: date) -> Iterator[Found]:
    """Yield what differs in the rows of a case; `footing` is that of its row, dated through `yesterday`."""
    wanted = {model: by_key(model, rows) for model, rows in projection(case, law, footing).items()}
    there = {model: rows_of(session, model, case.id) for model in wanted}
    for model, rows in wanted.items():
        if model is not OffenseRow:
            left_out = SCHEDULE if model is ViolationRow else ()
            yield from _rows(model, _without(left_out, there[model]), _without(left_out, rows))
    yield from _schedules(case, law, footing, there[ViolationRow])
    found, due = _by_violation(there[OffenseRow]), _by_violation(wanted[OffenseRow])
    for key in sorted({*found, *due}):
        next_on = there[ViolationRow].get((case.id, key), {}).get("next_offense_on")
        yield from _offenses(key, found.get(key, {}), due.get(key, {}), next_on, yesterday)


def security_differences(session: Session, security: Security, law: Law, footing: Footing) -> Iterator[Found]:
    """Yield what differs in the rows of a security; `footing` is that of its row."""
    for model, rows in security_projection(security, law, footing).items():
        yield from _rows(model, rows_of(session, model, security.id), by_key(model, rows))


def _rows(model: type[SQLModel], there: Mapping[Key, Row], wanted: Mapping[Key, Row]) -> Iterator[Found]:
    name = str(model.__tablename__)
    for key, row in wanted.items():
        if key not in there:
            yield Found(f"{name}_missing", f"the row of {_say(key)} was missing")
        elif there[key] != row:
            changed = [
                f"{column} is {there[key][column]}, not {row[column]}"
                for column in row
                if there[key][column] != row[column]
            ]
            yield Found(f"{name}_differs", f"{_say(key)}: {'; '.join(changed)}")
    for key in there:
        if key not in wanted:
            yield Found(f"{name}_unfounded", f"no event tells of {_say(key)}")


def _say(key: Key) -> str:
    return " ".join(map(str, key[1:] or key))


# --- when the next offense is due -----------------------------------------------------------------------


def _without(columns: tuple[str, ...], rows: Mapping[Key, Row]) -> dict[Key, Row]:
    return {key: {name: row[name] for name in row if name not in columns} for key, row in rows.items()}


def _schedules(case: Case, law: Law, footing: Footing, there: Mapping[Key, Row]) -> Iterator[Found]:
    """Yield the violations whose next offense is none, or lies further ahead than anything is dated."""
    for violation in case.violations.values():
        row = there.get((case.id, violation.key))
        if row is None:
            continue
        kept = tuple(row[name] for name in SCHEDULE)
        latest, _ = schedule(case, violation, law, footing.through)
        since = footing.as_of - timedelta(days=1)
        until = since if kept[0] is None else max(since, kept[0] - timedelta(days=1))
        if kept != schedule(case, violation, law, until) or (latest and kept[0] and kept[0] > latest):
            yield Found(
                "violation_differs", f"{violation.key}: its next offense is kept as {kept[0]}, not {latest}"
            )


# --- the offenses ---------------------------------------------------------------------------------------


def _by_violation(there: Mapping[Key, Row]) -> dict[str, dict[date, str]]:
    found: dict[str, dict[date, str]] = {}
    for row in there.values():
        found.setdefault(row["violation"], {})[row["offense_on"]] = row["status"]
    return found


def _offenses(
    violation: str,
    there: Mapping[date, str],
    wanted: Mapping[date, str],
    next_on: date | None,
    yesterday: date,
) -> Iterator[Found]:
    on_its_way = {day for day in wanted if next_on is not None and day >= max(next_on, yesterday)}
    lost = [day for day in wanted if day not in there and day not in on_its_way]
    if lost:
        yield Found("offense_missing", f"{violation}: {_days(lost)} missing")
    false = [day for day, status in there.items() if day not in wanted and status != Status.VOID.value]
    if false:
        yield Found("offense_unfounded", f"{violation}: {_days(false)} no offense")
    wrong = [day for day in wanted if there.get(day, wanted[day]) != wanted[day]]
    if wrong:
        first = f"{wrong[0]} is {there[wrong[0]]}, not {wanted[wrong[0]]}"
        yield Found("offense_differs", f"{violation}: {_days(wrong)} kept otherwise than told: {first}")


def _days(days: list[date]) -> str:
    days = sorted(days)
    named = ", ".join(day.isoformat() for day in days[:NAMED])
    more = f" and {len(days) - NAMED} more, the last {days[-1]}" if len(days) > NAMED else ""
    return f"offense{'s' if len(days) > 1 else ''} {named}{more} {'were' if len(days) > 1 else 'was'}"
