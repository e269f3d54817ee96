"""The file of a case to take along: whole, accessible, and found out where anything in it was changed."""

import hashlib
import io
import json
import random
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pdfua import validate
from PIL import Image
from sqlalchemy import Engine

from activities.evidence import store
from activities.messages import CaseRef
from activities.packets import Reader, packet_pdf, packet_zip
from activities.papers import Papers
from documents.render import render
from models.session import read
from ordinances.load import load_law
from queries.documents import stored_paper
from rules.refusals import NotFound
from rules.values import Role
from tests.activities.support import Town, noon
from tests.documents.reading import text_of

CHAPTERS = [
    "Chronology",
    "Respondents and Service",
    "Schedule of Separate Offenses",
    "Papers",
    "Evidence",
    "The Ordinance in Force",
    "Readings of the Law",
    "Record",
]


@pytest.fixture(scope="module")
def photograph() -> bytes:
    """Give a photograph whose EXIF tells where it was taken."""
    picture, out = Image.linear_gradient("L").resize((2400, 1800)).convert("RGB"), io.BytesIO()
    exif = picture.getexif()
    exif[0x010F] = "SECRET CAMERA"
    picture.save(out, "JPEG", exif=exif)
    return out.getvalue()


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine)


def filed(town: Town, photograph: bytes) -> str:
    """Give a served case with a photograph, a charge, and its papers issued."""
    case = town.served()
    sha256 = store(town.engine, photograph, "image/jpeg")
    shown = {"path": "x", "caption": "Silt fence down", "sha256": sha256, "filename": "IMG 1.jpg"}
    town.act(case, "attach-evidence", **shown, size=len(photograph), taken_on="2026-06-01")
    court = {"court": "Webster Village Justice Court", "returnable_on": "2026-09-01"}
    town.after(30).act(
        case, "charge-offenses", respondent="r1", violation="v1", dates=["2026-06-01"], **court
    )
    Papers(town.engine).issue_papers(CaseRef(case=case, village="webster", at=town.at))
    return case


def attached(town: Town, photograph: bytes, filename: str) -> str:
    """Give a case with a photograph of some name and as long a caption as there may be."""
    case, sha256 = town.served(), store(town.engine, photograph, "image/jpeg")
    shown = {"path": "x", "caption": "Silt " * 60, "sha256": sha256, "filename": filename}
    town.act(case, "attach-evidence", **shown, size=len(photograph), taken_on="2026-06-01")
    return case


def reader(town: Town, *roles: Role) -> Reader:
    return Reader("officer", frozenset(roles), town.at)


def pdf(town: Town, case: str) -> bytes:
    return packet_pdf(town.engine, load_law("webster"), case, reader(town, Role.OFFICER))


def unpacked(town: Town, case: str, folder: Path) -> Path:
    with packet_zip(town.engine, load_law("webster"), case, reader(town, Role.OFFICER)) as packed:
        zipfile.ZipFile(packed).extractall(folder / case)
    return folder / case


def check(folder: Path) -> tuple[int, str]:
    """Run the checker as whoever got the file would: with a Python and nothing of ours."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(folder / "check.py")], capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return done.returncode, done.stdout


def test_the_packet_is_one_accessible_document_with_contents_and_bookmarks(
    town: Town, photograph: bytes
) -> None:
    case = filed(town, photograph)
    content = pdf(town, case)
    text = text_of(content)

    assert [finding.message for finding in validate(io.BytesIO(content)).findings] == []  # type: ignore[arg-type]  # takes a stream
    with pikepdf.open(io.BytesIO(content)) as opened, opened.open_outline() as outline:
        assert [each.title for each in outline.root] == CHAPTERS
        papers = next(each for each in outline.root if each.title == "Papers")
        assert "Notice of Violation" in [each.title for each in papers.children]
        attached = {
            name.rpartition("/")[2]: spec.get_file().read_bytes() for name, spec in opened.attachments.items()
        }
    with read(town.engine) as session:
        assert attached["p1.pdf"] == stored_paper(session, case, "p1").content
    assert "Exhibit 1: Silt fence down" in text
    assert "each day during which the violation occurs" in text
    assert "counts returnable before the Webster Village Justice Court" in text


def test_the_same_packet_twice_is_the_same_bytes(town: Town, photograph: bytes) -> None:
    case = filed(town, photograph)

    assert pdf(town, case) == pdf(town, case)


def test_a_photograph_leaves_without_what_the_camera_noted_but_is_whole_in_the_archive(
    town: Town, photograph: bytes, tmp_path: Path
) -> None:
    case = filed(town, photograph)
    folder = unpacked(town, case, tmp_path)

    assert b"SECRET CAMERA" in photograph
    assert b"SECRET CAMERA" not in pdf(town, case)
    assert [path.read_bytes() for path in (folder / "evidence").iterdir()] == [photograph]


def test_the_archive_is_checked_without_the_program(town: Town, photograph: bytes, tmp_path: Path) -> None:
    folder = unpacked(town, filed(town, photograph), tmp_path)

    assert check(folder) == (0, "whole\n")
    assert {path.name for path in folder.iterdir()} >= {
        "packet.pdf",
        "manifest.json",
        "README.txt",
        "events.jsonl",
    }


def test_a_large_archive_is_packed_piece_by_piece(
    sqlite_engine: Engine, photograph: bytes, tmp_path: Path
) -> None:
    town = Town(sqlite_engine)
    case = filed(town, photograph)
    for number in range(8):
        scan = random.Random(number).randbytes(4_000_000)
        shown: dict[str, Any] = {"path": "x", "caption": f"Scan {number}", "filename": f"{number}.bin"}
        town.act(
            case,
            "attach-evidence",
            **shown,
            size=len(scan),
            sha256=store(town.engine, scan, "application/octet-stream"),
        )

    tracemalloc.start()
    with packet_zip(town.engine, load_law("webster"), case, reader(town, Role.OFFICER)) as packed:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        zipfile.ZipFile(packed).extractall(tmp_path / case)

    assert most < 30_000_000  # of 32 MB of scans in it
    assert check(tmp_path / case) == (0, "whole\n")


def test_packet_and_record_are_of_one_moment_whatever_is_entered_meanwhile(
    town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = town.served()

    def slowly(*given: Any) -> Any:
        town.act(case, "add-note", text="entered meanwhile")
        return render(*given)

    monkeypatch.setattr("activities.packets.render", slowly)
    folder = unpacked(town, case, tmp_path)

    head = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["head"]
    assert head in "".join(text_of((folder / "packet.pdf").read_bytes()).split())
    assert "entered meanwhile" not in (folder / "events.jsonl").read_text(encoding="utf-8")


def test_what_people_wrote_on_several_lines_is_one_entry_to_the_checker(
    town: Town, photograph: bytes, tmp_path: Path
) -> None:
    case = filed(town, photograph)
    town.act(case, "add-note", text="pasted\u2028from\u0085elsewhere\r\nin lines")
    folder = unpacked(town, case, tmp_path)

    assert check(folder) == (0, "whole\n")


def test_a_folder_that_was_looked_at_is_still_whole(town: Town, tmp_path: Path) -> None:
    folder = unpacked(town, town.served(), tmp_path)
    (folder / "papers").mkdir(exist_ok=True)
    (folder / "papers" / ".DS_Store").write_bytes(b"x")

    assert check(folder) == (0, "whole\n")


def test_the_checker_says_what_is_wrong_in_letters_a_terminal_lacks(
    town: Town, photograph: bytes, tmp_path: Path
) -> None:
    case = attached(town, photograph, "\u65e5\u672c.jpg")
    folder = unpacked(town, case, tmp_path)
    for path in (folder / "evidence").iterdir():
        path.unlink()
    old_windows = {"PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(
        [sys.executable, "-S", str(folder / "check.py")], capture_output=True, check=False, env=old_windows
    )

    assert (done.returncode, done.stderr) == (1, b"")
    assert rb"evidence: \u65e5\u672c.jpg" in done.stdout


@pytest.mark.parametrize(
    ("filename", "ending"),
    [
        ("IMG.JPG", ".jpg"),
        ("y." + "z" * 290, ""),
        ("../../etc/passwd", ""),
        ("a/b\\c.jpg", ".jpg"),
        ("x.\u00e9", ""),
        ("photo.jpg\u202egpj.exe", ".exe"),
        (".jpg", ""),
        ("no ending", ""),
    ],
)
def test_a_file_of_whatever_name_is_unpacked_beside_the_others(
    town: Town, photograph: bytes, tmp_path: Path, filename: str, ending: str
) -> None:
    folder = unpacked(town, attached(town, photograph, filename), tmp_path)
    sha256 = hashlib.sha256(photograph).hexdigest()

    assert [path.name for path in (folder / "evidence").iterdir()] == [f"{sha256[:16]}{ending}"]
    assert check(folder) == (0, "whole\n")


def _event(folder: Path, change: Callable[[list[str]], list[str]]) -> None:
    """Change the record, and the manifest so that the file itself looks right."""
    path = folder / "events.jsonl"
    lines = change(path.read_text(encoding="utf-8").splitlines())
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    _listed(folder)


def _listed(folder: Path) -> None:
    """Make the manifest agree with the files."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for name, told in manifest["files"].items():
        told["sha256"] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def _paper(folder: Path) -> None:
    (folder / "papers/p1.pdf").write_bytes(b"%PDF")
    _listed(folder)


TAMPERED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a paper": (lambda f: (f / "papers/p1.pdf").write_bytes(b"%PDF"), "papers/p1.pdf was changed"),
    "a file too many": (lambda f: (f / "note.txt").write_text("x"), "note.txt is not in the manifest"),
    "a file missing": (lambda f: (f / "packet.pdf").unlink(), "packet.pdf is missing"),
    "an entry": (
        lambda f: _event(f, lambda lines: [line.replace("Elm Street", "Oak Street") for line in lines]),
        "was changed after it was recorded",
    ),
    "an entry left out": (lambda f: _event(f, lambda lines: [lines[0], *lines[2:]]), "entry 2 is missing"),
    "the last entry": (lambda f: _event(f, lambda lines: lines[:-1]), "does not end with the entry"),
    "a paper and its hash": (
        _paper,
        "papers/p1.pdf is not the paper that was issued",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_changed_is_named(
    what: str, sqlite_engine: Engine, photograph: bytes, tmp_path: Path
) -> None:
    town = Town(sqlite_engine)
    folder = unpacked(town, filed(town, photograph), tmp_path)
    change, said = TAMPERED[what]
    change(folder)
    code, output = check(folder)

    assert code == 1
    assert said in output


def test_evidence_that_was_changed_is_named(sqlite_engine: Engine, photograph: bytes, tmp_path: Path) -> None:
    town = Town(sqlite_engine)
    folder = unpacked(town, filed(town, photograph), tmp_path)
    next((folder / "evidence").iterdir()).write_bytes(b"another")
    _listed(folder)

    assert "IMG 1.jpg (entry 6) is not here as it was handed in" in check(folder)[1]


def test_a_case_with_nothing_in_it_has_a_packet_too(town: Town) -> None:
    case = town.open(respondents=[])

    assert "No respondent is named" in text_of(pdf(town, case))


def test_nobody_without_a_role_gets_it(town: Town) -> None:
    case = town.open()

    with pytest.raises(NotFound):
        packet_pdf(town.engine, load_law("webster"), case, reader(town))
    with pytest.raises(NotFound):
        packet_zip(
            town.engine,
            load_law("williamsville"),
            case,
            Reader("x", frozenset({Role.OFFICER}), noon("2026-06-01")),
        )
