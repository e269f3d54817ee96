"""Writes the few elements the pictures are made of; whatever a person typed is escaped."""

from collections.abc import Iterable

from markupsafe import Markup

LETTER = 6.4  # the width of a letter of a label, near enough


def width_of(text: str) -> float:
    """Return about how wide a label is."""
    return len(text) * LETTER


def picture(
    key: str, kind: str, size: tuple[float, float], title: str, told: str, parts: Iterable[Markup]
) -> Markup:
    """Return a whole picture, named and described for those who do not see it."""
    return Markup(
        '<svg class="chart {kind}" viewBox="0 0 {width:g} {height:g}" role="img"'
        ' aria-labelledby="{key}-t {key}-d"><title id="{key}-t">{title}</title><desc id="{key}-d">{told}</desc>\n'
        "{parts}</svg>"
    ).format(
        kind=kind,
        width=size[0],
        height=size[1],
        key=key,
        title=title,
        told=told,
        parts=Markup("\n").join(parts),
    )


def text(x: float, y: float, words: str, kind: str = "", *, end: bool = False) -> Markup:
    """Return a label; with `end`, one that ends at `x`."""
    names = " ".join(name for name in (kind, "end" if end else "") if name)
    shown = Markup(' class="{}"').format(names) if names else ""
    return Markup('<text x="{:g}" y="{:g}"{}>{}</text>').format(x, y, shown, words)


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """Return a straight line."""
    return Markup('<path class="{}" d="M{:g} {:g}L{:g} {:g}"/>').format(kind, x1, y1, x2, y2)


def path(d: str, kind: str) -> Markup:
    """Return a path."""
    return Markup('<path class="{}" d="{}"/>').format(kind, d)


def rect(x: float, y: float, width: float, height: float, kind: str = "") -> Markup:
    """Return a rectangle."""
    shown = Markup(' class="{}"').format(kind) if kind else ""
    return Markup('<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}"{}/>').format(x, y, width, height, shown)


def group(kind: str, title: str, parts: Iterable[Markup]) -> Markup:
    """Return parts that belong together, with the words a pointer brings up."""
    return Markup('<g class="{}"><title>{}</title>{}</g>').format(kind, title, Markup("").join(parts))
