"""A case's page: where it stands, what may be done, its pictures, its papers and its whole record."""

from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from models.session import read
from queries.case_file import Asked, CaseFile, case_file
from rules.calendar import local_day, say
from rules.law import Reading
from web import standing
from web.auth import Me, Person
from web.charts.exposure import exposure_svg
from web.charts.timeline import lane_facts, timeline_svg
from web.counts import lines
from web.entries import details
from web.groups import grouped
from web.months import LETTERS, grid
from web.office import Here, Office
from web.render import page
from web.subjects import CASES

router = APIRouter()
ENTRIES_ON_A_PAGE: Final = 12
TOOLS: Final[dict[str, Any]] = {"letters": LETTERS, "grid": grid, "details": details, "say": say}
Year = Annotated[int | None, Query(ge=1, le=9999)]


@router.get("/cases/{case_id}")
def case(
    request: Request,
    here: Here,
    me: Me,
    case_id: str,
    year: Year = None,
    violation: str | None = None,
    number: Annotated[int, Query(alias="page", ge=1)] = 1,
) -> Response:
    """Show a case; `year` is of the calendar of one violation, `page` of the record."""
    file = _file(here, me, case_id, Asked(year=year, violation=violation))
    place, now = here.law(file.view.village).village, here.clock()
    today = local_day(now, place.zone)
    parts = _standing(file, today) | _pictures(file) | _record(file, number)
    return page(
        request, "case.html", case=file.view, file=file, place=place, now=now, today=today, **TOOLS, **parts
    )


def _file(here: Office, me: Person, case_id: str, asked: Asked) -> CaseFile:
    with read(here.engine) as session:
        village = CASES.village_of(session, me, case_id)
        return case_file(
            session,
            here.law_in(session, village),
            case_id,
            asked,
            now=here.clock(),
            roles=me.roles_in(village),
            actor=me.name,
        )


def _standing(file: CaseFile, today: date) -> dict[str, Any]:
    agenda = standing.agenda(file.view, file.actions, today)
    return {
        "states": tuple(standing.states(file.view)),
        "agenda": agenda,
        "next": standing.first_ahead(agenda, today),
        "went_by": standing.went_by(file.view, today),
        "groups": grouped(file.actions),
        "may_attach": any(each.command == "attach-evidence" and each.allowed for each in file.actions),
        "counts": lines(file.view.counts, file.sentenced_as, file.view.flags),
    }


def _pictures(file: CaseFile) -> dict[str, Any]:
    reading = Reading(file.view.exposure.reading)
    other = next(each for each in Reading if each is not reading)
    return {
        "timeline": timeline_svg(file.timeline),
        "facts": lane_facts(file.timeline),
        "exposure_picture": exposure_svg(file.history, (reading, other)) if file.history else None,
        "same": all(level.chosen == level.other for level in file.history),
        "other_reading": other.value,
    }


def _record(file: CaseFile, number: int) -> dict[str, Any]:
    """Return one page of the record, the newest entries first."""
    entries = file.view.events[::-1]
    pages = max(1, -(-len(entries) // ENTRIES_ON_A_PAGE))
    number = min(number, pages)
    start = (number - 1) * ENTRIES_ON_A_PAGE
    return {"entries": entries[start : start + ENTRIES_ON_A_PAGE], "page_number": number, "pages": pages}
