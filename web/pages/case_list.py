"""The list of cases: searched, filtered and sorted by its address alone, kept as a view, and taken along as a file."""

from typing import Annotated, Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import StreamingResponse

from activities.saved import drop_view, keep_view
from documents import case_sheet
from models.session import read
from queries.case_list import (
    MOST_COUNTED,
    PAGE,
    Listed,
    Sort,
    Wish,
    all_found,
    count_cases,
    find_cases,
)
from queries.saved import views_of
from rules import engine
from rules.refusals import NotAllowed, Refusal
from rules.values import Phase, Role
from rules.waiting import WORKERS
from web.auth import Me
from web.errors import status_of
from web.office import Here
from web.pages.desk import places_of
from web.render import go, page

router = APIRouter()
LONGEST_TEXT = 200
LAST_PAGE = 100_000
MOST_IN_A_BOOK = 20_000
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SORTS = {
    Sort.NEWEST: "newest first",
    Sort.OLDEST: "oldest first",
    Sort.DUE: "next due first",
    Sort.ADDRESS: "by place",
    Sort.PHASE: "by phase",
}


class Asked(NamedTuple):
    """What the address of the list asks for, and the address's query without the page, as short as can be."""

    wish: Wish
    number: int
    query: str


async def asked(
    q: str = "",
    phase: str = "",
    village: str = "",
    role: str = "",
    overdue: str = "",
    sort: str = "",
    page: str = "",
) -> Asked:
    """Read what an address asks for; what is no choice is passed over. Async, that it takes no thread."""
    return _asked(q, phase, village, role, overdue, sort, page)


def _asked(
    q: str = "",
    phase: str = "",
    village: str = "",
    role: str = "",
    overdue: str = "",
    sort: str = "",
    page: str = "",
) -> Asked:
    wish = Wish(
        text=" ".join(q.split())[:LONGEST_TEXT],
        phase=Phase(phase) if phase in tuple(Phase) else None,
        village=village[:LONGEST_TEXT] or None,
        role=Role(role) if role in WORKERS else None,
        overdue=overdue == "yes",
        sort=Sort(sort) if sort in tuple(Sort) else Sort.NEWEST,
    )
    number = int(page) if page.isascii() and page.isdecimal() and len(page) <= len(str(LAST_PAGE)) else 1
    return Asked(wish, min(max(number, 1), LAST_PAGE), _query(wish))


def _query(wish: Wish) -> str:
    told = {
        "q": wish.text,
        "phase": wish.phase or "",
        "village": wish.village or "",
        "role": wish.role or "",
        "overdue": "yes" if wish.overdue else "",
        "sort": "" if wish.sort is Sort.NEWEST else wish.sort,
    }
    return urlencode({name: value for name, value in told.items() if value})


Wanted = Annotated[Asked, Depends(asked)]
Typed = Annotated[str, Form()]


@router.get("/cases")
def cases(request: Request, here: Here, me: Me, wanted: Wanted) -> Response:
    """List the cases of the person's villages, a page at a time."""
    return _page(request, here, me, wanted)


@router.get("/cases.csv")
def as_csv(here: Here, me: Me, wanted: Wanted) -> Response:
    """Send what the list shows, all pages of it, as CSV."""
    places = places_of(here, me)

    def lines() -> Any:
        with read(here.engine) as session:
            yield from case_sheet.as_csv(map(_row, all_found(session, places, wanted.wish)))

    return StreamingResponse(lines(), media_type="text/csv; charset=utf-8", headers=_named("cases.csv"))


@router.get("/cases.xlsx")
def as_workbook(here: Here, me: Me, wanted: Wanted) -> Response:
    """Send what the list shows, all pages of it, as a workbook; raise NotAllowed where that is too much for one."""
    with read(here.engine) as session:
        found = list(all_found(session, places_of(here, me), wanted.wish, most=MOST_IN_A_BOOK + 1))
    if len(found) > MOST_IN_A_BOOK:
        raise NotAllowed(
            f"A workbook takes {MOST_IN_A_BOOK:,} cases, and these are more.",
            remedy="Narrow the search, or take the CSV file.",
        )
    return Response(case_sheet.as_workbook(map(_row, found)), media_type=XLSX, headers=_named("cases.xlsx"))


@router.post("/views")
def keep(request: Request, here: Here, me: Me, name: Typed = "", query: Typed = "") -> Response:
    """Keep a search under a name."""
    wanted = _asked(**{key: value for key, value in parse_qsl(query) if key in KNOWN})
    try:
        keep_view(here.engine, me.name, name, wanted.query)
    except Refusal as refusal:
        told = {"trouble": refusal.facts.sentence(), "typed": name}
        return _page(request, here, me, wanted, status=status_of(refusal.facts), **told)
    return go(request, f"/cases?{wanted.query}", flash=f"The view {' '.join(name.split())} is kept.")


@router.post("/views/drop")
def drop(request: Request, here: Here, me: Me, name: Typed = "") -> Response:
    """Drop a kept search."""
    drop_view(here.engine, me.name, name)
    return go(request, "/cases", flash=f"The view {name} is dropped.")


KNOWN = frozenset({"q", "phase", "village", "role", "overdue", "sort"})


def _page(
    request: Request,
    here: Here,
    me: Me,
    wanted: Asked,
    *,
    status: int = 200,
    trouble: str | None = None,
    typed: str = "",
) -> Response:
    places = places_of(here, me)
    with read(here.engine) as session:
        start = (wanted.number - 1) * PAGE
        found = find_cases(session, places, wanted.wish, offset=start, limit=PAGE + 1)
        all_are_here = not start and len(found) <= PAGE
        context = {
            "count": len(found) if all_are_here else count_cases(session, places, wanted.wish),
            "views": views_of(session, me.name),
        }
    return page(
        request,
        "cases.html",
        status=status,
        cases=found[:PAGE],
        following=len(found) > PAGE,
        wanted=wanted,
        most=MOST_COUNTED,
        choices={"phases": tuple(Phase), "roles": WORKERS, "sorts": SORTS},
        today={key: place.today for key, place in places.items()},
        may_open=bool(me.villages_as(*engine.OPENERS)),
        trouble=trouble,
        typed=typed,
        **context,
    )


def _row(case: Listed) -> case_sheet.Row:
    dates = (case.opened_on, case.closed_on, case.next_due)
    told = (case.address, case.parcel, ", ".join(case.respondents), case.headline)
    return (case.id, case.village, case.phase.value, *told, *dates, case.open_violations)


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
