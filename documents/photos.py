"""Photographs: what the camera noted beside the picture, and copies as they leave the house, without any of it.

What a camera notes is what it believed: its clock may be wrong and its place missing. Files come from strangers, so
whatever cannot be read is as good as not noted.
"""

import io
import math
import re
import struct
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, Final, NamedTuple, TypeVar

from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from rules.calendar import local_day

QUALITY: Final = 82
LARGEST: Final = 100_000_000
"""Pixels. A picture that unfolds to more is no photograph of a ditch."""

FORMATS: Final = ("JPEG", "PNG", "GIF", "WEBP", "TIFF")
"""The formats that are opened at all: Pillow knows others, some of which are programs.

MPO, several JPEGs in one, is opened as JPEG; Pillow has no opener under that name, and to ask for it opens nothing.
"""

BEFORE: Final = frozenset({"JPEG", "MPO"})
LONGEST_NAME: Final = 100
PLACES: Final = 5  # of a degree: about a meter
POLE: Final = 90
DATE_LINE: Final = 180

DATE: Final = re.compile(r"(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)")
OFFSET: Final = re.compile(r"[+-](?:0\d|1[0-4]):[0-5]\d")
HEADER: Final = b"Exif\0\0"
A_BLOCK: Final = 65_536  # bytes that EXIF can take in a file, by its own rules
ISO_MEDIA: Final = b"ftyp"

BROKEN: Final = (
    Image.DecompressionBombError,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RecursionError,
    RuntimeError,
    SyntaxError,
    TypeError,
    UnidentifiedImageError,
    ValueError,
    struct.error,
)
"""What reading of a broken file can end in."""

T = TypeVar("T")


class PhotoFacts(NamedTuple):
    """What a photograph tells of itself; each is None where it does not, or not in a way that can be believed.

    `taken_at` is aware where the camera noted its offset from UTC, else in whatever zone its clock was set to.
    `place` is latitude and longitude in degrees, north and east positive: "43.21234, -77.43012".
    """

    taken_at: datetime | None = None
    place: str | None = None
    camera: str | None = None
    width: int | None = None
    height: int | None = None


def facts_of(content: bytes) -> PhotoFacts:
    """Return what a file tells of itself; of what is no photograph, nothing."""
    with _silent():
        try:
            if content[4:8] == ISO_MEDIA:  # HEIC: its picture cannot be opened here, its notes can
                return _noted(_exif_within(content), None, None)
            with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
                size = opened.width, opened.height
                # The notes of a JPEG stand before its picture; others may have to be unfolded for them.
                if opened.format not in BEFORE and math.prod(size) > LARGEST:
                    return PhotoFacts(width=opened.width, height=opened.height)
                return _noted(opened.getexif(), *size)
        except BROKEN:
            return PhotoFacts()


def copy_of(content: bytes, *, longest: int) -> bytes | None:
    """Return a photograph as JPEG, its longer side at most `longest` pixels; None for what is no photograph.

    The copy bears no EXIF, so neither the place nor the camera goes with it. The same bytes give the same copy.
    """
    with _silent():
        try:
            with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
                opened.draft("RGB", (longest, longest))  # a JPEG is unfolded only as far as is needed
                if math.prod(opened.size) > LARGEST:
                    return None
                picture = _upright(opened).convert("RGB")
        except BROKEN:
            return None
    picture.thumbnail((longest, longest))
    out = io.BytesIO()
    # Made anew of its pixels alone: what else the file carried stays behind.
    Image.frombytes("RGB", picture.size, picture.tobytes()).save(out, "JPEG", quality=QUALITY)
    return out.getvalue()


def day_taken(taken_at: datetime, zone: str) -> date:
    """Return the day in a zone on which a photograph was taken; a clock without an offset is taken to be of there."""
    return taken_at.date() if taken_at.tzinfo is None else local_day(taken_at, zone)


@contextmanager
def _silent() -> Iterator[None]:
    """Keep Pillow from telling standard error of every oddity in a stranger's file.

    The filters are the process's own: where two threads leave at once, one may stay set, which only keeps it silent.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _upright(picture: Image.Image) -> Image.Image:
    """Return a picture turned as its EXIF says, or as it is where that cannot be read."""
    picture.load()
    return _tried(lambda: ImageOps.exif_transpose(picture)) or picture


def _tried(read: Callable[[], T | None]) -> T | None:
    try:
        return read()
    except BROKEN:
        return None


# --- EXIF -----------------------------------------------------------------------------------------------


def _exif_within(content: bytes) -> Image.Exif:
    exif, at = Image.Exif(), content.find(HEADER)
    if at >= 0:
        exif.load(content[at : at + A_BLOCK])
    return exif


def _noted(exif: Image.Exif, width: int | None, height: int | None) -> PhotoFacts:
    return PhotoFacts(
        taken_at=_tried(lambda: _taken_at(exif.get_ifd(ExifTags.IFD.Exif))),
        place=_tried(lambda: _place(exif.get_ifd(ExifTags.IFD.GPSInfo))),
        camera=_tried(lambda: _camera(exif)),
        width=width,
        height=height,
    )


def _taken_at(noted: dict[int, Any]) -> datetime | None:
    found = DATE.fullmatch(_text(noted.get(ExifTags.Base.DateTimeOriginal)))
    if found is None:
        return None
    offset = _text(noted.get(ExifTags.Base.OffsetTimeOriginal))
    year, month, day, hour, minute, second = found.groups()
    zone = offset if OFFSET.fullmatch(offset) else ""
    return datetime.fromisoformat(f"{year}-{month}-{day}T{hour}:{minute}:{second}{zone}")


def _place(noted: dict[int, Any]) -> str | None:
    north = _degrees(noted, ExifTags.GPS.GPSLatitude, ExifTags.GPS.GPSLatitudeRef, ("N", "S"), POLE)
    east = _degrees(noted, ExifTags.GPS.GPSLongitude, ExifTags.GPS.GPSLongitudeRef, ("E", "W"), DATE_LINE)
    if north is None or east is None or north == east == 0:  # which is what no place is written as
        return None
    return f"{north:.{PLACES}f}, {east:.{PLACES}f}"


def _degrees(noted: dict[int, Any], tag: int, ref: int, sides: tuple[str, str], most: int) -> float | None:
    side = _text(noted.get(ref)).upper()
    degrees, minutes, seconds = (float(part) for part in noted[tag])
    found = degrees + minutes / 60 + seconds / 3600
    if side not in sides or not math.isfinite(found) or not 0 <= found <= most:
        return None
    return -found if side == sides[1] and found else found


def _camera(exif: Image.Exif) -> str | None:
    make, model = _text(exif.get(ExifTags.Base.Make)), _text(exif.get(ExifTags.Base.Model))
    named = model if model.lower().startswith(make.lower()) else f"{make} {model}"
    return named.strip()[:LONGEST_NAME] or None


def _text(value: object) -> str:
    """Return a noted text, without what cannot be printed."""
    text = value.decode("ascii", "replace") if isinstance(value, bytes) else str(value or "")
    return "".join(letter for letter in text if letter.isprintable()).strip()
