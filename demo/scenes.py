"""Draws what the demonstration's photographs show: a building lot, its silt fence, an inlet in the street.

Drawn large and then made smaller, so that edges are soft as in a photograph. Nothing is left to
chance: the same scene is the same picture each time. Lengths are pixels of the large drawing.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, ImageOps

SIZE: Final = (1024, 768)
DRAWN: Final = (1707, 1280)
WIDE, HIGH = DRAWN
HORIZON: Final = 470
FENCE: Final = 860
"""How far down the foot of the fence is."""

GOLDEN: Final = (0.7548776662, 0.5698402909)
"""Steps by which points spread over a plane evenly and without a pattern."""

EARTH, DARK_EARTH, MUD = "#8a6a48", "#6d5136", "#a17a4a"
CLOTH, CLOTH_FOLD, STAKE = "#26282b", "#4a4d52", "#c9a878"

Pen = ImageDraw.ImageDraw
Point = tuple[float, float]


def fence_down() -> Image.Image:
    """A silt fence that lies on the ground between two stakes that lean, and the mud that went over it."""
    picture, pen = _lot("#8d9aa6", "#c9d0d4")
    _cloth(pen, -20, 470)
    _cloth(pen, 1330, WIDE + 20)
    for x in (60, 260, 450, 1350, 1560):
        _stake(pen, x)
    near = [(470, 905), (650, 1000), (900, 970), (1120, 1015), (1350, 905)]
    lying = [(470, 830), (640, 895), (860, 870), (1090, 915), (1330, 840), *near[::-1]]
    pen.polygon(lying, fill=CLOTH)
    pen.line(lying[:5], fill=CLOTH_FOLD, width=7)
    pen.line([(490, 880), (650, 950), (890, 920), (1110, 965), (1330, 880)], fill=CLOTH_FOLD, width=4)
    _stake(pen, 600, lean=230, foot=905)
    _stake(pen, 830, lean=-250, foot=925)
    _stake(pen, 1160, lean=260, foot=945)
    west = [(520, HIGH), (560, 1120), (690, 990), (740, 890), (700, 760)]
    flow = [*west, (880, 770), (930, 880), (1090, 1000), (1250, 1130), (1190, HIGH)]
    pen.polygon(_rounded(flow), fill=MUD)
    for inset, shade in ((30, "#b48a57"), (80, "#8f6b40"), (150, "#b48a57")):
        pen.line(_rounded([(x + inset, y) for x, y in west[:-1]]), fill=shade, width=9)
    _specks(pen, (620, 1010, 1160, 1270), 160, "#8f6b40", 9)
    return _developed(picture)


def fence_standing() -> Image.Image:
    """The same lot with the fence standing from one side to the other, and straw on the earth behind it."""
    picture, pen = _lot("#5f9fdb", "#d3e6f4")
    _specks(pen, (0, 640, WIDE, FENCE - 40), 1500, "#d9bd6c", 16)
    _cloth(pen, -20, WIDE + 20)
    for x in range(60, WIDE, 215):
        _stake(pen, x)
    _specks(pen, (0, FENCE + 40, WIDE, HIGH), 900, "#5f8a3e", 14)
    return _developed(picture)


def muddy_inlet() -> Image.Image:
    """Brown water along a curb, running into the grate of a storm inlet."""
    return _developed(_street(water=1.0))


def muddy_inlet_in_rain() -> Image.Image:
    """The inlet in rain, the water over the grate and out into the street."""
    picture = _street(water=1.7)
    picture = Image.blend(picture, Image.new("RGB", DRAWN, "#59626b"), 0.34)
    pen = ImageDraw.Draw(picture)
    for x, y in _scattered((0, 0, WIDE, HIGH), 420):
        pen.line([(x, y), (x - 9, y + 44)], fill="#aeb8bf", width=2)
    for x, y in _scattered((120, 640, WIDE - 60, 960), 60):
        pen.ellipse((x - 26, y - 8, x + 26, y + 8), outline="#c0b294", width=3)
    return _developed(picture)


SCENES: Final[dict[str, Callable[[], Image.Image]]] = {
    each.__name__: each for each in (fence_down, fence_standing, muddy_inlet, muddy_inlet_in_rain)
}


# --- the lot --------------------------------------------------------------------------------------------


def _lot(zenith: str, low: str) -> tuple[Image.Image, Pen]:
    """Draw a lot under a sky: trees, the frame of a house, bare earth with ruts."""
    picture = Image.new("RGB", DRAWN)
    picture.paste(_shaded(zenith, low, (WIDE, HORIZON)), (0, 0))
    picture.paste(_shaded(DARK_EARTH, EARTH, (WIDE, HIGH - HORIZON)), (0, HORIZON))
    pen = ImageDraw.Draw(picture)
    for x, y in _scattered((0, HORIZON - 70, WIDE, HORIZON - 10), 90):
        pen.ellipse((x - 70, y - 60, x + 70, y + 70), fill="#4d5f45" if (x + y) % 2 else "#5b6e50")
    pen.rectangle((0, HORIZON + 10, WIDE, HORIZON + 60), fill=DARK_EARTH)
    _house(pen)
    _specks(pen, (0, HORIZON + 40, WIDE, HIGH), 2600, "#7a5c3d", 10)
    _specks(pen, (0, HORIZON + 60, WIDE, HIGH), 900, "#9c7a54", 8)
    for x in (180, 330):
        rut = [(1180 + x, HORIZON + 60), (1010 + x, 600), (880 + 3 * x // 2, 730), (820 + 2 * x, FENCE)]
        pen.line(_rounded(rut), fill="#5d452e", width=20)
    return picture, pen


def _house(pen: Pen) -> None:
    left, right, eaves, sill = 980, 1440, 300, HORIZON + 50
    pen.polygon([(left - 30, eaves), ((left + right) // 2, 150), (right + 30, eaves)], fill="#7d5f3f")
    pen.rectangle((left, eaves, right, sill), fill="#b7a284")
    for x in range(left, right + 1, 46):
        pen.line([(x, eaves), (x, sill)], fill="#e2c896", width=9)
    for y in (eaves, 405, sill):
        pen.line([(left, y), (right, y)], fill="#e2c896", width=11)
    pen.rectangle((1060, 360, 1140, sill), fill="#3c3a36")
    pen.rectangle((1250, 340, 1350, 430), fill="#3c3a36")


def _cloth(pen: Pen, left: int, right: int) -> None:
    """Draw the cloth of the fence, standing between two places."""
    pen.polygon([(left, FENCE - 165), (right, FENCE - 165), (right, FENCE), (left, FENCE)], fill=CLOTH)
    pen.line([(left, FENCE - 160), (right, FENCE - 160)], fill="#d2691e", width=7)
    for x in range(left + 70, right, 108):
        pen.line([(x, FENCE - 150), (x + 8, FENCE - 6)], fill="#34373b", width=10)
    pen.line([(left, FENCE + 4), (right, FENCE + 4)], fill=DARK_EARTH, width=16)


def _stake(pen: Pen, x: int, *, lean: int = 0, foot: int = FENCE + 18) -> None:
    top = foot - 235 + abs(lean) // 2
    pen.line([(x, foot), (x + lean, top)], fill="#7c6242", width=22)
    pen.line([(x - 3, foot), (x + lean - 3, top)], fill=STAKE, width=13)


# --- the street -----------------------------------------------------------------------------------------


def _street(*, water: float) -> Image.Image:
    """Draw grass, walk, curb with an inlet, and asphalt; `water` is how wide it runs, 1 in dry weather."""
    picture = Image.new("RGB", DRAWN)
    picture.paste(_shaded("#6d8f4f", "#7fa35c", (WIDE, 250)), (0, 0))
    picture.paste(_shaded("#b9b7b0", "#c9c7c1", (WIDE, 230)), (0, 250))
    picture.paste(_shaded("#4c4e51", "#66686b", (WIDE, HIGH - 480)), (0, 480))
    pen = ImageDraw.Draw(picture)
    _specks(pen, (0, 0, WIDE, 240), 1400, "#56763c", 12)
    _specks(pen, (0, 640, WIDE, HIGH), 1500, "#7b7d80", 5)
    for x in (250, 800, 1350):
        pen.line([(x, 250), (x - 60, 480)], fill="#98968f", width=5)
    pen.rectangle((0, 480, WIDE, 590), fill="#dcdad3")
    pen.line([(0, 484), (WIDE, 484)], fill="#f0eee8", width=8)
    pen.rectangle((760, 505, 1360, 590), fill="#1c1c1d")
    _water(pen, water)
    _grate(pen)
    return picture


def _water(pen: Pen, wide: float) -> None:
    edge = [(0, 150), (220, 190), (480, 165), (740, 240), (1050, 300), (1330, 260), (1480, 90), (WIDE, 40)]
    for part, shade in ((1.0, "#7d5a33"), (0.86, "#94703f"), (0.6, "#a57f4b")):
        shore = [(x, 590 + y * wide * part) for x, y in edge]
        pen.polygon([(0, 590), *_rounded(shore), (WIDE, 590)], fill=shade)
    for number, (x, y) in enumerate(_scattered((0, 600, 760, round(590 + 130 * wide)), 34)):
        pen.arc(
            (x - 90, y - 12, x + 90, y + 14), 200, 340, fill="#c9a873" if number % 3 else "#e3cfa6", width=5
        )
    pen.polygon([(560, 590), (800, 590), (880, 700), (700, 660)], fill="#b48d57")


def _grate(pen: Pen) -> None:
    top, low = [(800, 596), (1330, 596)], [(1400, 770), (760, 770)]
    pen.polygon([*top, *low], fill="#17120c")
    for part in range(9):
        at = part / 8
        pen.line([(800 + 530 * at, 596), (760 + 640 * at, 770)], fill="#83827f", width=20)
    for y, out in ((600, 0), (684, 20), (768, 40)):
        pen.line([(max(840, 800 - out), y), (1330 + out * 7 // 4, y)], fill="#6e6d6a", width=18)
    pen.polygon([(770, 596), (880, 596), (905, 770), (750, 770)], fill="#94703f")


# --- what is everywhere ---------------------------------------------------------------------------------


def _shaded(top: str, low: str, size: tuple[int, int]) -> Image.Image:
    return ImageOps.colorize(Image.linear_gradient("L").resize(size), top, low)


def _rounded(corners: Sequence[Point], times: int = 3) -> list[Point]:
    """Return a line with its corners cut off, again and again until it is a curve; its ends stay (Chaikin's way)."""
    line = list(corners)
    for _ in range(times):
        cut = [
            (x + (to_x - x) * part, y + (to_y - y) * part)
            for (x, y), (to_x, to_y) in pairwise(line)
            for part in (1 / 4, 3 / 4)
        ]
        line = [line[0], *cut, line[-1]]
    return line


def _scattered(box: tuple[int, int, int, int], number: int) -> Iterator[tuple[int, int]]:
    """Yield points all over a box."""
    left, top, right, low = box
    for each in range(1, number + 1):
        across, down = (each * step % 1 for step in GOLDEN)
        yield round(left + across * (right - left)), round(top + down * (low - top))


def _specks(pen: Pen, box: tuple[int, int, int, int], number: int, shade: str, size: int) -> None:
    """Draw clods, grass or straw: short strokes in several directions."""
    for each, (x, y) in enumerate(_scattered(box, number)):
        pen.line([(x, y), (x + size * (each % 3 - 1), y - size // 2)], fill=shade, width=max(2, size // 3))


def _developed(picture: Image.Image) -> Image.Image:
    return picture.resize(SIZE, Image.Resampling.LANCZOS).filter(ImageFilter.GaussianBlur(0.7))
