"""Files of evidence: taken by their content, looked at by the scanner first, kept once with what they tell."""

import hashlib
import stat
import time
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import select

from activities.evidence import Taken, store, take
from activities.scanner import CannotBeChecked, Scanner
from models.evidence import EvidenceFactsRow, EvidenceFileRow
from models.session import read
from rules.refusals import Malformed, NotAllowed, Refusal
from tests.documents.photographs import HERE, PLACE, TAKEN, jpeg

PHOTO = jpeg(DateTimeOriginal=TAKEN, OffsetTimeOriginal="-04:00", Make="Acme", Model="5", gps=HERE)
ZONE = "America/New_York"
CHECKS_FOR_X = '#!/bin/sh\nif grep -q EICAR; then echo "stream: Eicar-Test FOUND"; exit 1; fi\n'


def script(folder: Path, words: str) -> tuple[str, ...]:
    """Give a scanner of a few words, as a real program."""
    made = folder / "scanner"
    made.write_text(words)
    made.chmod(made.stat().st_mode | stat.S_IXUSR)
    return (str(made),)


def _kept(engine: Engine) -> list[str]:
    with read(engine) as session:
        return list(session.exec(select(EvidenceFileRow.sha256)))


def test_a_photograph_is_kept_once_with_what_it_tells(engine: Engine) -> None:
    first = take(engine, PHOTO, "IMG 1.jpg", None)
    again = take(engine, PHOTO, "another name.jpg", None)

    with read(engine) as session:
        (file,), (facts,) = session.exec(select(EvidenceFileRow)), session.exec(select(EvidenceFactsRow))
    sha256 = hashlib.sha256(PHOTO).hexdigest()
    assert first == Taken(sha256, "IMG 1.jpg", len(PHOTO), "2026-06-01T14:03:22-04:00")
    assert (again.sha256, file.sha256, file.content, file.media_type) == (sha256, sha256, PHOTO, "image/jpeg")
    assert (facts.taken_at, facts.place, facts.camera) == ("2026-06-01T14:03:22-04:00", PLACE, "Acme 5")
    assert (facts.width, facts.height) == (640, 480)
    assert facts.thumb is not None
    assert b"Acme" not in facts.thumb


@pytest.mark.parametrize(
    "content", [b"%PDF-1.7 x", PHOTO[:700], b"\0\0\0\x18ftypmp42" * 9, b"\xff\xd8\xff" + b"?" * 99]
)
def test_what_tells_nothing_is_kept_all_the_same(engine: Engine, content: bytes) -> None:
    sha256 = store(engine, content, "application/pdf")

    with read(engine) as session:
        facts = session.get_one(EvidenceFactsRow, sha256)
        assert (session.get_one(EvidenceFileRow, sha256).content, facts.thumb) == (content, None)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jpg", b""),
        ("a.jpg", b"<html><script>alert(1)</script>" + PHOTO),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
        ("a.jpg.exe", b"MZ\x90\0"),
        ("a.zip", b"PK\x03\x04"),
    ],
)
def test_what_shows_nothing_or_could_run_is_not_taken(
    sqlite_engine: Engine, name: str, content: bytes
) -> None:
    with pytest.raises(Malformed, match=name):
        take(sqlite_engine, content, name, None)

    assert _kept(sqlite_engine) == []


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("C:\\photos\\fence.jpg", "fence.jpg"),
        ("../../etc/passwd.jpg", "passwd.jpg"),
        ("Zaun beschädigt № 3.jpg", "Zaun beschädigt № 3.jpg"),
        ("צילום.jpg", "צילום.jpg"),
        ("invoice\u202egpj.exe\r\nX: y", "invoicegpj.exeX: y"),
        ("/", "file"),
        ("x" * 400 + ".jpg", "x" * 196 + ".jpg"),
    ],
)
def test_a_file_keeps_its_name_without_folders_and_tricks(
    sqlite_engine: Engine, sent: str, kept: str
) -> None:
    assert take(sqlite_engine, PHOTO, sent, None).filename == kept


@pytest.mark.parametrize(
    ("taken_at", "given", "taken_on"),
    [
        ("2026-06-01T23:30:00-04:00", {}, "2026-06-01"),
        ("2026-06-02T03:30:00+00:00", {}, "2026-06-01"),
        ("2026-06-01T23:30:00", {}, "2026-06-01"),
        ("2026-06-01T10:00:00", {"taken_on": "2026-05-30"}, "2026-05-30"),
        ("2026-06-01T10:00:00", {"inspection_on": "2026-05-30"}, None),
        ("2031-06-01T10:00:00", {}, None),
        (None, {}, None),
    ],
    ids=["its day", "of the village", "no offset", "a day is given", "an inspection's", "ahead", "none"],
)
def test_a_camera_dates_what_nobody_dates(
    taken_at: str | None, given: dict[str, str], taken_on: str | None
) -> None:
    fields = Taken("a" * 64, "a.jpg", 1, taken_at).fields(given, ZONE, date(2026, 6, 5))

    assert fields.get("taken_on") == taken_on


# --- the scanner ------------------------------------------------------------------------------------------


def test_what_the_scanner_finds_is_refused_and_not_kept(engine: Engine, tmp_path: Path) -> None:
    scanner = Scanner(script(tmp_path, CHECKS_FOR_X))

    with pytest.raises(NotAllowed, match=r"found something in a\.jpg: stream: Eicar-Test FOUND\."):
        take(engine, PHOTO + b"EICAR", "a.jpg", scanner)
    clean = take(engine, PHOTO, "b.jpg", scanner)

    assert _kept(engine) == [clean.sha256]


@pytest.mark.parametrize(
    "words",
    ["#!/bin/sh\nexit 2\n", "#!/bin/sh\nkill -9 $$\n", "no program at all", None],
    ids=["an error", "killed", "no program", "not there"],
)
def test_where_the_scanner_fails_nothing_is_taken(
    sqlite_engine: Engine, tmp_path: Path, words: str | None
) -> None:
    command = script(tmp_path, words) if words else (str(tmp_path / "nowhere"),)

    with pytest.raises(CannotBeChecked, match="cannot be checked for viruses now"):
        take(sqlite_engine, PHOTO, "a.jpg", Scanner(command))

    assert _kept(sqlite_engine) == []


def test_a_scanner_that_does_not_end_is_ended_with_what_it_started(
    sqlite_engine: Engine, tmp_path: Path
) -> None:
    scanner = Scanner(script(tmp_path, "#!/bin/sh\nsleep 60 &\nsleep 60\n"), seconds=1)
    began = time.monotonic()

    with pytest.raises(Refusal, match="cannot be checked"):
        take(sqlite_engine, PHOTO, "a.jpg", scanner)

    assert time.monotonic() - began < 10


def test_a_scanner_need_not_read_all_of_a_large_file(sqlite_engine: Engine, tmp_path: Path) -> None:
    large = PHOTO + b"\0" * 20_000_000

    assert take(sqlite_engine, large, "a.jpg", Scanner(script(tmp_path, "#!/bin/sh\nexit 0\n"))).size == len(
        large
    )


def test_what_a_scanner_says_is_told_in_one_short_line(sqlite_engine: Engine, tmp_path: Path) -> None:
    loud = script(tmp_path, "#!/bin/sh\nprintf 'A\\033[31mB\\n'; yes x | head -c 100000; exit 1\n")

    with pytest.raises(NotAllowed) as caught:
        take(sqlite_engine, PHOTO, "a.jpg", Scanner(loud))

    assert "A[31mB." in str(caught.value)
    assert len(str(caught.value)) < 300
