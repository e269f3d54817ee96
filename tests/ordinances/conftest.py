"""Folders of data files made up for one test."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from ordinances.load import HERE

Edit = Callable[[Path, str, str], Path]


@pytest.fixture
def edit() -> Edit:
    """Replaces a text that stands once in a file."""

    def replace(path: Path, old: str, new: str) -> Path:
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    return replace


@pytest.fixture
def amended(tmp_path: Path, edit: Edit) -> Path:
    """An extra folder with an amendment of Williamsville's ordinance: from 2027, first offenses up to $500."""
    chapter = tmp_path / "ny" / "williamsville" / "112"
    chapter.mkdir(parents=True)
    text = (HERE / "ny" / "williamsville" / "112" / "2018-11-26.toml").read_text(encoding="utf-8")
    path = chapter / "2027-01-01.toml"
    path.write_text(text[: text.index("# --- worked examples")], encoding="utf-8")
    edit(path, "in_force = 2018-11-26", "in_force = 2027-01-01")
    edit(
        path,
        'maximum = 350\nsection = "§ 112-28H(3)(d), first',
        'maximum = 500\nsection = "§ 112-28H(3)(d), first',
    )
    return tmp_path


@pytest.fixture
def endicott(tmp_path: Path, edit: Edit) -> Path:
    """An extra folder with a village of its own, made from Webster's files and counting the day of notice."""
    folder = tmp_path / "ny" / "endicott"
    copytree(HERE / "ny" / "webster", folder)
    place, version = folder / "village.toml", folder / "130" / "2020-11-12.toml"
    edit(place, 'key = "webster"', 'key = "endicott"')
    edit(place, 'name = "Village of Webster"', 'name = "Village of Endicott"')
    edit(
        place,
        "[service.personal]",
        '[reckoning]\nfirst_day = "included"\nsection = "§ 1-1"\n\n[service.personal]',
    )
    edit(version, 'village = "webster"', 'village = "endicott"')
    return tmp_path
