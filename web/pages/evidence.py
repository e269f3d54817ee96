"""The exhibits of a case: what each shows and tells of itself, the dates they support, their files and copies."""

from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response

from activities.evidence import THUMB
from models.session import read
from queries.evidence import Stored, files, plain_copy, small_picture, stored_file
from queries.record import load
from rules.acts import Setting
from rules.case import Case
from rules.commands import AttachEvidence
from rules.exhibits import bearing
from rules.exposure import all_dated, evidence
from web.auth import Me
from web.office import Here
from web.render import page
from web.subjects import CASES

router = APIRouter()
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
}
Copy = Annotated[Literal["1"] | None, Query()]
FOR_A_WHILE: Final = "private, max-age=3600"
NO_DATE: Final = "no offense date"


@router.get("/cases/{case_id}/evidence")
def exhibits(request: Request, here: Here, me: Me, case_id: str) -> Response:
    """Show every exhibit of a case, and which offense dates they bear on."""
    case, setting = CASES.look(here, me, case_id)
    place = setting.law.village
    with read(here.engine) as session:
        found = files(session, load(session, case_id), place.zone)
    return page(
        request,
        "evidence.html",
        case=case,
        place=place,
        files=found,
        dates=_dates(case, setting),
        inspections=sorted({each.on for each in case.inspections}, reverse=True),
        may_attach=CASES.may(case, AttachEvidence.name_, setting) is None,
    )


@router.get("/cases/{case_id}/evidence/{sha256}")
def file(here: Here, me: Me, case_id: str, sha256: str, copy: Copy = None) -> Response:
    """Send a file of evidence, to be saved and not to be run; `copy`: without what the camera noted."""
    with read(here.engine) as session:
        CASES.village_of(session, me, case_id)
        record = load(session, case_id)
        found = (plain_copy if copy else stored_file)(session, record, case_id, sha256)
    named = f"attachment; filename*=UTF-8''{quote(found.filename, safe='')}"
    return _sent(found, {"Content-Disposition": named})


@router.get("/cases/{case_id}/evidence/{sha256}/thumb")
def thumb(here: Here, me: Me, case_id: str, sha256: str) -> Response:
    """Send the small picture of a photograph."""
    with read(here.engine) as session:
        CASES.village_of(session, me, case_id)
        found = small_picture(session, load(session, case_id), case_id, sha256, THUMB)
    return _sent(found, {"Cache-Control": FOR_A_WHILE})


def _sent(found: Stored, headers: dict[str, str]) -> Response:
    return Response(found.content, media_type=found.media_type, headers=HEADERS | headers)


def _dates(case: Case, setting: Setting) -> list[dict[str, Any]]:
    """Return the days that exhibits bear on, by violation, with the grade each has from inspections."""
    dated = all_dated(case, setting)
    return [
        {"violation": key, "on": on, "grade": grade if on in offenses else NO_DATE, **bears._asdict()}
        for key, violation in case.violations.items()
        for shown in [bearing(case, key)]
        for offenses in [{each.on for each in dated[key]}]
        for (on, bears), grade in zip(
            sorted(shown.items()), evidence(case, violation, sorted(shown)), strict=True
        )
    ]
