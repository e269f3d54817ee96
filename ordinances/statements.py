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
UNCLOSED_STRING = "Unterminated string"
UNCLOSED = {"[": "Unclosed array", "{": "Unclosed inline table"}
TRIPLE = ('"' * 3, "'" * 3)


class Scan:
    """What a value leaves open after each of its lines: brackets or a multi-line string, and since which line."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, int]] = []
        self.line = 0

    def read(self, line: str) -> None:
        """Take in one more line of the value."""
        self.line += 1
        at = 0
        while at < len(line):
            quote = self._quote()
            at = self._in_string(line, at, quote) if quote else self._outside(line, at)
        if self._quote() in ('"', "'"):
            self.opened.pop()  # a one-line string ends with its line, closed or not

    def _quote(self) -> str | None:
        sign = self.opened[-1][0] if self.opened else None
        return sign if sign not in UNCLOSED else None

    def _in_string(self, line: str, at: int, quote: str) -> int:
        if quote.startswith('"') and line[at] == "\\":
            return at + 2
        if not line.startswith(quote, at):
            return at + 1
        end = at + len(quote)
        while quote in TRIPLE and line.startswith(quote[0], end):
            end += 1  # a quotation mark may stand right before the closing three
        self.opened.pop()
        return end

    def _outside(self, line: str, at: int) -> int:
        sign = line[at]
        if sign == "#":
            return len(line)
        if sign in "\"'":
            sign = sign * 3 if line.startswith(sign * 3, at) else sign
        if sign in "[{" or sign[0] in "\"'":
            self.opened.append((sign, self.line))
        elif sign in "]}" and self.opened:
            self.opened.pop()
        return at + len(sign)


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
    whole, scan = _value_lines(lines, first, stop_at_statements=False)
    statement = _parsed(first + 1, "\n".join(whole), scan)
    if statement.fault is None:
        return statement
    cut, scan = _value_lines(lines, first, stop_at_statements=True)
    return _parsed(first + 1, "\n".join(cut), scan)


def _value_lines(lines: list[str], first: int, *, stop_at_statements: bool) -> tuple[list[str], Scan]:
    scan = Scan()
    for at in range(first, len(lines)):
        if stop_at_statements and at > first and (HEADER.match(lines[at]) or PAIR.match(lines[at])):
            return lines[first:at], scan
        scan.read(lines[at])
        if not scan.opened:
            return lines[first : at + 1], scan
    return lines[first:], scan


def _parsed(line: int, text: str, scan: Scan | None = None) -> Statement:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        told, at = position(fault)
        if at is None and scan and scan.opened:
            sign, at = scan.opened[-1]
            told = UNCLOSED.get(sign, UNCLOSED_STRING)
        return Statement(line, text, told, line if at is None else line + at - 1)
    return Statement(line, text)
