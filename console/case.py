"""`abate case` and `abate actions`: open a case, look at one or at many, and see what may be done."""

import asyncio
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from activities.packets import Reader, packet_pdf, packet_zip
from console import money, picture, speak
from console.desk import Desk
from console.figures import Json
from console.place import Place
from console.usage import Usage, read_document, write_file
from queries.accounts import case_account
from rules.commands import OpenCase
from rules.parsing import parse
from rules.series import Series, series_of
from rules.values import Phase

EXAMPLE = """The fields, as one JSON object:

{"village": "webster",
 "property": {"address": "41 Elm St", "parcel": "079.18-1-23"},
 "respondents": [{"name": "Elm Street Builders LLC", "role": "landowner",
                  "address": "9 Main St, Webster, NY 14580", "kind": "corporation"}],
 "violations": [{"provision": "§ 130-23A", "nature": "Silt fence down", "observed_on": "2026-05-01",
                 "remedy": "Reset the silt fence", "remedy_by": "2026-05-20"}]}

respondents may be empty or left out. role: landowner, developer, applicant, contractor, beneficial_user, other;
kind: person, corporation. opened_on, where the case was opened on paper on an earlier day."""

Case = Annotated[str, Parameter(help="Id of the case, e.g. webster-2026-0001.")]
Here = Annotated[Place, Parameter(name="*")]
HERE = Place()
Phases = Literal["opened", "noticed", "served", "under_appeal", "final", "closed"]

app = App(name="case")


@app.command(name="open", sort_key=1, help_epilogue=EXAMPLE)
def open_(
    *,
    json: Annotated[
        str | None,
        Parameter(name="--json", allow_leading_hyphen=True, help="FILE or -: the fields as one JSON object."),
    ] = None,
    op_id: Annotated[
        str | None, Parameter(help="Key of the command: repeated under it, one case is opened.")
    ] = None,
    here: Here = HERE,
) -> None:
    """Open a case."""
    if json is None:
        raise Usage(
            "Give the fields with --json FILE, or --json - to type them; abate case open --help shows them."
        )
    command = parse(OpenCase.name_, read_document(json))
    assert isinstance(command, OpenCase)
    with Desk.at(here) as desk:
        done = asyncio.run(desk.open(command, op_id=op_id))
    speak.document(done)


@app.command(sort_key=2)
def show(case: Case, /, *, json: Json = False, here: Here = HERE) -> None:
    """Show a case: where it stands, what it could cost, what falls due, and its record."""
    with Desk.at(here) as desk:
        found = desk.show(case)
    if json:
        speak.document(found.model_dump(mode="json"))
    else:
        picture.show(found)


@app.command(name="list", sort_key=3)
def list_(
    *,
    phase: Annotated[Phases | None, Parameter(help="Only cases in this phase.")] = None,
    village: Annotated[str | None, Parameter(help="Only cases of this village.")] = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """List the cases of your villages, the newest first."""
    with Desk.at(here) as desk:
        found = desk.list(Phase(phase) if phase else None, village)
    if json:
        speak.document([line.model_dump(mode="json") for line in found])
    else:
        picture.lines(found)


@app.command(sort_key=4)
def account(case: Case, /, *, json: Json = False, here: Here = HERE) -> None:
    """Show a case's statement of account: the cost of village work line by line, and fines apart."""
    with Desk.at(here) as desk, desk.looking_at(case, Series.CASE) as look:
        found = look.through(case_account, case)
    if json:
        speak.document(found.model_dump(mode="json"))
    else:
        money.case_account(found)


@app.command(sort_key=5)
def packet(
    case: Case,
    /,
    *,
    pdf: Annotated[Path | None, Parameter(help="Write it as one PDF to this file.")] = None,
    zip_: Annotated[
        Path | None, Parameter(name="--zip", help="Write it as a ZIP, with the record and its checker.")
    ] = None,
    here: Here = HERE,
) -> None:
    """Write the whole file of a case: chronology, papers, evidence, schedule, law, record."""
    if pdf is None and zip_ is None:
        raise Usage("Say where to: --pdf FILE, --zip FILE or both.")
    with Desk.at(here) as desk:
        with desk.looking_at(case, Series.CASE) as look:
            law, reader = look.law, Reader(look.actor, look.roles, look.now)
        if pdf is not None:
            write_file(pdf, packet_pdf(desk.engine, law, case, reader))
            speak.sentence(f"Written: {pdf}")
        if zip_ is not None:
            with packet_zip(desk.engine, law, case, reader) as archive:
                write_file(zip_, archive)
            speak.sentence(f"Written: {zip_}")


def actions(case: Case, /, *, json: Json = False, here: Here = HERE) -> None:
    """Every command on a case: allowed, or why not, under which section, and what to do."""
    with Desk.at(here) as desk:
        found = desk.actions(case, series_of(case))
    if json:
        speak.document([action.model_dump(mode="json") for action in found])
    else:
        picture.actions(found)
