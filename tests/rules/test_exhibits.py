from datetime import date
from typing import Any

import pytest

from rules.exhibits import bearing
from rules.exposure import evidence
from tests.rules.play import Play

MAY_4, JUNE_1 = date(2026, 5, 4), date(2026, 6, 1)


def _attach(play: Play, **fields: Any) -> Play:
    sha256 = f"{len(play.case.evidence) + 1:064x}"
    return play.do("attach-evidence", sha256=sha256, filename="a.jpg", size=1, caption="fence", **fields)


def _inspected(found: str = "continuing") -> Play:
    return Play("webster").open().do("record-inspection", on=JUNE_1, inspector="Ann", findings={"v1": found})


def _bearing(play: Play, on: date, key: str = "v1") -> tuple[list[int], list[int]]:
    found = bearing(play.case, key).get(on)
    return ([], []) if found is None else tuple([each.number for each in side] for side in found)  # type: ignore[return-value]  # two sides


def test_a_photograph_says_itself_what_it_shows() -> None:
    play = Play("webster").open()

    _attach(play, taken_on=MAY_4, violation="v1", shows="continuing", taken_by="Ann")
    _attach(play, taken_on=MAY_4, violation="v1", shows="compliant")

    assert _bearing(play, MAY_4) == ([1], [2])
    assert play.case.exhibits[0].taken_by == "Ann"


@pytest.mark.parametrize(
    ("found", "sides"),
    [("continuing", ([1], [])), ("compliant", ([], [1])), ("not_checked", ([], []))],
)
def test_one_of_an_inspection_shows_what_that_found(found: str, sides: tuple[list[int], list[int]]) -> None:
    play = _attach(_inspected(found), inspection_on=JUNE_1)

    assert _bearing(play, JUNE_1) == sides


def test_one_of_an_inspection_bears_on_every_violation_it_found_unless_it_names_one() -> None:
    play = Play("webster").open().do("add-violation", provision="§ 1", nature="pond", observed_on=MAY_4)
    play.do(
        "record-inspection", on=JUNE_1, inspector="Ann", findings={"v1": "continuing", "v2": "continuing"}
    )

    _attach(play, inspection_on=JUNE_1)
    _attach(play, inspection_on=JUNE_1, violation="v2")

    assert _bearing(play, JUNE_1, "v1") == ([1], [])
    assert _bearing(play, JUNE_1, "v2") == ([1, 2], [])


def test_what_it_says_itself_goes_before_what_the_inspection_found() -> None:
    play = _attach(_inspected(), inspection_on=JUNE_1, violation="v1", shows="compliant")

    assert _bearing(play, JUNE_1) == ([], [1])


def test_of_two_inspections_of_a_day_that_of_compliance_is_believed() -> None:
    play = _inspected().do("record-inspection", on=JUNE_1, inspector="Bo", findings={"v1": "compliant"})
    play.do("record-inspection", on=JUNE_1, inspector="Cy", findings={"v1": "continuing"})

    _attach(play, inspection_on=JUNE_1)

    assert _bearing(play, JUNE_1) == ([], [1])


def test_a_file_without_day_or_violation_is_on_file_and_bears_on_nothing() -> None:
    play = _attach(_attach(_inspected(), taken_on=JUNE_1), violation="v1")

    assert bearing(play.case, "v1") == {}
    assert [each.number for each in play.case.exhibits] == [1, 2]


def test_an_exhibit_does_not_make_a_date_observed() -> None:
    play = Play("webster").open()
    before = evidence(play.case, play.case.violations["v1"], [JUNE_1])

    _attach(play, taken_on=JUNE_1, violation="v1", shows="continuing")

    assert evidence(play.case, play.case.violations["v1"], [JUNE_1]) == before


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"shows": "continuing", "taken_on": MAY_4}, "Name the violation", id="of what"),
        pytest.param({"shows": "continuing", "violation": "v1"}, "Give the day it was taken", id="when"),
        pytest.param({"violation": "v7"}, "no violation v7", id="no such violation"),
        pytest.param(
            {"shows": "continuing", "violation": "v1", "taken_on": "2026-05-03"},
            "before it was observed on 2026-05-04",
            id="before it was observed",
        ),
        pytest.param({"inspection_on": "2026-06-02"}, "Record the inspection first", id="no inspection"),
        pytest.param(
            {"inspection_on": JUNE_1, "taken_on": MAY_4}, "at an inspection of 2026-06-01", id="two days"
        ),
        pytest.param({"taken_on": "2099-01-01"}, "in the future", id="tomorrow"),
        pytest.param({"inspection_on": "2099-01-01"}, "in the future", id="an inspection tomorrow"),
    ],
)
def test_what_contradicts_the_record_is_refused(fields: dict[str, Any], words: str) -> None:
    given = {"sha256": "a" * 64, "filename": "a.jpg", "size": 1, "caption": "fence"}

    assert words in _inspected().refuses("attach-evidence", **given, **fields)


def test_after_the_cure_none_shows_it_continuing() -> None:
    play = _inspected().do("confirm-compliance", violation="v1", cured_on="2026-06-10")
    shown = {"violation": "v1", "shows": "continuing", "taken_on": "2026-06-10"}

    refused = play.refuses("attach-evidence", sha256="a" * 64, filename="a", size=1, caption="x", **shown)

    assert "correct-cure-date" in refused
