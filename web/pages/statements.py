"""Statements of account: of a case, and of a party over all its cases in a village."""

from fastapi import APIRouter, Request, Response

from models.session import read
from queries.accounts import case_account, party_account
from queries.record import no_village
from web.auth import Me
from web.office import Here
from web.render import page
from web.subjects import CASES

router = APIRouter()


@router.get("/cases/{case_id}/account")
def of_case(request: Request, here: Here, me: Me, case_id: str) -> Response:
    """Show the statement of a case."""
    with read(here.engine) as session:
        village = CASES.village_of(session, me, case_id)
        law, roles = here.law_in(session, village), me.roles_in(village)
        found = case_account(session, law, case_id, now=here.clock(), roles=roles, actor=me.name)
    return page(request, "account.html", account=found, place=law.village, party=None)


@router.get("/statements/{village}/{key:path}")
def of_party(request: Request, here: Here, me: Me, village: str, key: str) -> Response:
    """Show the statement of a party, by its key."""
    if village not in me.roles:
        raise no_village(village)
    with read(here.engine) as session:
        law, roles = here.law_in(session, village), me.roles_in(village)
        found = party_account(session, law, key, now=here.clock(), roles=roles, actor=me.name)
    return page(request, "account.html", account=found, place=law.village, party=found)
