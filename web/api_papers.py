"""Papers for programs: their list, their files, statements as of today, and corrections."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from activities.packets import packet_pdf, packet_zip
from activities.statements import correct, issue_statement
from queries.paper_list import PaperList
from rules.series import Series
from rules.values import Text
from web import filing
from web.office import Here
from web.pages.packets import PDF, ZIP, reader_of, sent
from web.programs import ACTS, LOOKS, Key, RecordId, Who, new_key

router = APIRouter()
PaperKey = Annotated[str, Path(min_length=1, max_length=20, description="key of a paper, e.g. p1")]
FILE: Final = LOOKS | {200: {"description": "The paper as it was issued.", "content": {PDF: {}}}}

WHOLE: Final = LOOKS | {200: {"description": "The file of the case.", "content": {PDF: {}, ZIP: {}}}}


class Wanted(BaseModel):
    """A statement that is asked for: its kind, and the key it is about where it is of one."""

    model_config = ConfigDict(extra="forbid")
    kind: Annotated[str, Field(min_length=1, max_length=100, examples=["statement-of-account"])]
    of: Annotated[str, Field(min_length=1, max_length=20, examples=["r1"])] | None = None


class Wrong(BaseModel):
    """Why a paper is corrected; it is printed on the new one."""

    model_config = ConfigDict(extra="forbid")
    reason: Text


class Issued(BaseModel):
    """The paper that was issued."""

    record: str
    paper: str


@router.get("/cases/{record_id}/papers", responses=LOOKS)
def papers_of_case(here: Here, me: Who, record_id: RecordId) -> PaperList:
    """List the papers of a case: issued, still to come and why, and those that may be asked for."""
    return filing.papers_of(here, me, record_id, Series.CASE)


@router.get("/securities/{record_id}/papers", responses=LOOKS)
def papers_of_security(here: Here, me: Who, record_id: RecordId) -> PaperList:
    """List the papers of a security: issued, and still to come and why."""
    return filing.papers_of(here, me, record_id, Series.SECURITY)


@router.get("/cases/{record_id}/papers/{key}", responses=FILE, response_class=Response)
def paper_of_case(here: Here, me: Who, record_id: RecordId, key: PaperKey) -> Response:
    """Send a paper of a case, byte for byte as it was issued."""
    return Response(filing.file_of(here, me, record_id, key, Series.CASE).content, media_type=PDF)


@router.get("/securities/{record_id}/papers/{key}", responses=FILE, response_class=Response)
def paper_of_security(here: Here, me: Who, record_id: RecordId, key: PaperKey) -> Response:
    """Send a paper of a security, byte for byte as it was issued."""
    return Response(filing.file_of(here, me, record_id, key, Series.SECURITY).content, media_type=PDF)


@router.get("/cases/{record_id}/packet", responses=WHOLE, response_class=Response)
def packet(
    here: Here,
    me: Who,
    record_id: RecordId,
    form: Annotated[Literal["pdf", "zip"], Query(alias="as")] = "pdf",
) -> Response:
    """Send the whole file of a case: as one PDF, or as a ZIP that can be checked without this program."""
    law = filing.law_of(here, me, record_id, Series.CASE)
    reader = reader_of(here, me, law)
    if form == "zip":
        return sent(packet_zip(here.engine, law, record_id, reader), {})
    return Response(packet_pdf(here.engine, law, record_id, reader), media_type=PDF)


@router.post("/cases/{record_id}/papers", status_code=201, responses=ACTS)
def issue(here: Here, me: Who, record_id: RecordId, wanted: Wanted, key: Key = None) -> Issued:
    """Issue a statement of a case as of today."""
    law = filing.law_of(here, me, record_id, Series.CASE)
    asking = filing.asking(here, me, law, record_id, new_key(key))
    return Issued(record=record_id, paper=issue_statement(here.engine, law, asking, wanted.kind, wanted.of))


@router.post("/cases/{record_id}/papers/{key}/corrections", status_code=201, responses=ACTS)
def correct_of_case(
    here: Here, me: Who, record_id: RecordId, key: PaperKey, wrong: Wrong, op: Key = None
) -> Issued:
    """Issue a paper of a case anew, naming the one it replaces."""
    law = filing.law_of(here, me, record_id, Series.CASE)
    asking = filing.asking(here, me, law, record_id, new_key(op))
    return Issued(record=record_id, paper=correct(here.engine, law, asking, key, wrong.reason))


@router.post("/securities/{record_id}/papers/{key}/corrections", status_code=201, responses=ACTS)
def correct_of_security(
    here: Here, me: Who, record_id: RecordId, key: PaperKey, wrong: Wrong, op: Key = None
) -> Issued:
    """Issue a paper of a security anew, naming the one it replaces."""
    law = filing.law_of(here, me, record_id, Series.SECURITY)
    asking = filing.asking(here, me, law, record_id, new_key(op))
    return Issued(record=record_id, paper=correct(here.engine, law, asking, key, wrong.reason))
