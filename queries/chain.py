"""How events are sealed to one another: each carries the hash of the one before, and its own over all the rest.

The canonical form is JSON with sorted keys, no spaces, and text as it is; instants are in UTC to the microsecond.
"""

import hashlib
import json
from datetime import UTC
from typing import Any

from models.document import DocumentRow
from models.event import EventRow

SEALED = {
    *("case_id", "number", "kind", "of", "seq", "part", "op_id", "title", "language", "template"),
    *("data", "sha256", "size", "replaces", "issued_by", "prev_hash"),
}
"""The columns of a paper that its hash is over as they are; one added later is not among them, or no old hash held."""

GENESIS = "0" * 64
"""What stands for the hash before the first event of a case."""


def canonical(value: Any) -> str:
    """Return the one way to write a JSON value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def seal(row: EventRow) -> str:
    """Return the hash that an event's row ought to bear: SHA-256 in hex over every other column."""
    return _hash(sealed_event(row))


def sealed_event(row: EventRow) -> dict[str, Any]:
    """Return what the hash of an event is over, in its JSON form."""
    return {
        "case_id": row.case_id,
        "seq": row.seq,
        "op_id": row.op_id,
        "part": row.part,
        "kind": row.kind,
        "data": row.data,
        "actor": row.actor,
        "effective_on": row.effective_on.isoformat(),
        "recorded_at": row.recorded_at.astimezone(UTC).isoformat(timespec="microseconds"),
        "prev_hash": row.prev_hash,
    }


def seal_document(row: DocumentRow) -> str:
    """Return the hash that a paper's row ought to bear: SHA-256 in hex over every other column."""
    return _hash(sealed_document(row))


def sealed_document(row: DocumentRow) -> dict[str, Any]:
    """Return what the hash of a paper is over, in its JSON form."""
    return row.model_dump(include=SEALED) | {
        "dated": row.dated.isoformat(),
        "issued_at": row.issued_at.astimezone(UTC).isoformat(timespec="microseconds"),
    }


def _hash(sealed: dict[str, Any]) -> str:
    return hashlib.sha256(canonical(sealed).encode()).hexdigest()
