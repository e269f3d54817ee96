"""What the exposure of a case would be on other facts: nothing changes by a day, a cure, a prior judgment vacated.

Facts in, figures out: nothing is recorded. A day stands for itself as today does: offenses count through the day
before it, and a violation cured on a day exists through the day before.
"""

from collections.abc import Collection
from datetime import date
from decimal import Decimal
from typing import Final

from rules.acts import Setting, not_before
from rules.calendar import plus_years, say
from rules.case import Case
from rules.exposure import Dated, all_dated, exposure, is_one_reading, priors_of
from rules.law import Reading
from rules.penalties import Prior
from rules.refusals import NotAllowed, NotFound, OutOfOrder
from rules.standing import governing
from rules.values import Value

LOOK_AHEAD_YEARS: Final = 10  # as far as a person plans; beyond it only the numbers grow


class Figure(Value):
    """The exposure under one reading, as that of the respondent in the highest tier; maximum None: none stated."""

    reading: Reading
    count: int
    minimum: Decimal
    maximum: Decimal | None
    highest_ordinal: int
    capped: bool


class Outlook(Value):
    """The exposure as seen on a day, the village's reading first, with the section of the penalty."""

    day: date
    section: str
    figures: tuple[Figure, ...]


def outlook(case: Case, setting: Setting) -> Outlook:
    """Return the exposure of a case on the setting's day under both readings."""
    law, statuses = setting.law, all_dated(case, setting)
    readings = sorted(Reading, key=lambda each: each is not law.reading)
    provision = next(iter(case.violations.values())).provision
    figures = [
        _figure(case, setting, reading, statuses)
        for reading in readings[: 1 if is_one_reading(law) else None]
    ]
    figures += [figures[0].model_copy(update={"reading": each}) for each in readings[len(figures) :]]
    return Outlook(
        day=setting.today,
        section=governing(case, law).penalty_for(provision).section,
        figures=tuple(figures),
    )


def if_nothing_changes(case: Case, setting: Setting, day: date) -> Outlook:
    """Return the exposure on a day to come if every open violation goes on; raise OutOfOrder for a day that is past."""
    if day < setting.today:
        raise OutOfOrder(f"{say(day)} is past.", remedy="Give today or a later day.", field="by")
    return outlook(case, _seen_on(setting, day, "by"))


def if_cured(case: Case, setting: Setting, cured_on: date) -> Outlook:
    """Return the exposure if a day were the first in compliance for every violation that is open.

    Raises NotAllowed where none is open, OutOfOrder where one was observed later.
    """
    if not case.open_violations:
        raise NotAllowed("No violation is open.", field="cured")
    changed = case
    for each in case.open_violations:
        not_before(cured_on, each.observed_on, "The cure", f"{each.key} was observed")
        cured = each.but(cured_on=cured_on, latest_cure=max(cured_on, each.latest_cure or cured_on))
        changed = changed.with_violation(cured)
    return outlook(changed, _seen_on(setting, max(setting.today, cured_on), "cured"))


def if_vacated(case: Case, setting: Setting, fallen: Collection[Prior]) -> Outlook:
    """Return the exposure if the judgment on these earlier counts fell; raise NotFound where one does not stand."""
    if not fallen or not set(fallen) <= set(priors(case, setting)):
        raise NotFound(
            "There is no such prior conviction.", remedy="Choose one of those shown.", field="vacated"
        )
    gone = {(each.case, each.count) for each in fallen}
    kept = {
        key: tuple(each for each in standing if (each.case, each.count) not in gone)
        for key, standing in setting.priors.items()
    }
    own = (case.counts[key] for of, key in gone if of == case.id and key is not None)
    changed = case.with_counts(*(each.but(vacated_on=setting.today) for each in own))
    return outlook(changed, setting.model_copy(update={"priors": kept}))


def priors(case: Case, setting: Setting) -> tuple[Prior, ...]:
    """Return the standing convictions of all respondents, each once, in order of judgment."""
    found = {each for key in case.respondents for each in priors_of(case, key, setting)}
    return tuple(
        sorted(
            found, key=lambda each: (each.convicted_on, each.offense_on, each.case or "", each.count or "")
        )
    )


def _seen_on(setting: Setting, day: date, field: str) -> Setting:
    furthest = plus_years(setting.today, LOOK_AHEAD_YEARS)
    if day > furthest:
        raise OutOfOrder(
            f"{say(day)} is too far ahead.", remedy=f"Give a day through {say(furthest)}.", field=field
        )
    return setting.model_copy(update={"today": day})


def _figure(case: Case, setting: Setting, reading: Reading, statuses: dict[str, list[Dated]]) -> Figure:
    found = exposure(case, setting, reading, statuses)
    kept = {name: getattr(found, name) for name in Figure.model_fields if name != "reading"}
    return Figure(reading=reading, **kept)
