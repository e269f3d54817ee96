"""Photographs made for tests: of any size, with whatever a camera notes."""

import io
import zlib
from typing import Any

from PIL import ExifTags, Image

TAKEN = "2026:06:01 14:03:22"
HERE = {1: "N", 2: (43.0, 12.0, 44.424), 3: "W", 4: (77.0, 25.0, 48.468)}
PLACE = "43.21234, -77.43013"


def jpeg(size: tuple[int, int] = (640, 480), *, shade: int = 90, **noted: Any) -> bytes:
    """Return a photograph; `noted` are tags of EXIF by name, those of GPS by number under `gps`."""
    return _saved(Image.new("RGB", size, (shade, 120, 60)), exif_of(**noted), "JPEG")


def exif_of(*, gps: dict[int, Any] | None = None, **noted: Any) -> Image.Exif:
    exif = Image.Exif()
    inner = {ExifTags.Base.DateTimeOriginal, ExifTags.Base.OffsetTimeOriginal}
    for name, value in noted.items():
        tag = ExifTags.Base[name]
        (exif.get_ifd(ExifTags.IFD.Exif) if tag in inner else exif)[tag] = value
    if gps is not None:
        exif.get_ifd(ExifTags.IFD.GPSInfo).update(gps)
    return exif


def _saved(picture: Image.Image, exif: Image.Exif, form: str) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, exif=exif)
    return out.getvalue()


def png_of(width: int, height: int) -> bytes:
    """Return a PNG that claims to be of a size and has nothing in it."""
    small = _saved(Image.new("L", (1, 1)), Image.Exif(), "PNG")
    head = small[:16] + width.to_bytes(4, "big") + height.to_bytes(4, "big") + small[24:29]
    return head + zlib.crc32(head[12:29]).to_bytes(4, "big") + small[33:]
