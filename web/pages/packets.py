"""The whole file of a case to take along: as one PDF, and as a ZIP that can be checked without this program."""

from collections.abc import Iterator
from os import SEEK_END
from typing import IO, Final

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse

from activities.packets import Reader, packet_pdf, packet_zip
from rules.law import Law
from rules.series import Series
from web import filing
from web.auth import Me, Person
from web.office import Here, Office

router = APIRouter()
PDF: Final = "application/pdf"
ZIP: Final = "application/zip"
PIECE: Final = 256 * 1024


@router.get("/cases/{case_id}/packet.pdf")
def as_pdf(here: Here, me: Me, case_id: str) -> Response:
    """Send the file of a case as one PDF."""
    law = filing.law_of(here, me, case_id, Series.CASE)
    content = packet_pdf(here.engine, law, case_id, reader_of(here, me, law))
    return Response(content, media_type=PDF, headers=named(f"{case_id}.pdf"))


@router.get("/cases/{case_id}/packet.zip")
def as_zip(here: Here, me: Me, case_id: str) -> Response:
    """Send the file of a case as a ZIP."""
    law = filing.law_of(here, me, case_id, Series.CASE)
    archive = packet_zip(here.engine, law, case_id, reader_of(here, me, law))
    return sent(archive, named(f"{case_id}.zip"))


def sent(archive: IO[bytes], headers: dict[str, str]) -> Response:
    """Send an archive piece by piece, and close it."""
    size = archive.seek(0, SEEK_END)
    archive.seek(0)
    return StreamingResponse(
        _pieces(archive), media_type=ZIP, headers={**headers, "Content-Length": str(size)}
    )


def _pieces(archive: IO[bytes]) -> Iterator[bytes]:
    with archive:
        while piece := archive.read(PIECE):
            yield piece


def reader_of(here: Office, me: Person, law: Law) -> Reader:
    """Return who takes the file along, and when."""
    return Reader(me.name, me.roles_in(law.village.key), here.clock())


def named(name: str) -> dict[str, str]:
    """Return the headers of a file that is saved under a name."""
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
