"""What photographs tell of themselves, and copies that tell nothing of it."""

import io
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFile

from documents.photos import FORMATS, PhotoFacts, copy_of, facts_of
from tests.documents.photographs import HERE, PLACE, TAKEN, exif_of, jpeg, png_of

NAIVE = datetime.fromisoformat("2026-06-01T14:03:22")
SECRETS = (b"SECRET", b"2026:06:01", b"Exif", b"GPS")


def test_date_place_and_camera_are_read() -> None:
    noted = facts_of(
        jpeg(DateTimeOriginal=TAKEN, OffsetTimeOriginal="-04:00", Make="Acme", Model="Acme 5", gps=HERE)
    )

    taken = datetime(2026, 6, 1, 14, 3, 22, tzinfo=timezone(timedelta(hours=-4)))
    assert noted == PhotoFacts(taken, PLACE, "Acme 5", 640, 480)


def test_without_an_offset_the_hour_is_of_the_cameras_own_clock() -> None:
    assert facts_of(jpeg(DateTimeOriginal=TAKEN)).taken_at == NAIVE


def test_the_southern_and_eastern_halves_have_their_signs() -> None:
    assert facts_of(jpeg(gps=HERE | {1: "S", 3: "E"})).place == "-43.21234, 77.43013"


@pytest.mark.parametrize(
    ("noted", "field"),
    [
        pytest.param({"DateTimeOriginal": "0000:00:00 00:00:00"}, "taken_at", id="no date"),
        pytest.param({"DateTimeOriginal": "2026:02:30 10:00:00"}, "taken_at", id="no such day"),
        pytest.param({"DateTimeOriginal": "yesterday"}, "taken_at", id="words"),
        pytest.param({"gps": HERE | {2: (91.0, 0.0, 0.0)}}, "place", id="beyond the pole"),
        pytest.param({"gps": HERE | {2: (0.0, 0.0, 0.0), 4: (0.0, 0.0, 0.0)}}, "place", id="no fix"),
        pytest.param({"gps": HERE | {1: "X"}}, "place", id="no side"),
        pytest.param({"gps": {2: (1.0, 2.0, 3.0)}}, "place", id="half a place"),
        pytest.param({"gps": HERE | {2: (1.0, 2.0)}}, "place", id="no seconds"),
        pytest.param({"Make": "\x01\x02", "Model": ""}, "camera", id="no letters"),
    ],
)
def test_what_cannot_be_believed_is_as_good_as_not_noted(noted: dict[str, Any], field: str) -> None:
    found = facts_of(jpeg(**noted))

    assert getattr(found, field) is None
    assert found.width == 640


def test_a_bad_offset_leaves_the_date() -> None:
    noted = facts_of(jpeg(DateTimeOriginal=TAKEN, OffsetTimeOriginal="+99:99"))

    assert noted.taken_at == NAIVE


def test_a_broken_place_leaves_the_date() -> None:
    noted = facts_of(jpeg(DateTimeOriginal=TAKEN, gps={1: "N", 2: (1.0,)}))

    assert (noted.taken_at is None, noted.place) == (False, None)


def test_of_a_picture_that_cannot_be_opened_the_notes_are_read() -> None:
    notes = exif_of(DateTimeOriginal=TAKEN, OffsetTimeOriginal="+00:00", gps=HERE).tobytes()
    heic = b"\0\0\0\x18ftypheic" + b"meta" * 30 + notes + b"\xff" * 500

    assert facts_of(heic)[:2] == (datetime(2026, 6, 1, 14, 3, 22, tzinfo=UTC), PLACE)
    assert copy_of(heic, longest=320) is None


@given(st.binary(max_size=400), st.integers(0, 600))
def test_no_garbage_within_a_photograph_breaks_the_reading(garbage: bytes, at: int) -> None:
    whole = jpeg((8, 8), DateTimeOriginal=TAKEN, Model="SECRET", gps=HERE)
    broken = whole[:at] + garbage + whole[at + len(garbage) :]

    facts_of(broken)
    copy_of(broken, longest=320)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xd8\xff\xe0",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7",
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        b"\0\0\0\x18ftypmp42",
        b"\0\0\0\x18ftypheicExif\0\0MM\0*\xff\xff\xff\xff",
    ],
)
def test_what_is_no_photograph_tells_nothing_and_has_no_copy(content: bytes) -> None:
    assert facts_of(content) == PhotoFacts()
    assert copy_of(content, longest=320) is None


@pytest.mark.parametrize("size", [(12_000, 12_000), (60_000, 60_000)])
def test_a_picture_that_would_fill_the_memory_is_not_unfolded(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    unfolded: list[str] = []
    monkeypatch.setattr(ImageFile.ImageFile, "load", lambda self: unfolded.append(self.format))

    told, copy = facts_of(png_of(*size)), copy_of(png_of(*size), longest=320)

    assert (told.taken_at, copy, unfolded) == (None, None, [])


def test_the_notes_of_a_large_photograph_are_read_without_unfolding_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("documents.photos.LARGEST", 1_000)

    assert facts_of(jpeg((200, 100), DateTimeOriginal=TAKEN)).taken_at == NAIVE


def test_half_a_photograph_has_no_copy_and_keeps_its_notes() -> None:
    half = jpeg((800, 600), DateTimeOriginal=TAKEN)[:900]

    assert copy_of(half, longest=320) is None
    assert facts_of(half).taken_at == NAIVE


@pytest.mark.parametrize("kind", [*FORMATS, "MPO"])
def test_of_every_kind_of_picture_the_size_is_read_and_a_copy_made(kind: str) -> None:
    made = io.BytesIO()
    picture = Image.new("RGB", (40, 30), "red")
    picture.save(made, kind, **({"save_all": True, "append_images": [picture]} if kind == "MPO" else {}))

    facts, copy = facts_of(made.getvalue()), copy_of(made.getvalue(), longest=20)

    assert (facts.width, facts.height) == (40, 30)
    assert copy is not None
    assert Image.open(io.BytesIO(copy)).size == (20, 15)


def test_a_copy_is_small_upright_and_tells_nothing() -> None:
    copy = copy_of(jpeg(Model="SECRET", Orientation=6, DateTimeOriginal=TAKEN, gps=HERE), longest=320)

    assert copy is not None
    assert Image.open(io.BytesIO(copy)).size == (240, 320)
    assert not [secret for secret in SECRETS if secret in copy]


def test_neither_comments_nor_profiles_nor_what_follows_the_picture_go_along() -> None:
    out = io.BytesIO()
    Image.new("RGB", (64, 64)).save(out, "JPEG", comment=b"SECRET", icc_profile=b"SECRET" * 30, dpi=(72, 72))
    polyglot = out.getvalue() + b"<script>SECRET</script>"

    copy = copy_of(polyglot, longest=320)

    assert copy is not None
    assert b"SECRET" not in copy
    assert copy_of(polyglot, longest=320) == copy


def test_a_picture_that_lies_about_its_turn_is_shown_as_it_is() -> None:
    copy = copy_of(jpeg(Orientation=77), longest=320)

    assert copy is not None
    assert Image.open(io.BytesIO(copy)).size == (320, 240)
