"""Finds the line on which every table, key and element of a TOML text stands.

A path is the names and the positions (from 0) that lead to a value: ("notice", "contents", 2, "words").
Inline tables, dotted and quoted keys and arrays over several lines are followed; lines count from 1.
Only statements without a fault of syntax may be given.
"""

import tomllib
from collections.abc import Iterable
from typing import Any

from ordinances.statements import Statement

Path = tuple[str | int, ...]
Lines = dict[Path, int]


class Tables:
    """Keeps the path of the table that the headers so far have opened, elements of `[[lists]]` counted."""

    def __init__(self) -> None:
        self.path: Path = ()
        self._last: dict[Path, int] = {}

    def enter(self, header: Statement) -> Path:
        """Return the path of the table that a header opens."""
        *outer, name = keys_of(header)
        path: Path = ()
        for each in outer:
            path = (*path, each)
            if path in self._last:
                path = (*path, self._last[path])
        path = (*path, name)
        if header.text.lstrip().startswith("[["):
            self._last[path] = self._last.get(path, -1) + 1
            path = (*path, self._last[path])
        self.path = path
        return path


def lines_of(found: Iterable[Statement]) -> Lines:
    """Return the line of each path in these statements, the tables that headers imply included."""
    lines: Lines = {}
    tables = Tables()
    for statement in found:
        if statement.is_header:
            _note(lines, tables.enter(statement), statement.line)
        else:
            _Value(statement, lines).pair(tables.path)
    return lines


def keys_of(statement: Statement) -> tuple[str, ...]:
    """Return the names of a header or of a key, dots resolved and quotation marks taken off."""
    text = statement.text.strip()
    if statement.is_header:
        text = text.lstrip("[")
        text = text[: _Value(Statement(1, text), {}).end_of_key("]")]
    else:
        text = text[: _Value(Statement(1, text), {}).end_of_key("=")]
    names: list[str] = []
    nested: Any = tomllib.loads(f"{text} = 0")
    while isinstance(nested, dict):
        name, nested = next(iter(nested.items()))
        names.append(name)
    return tuple(names)


def _note(lines: Lines, path: Path, line: int) -> None:
    for length in range(1, len(path) + 1):
        lines.setdefault(path[:length], line)


class _Value:
    """Walks through the text of one statement and notes where the parts of its value stand."""

    def __init__(self, statement: Statement, lines: Lines) -> None:
        self.text = statement.text
        self.first = statement.line
        self.lines = lines
        self.at = 0

    def pair(self, table: Path) -> None:
        """Note a key and what its value holds; the walk ends behind the value."""
        self._skip()
        start = self.at
        self.at = self.end_of_key("=")
        path = (*table, *keys_of(Statement(1, self.text[start : self.at] + "= 0")))
        _note(self.lines, path, self._line(start))
        self.at += 1
        self._value(path)

    def end_of_key(self, sign: str) -> int:
        """Return the position of the first such sign outside quotation marks."""
        at = self.at
        while self.text[at] != sign:
            at = self._behind_string(at) if self.text[at] in "\"'" else at + 1
        return at

    def _value(self, path: Path) -> None:
        self._skip()
        _note(self.lines, path, self._line(self.at))
        sign = self.text[self.at]
        if sign == "[":
            self._array(path)
        elif sign == "{":
            self._inline_table(path)
        elif sign in "\"'":
            self.at = self._behind_string(self.at)
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self.at += 1

    def _array(self, path: Path) -> None:
        self.at += 1
        count = 0
        while self._skip() != "]":
            self._value((*path, count))
            count += 1
            if self._skip() == ",":
                self.at += 1
        self.at += 1

    def _inline_table(self, path: Path) -> None:
        self.at += 1
        while self._skip() != "}":
            self.pair(path)
            if self._skip() == ",":
                self.at += 1
        self.at += 1

    def _skip(self) -> str:
        while self.at < len(self.text) and self.text[self.at] in " \t\n#":
            if self.text[self.at] == "#":
                self.at = (self.text + "\n").index("\n", self.at)
            else:
                self.at += 1
        return self.text[self.at]

    def _behind_string(self, at: int) -> int:
        sign = self.text[at]
        quote = sign * 3 if self.text.startswith(sign * 3, at) else sign
        at += len(quote)
        while not self.text.startswith(quote, at):
            at += 2 if sign == '"' and self.text[at] == "\\" else 1
        at += len(quote)
        while len(quote) > 1 and self.text.startswith(sign, at):
            at += 1
        return at

    def _line(self, at: int) -> int:
        return self.first + self.text.count("\n", 0, at)
