"""`abate evidence add`: files and folders, once each by content, dated by their cameras, scanned where one scans."""

from pathlib import Path

import pytest

from tests.activities.test_evidence import CHECKS_FOR_X, script
from tests.cli.office import Office
from tests.cli.terminal import check
from tests.documents.photographs import TAKEN, jpeg

SHOWN = ("--caption", "Fence down")


@pytest.fixture
def case(running_office: Office) -> str:
    return running_office.open()


def _photos(folder: Path) -> list[Path]:
    """Put into a folder: two photographs, the first once more, a text, and a hidden file."""
    (folder / "more").mkdir(parents=True)
    photo = jpeg(DateTimeOriginal=TAKEN)
    files = {
        "a Zaun.jpg": photo,
        "more/b.jpg": jpeg(DateTimeOriginal="2026:06:02 08:00:00", Software="b"),
        "more/c copy.jpg": photo,
        "notes.txt": b"not a photograph",
        ".thumbs": photo,
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in files]


def _attached(running_office: Office, case: str) -> list[tuple[str, str | None]]:
    events = running_office.show(case)["events"]
    return [
        (each["data"]["filename"], each["data"]["taken_on"])
        for each in events
        if each["kind"] == "evidence-attached"
    ]


def test_a_folder_is_attached_each_file_once_with_the_day_of_its_camera(
    running_office: Office, case: str, tmp_path: Path
) -> None:
    _photos(tmp_path / "walk")

    first = running_office.give("evidence", "add", case, str(tmp_path / "walk"), *SHOWN)
    again = running_office.give("evidence", "add", case, str(tmp_path / "walk"), *SHOWN, "--json")

    assert first.code == 3
    assert "a Zaun.jpg: attached, of Mon 1 Jun 2026" in first.out
    assert "notes.txt: not taken, " in first.out
    assert first.out.endswith("2 attached, 1 already in the case, 1 not taken.\n")
    assert [each["outcome"] for each in again.json] == [
        "already in the case",
        "already in the case",
        "already in the case",
        "not taken",
    ]
    assert _attached(running_office, case) == [("a Zaun.jpg", "2026-06-01"), ("b.jpg", "2026-06-02")]


def test_files_say_what_they_show(running_office: Office, case: str, tmp_path: Path) -> None:
    photo = _photos(tmp_path / "walk")[0]
    shows = ("--violation", "v1", "--shows", "continuing", "--taken-by", "Ann", "--taken-on", "2026-05-30")

    said = running_office.give("evidence", "add", case, str(photo), *SHOWN, *shows)

    assert said.code == 0, said.err
    data = running_office.show(case)["events"][-1]["data"]
    assert (data["taken_on"], data["violation"], data["shows"]) == ("2026-05-30", "v1", "continuing")
    assert data["taken_by"] == "Ann"


def test_what_the_record_does_not_bear_out_is_said_of_each_file(
    running_office: Office, case: str, tmp_path: Path
) -> None:
    photo = _photos(tmp_path / "walk")[0]

    said = running_office.give("evidence", "add", case, str(photo), *SHOWN, "--inspection-on", "2026-06-03")

    assert said.code == 3
    assert "Record the inspection first" in said.out
    assert _attached(running_office, case) == []


def test_what_the_scanner_finds_is_left_and_the_rest_attached(
    running_office: Office, case: str, tmp_path: Path
) -> None:
    clean, infected = tmp_path / "clean.jpg", tmp_path / "infected.jpg"
    clean.write_bytes(jpeg())
    infected.write_bytes(jpeg() + b"EICAR")
    scanner = script(tmp_path, CHECKS_FOR_X)[0]

    said = running_office.give(
        "evidence", "add", case, str(infected), str(clean), *SHOWN, ABATE_SCANNER=scanner
    )
    acted = running_office.give(
        "act", case, "attach-evidence", *SHOWN, "--path", str(infected), ABATE_SCANNER=scanner
    )

    assert said.code == 3
    assert "infected.jpg: not taken, The virus scanner found something in infected.jpg" in said.out
    check(acted, 3, "The virus scanner found something in infected.jpg: stream: Eicar-Test FOUND.")
    assert _attached(running_office, case) == [("clean.jpg", None)]


def test_where_the_scanner_does_not_answer_nothing_goes_on(
    running_office: Office, case: str, tmp_path: Path
) -> None:
    photo = _photos(tmp_path / "walk")[0]

    said = running_office.give("evidence", "add", case, str(photo), *SHOWN, ABATE_SCANNER="/nowhere/scan")

    check(said, 5, "cannot be checked for viruses now")
    assert _attached(running_office, case) == []


@pytest.mark.parametrize(
    ("tokens", "code", "words"),
    [
        pytest.param(("/nowhere.jpg", *SHOWN), 2, "no such file or folder", id="no file"),
        pytest.param(("cli.py",), 2, "--caption", id="no caption"),
        pytest.param(("cli.py", *SHOWN, "--shows", "nothing"), 2, "nothing", id="no such showing"),
        pytest.param(("PHOTO", *SHOWN, "--taken-on", "2099-01-01"), 3, "in the future", id="tomorrow"),
        pytest.param(("cli.py", *SHOWN, "--as", "viewer"), 3, "viewer", id="another's role"),
    ],
)
def test_what_cannot_be_done_is_said(
    running_office: Office, case: str, tmp_path: Path, tokens: tuple[str, ...], code: int, words: str
) -> None:
    photo = str(_photos(tmp_path / "walk")[0])

    said = running_office.give(
        "evidence", "add", case, *(photo if each == "PHOTO" else each for each in tokens)
    )

    assert (said.code, words in said.err + said.out) == (code, True), said
