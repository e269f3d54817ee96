"""One case: where it stands, what may be done, and its record."""

from fastapi import APIRouter, Request, Response

from rules.commands import COMMANDS
from web import counter
from web.auth import Me
from web.office import Here
from web.render import page

router = APIRouter()


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
