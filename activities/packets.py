"""Makes the file of a case to take along: one PDF, and a ZIP with the record that can be checked elsewhere."""

from contextlib import ExitStack
from datetime import datetime
from itertools import chain
from tempfile import SpooledTemporaryFile
from typing import IO, Final, NamedTuple

from sqlalchemy import Engine

from documents.archive import write_archive
from documents.render import render
from models.session import read
from queries.case_archive import archive_parts
from queries.packet import gather
from rules.law import Law
from rules.values import Role

IN_MEMORY: Final = 8_000_000


class Reader(NamedTuple):
    """Who takes the file along, in which roles, and when (an aware instant)."""

    actor: str
    roles: frozenset[Role]
    at: datetime


def packet_pdf(engine: Engine, law: Law, case_id: str, reader: Reader) -> bytes:
    """Return the file of a case as one tagged PDF; raise NotFound."""
    with read(engine) as session:
        packet, files = gather(session, law, case_id, now=reader.at, roles=reader.roles, actor=reader.actor)
    return render(packet, reader.at, files).pdf


def packet_zip(engine: Engine, law: Law, case_id: str, reader: Reader) -> IO[bytes]:
    """Return the archive of a case as it stands at one moment, its packet in it; raise NotFound.

    A large one lies in a file that is gone once it is closed, which is for the caller to do.
    """
    with read(engine) as session, ExitStack() as stack:
        out = stack.enter_context(SpooledTemporaryFile(max_size=IN_MEMORY))
        packet, files = gather(session, law, case_id, now=reader.at, roles=reader.roles, actor=reader.actor)
        parts = archive_parts(session, law, case_id)
        pdf = render(packet, reader.at, files).pdf
        write_archive(out, chain([("packet.pdf", pdf)], parts.files), parts.about, reader.at)
        stack.pop_all()
    out.seek(0)
    return out
