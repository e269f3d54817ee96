"""The list of cases, and one case: where it stands, what may be done, and its record."""

from fastapi import APIRouter, Request, Response

from models.session import read
from queries.cases import list_cases
from rules import engine
from rules.commands import COMMANDS
from rules.values import Phase
from web import counter
from web.auth import Me
from web.office import Here
from web.render import page

router = APIRouter()


@router.get("/")
def home(request: Request, here: Here, me: Me) -> Response:
    """Show what one begins the day with."""
    return cases(request, here, me)


@router.get("/cases")
def cases(request: Request, here: Here, me: Me, phase: str = "", village: str = "") -> Response:
    """List the cases of the person's villages."""
    wanted = Phase(phase) if phase in tuple(Phase) else None
    place = village if village in me.roles else None
    with read(here.engine) as session:
        found = list_cases(session, me.villages, wanted, place)
    return page(
        request,
        "cases.html",
        cases=found,
        phases=tuple(Phase),
        phase=phase,
        village=village,
        today={key: here.today(key) for key in me.villages},
        may_open=bool(me.villages_as(*engine.OPENERS)),
    )


@router.get("/cases/{case_id}")
def case(request: Request, here: Here, me: Me, case_id: str) -> Response:
    """Show a case."""
    found, actions = counter.show(here, me, case_id)
    law = here.law(found.village)
    told = {name: (model.__doc__ or "").partition("\n")[0] for name, model in COMMANDS.items()}
    return page(
        request,
        "case.html",
        case=found,
        actions=actions,
        summaries=told,
        today=here.today(found.village),
        place=law.village,
    )
