"""The demonstration's photographs: drawn when it is loaded, with what a camera writes beside a picture.

The same day gives the same bytes. A phone notes its offset from UTC and its place; an old camera knows neither, prints
its day into the picture, and is a day behind where the script says so.
"""

import io
from datetime import date, datetime, time
from enum import StrEnum
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from PIL import ExifTags, Image, ImageDraw, ImageFont

from demo.scenes import SCENES
from rules.values import Value

QUALITY: Final = 68
HALL: Final = ((43.0, 12.0, 44.4), (77.0, 25.0, 48.5))
"""Degrees, minutes and seconds north and west of the village hall: no invented lot has a place."""


class Camera(StrEnum):
    """What a photograph was taken with."""

    PHONE = "phone"
    OLD = "old"


class Made(NamedTuple):
    """What a camera says of its maker; the makers are invented as the people are."""

    make: str
    model: str


MADE: Final = {Camera.PHONE: Made("Nonesuch", "Phone 5"), Camera.OLD: Made("Bygone", "Snapshot 300")}


class Photograph(Value):
    """One photograph: its scene, and the day and hour by the clock of the camera."""

    scene: str
    on: date
    at: time
    camera: Camera = Camera.PHONE

    @property
    def filename(self) -> str:
        """What the camera calls the file."""
        taken = datetime.combine(self.on, self.at)
        return f"IMG_{taken:%Y%m%d_%H%M%S}.jpg" if self.camera is Camera.PHONE else f"DSC0{taken:%H%M}.JPG"

    def jpeg(self, zone: str) -> bytes:
        """Return the file; a phone's clock is that of a zone."""
        picture = SCENES[self.scene]()
        if self.camera is Camera.OLD:
            _print_day(picture, self.on)
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=QUALITY, exif=self._noted(zone))
        return out.getvalue()

    def _noted(self, zone: str) -> Image.Exif:
        exif, taken = Image.Exif(), datetime.combine(self.on, self.at, ZoneInfo(zone))
        exif[ExifTags.Base.Make], exif[ExifTags.Base.Model] = MADE[self.camera]
        inner = exif.get_ifd(ExifTags.IFD.Exif)
        inner[ExifTags.Base.DateTimeOriginal] = f"{taken:%Y:%m:%d %H:%M:%S}"
        if self.camera is Camera.PHONE:
            inner[ExifTags.Base.OffsetTimeOriginal] = taken.isoformat()[-len("-05:00") :]
            north, west = HALL
            exif.get_ifd(ExifTags.IFD.GPSInfo).update(
                {
                    ExifTags.GPS.GPSLatitudeRef: "N",
                    ExifTags.GPS.GPSLatitude: north,
                    ExifTags.GPS.GPSLongitudeRef: "W",
                    ExifTags.GPS.GPSLongitude: west,
                }
            )
        return exif


def _print_day(picture: Image.Image, on: date) -> None:
    """Print a day into the corner, as old cameras do."""
    across, down = picture.size
    font = ImageFont.load_default(size=44)
    words = f"{on.month} {on.day:2} '{on:%y}"
    ImageDraw.Draw(picture).text((across - 50, down - 40), words, fill="#ffa040", font=font, anchor="rs")
