"""What a person typed that cannot be acted on, and the small parsers that say so in plain words."""

import json
import sys
from collections.abc import Sequence
from datetime import date
from io import BytesIO
from pathlib import Path
from shutil import copyfileobj
from typing import IO, Any

MOST_PORTS = 65_535


class Usage(Exception):  # noqa: N818  the field's word for it
    """What was typed cannot be read."""


def day(text: str, name: str) -> date:
    """Return a date written as 2026-01-31."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Usage(f"{name} is {text!r}: write a date as 2026-01-31.") from None


def port(_type: object, tokens: Sequence[Any]) -> int:
    """Return a port as a person typed it; 0 asks for a free one."""
    text = str(tokens[0].value)
    if not (text.isdecimal() and int(text) <= MOST_PORTS):
        raise Usage(f"{tokens[0].keyword} is {text!r}: give a number from 0 to {MOST_PORTS}.")
    return int(text)


def readable(text: str) -> str:
    """Return text typed or read; raise Usage where its bytes are no UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise Usage("What you typed is not readable as text: use the encoding UTF-8.") from None
    return text


def read_document(source: str) -> dict[str, Any]:
    """Read one JSON object from a file, or from stdin for "-"; raise Usage where there is none."""
    where = "standard input" if source == "-" else source
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        found = json.loads(raw.decode("utf-8-sig"))
    except OSError as fault:
        raise Usage(f"Cannot read {where}: {fault.strerror}.") from None
    except UnicodeDecodeError:
        raise Usage(f"{where} is not readable as text: save it in the encoding UTF-8.") from None
    except json.JSONDecodeError as fault:
        raise Usage(
            f"{where} is not JSON: {fault.msg} in line {fault.lineno}, column {fault.colno}."
        ) from None
    except RecursionError:
        raise Usage(f"{where} is nested too deep.") from None
    if not isinstance(found, dict):
        raise Usage(f"{where} holds no JSON object: write the fields in {{ }}.")
    return found


def write_file(file: Path, content: bytes | IO[bytes]) -> None:
    """Write a file that was asked for; raise Usage where that cannot be done."""
    try:
        with file.open("wb") as out:
            copyfileobj(BytesIO(content) if isinstance(content, bytes) else content, out)
    except OSError as fault:
        raise Usage(f"Cannot write {file}: {fault.strerror}.") from None
