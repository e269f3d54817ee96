"""Cuts a TOML text into statements, so that a fault in one does not hide the faults after it.

A statement is a `[table]` header or a `key = value` with all lines of its value; lines count from 1.
A value that is never closed ends before the next line that looks like a statement of its own.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

NAME = r"""\s*(?:[A-Za-z_][\w-]*|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*\s*"""
HEADER = re.compile(r"\s*\[{1,2}(?!\s*(?:true|false|inf|nan|['\"]))" + NAME + r"\]")
PAIR = re.compile(NAME + "=")
POSITION = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")
TRIPLE = ('"' * 3, "'" * 3)


@dataclass(frozen=True)
class Statement:
    """The text of one header or one key with its value, its first line, and its fault of syntax, if any."""

    line: int
    text: str
    fault: str | None = None
    fault_line: int = 0

    @property
    def last_line(self) -> int:
        """The line its value ends on."""
        return self.line + self.text.count("\n")

    @property
    def is_header(self) -> bool:
        """Whether it opens a table."""
        return self.text.lstrip().startswith("[")


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a TOML text in order; blank lines and comments are none."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        if not lines[at].strip() or lines[at].lstrip().startswith("#"):
            at += 1
            continue
        statement = _statement(lines, at)
        yield statement
        at = statement.last_line


def position(fault: tomllib.TOMLDecodeError) -> tuple[str, int | None]:
    """Return what the parser says, and the line it says it of; None for the end of the text."""
    told = str(fault)
    match = POSITION.search(told)
    line = int(match[1]) if match and match[1] else None
    return POSITION.sub("", told), line


def _statement(lines: list[str], first: int) -> Statement:
    if lines[first].lstrip().startswith("["):
        return _parsed(first + 1, lines[first])
    whole = _parsed(first + 1, "\n".join(_value_lines(lines, first, stop_at_statements=False)))
    if whole.fault is None:
        return whole
    return _parsed(first + 1, "\n".join(_value_lines(lines, first, stop_at_statements=True)))


def _value_lines(lines: list[str], first: int, *, stop_at_statements: bool) -> list[str]:
    scan = Scan()
    for at in range(first, len(lines)):
        if stop_at_statements and at > first and (HEADER.match(lines[at]) or PAIR.match(lines[at])):
            return lines[first:at]
        scan.read(lines[at])
        if not scan.is_open:
            return lines[first : at + 1]
    return lines[first:]


def _parsed(line: int, text: str) -> Statement:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        told, at = position(fault)
        return Statement(line, text, told, line if at is None else line + at - 1)
    return Statement(line, text)


class Scan:
    """What a value leaves open after each of its lines: a multi-line string, or brackets."""

    def __init__(self) -> None:
        self.quote: str | None = None
        self.depth = 0

    @property
    def is_open(self) -> bool:
        """Whether the value goes on in the next line."""
        return self.quote is not None or self.depth > 0

    def read(self, line: str) -> None:
        """Take in one more line."""
        at = 0
        while at < len(line):
            at = self._in_string(line, at, self.quote) if self.quote else self._outside(line, at)
        if self.quote not in TRIPLE:
            self.quote = None  # a one-line string ends with its line, closed or not

    def _in_string(self, line: str, at: int, quote: str) -> int:
        if quote.startswith('"') and line[at] == "\\":
            return at + 2
        if not line.startswith(quote, at):
            return at + 1
        end = at + len(quote)
        while quote in TRIPLE and line.startswith(quote[0], end):
            end += 1  # a quotation mark may stand right before the closing three
        self.quote = None
        return end

    def _outside(self, line: str, at: int) -> int:
        sign = line[at]
        if sign == "#":
            return len(line)
        if sign in "\"'":
            self.quote = sign * 3 if line.startswith(sign * 3, at) else sign
            return at + len(self.quote)
        if sign in "[{":
            self.depth += 1
        elif sign in "]}":
            self.depth -= 1
        return at + 1
