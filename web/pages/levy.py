"""The levy of a village for a fiscal year: the lines for the assessor, their total, and both files."""

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from documents import levy_file
from models.session import read
from queries.levy import LevyView, levy_of
from queries.record import no_village
from rules.refusals import Malformed, NotAllowed
from web.auth import Me, Person
from web.office import Here, Office
from web.render import page

router = APIRouter()
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
YEAR: Final = re.compile(r"[1-9][0-9]{3}")
AROUND: Final = range(-3, 3)
Year = Annotated[str, Query(alias="year")]


@router.get("/levy")
def levy(request: Request, here: Here, me: Me, village: str = "", year: Year = "") -> Response:
    """Show the levy of one of the person's villages; without a year, that of the present one."""
    place = _place(me, village) if me.villages or village else ""
    context: dict[str, Any] = {"levy": None, "trouble": None, "place": place, "years": (), "name": ""}
    if place:
        today = here.today(place)
        context["name"] = here.law(place).village.name
        context["years"] = tuple(today.year + each for each in AROUND)
        context["year"] = _year(year or str(today.year))
        try:
            context["levy"] = _found(here, me, place, context["year"])
        except NotAllowed as refusal:
            context["trouble"] = refusal.facts.sentence()
    return page(request, "levy.html", **context)


@router.get("/levy.csv")
def as_csv(here: Here, me: Me, village: str, year: Year) -> Response:
    """Send the levy as CSV."""
    found = _found(here, me, _place(me, village), _year(year))
    text = levy_file.as_csv(found.lines)
    return Response(text, media_type="text/csv; charset=utf-8", headers=_named(found, "csv"))


@router.get("/levy.xlsx")
def as_workbook(here: Here, me: Me, village: str, year: Year) -> Response:
    """Send the levy as a workbook."""
    found = _found(here, me, _place(me, village), _year(year))
    title = f"Levy of {found.village}, fiscal year from {found.begins_on}"
    content = levy_file.as_workbook(found.lines, title=title)
    return Response(content, media_type=XLSX, headers=_named(found, "xlsx"))


def _place(me: Person, village: str) -> str:
    place = village or me.villages[0]
    if place not in me.roles:
        raise no_village(place)
    return place


def _year(text: str) -> int:
    if YEAR.fullmatch(text) is None:
        raise Malformed(f"{text[:20]!r} is no year.", remedy="Write it like 2026.", field="year")
    return int(text)


def _found(here: Office, me: Person, village: str, year: int) -> LevyView:
    with read(here.engine) as session:
        law, roles = here.law_in(session, village), me.roles_in(village)
        return levy_of(session, law, year, now=here.clock(), roles=roles)


def _named(found: LevyView, ending: str) -> dict[str, str]:
    name = f"levy-{found.village}-{found.fiscal_year}.{ending}"
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
