"""Photographs as they leave the house: upright, not too large, and without what the camera noted beside the picture."""

import io
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

QUALITY: Final = 82
LARGEST: Final = 100_000_000
"""Pixels. A picture that unfolds to more is no photograph of a ditch."""


def copy_of(content: bytes, *, longest: int) -> bytes | None:
    """Return a photograph as JPEG, its longer side at most `longest` pixels; None for what is no photograph.

    The copy bears no EXIF, so neither the place nor the camera goes with it. The same bytes give the same copy.
    """
    try:
        with Image.open(io.BytesIO(content)) as opened:
            if opened.width * opened.height > LARGEST:
                return None
            picture = ImageOps.exif_transpose(opened).convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None
    picture.thumbnail((longest, longest))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
