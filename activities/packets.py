"""Makes the file of a case to take along: one PDF, and a ZIP with the record that can be checked elsewhere."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Engine

from documents.archive import zipped
from documents.render import render
from models.session import read
from queries.case_archive import archive_parts
from queries.packet import gather
from rules.law import Law
from rules.values import Role


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


def packet_zip(engine: Engine, law: Law, case_id: str, reader: Reader) -> bytes:
    """Return the archive of a case as it stands at one moment, its packet in it; raise NotFound."""
    with read(engine) as session:
        packet, files = gather(session, law, case_id, now=reader.at, roles=reader.roles, actor=reader.actor)
        parts = archive_parts(session, law, case_id)
    pdf = render(packet, reader.at, files).pdf
    return zipped(parts.files | {"packet.pdf": pdf}, parts.about, reader.at)
