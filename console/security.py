"""`abate security`: post a bond, an escrow or a letter of credit, look at one or at many, and give commands on one."""

import asyncio
from typing import Annotated, Literal

from cyclopts import App, Parameter

from console import picture, security_picture, speak
from console.acts import on_security
from console.amounts import sectioned_posting
from console.case import HERE, Here
from console.desk import Desk
from console.figures import Json
from console.usage import Usage, read_document
from models.session import read
from queries import securities
from rules.guarantee import SecurityStatus
from rules.parsing import parse_security
from rules.refusals import Malformed
from rules.security_commands import PostSecurity
from rules.series import Series

EXAMPLE = """The fields, as one JSON object:

{"village": "webster", "kind": "letter_of_credit", "purpose": "maintenance", "amount": 12000,
 "issuer": "Lakeshore Bank", "number": "LC-1042", "posted_on": "2026-06-01", "expires_on": "2028-05-31",
 "irrevocable": true}

kind: performance_bond, cash_escrow, letter_of_credit; purpose: construction, maintenance. Where there is one:
case, issuer_address, estimated_cost, evergreen_notice_days, draw_notice_days, draw_statement, original_at."""

Number = Annotated[str, Parameter(help="Id of the security, e.g. webster-S-2026-0001.")]
Statuses = Literal["active", "not_renewed", "expired", "exhausted", "released"]

app = App(name="security")
app.command(on_security)


@app.command(sort_key=1, help_epilogue=EXAMPLE)
def post(
    *,
    json: Annotated[
        str | None,
        Parameter(name="--json", allow_leading_hyphen=True, help="FILE or -: the fields as one JSON object."),
    ] = None,
    op_id: Annotated[
        str | None, Parameter(help="Key of the command: repeated under it, one security is posted.")
    ] = None,
    here: Here = HERE,
) -> None:
    """Post a security."""
    if json is None:
        raise Usage(
            "Give the fields with --json FILE, or --json - to type them; abate security post --help shows them."
        )
    fields = read_document(json)
    with Desk.at(here) as desk:
        try:
            command = parse_security(PostSecurity.name_, fields)
        except Malformed as fault:
            raise sectioned_posting(fault, desk, fields) from None
        assert isinstance(command, PostSecurity)
        done = asyncio.run(desk.post(command, op_id=op_id))
    speak.document(done)


@app.command(sort_key=3)
def show(security: Number, /, *, json: Json = False, here: Here = HERE) -> None:
    """Show a security: what is left of it and until when, its draws, and what its release still needs."""
    with Desk.at(here) as desk, desk.looking_at(security, Series.SECURITY) as look:
        found = look.through(securities.show, security)
    if json:
        speak.document(found.model_dump(mode="json"))
    else:
        security_picture.show(found)


@app.command(name="list", sort_key=4)
def list_(
    *,
    status: Annotated[Statuses | None, Parameter(help="Only securities of this status.")] = None,
    village: Annotated[str | None, Parameter(help="Only securities of this village.")] = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """List the securities of your villages; what falls due first comes first."""
    with Desk.at(here) as desk:
        mine = desk.villages(village)
        with read(desk.engine) as session:
            found = securities.list_securities(session, mine, SecurityStatus(status) if status else None)
    if json:
        speak.document([line.model_dump(mode="json") for line in found])
    else:
        security_picture.lines(found)


@app.command(sort_key=5)
def actions(security: Number, /, *, json: Json = False, here: Here = HERE) -> None:
    """Every command on a security: allowed, or why not, under which section, and what to do."""
    with Desk.at(here) as desk:
        found = desk.actions(security, Series.SECURITY)
    if json:
        speak.document([action.model_dump(mode="json") for action in found])
    else:
        picture.actions(found)
