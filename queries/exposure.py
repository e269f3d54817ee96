"""The exposure of a case as it is shown: the village's reading first, the other beside it, and what both rest on."""

from typing import Any

from queries.views import ExposureView, Figures, InterpretationView, RespondentFigures, TimeBarredView
from rules import penalties
from rules.acts import Setting
from rules.case import Case
from rules.exposure import (
    Dated,
    RespondentExposure,
    exposure_of,
    is_one_reading,
    leaving_out,
    of_highest_tier,
    time_barred,
)
from rules.law import Law, Question, Reading
from rules.standing import governing

RESTS_ON = (Question.TIER_READING, Question.APPEAL_STAY, Question.OFFENSE_START, Question.STAYED_OFFENSES)

Statuses = dict[str, list[Dated]]
Exposures = dict[Reading, dict[str | None, RespondentExposure]]
"""By reading and respondent; under None, in a case without any, for whoever may yet be named."""


def exposures_of(case: Case, setting: Setting, statuses: Statuses) -> Exposures:
    """Return the exposure of every respondent under both readings: what all figures of a page are taken from.

    Where the readings are the same they are found once, and the one is the other.
    """
    keys: list[str | None] = [*case.respondents] or [None]

    def under(reading: Reading) -> dict[str | None, RespondentExposure]:
        return {key: exposure_of(case, key, setting, reading, statuses) for key in keys}

    if is_one_reading(setting.law):
        return dict.fromkeys(Reading, under(setting.law.reading))
    return {reading: under(reading) for reading in Reading}


def exposure_view(
    case: Case, setting: Setting, statuses: Statuses, exposures: Exposures
) -> tuple[ExposureView, RespondentExposure]:
    """Return the exposure as it is shown, and the figures it is taken from."""
    reading = setting.law.reading
    other = next(each for each in Reading if each is not reading)
    chosen = of_highest_tier(exposures[reading].values())
    view = ExposureView(
        **_figures(chosen),
        reading=reading,
        section=_section(case, setting.law),
        capped=chosen.capped,
        respondent=chosen.respondent,
        by_respondent={
            key: RespondentFigures(**_figures(each), highest_ordinal=each.highest_ordinal)
            for key, each in exposures[reading].items()
            if key is not None
        },
        interpretations=tuple(_interpretation(question, setting.law) for question in RESTS_ON),
        other_reading=Figures(**_figures(of_highest_tier(exposures[other].values()))),
        time_barred=_time_barred(case, setting, statuses, chosen),
    )
    return view, chosen


def _time_barred(
    case: Case, setting: Setting, statuses: Statuses, chosen: RespondentExposure
) -> TimeBarredView | None:
    late = time_barred(statuses, setting)
    days = [day for of in late.values() for day in of]
    if not days:
        return None
    left = leaving_out(chosen, case, setting.law, {key: frozenset(of) for key, of in late.items()})
    section = penalties.limitation(setting.law, max(days)).section
    return TimeBarredView(
        count=len(days), through=max(days), section=section, without=Figures(**_figures(left))
    )


def _figures(found: RespondentExposure) -> dict[str, Any]:
    return {"count": found.count, "minimum": found.minimum, "maximum": found.maximum}


def _section(case: Case, law: Law) -> str:
    version = governing(case, law)
    return version.penalty_for(next(iter(case.violations.values())).provision).section


def _interpretation(question: Question, law: Law) -> InterpretationView:
    made = law.village.interpretations[question]
    return InterpretationView(
        question=question,
        choice=made.choice,
        authority=made.authority,
        decided_by=made.decided_by,
        decided_on=made.decided_on,
    )
