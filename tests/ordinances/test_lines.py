"""Lines of keys: every value of a file has one, and its key stands on it."""

import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordinances.lines import Path as Way
from ordinances.lines import lines_of
from ordinances.load import HERE
from ordinances.statements import statements

AWKWARD = r'''
"quoted key" = 1
'single' . "dotted = #" . bare = 2
empty = ""
basic = "a \" = # [x] \\"
literal = 'C:\path\'
many = """
[not.a.table]
key = "not a key" \"""
""""
raw = """""two quotes inside"""""
lists = [ # a comment with ] and "
  [1, 2], # and another
  { deep = { deeper = [ { x = 1 },
    { y = 2 } ] } },
  """
three
lines""",
]
date = 2026-01-31

[ spaced . table ] # comment ]
a.b = { c = 1, "d e" = [] }

[[array]]
[array.sub]
x = 1
[[array.inner]]
[[array.inner]]
y = 2
[[array]]
[[array.inner]]
z = 3
'''


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    if way:
        yield way
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield from ways(part, (*way, step))


def assert_every_key_stands_on_its_line(text: str) -> None:
    found = list(statements(text))
    lines = lines_of(found)
    rows = text.split("\n")

    assert [statement.fault for statement in found if statement.fault] == []
    for way in ways(tomllib.loads(text)):
        assert way in lines
        if isinstance(way[-1], str):
            assert way[-1] in rows[lines[way] - 1]


@pytest.mark.parametrize("path", sorted(HERE.glob("**/*.toml")), ids=lambda path: str(path.relative_to(HERE)))
def test_every_key_of_the_packages_files_is_found(path: Path) -> None:
    assert_every_key_stands_on_its_line(path.read_text(encoding="utf-8"))


def test_every_key_of_an_awkward_file_is_found() -> None:
    assert_every_key_stands_on_its_line(AWKWARD)


def test_elements_of_lists_and_inline_tables_have_lines_of_their_own() -> None:
    lines = lines_of(statements(AWKWARD))

    assert lines["lists",] == 12
    assert lines["lists", 0] == 13
    assert lines["lists", 1, "deep", "deeper", 1, "y"] == 15
    assert lines["lists", 2] == 16
    assert lines["array", 0, "inner", 1, "y"] == 30
    assert lines["array", 1, "inner", 0, "z"] == 33


@given(st.text(alphabet="ab =.[]{}\"'#\n\\,1", max_size=60))
def test_any_text_is_cut_without_loss_or_crash(text: str) -> None:
    found = list(statements(text))

    lines_of(statement for statement in found if not statement.fault)
    for one, following in pairwise(found):
        assert one.last_line < following.line
    kept = {line for statement in found for line in range(statement.line, statement.last_line + 1)}
    for number, row in enumerate(text.split("\n"), start=1):
        assert number in kept or not row.strip() or row.lstrip().startswith("#")
