"""`abate ordinance` lists, says and checks the law without a server."""

import shutil
from pathlib import Path

import pytest

from tests.cli.terminal import ROOT, here

WEBSTER = ROOT / "ordinances" / "ny" / "webster"


def test_the_list_names_villages_and_tells_specimens_apart(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row["village"]: row for row in here(capsys, "ordinance", "list", "--json").json}

    assert rows["webster"]["section"] == "§ 130-28"
    assert rows["webster"]["specimen"] is False
    assert rows["laporte-like"]["specimen"] is True
    assert "no cases are opened under it" in here(capsys, "ordinance", "list").out


def test_a_village_is_said_in_sentences_with_sections(capsys: pytest.CaptureFixture[str]) -> None:
    words = here(capsys, "ordinance", "show", "webster").out
    sections = here(capsys, "ordinance", "show", "webster", "--json").json

    assert "Every offense: not less than $250, no maximum stated. [§ 130-28E]" in words
    assert "Stop work (in force from 2020-11-12)" in words
    assert {"title", "lines", "in_force"} == sections[0].keys()


def test_a_village_that_is_not_there_is_not_found(capsys: pytest.CaptureFixture[str]) -> None:
    said = here(capsys, "ordinance", "show", "buffalo")

    assert said.code == 4
    assert "webster" in said.err


def test_a_good_file_has_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    said = here(capsys, "ordinance", "check", str(WEBSTER / "village.toml"))

    assert (said.code, said.err) == (0, "")
    assert "nothing wrong" in said.out


def test_every_fault_of_a_file_is_told_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "ny" / "webster"
    shutil.copytree(WEBSTER, folder)
    file = folder / "village.toml"
    file.write_text(file.read_text().replace("county =", "countty ="))

    said = here(capsys, "ordinance", "check", str(file))
    found = here(capsys, "ordinance", "check", str(file), "--json").json

    assert said.code == 2
    assert "did you mean 'county'" in said.out
    assert found["problems"][0]["line"] == int(said.out.split(":")[1])


def test_a_file_that_is_not_there_is_said_to_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    said = here(capsys, "ordinance", "check", "/nowhere.toml")

    assert said.code == 2
    assert said.err == "abate: Cannot read /nowhere.toml: No such file or directory.\n"


def test_a_further_folder_of_ordinances_is_looked_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ny" / "elsewhere"
    shutil.copytree(WEBSTER, folder)
    for file in folder.rglob("*.toml"):
        file.write_text(file.read_text().replace('"webster"', '"elsewhere"'))
    monkeypatch.setenv("ABATE_ORDINANCES", str(tmp_path))

    said = here(
        capsys, "deadline", "--village", "elsewhere", "--rule", "appeal", "--from", "2026-06-04", "--json"
    )

    assert said.json["due"] == "2026-06-22"
