"""The file of a case: the exposure over time as it was shown on each day, and what lasted from when to when."""

from datetime import date

import pytest
from sqlalchemy import Engine

from models.session import read
from ordinances.load import load_law
from queries.calendars import DayState
from queries.case_file import Asked, CaseFile, case_file
from queries.cases import show, village_of
from queries.exposure_history import Sum
from queries.timeline import Stretch
from rules.values import Role
from tests.activities.support import Town

VIEWER = frozenset({Role.VIEWER})


@pytest.fixture
def town(sqlite_engine: Engine) -> Town:
    return Town(sqlite_engine, "2026-05-04")


def _file(town: Town, case: str, asked: Asked | None = None) -> CaseFile:
    with read(town.engine) as session:
        law = load_law(village_of(session, case))
        return case_file(session, law, case, asked or Asked(), now=town.at, roles=VIEWER, actor="viewer")


def _shown(town: Town, case: str) -> tuple[int, Sum, Sum]:
    with read(town.engine) as session:
        law = load_law(village_of(session, case))
        found = show(session, law, case, now=town.at, roles=VIEWER, actor="viewer").exposure
    other = found.other_reading
    return (found.count, Sum(found.minimum, found.maximum), Sum(other.minimum, other.maximum))


def _lasting(file: CaseFile, kind: str) -> list[tuple[str, date, date | None]]:
    found: list[Stretch] = [each for each in file.timeline.stretches if each.kind == kind]
    return [(each.lane, each.first, each.last) for each in found]


@pytest.mark.parametrize("village", ["webster", "williamsville"])
def test_the_exposure_over_time_is_what_was_shown_on_each_day(town: Town, village: str) -> None:
    case = town.served(village)
    then: dict[date, tuple[int, Sum, Sum]] = {}

    def look(day: str) -> None:
        then[date.fromisoformat(day)] = _shown(town.on(day), case)

    look("2026-05-05")
    found = {"v1": "continuing"}
    town.on("2026-05-12").act(case, "record-inspection", on="2026-05-12", inspector="BD", findings=found)
    town.on("2026-05-15").act(case, "file-appeal", respondent="r1", on="2026-05-15", grounds="not so")
    look("2026-05-15")
    look("2026-05-26")
    town.on("2026-06-02").act(case, "decide-appeal", on="2026-06-02", outcome="affirmed")
    look("2026-06-02")
    if village == "williamsville":
        town.on("2026-06-03").act(case, "release-stayed", violation="v1", reason="the appeal is lost")
    look("2026-06-03")
    town.on("2026-06-09").act(
        case, "charge-offenses", on="2026-06-09", respondent="r1", violation="v1",
        dates=["2026-05-04", "2026-05-11"], court="Court", returnable_on="2026-06-20",
    )  # fmt: skip
    look("2026-06-09")
    town.on("2026-06-14").act(
        case, "record-disposition", counts=["c1"], outcome="convicted", on="2026-06-14", fine=300
    )
    look("2026-06-14")
    town.on("2026-06-16").act(case, "record-disposition", counts=["c2"], outcome="dismissed", on="2026-06-16")
    look("2026-06-16")
    look("2026-06-30")

    told = {each.on: (each.count, each.chosen, each.other) for each in _file(town, case).history}

    assert told.keys() >= {date(2026, 6, 14), date(2026, 6, 16), date(2026, 6, 30)}
    for day, figures in then.items():
        last = max(each for each in told if each <= day)
        # Weekly offenses leave the figures as they are until the next one; of daily ones not every day is kept.
        if last == day or village == "williamsville":
            assert told[last] == figures, day


def test_a_case_without_an_offense_yet_has_no_exposure_over_time(town: Town) -> None:
    assert _file(town, town.open()).history == ()


def test_stop_work_by_the_notice_lasts_from_service_to_its_lifting(town: Town) -> None:
    case = town.served("webster")
    town.on("2026-05-20").act(case, "confirm-compliance", violation="v1", cured_on="2026-05-18")
    town.act(case, "lift-stop-work", on="2026-05-19", in_writing=True)

    file = _file(town, case)

    assert _lasting(file, "stop") == [("Work", date(2026, 5, 4), date(2026, 5, 19))]
    assert _lasting(file, "withheld") == [("Occupancy", date(2026, 5, 4), None)]
    assert _lasting(file, "countable") == [("v1", date(2026, 5, 4), date(2026, 5, 17))]


def test_a_stay_ends_the_day_before_the_decision_and_its_offenses_stand_apart(town: Town) -> None:
    case = town.served("williamsville")
    town.on("2026-05-15").act(case, "file-appeal", respondent="r1", on="2026-05-15", grounds="not so")
    town.on("2026-06-02").act(case, "decide-appeal", on="2026-06-02", outcome="affirmed")

    file = _file(town, case)

    assert _lasting(file, "stay") == [("Stay", date(2026, 5, 15), date(2026, 6, 1))]
    assert _lasting(file, "stayed") == [("v1", date(2026, 5, 18), date(2026, 6, 1))]
    assert _lasting(file, "window") == [("Appeal", date(2026, 5, 4), date(2026, 5, 19))]
    assert [mark.on for mark in file.timeline.marks if mark.kind == "appeal"] == [date(2026, 5, 15)]


def test_a_calendar_gives_the_latest_months_or_the_year_asked_for(town: Town) -> None:
    case = town.served("webster", observed_on="2024-11-20")

    latest = _file(town, case).calendars["v1"]
    asked = _file(town, case, Asked(year=2024, violation="v1")).calendars["v1"]

    assert (latest.months[0].first, len(latest.months), latest.more) == (date(2026, 5, 1), 6, True)
    assert latest.by_year == {2026: 123, 2025: 365, 2024: 42}
    assert [each.first.month for each in asked.months] == [12, 11]
    assert asked.months[1].days[20] is DayState.OBSERVED
    assert asked.months[1].days[21] is DayState.UNSUPPORTED


def test_service_waits_for_what_the_rule_of_the_village_needs(town: Town) -> None:
    case = town.open("webster")
    town.act(case, "issue-notice", on="2026-05-04", respondents=["r1"])
    town.act(case, "serve-notice", respondent="r1", mode="certified_mail", mailed_on="2026-05-04")

    person = _file(town, case).people["r1"]

    assert [(each.mailed_on, each.waits_for) for each in person.services] == [
        (date(2026, 5, 4), ("delivered",))
    ]
    assert person.served_on is None
    assert person.clock is None
