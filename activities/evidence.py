"""Keeps the photographs and documents that are attached to cases, each once, known by its content."""

import hashlib

from sqlalchemy import Engine

from activities.tables import insert_or_ignore
from models.evidence import EvidenceFileRow
from models.session import write


def store(engine: Engine, content: bytes, media_type: str) -> str:
    """Keep a file and return the SHA-256 of its content in hex; one that is kept already is left as it is."""
    sha256 = hashlib.sha256(content).hexdigest()
    row = {"sha256": sha256, "size": len(content), "media_type": media_type, "content": content}
    with write(engine) as session:
        insert_or_ignore(session, EvidenceFileRow, [row])
    return sha256
