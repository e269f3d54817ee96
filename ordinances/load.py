"""Reads the law of a village from its data files: the state, the village, every version of the ordinance.

Files stand at `<state>/state.toml`, `<state>/<village>/village.toml` and
`<state>/<village>/<chapter>/<in-force date>.toml`, in this folder and, where one is named, in an extra folder
of the same layout; the extra folder adds states, villages and versions and never replaces any.
Amounts are read as Decimal. Versions are sorted by the day they come into force.
"""

import tomllib
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import ValidationError

from ordinances.check import check_file
from rules.interpretations import Decision, as_decided
from rules.law import Law, Ordinance, State, Strict, Village
from rules.refusals import NotFound

HERE = Path(__file__).parent
STATE_FILE = "state.toml"
VILLAGE_FILE = "village.toml"
READINGS_KEPT = 256  # a law with other decisions is another law; those superseded fall out
M = TypeVar("M", bound=Strict)


class LawFileFault(Exception):  # noqa: N818  a fault of a data file, which `abate ordinance check` explains
    """A data file cannot be read as law; `path` names it."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path
        self.what = what


def villages(extra: Path | None = None) -> tuple[str, ...]:
    """Return the keys of all villages with a data file, specimens included, in alphabetical order."""
    return tuple(sorted(_village_files(extra)))


@cache
def load_law(village: str, extra: Path | None = None) -> Law:
    """Return the law of a village; NotFound names the known villages, LawFileFault the faulty file."""
    path = _village_files(extra).get(village)
    if path is None:
        known = ", ".join(villages(extra))
        message = f"No village {village!r}."
        raise NotFound(message, remedy=f"Known villages: {known}.", field="village")
    place = _read(path, Village)
    _agree(path, "key", place.key, village)
    _agree(path, "state", place.state, path.parent.parent.name)
    _zone_exists(path, place.zone)
    return Law(state=_state(place.state, path, extra), village=place, versions=_versions(place, extra))


@lru_cache(maxsize=READINGS_KEPT)
def load_decided(village: str, decisions: tuple[Decision, ...], extra: Path | None = None) -> Law:
    """Return the law of a village as its recorded decisions read it; raises as `load_law` does."""
    return as_decided(load_law(village, extra), decisions)


def load_all(extra: Path | None = None) -> dict[str, Law]:
    """Return the law of every village by its key, specimens included."""
    return {village: load_law(village, extra) for village in villages(extra)}


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file with every number that has a point as Decimal."""
    return tomllib.loads(path.read_text(encoding="utf-8-sig"), parse_float=Decimal)


def _roots(extra: Path | None) -> tuple[Path, ...]:
    return (HERE,) if extra is None else (HERE, extra)


def _village_files(extra: Path | None) -> Mapping[str, Path]:
    found: dict[str, Path] = {}
    for root in _roots(extra):
        for path in sorted(root.glob(f"*/*/{VILLAGE_FILE}")):
            first = found.setdefault(path.parent.name, path)
            if first is not path:
                raise LawFileFault(path, f"the village {path.parent.name!r} has a file already: {first}")
    return found


def _state(key: str, asked_by: Path, extra: Path | None) -> State:
    paths = [path for root in _roots(extra) if (path := root / key / STATE_FILE).is_file()]
    if not paths:
        raise LawFileFault(asked_by, f"there is no {key}/{STATE_FILE}")
    if len(paths) > 1:
        raise LawFileFault(paths[1], f"the state {key!r} has a file already: {paths[0]}")
    state = _read(paths[0], State)
    _agree(paths[0], "key", state.key, key)
    return state


def _versions(place: Village, extra: Path | None) -> tuple[Ordinance, ...]:
    by_day: dict[date, tuple[Path, Ordinance]] = {}
    for root in _roots(extra):
        for path in sorted(root.glob(f"{place.state}/{place.key}/*/*.toml")):
            version = _read(path, Ordinance)
            _agree(path, "village", version.village, place.key)
            _agree(path, "in_force", version.in_force.isoformat(), path.stem)
            first, _ = by_day.setdefault(version.in_force, (path, version))
            if first is not path:
                raise LawFileFault(
                    path, f"a version in force on {version.in_force} is there already: {first}"
                )
            _agree(path, "section", version.section, next(iter(by_day.values()))[1].section)
    if not by_day:
        raise LawFileFault(_village_files(extra)[place.key], "there is no version of its ordinance beside it")
    return tuple(version for _, (_, version) in sorted(by_day.items()))


def _read(path: Path, model: type[M]) -> M:
    try:
        return model.model_validate(read_toml(path))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as fault:
        found = "; ".join(f"line {line}: {key} {what}" for line, key, what in check_file(path))
        raise LawFileFault(path, found or str(fault)) from fault


def _agree(path: Path, key: str, told: str, expected: str) -> None:
    if told != expected:
        raise LawFileFault(path, f"{key} is {told!r}, and its place says {expected!r}")


def _zone_exists(path: Path, zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError) as fault:
        raise LawFileFault(path, f"zone {zone!r} is not a time zone") from fault
