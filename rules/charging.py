"""Charging separate offenses: one count for each offense date and respondent, each date on its own facts.

Nothing stayed, void, charged before or time-barred is charged; an unsupported date needs an explicit yes.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from rules import penalties
from rules.acts import (
    ATTORNEY,
    OFFICER,
    Act,
    Due,
    Events,
    Fold,
    Setting,
    due,
    not_before,
    respondent,
    violation,
)
from rules.appeal import stay_section
from rules.case import Case, Count, Violation, Void
from rules.commands import ChargeOffenses, VoidOffenses
from rules.events import ChargedCount, Event, OffensesCharged, OffensesVoided
from rules.exposure import Status, calendar, dated, evidence, fines_on, is_void, past_limit, priors_of
from rules.offenses import Evidence
from rules.refusals import Conflict, NotAllowed, OutOfOrder
from rules.standing import governing, is_stayed, stays

AHEAD = timedelta(days=30)  # how long before the limit the attorney is told
STAY_RUNS = "Wait for the decision, or certify imminent peril where there is any."


def _unit_section(case: Case, found: Violation, setting: Setting) -> str:
    return governing(case, setting.law).penalty_for(found.provision).unit_section


def _may_charge(case: Case, setting: Setting) -> None:
    if not case.respondents:
        raise NotAllowed("There is no respondent to charge.", remedy="Add a respondent first.")
    standing = stays(case, setting.law)
    if standing and _is_all_stayed(case, setting):
        running = any(stay.until is None for stay in standing)
        raise NotAllowed(
            "Every offense that is not charged yet is stayed by the appeal.",
            section=stay_section(setting),
            remedy=STAY_RUNS if running else "Release them now that the stay is over.",
        )


def _is_all_stayed(case: Case, setting: Setting) -> bool:
    """Whether there are stayed offenses and no other that some respondent could still be charged with.

    One from before the stay can be: the charge may have been filed before it, and be entered now.
    """
    charged = {(count.respondent, count.violation, count.offense_on) for count in case.counts.values()}
    tomorrow = setting.today + timedelta(days=1)
    stayed = False
    for found in case.violations.values():
        for offense in dated(case, found, setting.law, tomorrow):
            if offense.status is Status.STAYED:
                stayed = True
            elif offense.status is not Status.VOID and any(
                (person, found.key, offense.on) not in charged for person in case.respondents
            ):
                return False
    return stayed


def _charge(case: Case, command: ChargeOffenses, setting: Setting) -> Events:
    person = respondent(case, command.respondent)
    found = violation(case, command.violation)
    filed_on = command.on or setting.today
    _refuse_stayed(case, setting, filed_on)
    days = _asked(case, found, command, setting)
    section = _unit_section(case, found, setting)
    not_before(filed_on, max(days), "The charge", "the last offense charged", section=section)
    _check_returnable(command, section)
    _check_days(case, found, command, days, setting)
    grades = evidence(case, found, days)
    _check_supported(found, command, dict(zip(days, grades, strict=True)), section)
    _check_limit(command, days, filed_on, setting)
    fines = fines_on(case, found.key, person.key, set(days), priors_of(case, person.key, setting), setting)
    counts = tuple(
        ChargedCount(
            count=f"c{len(case.counts) + index}",
            offense_on=day,
            ordinal=fine.ordinal,
            evidence=grade,
            section=fine.section,
        )
        for index, (day, fine, grade) in enumerate(zip(days, fines, grades, strict=True), start=1)
    )
    return (
        OffensesCharged(
            on=filed_on,
            respondent=person.key,
            violation=found.key,
            counts=counts,
            court=command.court,
            returnable_on=command.returnable_on,
            allowed_unsupported=command.allow_unsupported,
            allowed_time_barred=command.allow_time_barred,
        ),
    )


def _check_returnable(command: ChargeOffenses, section: str) -> None:
    # Only against a day that was given: where none is, a charge of last year may be entered today, its filing unknown.
    if command.on is not None and command.returnable_on < command.on:
        raise OutOfOrder(
            f"The charge is returnable on {command.returnable_on}, before it is filed on {command.on}.",
            section=section,
            remedy="Correct one of the two days.",
            field="returnable_on",
        )


def _refuse_stayed(case: Case, setting: Setting, filed_on: date) -> None:
    if is_stayed(case, setting.law, filed_on):
        raise NotAllowed(
            f"Enforcement is stayed on {filed_on} by the appeal; nothing is charged during the stay.",
            section=stay_section(setting),
            remedy=STAY_RUNS,
        )


def _asked(case: Case, found: Violation, command: ChargeOffenses, setting: Setting) -> list[date]:
    """Return the offense dates asked for, in order; a range takes every offense date in it."""
    if command.dates is not None:
        return sorted(set(command.dates))
    days = calendar(case, found, setting.law, setting.today)
    inside = [day for day in days if command.from_ and command.to and command.from_ <= day <= command.to]
    if not inside:
        raise NotAllowed(
            f"{found.key} has no separate offense from {command.from_} through {command.to}.",
            section=_unit_section(case, found, setting),
            field="from",
            remedy=_near(found, {day: Status.COUNTABLE for day in days if not is_void(found, day)}),
        )
    return inside


def _check_days(
    case: Case, found: Violation, command: ChargeOffenses, days: list[date], setting: Setting
) -> None:
    section = _unit_section(case, found, setting)
    # An offense of today exists already, though it is dated only once the day is over.
    tomorrow = setting.today + timedelta(days=1)
    statuses = {offense.on: offense.status for offense in dated(case, found, setting.law, tomorrow)}
    charged = {
        c.offense_on: c.key
        for c in case.counts.values()
        if (c.respondent, c.violation) == (command.respondent, found.key)
    }
    for day in days:
        if is_void(found, day) and day in statuses:
            raise NotAllowed(
                f"The offense of {day} is void.", section=section, field="dates", remedy="Leave it out."
            )
        if day not in statuses:
            raise NotAllowed(
                f"{day} is not a separate offense of {found.key}.",
                section=section,
                remedy=_near(found, statuses),
                field="dates",
            )
        if statuses[day] is Status.STAYED:
            raise NotAllowed(
                f"The offense of {day} is stayed.",
                section=stay_section(setting),
                remedy="Release it once the appeal is over.",
                field="dates",
            )
        if day in charged:
            raise Conflict(
                f"The offense of {day} is already charged against {command.respondent} as {charged[day]}.",
                section=section,
                field="dates",
                remedy="Leave it out.",
            )


def _near(found: Violation, statuses: dict[date, Status]) -> str:
    days = [day for day, status in statuses.items() if status is not Status.VOID]
    if not days:
        return f"{found.key} has no separate offense yet."
    return f"Its offenses run from {days[0]} through {days[-1]}."


def _check_supported(
    found: Violation, command: ChargeOffenses, grades: dict[date, Evidence], section: str
) -> None:
    bare = [day for day, grade in grades.items() if grade is Evidence.UNSUPPORTED]
    if bare and not command.allow_unsupported:
        raise NotAllowed(
            f"{_list(bare)} unsupported: no inspection found {found.key} continuing on or after that day.",
            section=section,
            remedy="Record the inspection that supports it, or set allow_unsupported.",
            field="dates",
        )


def _list(days: list[date]) -> str:
    named = ", ".join(day.isoformat() for day in days[:5])
    more = f" and {len(days) - 5} more" if len(days) > 5 else ""  # noqa: PLR2004  enough to find the rest by
    return f"{named}{more} {'are' if len(days) > 1 else 'is'}"


def _check_limit(command: ChargeOffenses, days: list[date], filed_on: date, setting: Setting) -> None:
    limits = [penalties.limitation(setting.law, day) for day in days]
    late = [limit for limit in limits if limit.due < filed_on]
    if late and not command.allow_time_barred:
        raise NotAllowed(
            f"The offense of {late[0].start} is time-barred: at the earlier limit it could be charged until "
            f"{late[0].due}; the charge is filed on {filed_on}.",
            section=late[0].section,
            remedy="Leave it out, or set allow_time_barred where counsel reads the longer limit.",
            field="dates",
        )


def _void(case: Case, command: VoidOffenses, setting: Setting) -> Events:
    found = violation(case, command.violation)
    section = _unit_section(case, found, setting)
    inside = [
        o for o in dated(case, found, setting.law, setting.today) if command.from_ <= o.on <= command.to
    ]
    if all(offense.status is Status.VOID for offense in inside):
        raise NotAllowed(
            f"{found.key} has no offense to void from {command.from_} through {command.to}.",
            section=section,
            field="from",
            remedy="Give a range that has a dated offense which is not void.",
        )
    settled = [offense.on for offense in inside if offense.status is Status.DISPOSED]
    if settled:
        raise Conflict(
            f"The court has disposed of the offense of {settled[0]}; it cannot be voided.",
            section=section,
            remedy="A conviction falls only when it is vacated.",
            field="from",
        )
    return (
        OffensesVoided(
            on=setting.today, violation=found.key, from_=command.from_, to=command.to, reason=command.reason
        ),
    )


# --- folds ----------------------------------------------------------------------------------------------


def _charged(case: Case, event: OffensesCharged) -> Case:
    return case.with_counts(
        *(
            Count(
                key=each.count,
                respondent=event.respondent,
                violation=event.violation,
                offense_on=each.offense_on,
                filed_on=event.on,
                court=event.court,
                returnable_on=event.returnable_on,
                ordinal=each.ordinal,
                evidence=each.evidence,
            )
            for each in event.counts
        )
    )


def _voided(case: Case, event: OffensesVoided) -> Case:
    found = case.violations[event.violation]
    void = Void(first=event.from_, last=event.to, reason=event.reason)
    return case.with_violation(found.but(voids=(*found.voids, void)))


FOLDS: dict[type[Event], Fold] = {OffensesCharged: _charged, OffensesVoided: _voided}

ACTS = (
    Act(ChargeOffenses, ATTORNEY, _charge, _may_charge),
    Act(VoidOffenses, ATTORNEY | OFFICER, _void),
)


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield, for each violation, the earliest day after which an uncharged offense can no longer be charged.

    One warning a violation, under one key: the later dates of a daily offense wake nobody again.
    """
    for found in case.violations.values():
        offenses = dated(case, found, setting.law, setting.today)
        uncharged = [o.on for o in offenses if o.status in (Status.COUNTABLE, Status.STAYED)]
        first = len(past_limit(uncharged, setting))
        if first < len(uncharged):
            limit = penalties.limitation(setting.law, uncharged[first])
            item = due(
                "limitation",
                limit.due,
                of=found.key,
                section=limit.section,
                explanation=limit.explanation,
                ahead=limit.due - AHEAD,
            )
            yield item.model_copy(update={"key": f"limitation:{found.key}"})
