"""The pictures of a case: everything where its date says, named for those who do not see, nothing typed run."""

import re
import xml.etree.ElementTree as ET
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest

from queries.exposure_history import Level, Sum
from queries.tellings import Mark
from queries.timeline import BANDS, Stretch, Timeline
from web.charts.axis import MoneyAxis, TimeAxis, round_step
from web.charts.exposure import UNSTATED, exposure_svg
from web.charts.packing import MOST_ROWS, Thing, pack
from web.charts.timeline import EDGE, LEFT, lane_facts, timeline_svg

SVG = "{http://www.w3.org/2000/svg}"
READINGS = ("prior_conviction", "prior_offense")
MARCH = date(2026, 3, 1)


def _tree(svg: str) -> ET.Element:
    return ET.fromstring(str(svg).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def _day(number: int) -> date:
    return MARCH + timedelta(days=number - 1)


def _stretch(
    first: int, last: int | None, *, lane: str = "Work", kind: str = "stop", words: str = "x"
) -> Stretch:
    until = None if last is None else _day(last)
    return Stretch(lane=lane, kind=kind, first=_day(first), last=until, short="x", words=words)


def _timeline(*facts: Stretch | Mark, days: int = 31, today: int = 31) -> Timeline:
    lanes = tuple(dict.fromkeys(each.lane for each in facts))
    return Timeline(
        first=MARCH,
        last=_day(days),
        today=_day(today),
        lanes=lanes,
        marks=tuple(each for each in facts if isinstance(each, Mark)),
        stretches=tuple(each for each in facts if isinstance(each, Stretch)),
    )


def _bar(svg: str) -> tuple[float, float]:
    rect = _tree(svg).find(f".//{SVG}rect")
    assert rect is not None
    return float(rect.attrib["x"]), float(rect.attrib["x"]) + float(rect.attrib["width"])


# --- the timeline -----------------------------------------------------------------------------------------


def test_a_bar_begins_on_its_first_day_and_ends_with_its_last() -> None:
    axis = TimeAxis(MARCH, _day(31), LEFT, EDGE)

    assert _bar(timeline_svg(_timeline(_stretch(11, 20)))) == pytest.approx(
        (axis.x(_day(11)), axis.x(_day(21))), abs=0.2
    )


def test_what_goes_on_reaches_through_today_and_not_beyond() -> None:
    axis = TimeAxis(MARCH, _day(31), LEFT, EDGE)

    _, end = _bar(timeline_svg(_timeline(_stretch(5, None), today=25)))

    assert end == pytest.approx(axis.x(_day(26)), abs=0.2)


def test_a_sign_stands_on_its_day() -> None:
    axis = TimeAxis(MARCH, _day(31), LEFT, EDGE)
    mark = Mark(lane="Notice", kind="notice", on=_day(15), short="n1", words="n1 issued")

    svg = timeline_svg(_timeline(mark))

    found = re.search(r"translate\(([\d.]+) ", svg)
    assert found is not None
    assert float(found[1]) == pytest.approx(axis.x(_day(15)) + axis.day / 2, abs=0.2)


def test_the_timeline_is_named_and_described() -> None:
    tree = _tree(timeline_svg(_timeline(_stretch(1, 9))))

    assert tree.attrib["role"] == "img"
    title, desc = tree.find(f"{SVG}title"), tree.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert tree.attrib["aria-labelledby"].split() == [title.attrib["id"], desc.attrib["id"]]
    assert "Sun 1 Mar 2026" in (desc.text or "")


def test_what_was_typed_is_escaped_and_no_style_is_written_inline() -> None:
    words = '<script>alert("x")</script> & more'

    svg = timeline_svg(_timeline(_stretch(1, 9, words=words)))

    assert "<script" not in svg
    assert "style=" not in svg
    assert words in "".join(_tree(svg).itertext())


def test_five_years_of_daily_offenses_are_one_band() -> None:
    years = 1826
    band = _stretch(1, years, lane="v1", kind="countable", words="1,826 separate offenses")

    svg = timeline_svg(_timeline(band, days=years, today=years))

    assert svg.count("<rect") == 1
    assert len(svg) < 3_000


def test_single_offenses_are_ticks_within_their_band() -> None:
    days = tuple(_day(number) for number in (1, 8, 15))
    band = _stretch(1, 15, lane="v1", kind="countable").model_copy(update={"days": days})

    assert timeline_svg(_timeline(band)).count("v13") == len(days)


def test_single_offenses_of_each_kind_have_ticks_of_another_shape() -> None:
    def tick(kind: str) -> str:
        band = _stretch(1, 2, lane="v1", kind=kind).model_copy(update={"days": (_day(1),)})
        found = re.search(r'class="each" d="M[\d.]+ ([\d.]+v[\d.]+)', timeline_svg(_timeline(band)))
        assert found
        return found[1]

    assert len({tick(kind) for kind in BANDS}) == len(BANDS)


def test_bands_of_one_violation_stand_in_one_row_and_are_told_together() -> None:
    bands = [
        _stretch(first, last, lane="v1", kind=kind).model_copy(update={"number": last - first + 1})
        for first, last, kind in ((1, 2, "countable"), (3, 3, "disposed"), (4, 9, "countable"))
    ]

    tree = _tree(timeline_svg(_timeline(*bands)))

    assert len({rect.attrib["y"] for rect in tree.iter(f"{SVG}rect")}) == 1
    assert "8 open, 1 disposed of" in [label.text for label in tree.iter(f"{SVG}text")]


def test_the_table_tells_the_same_in_order_of_date() -> None:
    late = Mark(lane="Notice", kind="notice", on=_day(20), short="n1", words="issued")

    rows = lane_facts(_timeline(late, _stretch(2, None, words="stop work"), _stretch(3, 4, words="held")))

    assert [row[2] for row in rows] == ["stop work", "held", "issued"]
    assert rows[0][0] == "since Mon 2 Mar 2026"
    assert rows[1][0] == "Tue 3 Mar 2026 to Wed 4 Mar 2026"


@pytest.mark.parametrize("days", [1, 2, 31, 200, 1826, 20_000])
def test_names_on_the_time_axis_stand_apart_whatever_its_length(days: int) -> None:
    ticks = list(TimeAxis(MARCH, _day(days), 100, 950).ticks())

    assert all(later.at - earlier.at >= 50 for earlier, later in pairwise(ticks))
    assert days < 7 or ticks


def test_labels_do_not_cover_one_another() -> None:
    things = [Thing(float(x), float(x) + 10, "some words", is_bar=False) for x in range(0, 300, 20)]

    placed = pack(things, 400)

    for row in range(MOST_ROWS):
        inside = sorted((each.thing.left, each.thing.right) for each in placed if each.row == row)
        assert all(end <= begin for (_, end), (begin, _) in pairwise(inside))
    assert max(each.row for each in placed) < MOST_ROWS


def test_a_label_at_the_right_edge_stands_to_the_left() -> None:
    (placed,) = pack([Thing(390, 400, "returnable", is_bar=False)], 400)

    assert placed.ends_there
    assert placed.label_at == 386


# --- the exposure -----------------------------------------------------------------------------------------


def _level(
    day: int, minimum: int, maximum: int | None, *, other: tuple[int, int | None] | None = None
) -> Level:
    chosen = Sum(minimum=Decimal(minimum), maximum=None if maximum is None else Decimal(maximum))
    if other is None:
        return Level(on=_day(day), count=day, chosen=chosen, other=chosen)
    most = None if other[1] is None else Decimal(other[1])
    return Level(on=_day(day), count=day, chosen=chosen, other=Sum(minimum=Decimal(other[0]), maximum=most))


def test_a_maximum_that_is_not_stated_is_told_and_never_drawn() -> None:
    svg = exposure_svg([_level(1, 250, None), _level(2, 500, None)], READINGS)

    assert UNSTATED in svg
    assert "line most" not in svg
    assert "band" not in svg
    assert "no maximum stated" in svg


def test_the_steps_rise_on_their_days() -> None:
    svg = exposure_svg([_level(1, 0, 350), _level(8, 0, 700), _level(15, 0, 1050)], READINGS)

    axis = TimeAxis(_day(1), _day(15), 76, 960 - 172)
    heights = MoneyAxis(Decimal(1050), 226, 26)
    path = _tree(svg).find(f".//{SVG}path[@class='line most']")
    assert path is not None
    assert f"H{axis.x(_day(8)):g}V{heights.y(Decimal(700)):g}" in path.attrib["d"]
    assert path.attrib["d"].startswith(f"M{axis.x(_day(1)):g} {heights.y(Decimal(350)):g}")


def test_two_readings_that_differ_are_both_drawn_and_one_that_does_not_once() -> None:
    same = exposure_svg([_level(1, 0, 350)], READINGS)
    apart = exposure_svg([_level(1, 0, 350, other=(350, 700))], READINGS)

    assert same.count('class="line') == 2
    assert apart.count('class="line') == 4
    assert "max, prior offense" in apart


def test_the_exposure_is_named_as_what_a_court_could_impose() -> None:
    tree = _tree(exposure_svg([_level(3, 0, 1050)], READINGS))

    title, desc = tree.findtext(f"{SVG}title"), tree.findtext(f"{SVG}desc")
    assert title is not None
    assert "if convicted" in title
    assert desc is not None
    assert "at most $1,050" in desc
    assert "owed" not in title + desc


def test_an_exposure_of_nothing_is_drawn_without_a_fault() -> None:
    assert exposure_svg([_level(1, 0, 0), _level(2, 0, 0)], READINGS)


@pytest.mark.parametrize(
    ("top", "step"), [("0", "1"), ("3", "1"), ("350", "100"), ("9000", "2500"), ("456500", "200000")]
)
def test_sums_on_the_axis_are_round(top: str, step: str) -> None:
    assert round_step(Decimal(top)) == Decimal(step)
