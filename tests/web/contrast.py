"""Whether what is no text can be seen as well: edges of controls, letters in calendars, marks in pictures.

WCAG 2.1, 1.4.11 asks for 3:1 against what is beside it; axe looks at text alone.
Ratios are those of WCAG's definition of contrast, from the colors that the browser reckons.
"""

import io
import re
from collections.abc import Iterable, Sequence

from PIL import Image
from playwright.async_api import Locator, Page

LEAST = 3.0
Color = tuple[float, float, float]

# Each finding: what it is, the colors it may be seen by, each with its opacity, and those it must stand out from.
LOOK = """() => {
  const style = each => getComputedStyle(each);
  const clear = "rgba(0, 0, 0, 0)";
  const ground = each => {
    while (each && style(each).backgroundColor === clear) each = each.parentElement;
    return each ? style(each).backgroundColor : "rgb(255, 255, 255)";
  };
  const grounds = each => [ground(each), ...(style(each).backgroundImage.match(/rgba?\\([^)]*\\)/g) || [])];
  const name = each => `${each.tagName.toLowerCase()}.${each.getAttribute("class") || each.type || ""}`;
  const found = new Map();
  const keep = (what, colors, beside) => found.set(JSON.stringify([what, colors, beside]), [what, colors, beside]);
  const all = (kinds, look) => {
    for (const each of document.querySelectorAll(kinds))
      if (each.getClientRects().length && !each.closest(".away")) look(each);
  };
  all("input:not([type=checkbox], [type=radio]), select, textarea, button, .button, .actions a, .switch a", each => {
    if (parseFloat(style(each).borderTopWidth))
      keep(`edge of ${name(each)}`, [[style(each).borderTopColor, 1]], [ground(each.parentElement)]);
  });
  all(".month b, .legend b", each => {
    const cell = each.closest("td") || each;
    keep(`letter in ${name(cell)}`, [[style(each).color, 1]], grounds(cell));
  });
  all(".chart g path, .chart g rect, .chart .line, .chart .today", each => {
    const { fill, stroke, fillOpacity, strokeOpacity } = style(each);
    const bar = each.matches(".each") ? style(each.parentElement.querySelector(".bar")).fill : "none";
    const drawn = [[fill, +fillOpacity], [stroke, +strokeOpacity]].filter(([color]) => color !== "none");
    const beside = bar === "none" ? ground(each.closest("div")) : bar;
    keep(`mark ${name(each.parentElement)} ${name(each)}`, drawn, [beside]);
  });
  return [...found.values()];
}"""


async def faint(page: Page) -> list[str]:
    """Return what on a page cannot be told from what is beside it, with the ratio."""
    looked_at: list[tuple[str, list[tuple[str, float]], list[str]]] = await page.evaluate(LOOK)
    ratios = {what + str(colors): seen_by(colors, beside) for what, colors, beside in looked_at}
    return [f"{what}: {ratio:.2f} to 1" for what, ratio in ratios.items() if ratio < LEAST]


def seen_by(colors: Iterable[tuple[str, float]], beside: Sequence[str]) -> float:
    """Return the best contrast that one of the colors has with all that is beside."""
    found = [
        min(ratio(_mixed(_read(color), opacity, _read(each)), _read(each)) for each in beside)
        for color, opacity in colors
    ]
    return max(found, default=1.0)


def ratio(one: Color, other: Color) -> float:
    """Return the contrast of two colors, 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


async def pixels_stand_out(box: Locator) -> float:
    """Return the best contrast of a pixel of a native control with the corner of what is around it."""
    at = await box.bounding_box()
    assert at is not None
    around = {"x": at["x"] - 2, "y": at["y"] - 2, "width": at["width"] + 4, "height": at["height"] + 4}
    raw = await box.page.screenshot(clip=around)  # type: ignore[arg-type]  # a dict of these four is what it takes
    image = Image.open(io.BytesIO(raw)).convert("RGB")
    colors = [color for _, color in image.getcolors(10_000) or []]
    return max(ratio(color, image.getpixel((0, 0))) for color in colors)  # type: ignore[arg-type]  # RGB by convert


def _read(color: str) -> Color:
    red, green, blue = [float(each) for each in re.findall(r"[\d.]+", color)[:3]]
    return red, green, blue


def _mixed(color: Color, opacity: float, ground: Color) -> Color:
    red, green, blue = [
        opacity * one + (1 - opacity) * other for one, other in zip(color, ground, strict=True)
    ]
    return red, green, blue


def _luminance(color: Color) -> float:
    red, green, blue = [_linear(each / 255) for each in color]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
