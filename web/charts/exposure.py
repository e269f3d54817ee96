"""The exposure of a case over time as a picture: steps for minimum and maximum under both readings.

A maximum that the text does not state is told in words and never drawn.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from markupsafe import Markup

from queries.exposure_history import Level
from rules.calendar import say
from web.charts import svg
from web.charts.axis import MoneyAxis, Tick, TimeAxis
from web.words import money, plain

WIDTH: Final = 960.0
LEFT: Final = 76.0
RIGHT: Final = WIDTH - 172
TOP: Final = 26.0
BOTTOM: Final = 226.0
APART: Final = 14.0
UNSTATED: Final = "No maximum is stated; only the minimum can be drawn."


class Curve(NamedTuple):
    """One line of steps: its class, its name, and its sum on each day."""

    kind: str
    name: str
    sums: Sequence[Decimal]


def exposure_svg(levels: Sequence[Level], readings: tuple[str, str]) -> Markup:
    """Return the picture of at least one level; `readings` are the chosen one and the other."""
    curves = list(curves_of(levels, readings))
    time = TimeAxis(levels[0].on, levels[-1].on, LEFT, RIGHT)
    top = max((amount for curve in curves for amount in curve.sums), default=Decimal(0)) or Decimal(1)
    height = MoneyAxis(top, BOTTOM, TOP)
    parts = [*_grid(time, height), *_band(levels, time, height)]
    parts += [svg.path(_steps(levels, curve.sums, time, height), curve.kind) for curve in curves]
    parts += list(_names(curves, height))
    if any(level.chosen.maximum is None for level in levels):
        parts.append(svg.text(LEFT + 6, TOP - 10, UNSTATED, "unstated"))
    title = "Exposure over time, if convicted of every open offense"
    return svg.picture("exposure", "exposure", (WIDTH, BOTTOM + 20), title, _told(levels, readings), parts)


def curves_of(levels: Sequence[Level], readings: tuple[str, str]) -> Iterator[Curve]:
    """Yield the lines to draw: one reading alone where both say the same."""
    chosen, other = (plain(each) for each in readings)
    same = all(level.chosen == level.other for level in levels)
    yield Curve(
        "line least", "minimum" if same else f"min, {chosen}", [each.chosen.minimum for each in levels]
    )
    most = [each.chosen.maximum for each in levels]
    if None not in most:
        name = "maximum" if same else f"max, {chosen}"
        yield Curve("line most", name, [each for each in most if each is not None])
    if same:
        return
    yield Curve("line least other", f"min, {other}", [each.other.minimum for each in levels])
    others = [each.other.maximum for each in levels]
    if None not in others:
        yield Curve("line most other", f"max, {other}", [each for each in others if each is not None])


def _told(levels: Sequence[Level], readings: tuple[str, str]) -> str:
    last = levels[-1]
    found = [
        f"{plain(reading)}: at least {money(sum_.minimum)}, {_most(sum_.maximum)}"
        for reading, sum_ in zip(readings, (last.chosen, last.other), strict=True)
    ]
    return (
        f"From {say(levels[0].on)} to {say(last.on)}. At the end, if convicted of {last.count:,} open offenses,"
        f" reading {'; reading '.join(found)}. The table below has the figures."
    )


def _most(amount: Decimal | None) -> str:
    return money(None) if amount is None else f"at most {money(amount)}"


def _grid(time: TimeAxis, height: MoneyAxis) -> Iterator[Markup]:
    for tick in height.ticks():
        yield svg.line(LEFT, tick.at, RIGHT, tick.at, "grid")
        yield svg.text(LEFT - 6, tick.at + 4, tick.label, "tick", end=True)
    for tick in time.ticks():
        yield svg.line(tick.at, TOP, tick.at, BOTTOM, "grid")
        if tick.at + svg.width_of(tick.label) < RIGHT + APART:
            yield svg.text(tick.at + 2, BOTTOM + 14, tick.label, "tick")


def _band(levels: Sequence[Level], time: TimeAxis, height: MoneyAxis) -> Iterator[Markup]:
    """Yield the room between minimum and maximum of the chosen reading, where both are stated."""
    most = [each.chosen.maximum for each in levels]
    stated = [each for each in most if each is not None]
    if len(stated) != len(most):
        return
    upper = _steps(levels, stated, time, height)
    lower = [(time.x(each.on), height.y(each.chosen.minimum)) for each in levels]
    back = "".join(f"V{y:g}H{x:g}" for x, y in reversed(lower))
    yield svg.path(f"{upper}{back}z", "band")


def _steps(levels: Sequence[Level], sums: Sequence[Decimal], time: TimeAxis, height: MoneyAxis) -> str:
    """Return a path that stays on a height until the day of the next one."""
    first, *rest = [(time.x(each.on), height.y(amount)) for each, amount in zip(levels, sums, strict=True)]
    steps = "".join(f"H{x:g}V{y:g}" for x, y in rest)
    return f"M{first[0]:g} {first[1]:g}{steps}H{RIGHT:g}"


def _names(curves: Sequence[Curve], height: MoneyAxis) -> Iterator[Markup]:
    """Yield the name and the last sum of each line at its end, moved apart where they would touch."""
    wanted = sorted(
        (Tick(height.y(curve.sums[-1]), f"{money(curve.sums[-1])} {curve.name}") for curve in curves),
        reverse=True,
    )
    floor = BOTTOM + APART
    for each in wanted:
        floor = min(each.at + 4, floor - APART)
        yield svg.text(RIGHT + 6, floor, each.label, "end-of-line")
