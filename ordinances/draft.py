"""Reads what can be read of a data file, and notes what cannot: each fault of syntax with its line.

A statement with a fault is left out, and with a table's header all that stands under it; the rest is checked.
"""

import re
import tomllib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from ordinances import plain
from ordinances.lines import Path, Tables, lines_of
from ordinances.statements import NAME, Statement, position, statements


class Problem(NamedTuple):
    """One thing wrong with a file: the line, the key it concerns, and what is wrong with it."""

    line: int
    key: str
    what: str


class Draft:
    """The data of a text without its faulty statements, the lines of its keys, and the faults."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self.data: dict[str, Any] = {}
        self._left_out: set[Path] = set()
        found = list(statements(text))
        faulty = {statement.line for statement in found if statement.fault is not None}
        good = self._readable(found, faulty)
        while (again := self._load(good)) is not None:
            faulty.add(again.line)
            good = self._readable(found, faulty)
        self.lines = lines_of(good)
        for statement in found:
            if statement.fault is not None:
                self._note(statement, statement.fault_line, statement.fault)

    def may_hold(self, way: Path) -> bool:
        """Whether something left out stands, or may stand, at this path, under it or over it."""
        return any(path[: len(way)] == way[: len(path)] for path in self._left_out)

    def _readable(self, found: Sequence[Statement], faulty: set[int]) -> list[Statement]:
        good: list[Statement] = []
        tables, skipping = Tables(), False
        self._left_out.clear()
        for statement in found:
            if statement.is_header:
                skipping = statement.line in faulty
                if not skipping:
                    tables.enter(statement)
            if statement.line in faulty:
                outer = () if statement.is_header else tables.path
                self._left_out.add((*outer, *_names(statement)))
            if not skipping and statement.line not in faulty:
                good.append(statement)
        return good

    def _load(self, good: Sequence[Statement]) -> Statement | None:
        """Read the statements together; return the one that cannot stand with the others, if any."""
        text = ""
        for statement in good:
            text += "\n" * (statement.line - 1 - text.count("\n")) + statement.text + "\n"
        try:
            self.data = tomllib.loads(text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as fault:
            told, line = position(fault)
            faulty = [each for each in good if line is None or each.line <= line][-1]
            self._note(faulty, faulty.line, told)
            return faulty
        return None

    def _note(self, statement: Statement, line: int, told: str) -> None:
        self.problems.append(Problem(line, ".".join(_names(statement)), plain.syntax(told, statement.text)))


def _names(statement: Statement) -> tuple[str, ...]:
    """Return the names of a header or key that may itself be faulty."""
    first_line = statement.text.split("\n")[0].split("#")[0]
    head = first_line.strip().strip("[]") if statement.is_header else first_line.split("=")[0]
    return tuple(re.findall(r"[^\s.\"']+", head)) if re.fullmatch(NAME, head) else ()
