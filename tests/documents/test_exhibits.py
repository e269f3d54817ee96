"""Exhibits beside the grade of an offense date: in the schedules, and in the accusatory draft."""

from typing import Any

import pytest

from documents.blocks import Grid
from documents.catalog import STATEMENTS
from documents.occasion import Asked
from documents.paper import Paper
from tests.documents.reading import flat, paper, sound
from tests.rules.play import Play

DAYS = ["2026-06-01", "2026-06-02"]


@pytest.fixture
def play() -> Play:
    made = Play("webster").open()
    made.do("record-inspection", on="2026-06-01", inspector="Ann Dow", findings={"v1": "continuing"})
    _attach(made, "The fence down at the road", inspection_on="2026-06-01", taken_by="Ann Dow")
    _attach(made, "The same from the creek", inspection_on="2026-06-01")
    return made


def _attach(play: Play, caption: str, **fields: Any) -> None:
    sha256 = f"{len(play.case.evidence) + 1:064x}"
    play.do("attach-evidence", caption=caption, sha256=sha256, filename="a.jpg", size=1, **fields)


def _charged(play: Play) -> Play:
    court = {"court": "Webster Village Justice Court", "returnable_on": "2027-01-05", "on": "2026-06-20"}
    return play.served().do(
        "charge-offenses", respondent="r1", violation="v1", dates=DAYS, allow_unsupported=True, **court
    )


def _evidence(of: Paper) -> dict[str, str]:
    """Return the column of evidence of a list by the day of the offense."""
    found: dict[str, str] = {}
    for block in of.blocks:
        titles = [column.title for column in block.columns] if isinstance(block, Grid) else []
        if isinstance(block, Grid) and {"Offense date", "Evidence"} <= set(titles):
            day, grade = titles.index("Offense date"), titles.index("Evidence")
            found |= {row[day]: row[grade] for row in block.rows}
    return found


def test_the_schedule_lists_the_exhibits_of_each_date(play: Play) -> None:
    _attach(play, "Fence up", taken_on="2026-06-01", violation="v1", shows="compliant")

    schedule = STATEMENTS["schedule-of-offenses"].make(Asked(play.case, play.setting("attorney"), None))

    told = _evidence(schedule)
    assert told["June 1, 2026"] == "observed, exhibits 1 and 2; against it exhibit 3"
    assert told["June 2, 2026"] == "unsupported"
    sound(schedule)


def test_what_was_charged_lists_them_too(play: Play) -> None:
    told = _evidence(paper(_charged(play), "charged-offenses"))

    assert told == {"June 1, 2026": "observed, exhibits 1 and 2", "June 2, 2026": "unsupported"}


def test_the_accusatory_draft_names_what_shows_the_offense_of_a_day(play: Play) -> None:
    draft = flat(sound(paper(_charged(play), "accusatory-draft")))

    assert (
        "It is shown on this day by exhibit 1, taken by Ann Dow (The fence down at the road) and exhibit 2 "
        "(The same from the creek)." in draft
    )
    assert "compliance on this day" not in draft


def test_the_accusatory_draft_marks_an_exhibit_that_shows_compliance(play: Play) -> None:
    _attach(play, "Fence up", taken_on="2026-06-01", violation="v1", shows="compliant")

    draft = flat(sound(paper(_charged(play), "accusatory-draft")))

    assert "Marked for the village attorney: exhibit 3 shows compliance on this day." in draft


def test_a_file_of_which_nobody_says_what_it_shows_is_no_exhibit_of_a_date(play: Play) -> None:
    _attach(play, "Taken in passing", taken_on="2026-06-02")

    assert _evidence(paper(_charged(play), "charged-offenses"))["June 2, 2026"] == "unsupported"
