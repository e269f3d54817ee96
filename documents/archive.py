"""A case's file as a ZIP that can be checked without this program: a manifest, the record, papers, evidence.

The same parts give the same bytes. `check_archive.py`, which goes along as `check.py`, needs Python and nothing else.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

CHECKER: Final = Path(__file__).with_name("check_archive.py")
MANIFEST: Final = "manifest.json"
EVIDENCE: Final = "evidence/"
READ_ME: Final = """This is the file of the case {record} of the {village}, as it stood on {at}.

packet.pdf      the file of the case to read, with contents and bookmarks
papers/         the papers, byte for byte as they were issued
evidence/       photographs and documents, byte for byte as they were handed in
events.jsonl    the record: one entry a line, each sealed to the one before it with SHA-256
papers.jsonl    the list of papers, sealed in the same way
law/            the law the case was worked under, as data
manifest.json   every file with its size and SHA-256, and the last seal of both lists
check.py        checks all of this: python check.py

To check it, unpack it and run `python check.py` in its folder; any Python from 3.9 on will do. It says "whole"
or names what is not. What it cannot show is whether entries were left out at the end before it was packed: hold the
last seal in manifest.json against the one the village has on record.
"""


def write_archive(
    out: IO[bytes], parts: Iterable[tuple[str, bytes]], about: Mapping[str, Any], at: datetime
) -> None:
    """Pack files by name, with a manifest of them, what is said `about` the case in it, and the checker.

    Each file is taken, packed and let go before the next: a case may have more photographs than there is memory.
    """
    read_me = READ_ME.format(**about, at=f"{at:%B} {at.day}, {at.year}").encode()
    own = (("README.txt", read_me), ("check.py", CHECKER.read_bytes()))
    listed: dict[str, dict[str, Any]] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in chain(own, parts):
            listed[name] = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
            packed.writestr(_entry(name, at), content)
        manifest = {**about, "as_of": at.isoformat(), "files": listed}
        told = json.dumps(manifest, indent=1, ensure_ascii=False, sort_keys=True)
        packed.writestr(_entry(MANIFEST, at), told.encode())


def _entry(name: str, at: datetime) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, at.replace(tzinfo=None).timetuple()[:6])
    # Photographs and scans are as small as they get: to try takes seconds.
    info.compress_type = zipfile.ZIP_STORED if name.startswith(EVIDENCE) else zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info
