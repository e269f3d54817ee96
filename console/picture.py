"""A case on a terminal: what a person looks for first comes first, the record last."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from console import money, speak
from queries.views import (
    ActionView,
    CaseLine,
    CaseView,
    CountView,
    DueView,
    EntryView,
    ExposureView,
    Figures,
    RespondentView,
)

_LATEST = 8  # entries of the record on one screen; --json has them all


def show(case: CaseView) -> None:
    """Print a case."""
    place = case.property
    where = ", ".join(part for part in (place.address, place.parcel, place.description) if part)
    closed = f", closed {case.closed_on}" if case.closed_on else ""
    speak.heading(f"{case.id}  {case.phase.replace('_', ' ')}")
    speak.sentence(f"{where}; opened {case.opened_on}{closed}")
    for line in _standing(case):
        speak.sentence(line)
    _respondents(case)
    _violations(case)
    _exposure(case.exposure)
    _counts(case.counts)
    money.costs(case)
    _agenda(case)
    record(case.events)


def _standing(case: CaseView) -> Iterator[str]:
    if case.stop_work.in_force:
        allowed = f"; allowed: {case.stop_work.allowed_work}" if case.stop_work.allowed_work else ""
        yield f"Stop work in force since {case.stop_work.since} [{case.stop_work.section}]{allowed}"
    if case.inspection_hold:
        yield "An inspection hold stands: no further work."
    if case.stayed:
        yield "Enforcement is stayed by an appeal."
    if case.occupancy_held:
        yield "Occupancy is withheld."
    for flag in case.flags:
        yield f"Look at this: {flag.words}."
    if not case.chain_ok:
        yield "THE RECORD OF THIS CASE WAS TAMPERED WITH: its chain of hashes is broken. abate audit says where."


def _respondents(case: CaseView) -> None:
    if not case.respondents:
        speak.sentence("No respondent is known yet.")
        return
    rows = [
        (key, each.name, each.role.replace("_", " "), each.served_on, _either(each), each.appeal)
        for key, each in case.respondents.items()
    ]
    table("Respondents", ("", "name", "role", "served", "appeal until", "appeal"), rows)


def _either(each: RespondentView) -> date | str | None:
    """Return the last day to appeal, with the one reckoned from the later service where that differs."""
    if each.appeal_due is None or each.appeal_due_latest in (None, each.appeal_due):
        return each.appeal_due
    return f"{each.appeal_due} or {each.appeal_due_latest}"


def _violations(case: CaseView) -> None:
    rows = [
        (
            key,
            f"{each.provision}: {each.nature}",
            each.observed_on,
            each.remedy_by,
            "annulled" if each.annulled_on else each.cured_on or "open",
            each.offenses.countable,
            each.offenses.stayed or None,
            each.offenses.charged or None,
            each.offenses.void or None,
        )
        for key, each in case.violations.items()
    ]
    names = ("", "violation", "observed", "remedy by", "cured", "countable", "stayed", "charged", "void")
    table("Violations and their separate offenses", names, rows)


def _exposure(exposure: ExposureView) -> None:
    speak.heading("Exposure, if convicted of every open offense; nothing is owed before a conviction")
    speak.sentence(f"{_figures(exposure)} [{exposure.section}], reading {exposure.reading}")
    other = exposure.other_reading
    if (other.minimum, other.maximum) != (exposure.minimum, exposure.maximum):
        speak.sentence(f"{_figures(other)} in the other reading")
    if late := exposure.time_barred:
        speak.sentence(
            f"{late.count} of them, through that of {late.through}, are past the time limit that ends first"
            f" [{late.section}]; the other {_figures(late.without)}"
        )


def _figures(each: Figures) -> str:
    offenses = f"{each.count} offense{'' if each.count == 1 else 's'}"
    return f"{offenses}: at least {speak.dollars(each.minimum)}; at most: {speak.dollars(each.maximum)}"


def _counts(counts: dict[str, CountView]) -> None:
    rows = [
        (
            key,
            each.respondent,
            each.violation,
            each.offense_on,
            each.outcome or "pending",
            each.fine,
            each.paid or None,
        )
        for key, each in counts.items()
    ]
    if rows:
        table("Counts", ("", "respondent", "violation", "offense of", "outcome", "fine", "paid"), rows)


def _agenda(case: CaseView) -> None:
    rows = due_rows(case.agenda)
    if rows:
        table("Agenda", ("due", "what", "of", "why"), rows)


def due_rows(agenda: Sequence[DueView]) -> list[tuple[Any, ...]]:
    """Return what falls due and has not been noted, as rows of a table."""
    return [
        (
            item.due,
            item.kind.replace("_", " "),
            item.of,
            f"{item.explanation}{f' [{item.section}]' if item.section else ''}",
        )
        for item in agenda
        if not item.passed
    ]


def record(events: Sequence[EntryView]) -> None:
    """Print the last entries of a record."""
    latest = events[-_LATEST:]
    rows = [(each.seq, each.effective_on, each.kind, each.actor, each.recorded_at.date()) for each in latest]
    earlier = len(events) - len(latest)
    title = f"Record, the last {len(latest)} of {len(events)} entries" if earlier else "Record"
    table(title, ("", "of", "entry", "by", "entered"), rows)


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table under a heading."""
    speak.heading(title)
    speak.table(columns, rows)


# --- lists ------------------------------------------------------------------------------------------------


def lines(cases: Sequence[CaseLine]) -> None:
    """Print cases, one a line."""
    if not cases:
        speak.sentence("No case.")
        return
    rows = [
        (
            each.id,
            each.phase.replace("_", " "),
            each.address,
            each.opened_on,
            each.open_violations,
            each.next_due,
        )
        for each in cases
    ]
    speak.table(("case", "phase", "where", "opened", "open violations", "next due"), rows)


def actions(found: Sequence[ActionView]) -> None:
    """Print what this user may do now, then what not and why, then what others may do."""
    speak.heading("Now")
    for each in found:
        if each.allowed:
            speak.sentence(f"  {each.command}")
    rows = [(each.command, _why(each)) for each in found if each.yours and not each.allowed]
    if rows:
        table("Not now", ("command", "why not, and what to do"), rows)
    _for_others([each for each in found if not each.yours])
    notes = dict.fromkeys(note for each in found for note in each.notes)
    if notes:
        speak.heading("Before a cost is recovered; it is recovered once")
    for note in notes:
        speak.sentence(note)


def _why(each: ActionView) -> str:
    parts = [each.why, f"[{each.section}]" if each.section else None, each.remedy]
    return " ".join(part for part in parts if part)


def _for_others(found: Sequence[ActionView]) -> None:
    by_roles: dict[tuple[str, ...], list[str]] = {}
    for each in found:
        by_roles.setdefault(each.roles, []).append(each.command)
    for roles, names in by_roles.items():
        speak.heading(f"For the {' or the '.join(roles)}")
        speak.sentence(f"  {', '.join(names)}")
