"""The law of a village as the engine understands it, in plain sentences an attorney can hold against the text.

First what holds for the village, then each version of its ordinance, oldest first. What the text does not give is
said as well, for the engine will not do it.
"""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from ordinances.show_version import version_sections
from ordinances.wording import cited, holiday, listed, money, plural, whole_period
from rules.calendar import say
from rules.interpretations import ASKED
from rules.law import Interpretation, Law, Levy, State, Village

DAYS = {
    "mailed_on": "the day of mailing",
    "posted_on": "the day of posting",
    "delivered_on": "the day of delivery",
}


class Section(NamedTuple):
    """A heading and its sentences; `in_force` names the version they are of, None for the village's own."""

    title: str
    lines: tuple[str, ...]
    in_force: date | None = None


def sentences(law: Law) -> tuple[Section, ...]:
    """Return the law of a village in sentences under headings."""
    own = (
        ("The village", _place(law.village, law.state)),
        ("Reckoning time", _reckoning(law)),
        ("Public holidays", _holidays(law)),
        ("Service", _service(law.village)),
        ("Time limit, stay and records", _limits(law.state)),
        ("Tax levy", _levy(law.village.levy)),
        ("Thresholds", _thresholds(law.village)),
        ("Interpretations", _interpretations(law.village)),
    )
    village = [Section(title, tuple(lines)) for title, lines in own]
    versions = [
        Section(title, tuple(lines), version.in_force)
        for version in law.versions
        for title, lines in version_sections(version)
    ]
    return (*village, *versions)


def _place(village: Village, state: State) -> Iterator[str]:
    yield f"{village.name}, {village.county} County, {state.name}; time zone {village.zone}."
    yield f"Charges are brought before the {village.court}."
    if village.specimen:
        yield "A specimen of the data files: no cases are opened under it."


def _reckoning(law: Law) -> Iterator[str]:
    rules = law.state.reckoning
    first = law.village.reckoning or rules
    yield cited(f"The day a period runs from is {first.first_day}.", first.section)
    if rules.short_period:
        days = plural(rules.short_period.days, "calendar day")
        left_out = f"Saturdays, Sundays and public holidays are left out of a period of {days}."
        yield cited(left_out, rules.short_period.section)
    if rules.roll:
        moved = "An act due on a Saturday, Sunday or public holiday is due on the next business day."
        yield cited(moved, rules.roll.section)
    if rules.month:
        month = "Months and years run to the same day of the month or, failing it, to its last."
        yield cited(month, rules.month.section)


def _holidays(law: Law) -> Iterator[str]:
    for rule in law.state.holidays:
        yield cited(holiday(rule), law.state.holidays_section)
    for day in law.village.proclaimed_holidays:
        yield cited(f"{day.name}: {say(day.on)}, that day only.", day.authority)


def _service(village: Village) -> Iterator[str]:
    for mode, rule in village.service.items():
        days = listed(DAYS[day] for day in rule.completes_on)
        which = "" if len(rule.completes_on) == 1 else "the later of "
        how = "Personal service" if mode == "personal" else f"Service by {mode.replace('_', ' ')}"
        yield cited(f"{how} is complete on {which}{days}.", rule.authority)


def _limits(state: State) -> Iterator[str]:
    for kind, limit in state.limitation.items():
        years = plural(limit.years, "year")
        what = kind.replace("_", " ").capitalize()
        yield cited(f"{what}: the offense can be charged within {years} of its own date.", limit.section)
    if state.appeal_stay:
        stay = "An appeal stays enforcement, where the village reads it so (Interpretations)."
        yield cited(stay, state.appeal_stay.section)
        if state.appeal_stay.after_certificate:
            after = f"Once imminent peril is certified “{state.appeal_stay.after_certificate}”."
            yield cited(after, state.appeal_stay.section)
    if state.server:
        yield cited(f"Who serves a paper is {state.server.words}.", state.server.section)
    if state.accusation:
        yield cited(f"Counts are brought by {state.accusation.instrument.lower()}.", state.accusation.section)
    kept = plural(state.retention.years, "year")
    yield cited(f"Records are kept {kept} after final disposition.", state.retention.section)


def _levy(levy: Levy | None) -> Iterator[str]:
    if levy is None:
        yield "No tax levy is set up: no charge is certified to one."
        return
    yield cited(f"The fiscal year begins on {levy.fiscal_year_starts} (MM-DD).", levy.section)
    last = f"A charge is confirmed by {levy.confirm_by} and certified by {levy.certify_by} (MM-DD)."
    yield cited(last, levy.section)
    if levy.payable_within:
        yield cited(
            f"A confirmed assessment can be paid within {whole_period(levy.payable_within)}.",
            levy.payable_within.section,
        )


def _thresholds(village: Village) -> Iterator[str]:
    for each in village.thresholds:
        marks = [plural(each.offenses, "separate offense")] if each.offenses else []
        marks += [f"an exposure of {money(each.amount)}"] if each.amount else []
        yield f"The attorney is told of a case that reaches {listed(marks, 'or')}: {each.reason}."
    if not village.thresholds:
        yield "None: the attorney is told of no case by its number of offenses or its exposure."


def _interpretations(village: Village) -> Iterator[str]:
    for question, asked in ASKED.items():
        if question in village.interpretations:
            made = village.interpretations[question]
            yield cited(f"{asked}: {made.choice.replace('_', ' ')}. {_decided(made)}", made.authority)


def _decided(made: Interpretation) -> str:
    if made.decided_by is None:
        return "A default, until counsel decides."
    when = f" on {say(made.decided_on)}" if made.decided_on else ""
    return f"Decided by {made.decided_by}{when}."
