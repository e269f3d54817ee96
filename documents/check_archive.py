"""Checks the file of a case that was packed as a ZIP: `python check.py [FOLDER]`. Needs Python and nothing else.

Three things are checked: that every file is the one the manifest names, that the entries of the record and the list
of papers are sealed to one another without a gap, and that papers and evidence are those that the record names.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

GENESIS = "0" * 64
EVIDENCE = "evidence-attached"
DROPPINGS = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""What a system leaves in a folder that is merely looked at."""


def sha256_of(content: bytes) -> str:
    """Return the SHA-256 in hex."""
    return hashlib.sha256(content).hexdigest()


def seal_of(entry: dict[str, Any]) -> str:
    """Return the seal an entry ought to bear: over the one way to write all else that it says."""
    told = {name: value for name, value in entry.items() if name != "hash"}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return sha256_of(text.encode("utf-8"))


def lines_of(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the entries of a list."""
    # Not splitlines(): other breaks than this one stand within what people wrote.
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").split("\n") if line]


def files_faults(folder: Path, manifest: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the files."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name, told in manifest["files"].items():
        if name not in there:
            yield f"{name} is missing"
        elif sha256_of((folder / name).read_bytes()) != told["sha256"]:
            yield f"{name} was changed"
    for name in sorted(there - set(manifest["files"]) - {"manifest.json"}):
        if name.rpartition("/")[2] not in DROPPINGS:
            yield f"{name} is not in the manifest"


def chain_faults(name: str, entries: list[dict[str, Any]], number: str, head: str) -> Iterator[str]:
    """Yield what is wrong with a list of sealed entries."""
    previous = GENESIS
    for place, entry in enumerate(entries, start=1):
        if entry[number] != place:
            yield f"{name}: entry {place} is missing"
            return
        if entry["prev_hash"] != previous:
            yield f"{name}: entry {place} does not follow from the one before it"
        if seal_of(entry) != entry["hash"]:
            yield f"{name}: entry {place} was changed after it was recorded"
        previous = entry["hash"]
    if previous != head:
        yield f"{name}: it does not end with the entry that the manifest names"


def named_faults(folder: Path, events: list[dict[str, Any]], papers: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the papers and the evidence that are not those the record names."""
    for paper in papers:
        name = f"papers/p{paper['number']}.pdf"
        path = folder / name
        if not path.is_file() or sha256_of(path.read_bytes()) != paper["sha256"]:
            yield f"{name} is not the paper that was issued"
    kept = {sha256_of(path.read_bytes()) for path in (folder / "evidence").glob("*") if path.is_file()}
    for event in events:
        if event["kind"] == EVIDENCE:
            told = json.loads(event["data"])
            if told["sha256"] not in kept:
                yield f"evidence: {told['filename']} (entry {event['seq']}) is not here as it was handed in"


def faults_of(folder: Path) -> Iterator[str]:
    """Yield everything that is wrong with a folder."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    yield from files_faults(folder, manifest)
    events, papers = lines_of(folder, "events.jsonl"), lines_of(folder, "papers.jsonl")
    yield from chain_faults("events.jsonl", events, "seq", manifest["head"])
    yield from chain_faults("papers.jsonl", papers, "number", manifest["papers_head"])
    yield from named_faults(folder, events, papers)


def main(arguments: list[str]) -> int:
    """Check a folder and say what is found; return 0 where it is whole, 1 where not, 2 where it cannot be read."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack the letters of a file's name
    folder = Path(arguments[0]) if arguments else Path(__file__).resolve().parent
    try:
        faults = list(faults_of(folder))
    except (OSError, ValueError, KeyError, TypeError) as trouble:
        print(f"It cannot be read: {trouble!r}")
        return 2
    for fault in faults:
        print(fault)
    print(f"NOT WHOLE: {len(faults)} faults" if faults else "whole")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
