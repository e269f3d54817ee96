"""`abate paper`: the papers of a case or a security, their files, statements that are asked for, and corrections."""

import secrets
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from activities.statements import Asking, correct, issue_statement
from console import speak
from console.case import HERE, Here
from console.desk import Desk, Look
from console.figures import Json
from console.usage import write_file
from queries.documents import stored_paper
from queries.paper_list import PaperList, paper_list
from rules.series import series_of

Record = Annotated[str, Parameter(help="Id of the case or the security, e.g. webster-2026-0001.")]
Key = Annotated[str, Parameter(help="Number of the paper, e.g. p1.")]
OpId = Annotated[str | None, Parameter(help="Key of the request: repeated under it, one paper is issued.")]

app = App(name="paper")


@app.command(name="list", sort_key=1)
def list_(record: Record, /, *, json: Json = False, here: Here = HERE) -> None:
    """List the papers: issued, still to come and why, and those that may be asked for."""
    with Desk.at(here) as desk, desk.looking_at(record, series_of(record)) as look:
        found = paper_list(look.session, look.law, record, look.roles)
    if json:
        speak.document(found.model_dump(mode="json"))
    else:
        _tell(found)


@app.command(sort_key=2)
def get(
    record: Record,
    key: Key,
    /,
    *,
    output: Annotated[
        Path | None, Parameter(help="File to write; default: named for the paper, here.")
    ] = None,
    here: Here = HERE,
) -> None:
    """Write a paper, byte for byte as it was issued, to a file."""
    with Desk.at(here) as desk, desk.looking_at(record, series_of(record)) as look:
        found = stored_paper(look.session, record, key)
    target = output or Path(found.filename)
    write_file(target, found.content)
    speak.sentence(f"Written: {target}")


@app.command(sort_key=3)
def issue(
    record: Record,
    kind: Annotated[str, Parameter(help="Kind of the statement; abate paper list names them.")],
    /,
    *,
    of: Annotated[str | None, Parameter(help="Key it is about, e.g. r1 or v1, where it is of one.")] = None,
    op_id: OpId = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """Issue a statement of a case as of today."""
    with Desk.at(here) as desk:
        with desk.looking_at(record, series_of(record)) as look:
            asking = _asking(look, record, op_id)
        key = issue_statement(desk.engine, look.law, asking, kind, of)
    _done(record, key, json=json)


@app.command(name="correct", sort_key=4)
def correct_(
    record: Record,
    key: Key,
    /,
    *,
    reason: Annotated[str, Parameter(help="What was wrong; it is printed on the new paper.")],
    op_id: OpId = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """Issue a paper anew from the record as it stands, naming the one it replaces."""
    with Desk.at(here) as desk:
        with desk.looking_at(record, series_of(record)) as look:
            asking = _asking(look, record, op_id)
        new = correct(desk.engine, look.law, asking, key, reason)
    _done(record, new, json=json)


def _asking(look: Look, record: str, op_id: str | None) -> Asking:
    return Asking(record, look.actor, look.roles, look.now, op_id or secrets.token_hex(16))


def _done(record: str, key: str, *, json: bool) -> None:
    if json:
        speak.document({"record": record, "paper": key})
    else:
        speak.sentence(f"Issued: {key}. abate paper get {record} {key} writes it to a file.")


def _tell(found: PaperList) -> None:
    if found.issued:
        rows = ((p.key, p.title, p.of or "", p.dated, p.issued_by, p.replaced_by or "") for p in found.issued)
        speak.table(("paper", "title", "of", "dated", "issued by", "replaced by"), rows)
    else:
        speak.sentence("No paper is issued yet.")
    for each in found.awaited:
        speak.sentence(f"Still to come: {each.title} of {each.on}. {each.lacks or 'It is on its way.'}")
    for asked in filter(lambda each: each.yours, found.statements):
        keys = f" --of {' or '.join(asked.keys)}" if asked.keys else ""
        speak.sentence(f"May be asked for: abate paper issue {found.record} {asked.kind}{keys}")
