"""The timeline of a case as a picture: lanes, bars for what lasted, signs for what happened, a line for today."""

from collections.abc import Iterator, Sequence
from typing import Final

from markupsafe import Markup

from queries.tellings import Mark
from queries.timeline import BANDS, Stretch, Timeline
from rules.calendar import say
from web.charts import svg
from web.charts.axis import A_DAY, TimeAxis
from web.charts.packing import Placed, Thing, pack, row_count

WIDTH: Final = 960.0
LEFT: Final = 104.0
EDGE: Final = WIDTH - 6
TOP: Final = 20.0
ROW: Final = 18.0
BAR: Final = 13.0
SIGN: Final = 5.0
LEAST: Final = 3.0

SHARES: Final = {
    "stayed": (0.0, 0.45),
    "charged": (0.55, 1.0),
    "disposed": (0.3, 0.7),
    "void": (0.45, 0.55),
}
"""What part of the height of its bar the tick of one offense takes, so that kinds differ by more than color."""

Fact = Mark | Stretch

SIGNS: Final = {
    "notice": "M0-5 5 5H-5z",
    "service": "M-5 0A5 5 0 1 0 5 0 5 5 0 1 0-5 0z",
    "failed": "M-5-3-3-5 0-2 3-5 5-3 2 0 5 3 3 5 0 2-3 5-5 3-2 0z",
    "hearing": "M-5-5H5V5H-5z",
    "appeal": "M0 5 5-5H-5z",
    "order": "M-5 0-2-5H2L5 0 2 5H-2z",
    "charge": "M0-6 5 0 0 6-5 0z",
    "judgment": "M0-6 5 0 0 6-5 0z",
    "paid": "M-2-5H2V-2H5V2H2V5H-2V2H-5V-2H-2z",
    "observed": "M-4-5 5 0-4 5z",
    "continuing": "M-1.5-6H1.5V6H-1.5z",
    "compliant": "M-5 0-2 4 5-4-2 0z",
}


def timeline_svg(facts: Timeline) -> Markup:
    """Return the picture."""
    axis = TimeAxis(facts.first, facts.last, LEFT, EDGE)
    lanes: list[Markup] = []
    y = TOP
    for lane in facts.lanes:
        drawn, rows = _lane(lane, facts, axis, y)
        lanes += [svg.line(0, y, WIDTH, y, "rule"), *drawn]
        y += rows * ROW + 6
    parts = [*_grid(axis, y), *lanes, svg.line(0, y, WIDTH, y, "rule"), *_today(facts, axis, y)]
    told = (
        f"From {say(facts.first)} to {say(facts.last)}, in lanes: {', '.join(facts.lanes)}."
        " The table below lists every fact."
    )
    return svg.picture("timeline", "timeline", (WIDTH, y + 16), "Timeline of the case", told, parts)


def facts_in_order(facts: Timeline) -> list[Fact]:
    """Return what the picture shows, in order of date, for the table beside it."""
    return sorted([*facts.marks, *facts.stretches], key=_first)


def _first(fact: Fact) -> tuple[object, bool]:
    return (fact.on, False) if isinstance(fact, Mark) else (fact.first, True)


def _grid(axis: TimeAxis, bottom: float) -> Iterator[Markup]:
    for tick in axis.ticks():
        yield svg.line(tick.at, TOP - 4, tick.at, bottom, "grid")
        if tick.at + svg.width_of(tick.label) < WIDTH:
            yield svg.text(tick.at + 2, 12, tick.label, "tick")


def _today(facts: Timeline, axis: TimeAxis, bottom: float) -> Iterator[Markup]:
    if facts.today > facts.last:
        return
    x = axis.x(facts.today)
    yield svg.line(x, TOP - 4, x, bottom, "today")
    yield svg.text(x - 3, bottom + 12, "today", "tick", end=True)


def _lane(lane: str, facts: Timeline, axis: TimeAxis, y: float) -> tuple[list[Markup], int]:
    stretches = [each for each in facts.stretches if each.lane == lane]
    inside: list[Fact] = [*stretches, *(each for each in facts.marks if each.lane == lane)]
    bands = [each for each in stretches if each.kind in BANDS]
    things = [_thing(each, facts, axis, bands) for each in inside]
    placed = pack(things, EDGE)
    drawn = [svg.text(2, y + 15, lane, "lane")]
    drawn += [
        _draw(fact, place, axis, y + 3 + place.row * ROW) for fact, place in zip(inside, placed, strict=True)
    ]
    return drawn, row_count(placed)


def _thing(fact: Fact, facts: Timeline, axis: TimeAxis, bands: Sequence[Stretch]) -> Thing:
    if isinstance(fact, Mark):
        middle = axis.x(fact.on) + axis.day / 2
        return Thing(middle - SIGN, middle + SIGN, fact.short, is_bar=False)
    left = axis.x(fact.first)
    until = fact.last if fact.last is not None else max(min(facts.today, facts.last), fact.first)
    right = max(left + LEAST, axis.x(until + A_DAY))
    if fact in bands[:-1]:
        return Thing(left, right, fact.short, is_bar=True, only_inside=True)
    return Thing(left, right, _together(bands) if fact in bands else fact.short, is_bar=True)


def _together(bands: Sequence[Stretch]) -> str:
    """Return the label of a row of bands, which stands at the last: how many offenses of each kind there are."""
    if len(bands) == 1:
        return bands[0].short
    number: dict[str, int] = {}
    for band in bands:
        number[band.kind] = number.get(band.kind, 0) + band.number
    return ", ".join(f"{many:,} {BANDS[kind]}" for kind, many in number.items())


def _draw(fact: Fact, place: Placed, axis: TimeAxis, y: float) -> Markup:
    parts = list(_sign(fact, place, y) if isinstance(fact, Mark) else _bar(fact, place, axis, y))
    if place.label_at is not None:
        parts.append(svg.text(place.label_at, y + 11, place.thing.label, end=place.ends_there))
    return svg.group(f"k-{fact.kind}", f"{when(fact)}: {fact.words}", parts)


def _sign(fact: Mark, place: Placed, y: float) -> Iterator[Markup]:
    x = round(place.thing.left + SIGN, 1)
    yield Markup('<path transform="translate({:g} {:g})" d="{}"/>').format(
        x, y + BAR / 2 + 1, SIGNS[fact.kind]
    )


def _bar(fact: Stretch, place: Placed, axis: TimeAxis, y: float) -> Iterator[Markup]:
    left, right = place.thing.left, place.thing.right
    open_ended = " open" if fact.last is None else ""
    yield svg.rect(left, y + 1, round(right - left, 1), BAR, f"bar{open_ended}")
    if fact.days:
        begin, end = SHARES.get(fact.kind, (0.0, 1.0))
        top, tall = y + 1 + begin * BAR, round((end - begin) * BAR, 1)
        ticks = "".join(f"M{axis.x(day):g} {top:g}v{tall:g}" for day in fact.days)
        yield svg.path(ticks, "each")


def when(fact: Fact) -> str:
    """Return the day or the days of a fact in words."""
    if isinstance(fact, Mark):
        return say(fact.on)
    if fact.last is None:
        return f"since {say(fact.first)}"
    return say(fact.first) if fact.first == fact.last else f"{say(fact.first)} to {say(fact.last)}"


def lane_facts(facts: Timeline) -> Sequence[tuple[str, str, str]]:
    """Return the rows of the table: when, in which lane, what."""
    return [(when(each), each.lane, each.words) for each in facts_in_order(facts)]
