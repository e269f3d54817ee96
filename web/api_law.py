"""What the law makes of a few dates, for programs: deadlines and exposure; the levy of a village; its readings."""

from datetime import date
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from models.session import read
from queries.decision_preview import Preview
from queries.dollars import Dollars
from queries.interpretations import QuestionView
from queries.levy import LevyView, levy_of
from rules import calendar, penalties
from rules.acts import ordinance_on
from rules.interpretations import DecideQuestion
from rules.law import Reading
from rules.penalties import Prior, Stay
from rules.refusals import Malformed, NotAllowed
from web import decisions
from web.office import Here
from web.programs import ACTS, Key, Village, Who, body_of, law_of, new_key, problems, takes

router = APIRouter()
ANSWERS: Final = problems(401, 404, 409, 422, 503)
NEAR: Final = (date(1900, 1, 1), date(2199, 12, 31))
MOST_DAYS: Final = 36_525  # a century of offenses
Rule = Literal["appeal", "emergency_maintenance"]
Several = Annotated[list[str], Query(max_length=100)]
VillageKey = Annotated[
    str, Path(min_length=1, max_length=100, description="key of one of the user's villages")
]
Named = Annotated[str, Query(min_length=1, max_length=300)]


class Deadline(BaseModel):
    """The last day of a period, and how it was found."""

    due: date
    from_: date = Field(serialization_alias="from")
    rule: Rule
    section: str
    explanation: str


class OffenseLine(BaseModel):
    """One separate offense; `maximum` is null where none is stated."""

    date: date
    ordinal: int
    minimum: Dollars
    maximum: Dollars | None
    status: str


class ExposureTold(BaseModel):
    """What separate offenses could cost if all were convicted: never a debt."""

    count: int
    stayed: int
    minimum: Dollars
    maximum: Dollars | None
    capped: bool
    offenses: list[OffenseLine]
    reading: str
    section: str


@router.get("/deadline", responses=ANSWERS)
def deadline(
    here: Here, me: Who, village: Village, rule: Rule, from_: Annotated[date, Query(alias="from")]
) -> Deadline:
    """Reckon the last day of a period from the day of its event."""
    law = law_of(here, me, village)
    version = ordinance_on(law, _near(from_, "from"), "The event is dated")
    period = version.period(rule)
    if period is None:
        raise NotAllowed(f"{version.section} gives no period for {rule}.", section=version.section)
    found = calendar.due(period, from_, law)
    return Deadline(
        due=found.due, from_=found.start, rule=rule, section=found.section, explanation=found.explanation
    )


@router.get("/exposure", responses=ANSWERS)
def exposure(
    here: Here,
    me: Who,
    *,
    village: Village,
    observed: date,
    through: date,
    cured: date | None = None,
    prior: Annotated[Several, Query(description="OFFENSE_DATE:CONVICTED_DATE")] = [],  # noqa: B006  FastAPI copies it
    stay: Annotated[Several, Query(description="FROM or FROM:UNTIL")] = [],  # noqa: B006  likewise
    reading: Reading | None = None,
    schedule: Annotated[str, Query(max_length=100)] = "default",
) -> ExposureTold:
    """Reckon what the separate offenses of one violation could cost if all were convicted."""
    if (_near(through, "through") - _near(observed, "observed")).days > MOST_DAYS:
        raise Malformed("observed and through lie more than a century apart.", field="through")
    found = penalties.what_if(
        law_of(here, me, village),
        observed_on=observed,
        through=through,
        cured_on=cured and _near(cured, "cured"),
        priors=[_prior(text) for text in prior],
        reading=reading,
        stays=[_stay(text) for text in stay],
        schedule=schedule,
    )
    return ExposureTold.model_validate(found, from_attributes=True)


@router.get("/levy", responses=ANSWERS)
def levy(
    here: Here, me: Who, village: Village, fiscal_year: Annotated[int, Query(ge=1900, le=2199)]
) -> LevyView:
    """Tell what the cases of a village were certified for in the fiscal year that begins in a calendar year."""
    law = law_of(here, me, village)
    with read(here.engine) as session:
        return levy_of(session, law, fiscal_year, now=here.clock(), roles=me.roles_in(village))


# --- doubtful questions -----------------------------------------------------------------------------------


class DecisionDone(BaseModel):
    """A decision that is recorded: its number in the village, the same again under the same key."""

    village: str
    number: int


@router.get("/villages/{village}/interpretations", responses=ANSWERS)
def interpretations(here: Here, me: Who, village: VillageKey) -> tuple[QuestionView, ...]:
    """Tell how the doubtful questions of a village are read, by whose decision, and what was decided before."""
    return decisions.questions(here, me, village)


@router.get("/villages/{village}/interpretations/preview", responses=problems(401, 403, 404, 409, 422, 503))
def foresee(here: Here, me: Who, village: VillageKey, question: Named, choice: Named) -> Preview:
    """Tell what a choice would change in the open cases; nothing is recorded."""
    return decisions.foresee(here, me, village, question, choice)


@router.post(
    "/villages/{village}/interpretations",
    status_code=201,
    responses=ACTS,
    openapi_extra=takes(DecideQuestion),
)
async def decide(here: Here, me: Who, request: Request, village: VillageKey, key: Key = None) -> DecisionDone:
    """Record a decision of a doubtful question; it holds in every case of the village from then on."""
    await run_in_threadpool(decisions.questions, here, me, village)  # before the body: another's is not there
    made = await decisions.record(here, me, village, await body_of(request), new_key(key))
    return DecisionDone(village=village, number=made.number)


# --- what is read -----------------------------------------------------------------------------------------


def _near(day: date, field: str) -> date:
    first, last = NEAR
    if not first <= day <= last:
        raise Malformed(f"{day} is not between {first} and {last}.", field=field)
    return day


def _prior(text: str) -> Prior:
    offense, colon, convicted = text.partition(":")
    if not colon:
        raise Malformed("It is not OFFENSE_DATE:CONVICTED_DATE.", field="prior")
    return Prior(offense_on=_day(offense, "prior"), convicted_on=_day(convicted, "prior"))


def _stay(text: str) -> Stay:
    first, _, until = text.partition(":")
    return _day(first, "stay"), _day(until, "stay") if until else None


def _day(text: str, field: str) -> date:
    try:
        return _near(date.fromisoformat(text), field)
    except ValueError:
        raise Malformed(f"{text[:20]!r} is not a date written YYYY-MM-DD.", field=field) from None
