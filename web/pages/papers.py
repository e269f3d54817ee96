"""The papers of a case or a security: their list, their files, statements that are asked for, and corrections."""

from typing import Annotated, Final, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Form, Request, Response

from activities.statements import correct, issue_statement
from rules.acts import STAFF
from rules.refusals import NotFound, Refusal, WrongRole
from rules.series import Series
from web import filing
from web.auth import Me, Person
from web.carried import AGAIN
from web.errors import status_of
from web.forms import new_op
from web.office import Here, Office
from web.render import go, page
from web.subjects import CASES, SECURITIES, AnySubject

router = APIRouter()
OK: Final = 200
POLICY: Final = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""What a browser's own viewer of PDF needs, and nothing that runs; no page of others shows it as its own."""
Typed = Annotated[str, Form()]
Op = Annotated[str, Form(alias="_op")]


class Typing(NamedTuple):
    """What was typed into the form of a correction, and what was wrong with it."""

    op: str
    reason: str = ""
    refusal: Refusal | None = None


@router.get("/cases/{record_id}/papers")
@router.get("/securities/{record_id}/papers")
def papers(request: Request, here: Here, me: Me, record_id: str) -> Response:
    """Show every paper of a record, what is still to come, and what may be asked for."""
    return _list(request, here, me, record_id)


@router.post("/cases/{record_id}/papers")
def ask(
    request: Request, here: Here, me: Me, record_id: str, kind: Typed = "", of: Typed = "", op: Op = ""
) -> Response:
    """Issue a statement as of today, and show it in the list."""
    subject = _subject(request)
    law = filing.law_of(here, me, record_id, _series(subject))
    try:
        asking = filing.asking(here, me, law, record_id, op or new_op())
        key = issue_statement(here.engine, law, asking, kind, of or None)
    except Refusal as refusal:
        return _list(request, here, me, record_id, refusal)
    return go(request, f"{subject.address(record_id)}/papers#{key}", flash=f"Paper {key} is issued.")


@router.get("/cases/{record_id}/papers/{key}")
@router.get("/securities/{record_id}/papers/{key}")
def paper(request: Request, here: Here, me: Me, record_id: str, key: str) -> Response:
    """Send a paper byte for byte as it was issued."""
    found = filing.file_of(here, me, record_id, key, _series(_subject(request)))
    headers = {
        "Content-Disposition": f"inline; filename*=UTF-8''{quote(found.filename, safe='')}",
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
    }
    return Response(found.content, media_type="application/pdf", headers=headers)


@router.get("/cases/{record_id}/papers/{key}/correct")
@router.get("/securities/{record_id}/papers/{key}/correct")
def correction(request: Request, here: Here, me: Me, record_id: str, key: str) -> Response:
    """Show the form that replaces a paper."""
    return _correction(request, here, me, record_id, key, Typing(new_op()))


@router.post("/cases/{record_id}/papers/{key}/correct")
@router.post("/securities/{record_id}/papers/{key}/correct")
def correction_post(
    request: Request,
    here: Here,
    me: Me,
    record_id: str,
    key: str,
    reason: Typed = "",
    op: Op = "",
    again: Annotated[str, Form(alias=AGAIN)] = "",
) -> Response:
    """Issue a paper anew, naming the one it replaces."""
    if again:
        return _correction(request, here, me, record_id, key, Typing(op or new_op(), reason))
    subject = _subject(request)
    law = filing.law_of(here, me, record_id, _series(subject))
    try:
        new = correct(here.engine, law, filing.asking(here, me, law, record_id, op or new_op()), key, reason)
    except (NotFound, WrongRole):
        raise
    except Refusal as refusal:
        return _correction(request, here, me, record_id, key, Typing(op, reason, refusal))
    return go(request, f"{subject.address(record_id)}/papers#{new}", flash=f"Paper {new} replaces {key}.")


# --- inside -----------------------------------------------------------------------------------------------


def _subject(request: Request) -> AnySubject:
    """Return the kind of record that an address is of."""
    return SECURITIES if request.url.path.startswith(f"/{SECURITIES.path}/") else CASES


def _series(subject: AnySubject) -> Series:
    return Series.SECURITY if subject is SECURITIES else Series.CASE


def _list(
    request: Request, here: Office, me: Person, record_id: str, refusal: Refusal | None = None
) -> Response:
    subject = _subject(request)
    found = filing.papers_of(here, me, record_id, _series(subject))
    return page(
        request,
        "papers.html",
        status=OK if refusal is None else status_of(refusal.facts),
        papers=found,
        subject=subject,
        place=here.law(found.village).village,
        refusal=refusal.facts if refusal else None,
        op=new_op(),
        may_correct=bool(me.roles_in(found.village) & STAFF),
    )


def _correction(
    request: Request, here: Office, me: Person, record_id: str, key: str, typed: Typing
) -> Response:
    subject = _subject(request)
    papers = filing.papers_of(here, me, record_id, _series(subject))
    found = next((each for each in papers.issued if each.key == key), None)
    if found is None:
        raise NotFound(f"There is no paper {key} in {record_id}.", remedy="See the list of its papers.")
    if not me.roles_in(papers.village) & STAFF:
        raise WrongRole("A correction is for those who work on the record.", remedy="Ask one of them.")
    return page(
        request,
        "correct_paper.html",
        status=OK if typed.refusal is None else status_of(typed.refusal.facts),
        paper=found,
        record=record_id,
        subject=subject,
        place=here.law(papers.village).village,
        reason=typed.reason,
        refusal=typed.refusal.facts if typed.refusal else None,
        op=typed.op,
    )
