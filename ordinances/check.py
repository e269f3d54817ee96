"""Checks a data file: finds every wrong, missing or unknown key and every fault of syntax, with its line.

Lines count from 1; a missing key is reported on the line of its table's header, or on line 1 for want of one.
The kind of file (state, village, ordinance) is told from its name or, failing that, from its keys.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from ordinances import plain
from ordinances.draft import Draft, Problem
from ordinances.lines import Lines
from ordinances.lines import Path as Keys
from rules.law import Ordinance, State, Village

NAMED: dict[str, type[BaseModel]] = {"state.toml": State, "village.toml": Village}
DATED = re.compile(r"\d{4}-\d\d-\d\d")


def check_file(path: Path) -> tuple[Problem, ...]:
    """Return the problems of a data file in the order of its lines; none means that it can be loaded."""
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        return (Problem(line, "", "not readable as text: save the file in the encoding UTF-8"),)
    draft = Draft(text)
    problems = [*draft.problems, *_against_model(_kind(path, draft.data), draft)]
    if not problems:
        problems.extend(_against_place(path, draft))
    return tuple(sorted(set(problems)))


def _kind(path: Path, data: Mapping[str, Any]) -> type[BaseModel]:
    if path.name in NAMED:
        return NAMED[path.name]
    if DATED.fullmatch(path.stem):
        return Ordinance
    kinds: tuple[type[BaseModel], ...] = (Ordinance, Village, State)
    return max(kinds, key=lambda model: len(set(data) & set(model.model_fields)))


def _against_model(model: type[BaseModel], draft: Draft) -> Iterator[Problem]:
    meant: set[Keys] = set()
    errors = [(_way(error, draft.data), error) for error in _errors(model, draft.data)]
    for way, error in errors:
        if error["type"] == "extra_forbidden" or error["loc"][-1:] == ("[key]",):
            what, name = plain.unknown(str(way[-1]), _candidates(model, way, error))
            meant.add((*way[:-1], name or ""))
            yield Problem(_line(draft.lines, way), plain.spelled(way), what)
    for way, error in errors:
        if error["type"] == "missing":
            if way not in meant and not draft.may_hold(way):
                yield Problem(_line(draft.lines, way), plain.spelled(way), "missing")
        elif error["type"] != "extra_forbidden" and error["loc"][-1:] != ("[key]",):
            yield from _misfit(way, error, draft, meant)


def _misfit(way: Keys, error: ErrorDetails, draft: Draft, meant: set[Keys]) -> Iterator[Problem]:
    what = plain.wrong(error)
    if error["type"] != "value_error":
        yield Problem(_line(draft.lines, way), plain.spelled(way), what)
        return
    named = [(*way, *_steps(word.strip(",:;"))) for word in what.split()]
    if not any(draft.may_hold(each) or each in meant for each in named):
        pointed, what = _pointed(way, what, draft.lines)
        yield Problem(_line(draft.lines, pointed), plain.spelled(pointed), what)


def _pointed(way: Keys, what: str, lines: Lines) -> tuple[Keys, str]:
    """Return the key a sentence speaks of, `table.key: …` or the first known key in it, and the sentence."""
    head, colon, rest = what.partition(": ")
    if colon and " " not in head:
        return (*way, *_steps(head)), rest
    for word in what.split():
        pointed = (*way, *_steps(word.strip(",;")))
        if pointed[: len(way) + 1] in lines:
            return pointed, what
    return way, what


def _steps(dotted: str) -> Keys:
    return tuple(int(step) if step.isdecimal() else step for step in dotted.split("."))


def _errors(model: type[BaseModel], data: dict[str, Any]) -> list[ErrorDetails]:
    """Return all errors, those too that unknown keys would hide from the model's own validators."""
    errors = _validation_errors(model, data)
    extras = [_way(error, data) for error in errors if error["type"] == "extra_forbidden"]
    if extras:
        cleaned = _copy_without(data, (), set(extras))
        known = {(_way(error, data), error["type"]) for error in errors}
        more = _validation_errors(model, cleaned)
        errors += [error for error in more if (_way(error, cleaned), error["type"]) not in known]
    return errors


def _validation_errors(model: type[BaseModel], data: dict[str, Any]) -> list[ErrorDetails]:
    try:
        model.model_validate(data)
    except ValidationError as fault:
        return fault.errors(include_url=False)
    return []


def _copy_without(data: Any, way: Keys, extras: set[Keys]) -> Any:
    if isinstance(data, dict):
        inside = {key: (value, (*way, key)) for key, value in data.items()}
        return {
            key: _copy_without(value, path, extras)
            for key, (value, path) in inside.items()
            if path not in extras
        }
    if isinstance(data, list):
        return [_copy_without(value, (*way, at), extras) for at, value in enumerate(data)]
    return data


def _way(error: ErrorDetails, data: Any) -> Keys:
    """Return the keys that lead to an error in the file, without the tags that pydantic puts among them."""
    way: Keys = ()
    for step in error["loc"]:
        there = step in data if isinstance(data, dict) else isinstance(data, list) and isinstance(step, int)
        if there:
            way, data = (*way, step), data[step]
        elif error["type"] == "missing" and step == error["loc"][-1]:
            way = (*way, step)
    return way


def _candidates(model: type[BaseModel], way: Keys, error: ErrorDetails) -> list[str]:
    if error["loc"][-1] == "[key]":
        return re.findall(r"'([^']+)'", error.get("ctx", {}).get("expected", ""))
    return plain.known_keys(model, way[:-1])


def _line(lines: Lines, way: Keys) -> int:
    return next((lines[way[:end]] for end in range(len(way), 0, -1) if way[:end] in lines), 1)


def _against_place(path: Path, draft: Draft) -> Iterator[Problem]:
    folder, data = path.absolute().parent, draft.data
    expected: dict[str, str] = {}
    if DATED.fullmatch(path.stem):
        expected["in_force"] = path.stem
        if (folder.parent / "village.toml").is_file():
            expected["village"] = folder.parent.name
    elif path.name in NAMED:
        expected["key"] = folder.name
    for key, told in expected.items():
        if str(data[key]) != told:
            yield Problem(
                draft.lines[key,], key, f"{data[key]} stands here, and the file's place says {told}"
            )
    if "zone" in data:
        try:
            ZoneInfo(data["zone"])
        except (ZoneInfoNotFoundError, ValueError):
            yield Problem(draft.lines["zone",], "zone", f"{data['zone']!r} is not a time zone")
