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


# By %: of the ways to put values into markup that escape them, the quickest, and a page has hundreds of these.


def text(x: float, y: float, words: str, kind: str = "", *, end: bool = False) -> Markup:
    """Return a label; with `end`, one that ends at `x`."""
    names = " ".join(name for name in (kind, "end" if end else "") if name)
    return Markup('<text x="%g" y="%g"%s>%s</text>') % (x, y, _class(names), words)


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """Return a straight line."""
    return Markup('<path class="%s" d="M%g %gL%g %g"/>') % (kind, x1, y1, x2, y2)


def path(d: str, kind: str) -> Markup:
    """Return a path."""
    return Markup('<path class="%s" d="%s"/>') % (kind, d)


def rect(x: float, y: float, width: float, height: float, kind: str = "") -> Markup:
    """Return a rectangle."""
    return Markup('<rect x="%g" y="%g" width="%g" height="%g"%s/>') % (x, y, width, height, _class(kind))


def group(kind: str, title: str, parts: Iterable[Markup]) -> Markup:
    """Return parts that belong together, with the words a pointer brings up."""
    return Markup('<g class="%s"><title>%s</title>%s</g>') % (kind, title, Markup("").join(parts))


def _class(names: str) -> Markup:
    return Markup(' class="%s"') % names if names else Markup("")
