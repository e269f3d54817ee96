"""`abate party`: the persons and bodies of a village, and the account of one over all its cases."""

from typing import Annotated

from cyclopts import App, Parameter

from console import money, speak
from console.case import HERE, Here
from console.desk import Desk
from console.figures import Json
from models.session import read
from queries.accounts import party_account
from queries.parties import list_parties

app = App(name="party")


@app.command(name="list", sort_key=1)
def list_(
    *,
    village: Annotated[str | None, Parameter(help="Only parties of this village.")] = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """List the parties of your villages by name."""
    with Desk.at(here) as desk:
        mine = desk.villages(village)
        with read(desk.engine) as session:
            found = list_parties(session, mine)
    if json:
        speak.document([line.model_dump(mode="json") for line in found])
    else:
        money.parties(found)


@app.command(sort_key=2)
def account(
    party: Annotated[str, Parameter(help="Key of the party, or its name.")],
    /,
    *,
    village: Annotated[str, Parameter(help="Key of the village, e.g. webster.")],
    json: Json = False,
    here: Here = HERE,
) -> None:
    """Show a party's statement of account: the cost in all its cases, and its fines apart."""
    with Desk.at(here) as desk, desk.looking_in(village) as look:
        found = look.through(party_account, party)
    if json:
        speak.document(found.model_dump(mode="json"))
    else:
        money.party_account(found)
