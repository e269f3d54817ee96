"""`abate deadline` and `abate exposure`: what the law makes of a few dates, without a server or a database."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal, get_args

from cyclopts import Parameter

from console import speak
from console.place import law_of
from console.usage import Usage, day
from rules import calendar, penalties
from rules.acts import ordinance_on
from rules.law import Law, Ordinance, Period, Reading
from rules.penalties import Exposure, Prior, Stay
from rules.refusals import NotAllowed

Json = Annotated[bool, Parameter(name="--json", help="Print one JSON document.")]
Rule = Literal["appeal", "emergency_maintenance", "payable"]


def _date(_type: object, tokens: Sequence[object]) -> date:
    token = tokens[0]
    return day(str(getattr(token, "value", token)), str(getattr(token, "keyword", None) or "the date"))


Day = Annotated[date, Parameter(converter=_date)]


def deadline(
    *,
    village: Annotated[str, Parameter(help="Key of the village, e.g. webster.")],
    rule: Annotated[Rule, Parameter(help="Which clock; payable: a confirmed assessment, without penalty.")],
    from_: Annotated[Day, Parameter(name="--from", help="Day of the event it runs from.")],
    json: Json = False,
) -> None:
    """Reckon the last day of a period from the day of its event."""
    law = law_of(village)
    found = calendar.due(_period(law, rule, from_), from_, law)
    if json:
        told = found.model_dump(include={"due", "section", "explanation"})
        speak.document({"due": told.pop("due"), "from": found.start, "rule": rule, **told})
    else:
        speak.sentence(f"{found.due} ({calendar.say(found.due)})")
        speak.sentence(f"{found.explanation} [{found.section}]")


def _period(law: Law, rule: Rule, on: date) -> Period:
    version = ordinance_on(law, on, "The event is dated")
    period = _given(law, version, rule)
    if period is None:
        given = [each for each in get_args(Rule) if _given(law, version, each)]
        raise NotAllowed(
            f"{version.section} of the {law.village.name} gives no period for {rule}.",
            section=version.section,
            remedy=f"It gives one for: {', '.join(given)}." if given else "It gives none.",
        )
    return period


def _given(law: Law, version: Ordinance, rule: Rule) -> Period | None:
    if rule == "payable":
        return law.village.levy.payable_within if law.village.levy else None
    return version.period(rule)


def exposure(
    *,
    village: Annotated[str, Parameter(help="Key of the village, e.g. webster.")],
    observed: Annotated[Day, Parameter(help="First day the violation is shown to exist.")],
    through: Annotated[Day, Parameter(help="Last day looked at, itself included.")],
    cured: Annotated[Day | None, Parameter(converter=_date, help="First day found in compliance.")] = None,
    prior: Annotated[
        tuple[str, ...],
        Parameter(help="An earlier conviction: OFFENSE_DATE:CONVICTED_DATE.", consume_multiple=True),
    ] = (),
    reading: Annotated[
        Literal["prior_conviction", "prior_offense"] | None,
        Parameter(help="What raises the tier; else the village's own reading."),
    ] = None,
    stay: Annotated[
        tuple[str, ...], Parameter(help="A stay: FROM, or FROM:UNTIL.", consume_multiple=True)
    ] = (),
    schedule: Annotated[str, Parameter(help="Key of the penalty in the ordinance.")] = "default",
    json: Json = False,
) -> None:
    """Reckon what the separate offenses of one violation could cost if all were convicted: never a debt."""
    law = law_of(village)
    found = penalties.what_if(
        law,
        observed_on=observed,
        through=through,
        cured_on=cured,
        priors=[_prior(text) for text in prior],
        reading=Reading(reading) if reading else None,
        stays=[_stay(text) for text in stay],
        schedule=schedule,
    )
    if json:
        speak.document(_as_document(found))
    else:
        _tell(found)


def _prior(text: str) -> Prior:
    offense, colon, convicted = text.partition(":")
    if not colon:
        raise Usage(f"--prior is {text!r}: write OFFENSE_DATE:CONVICTED_DATE, e.g. 2024-03-01:2024-06-15.")
    return Prior(offense_on=day(offense, "--prior"), convicted_on=day(convicted, "--prior"))


def _stay(text: str) -> Stay:
    first, _, until = text.partition(":")
    return day(first, "--stay"), day(until, "--stay") if until else None


def _as_document(found: Exposure) -> dict[str, object]:
    offenses = [
        {
            "date": fine.date,
            "ordinal": fine.ordinal,
            "minimum": fine.minimum,
            "maximum": fine.maximum,
            "status": fine.status,
        }
        for fine in found.offenses
    ]
    return {
        "count": found.count,
        "stayed": found.stayed,
        "minimum": found.minimum,
        "maximum": found.maximum,
        "capped": found.capped,
        "offenses": offenses,
        "reading": found.reading,
        "section": found.section,
    }


_HEAD, _TAIL = 10, 1  # a screen's worth; --json has them all


def _tell(found: Exposure) -> None:
    offenses = f"{found.count} separate offense{'' if found.count == 1 else 's'}"
    stayed = f", and {found.stayed} stayed" if found.stayed else ""
    low, high = speak.dollars(found.minimum), speak.dollars(found.maximum)
    speak.sentence(
        f"{offenses}{stayed}. If convicted of all: at least {low}; at most: {high} [{found.section}]."
    )
    speak.sentence(f"Reading: {found.reading}. This is exposure: nothing is owed before a conviction.")
    rows = [(f.date, f.ordinal, f.minimum, speak.dollars(f.maximum), f.status) for f in found.offenses]
    left = len(rows) - _HEAD - _TAIL
    shown = [*rows[:_HEAD], (f"… {left} more",), *rows[-_TAIL:]] if left > 1 else rows
    if shown:
        speak.sentence("")
        speak.table(("date", "offense", "minimum", "maximum", "status"), shown)
