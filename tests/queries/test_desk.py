"""The desk: what is due today is not overdue, each role sees its own work, and nobody sees another village's."""

from datetime import date

import pytest
from sqlalchemy import Engine

from models.session import read
from queries.desk import Heap, Pile, Place, desk
from rules.values import Role
from tests.activities.support import Town


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _desk(town: Town, day: str, role: Role = Role.OFFICER, village: str = "webster") -> dict[Pile, Heap]:
    place = Place(today=date.fromisoformat(day), roles=frozenset({role}))
    with read(town.engine) as session:
        return desk(session, {village: place})


def _kinds(heap: Heap) -> list[str]:
    return [task.kind for task in heap.tasks]


def test_what_is_due_today_is_not_overdue_and_tomorrow_it_is(town: Town) -> None:
    case = town.open(remedy_by="2026-06-21")

    on_the_day, the_day_after = _desk(town, "2026-06-21"), _desk(town, "2026-06-22")

    assert [task.record for task in on_the_day[Pile.TODAY].tasks] == [case]
    assert on_the_day[Pile.OVERDUE].count == 0
    assert _kinds(the_day_after[Pile.OVERDUE]) == ["remedy_date"]
    assert the_day_after[Pile.TODAY].count == 0


def test_the_week_begins_tomorrow_and_holds_seven_days(town: Town) -> None:
    town.open(remedy_by="2026-06-21")

    assert [_desk(town, day)[Pile.WEEK].count for day in ("2026-06-13", "2026-06-14", "2026-06-20")] == [
        0,
        1,
        1,
    ]


def test_a_task_says_where_and_why_and_under_which_section(town: Town) -> None:
    town.open(remedy_by="2026-06-03")

    (task,) = _desk(town, "2026-06-01")[Pile.WEEK].tasks

    assert task.where
    assert "v1 is to be remedied by Wed 3 Jun 2026" in task.explanation
    assert task.section


def test_each_role_sees_its_own_work(town: Town) -> None:
    town.open(remedy_by="2026-06-03")

    found = {role: _kinds(_desk(town, "2026-06-01", role)[Pile.WEEK]) for role in Role}

    assert found[Role.OFFICER] == found[Role.VIEWER] == ["remedy_date"]
    assert found[Role.CLERK] == found[Role.ATTORNEY] == []


def test_nobody_sees_another_villages_work(town: Town) -> None:
    town.open(remedy_by="2026-06-03")

    assert _desk(town, "2026-06-01", village="williamsville")[Pile.WEEK].count == 0


def test_a_late_appeal_waits_for_the_attorney_and_is_not_overdue(town: Town) -> None:
    case = town.served()
    town.after(60).act(case, "file-appeal", respondent="r1", on="2026-07-25", grounds="late")

    heaps = _desk(town, "2026-07-31", Role.ATTORNEY)

    assert "timeliness_ruling" in _kinds(heaps[Pile.WAITING])
    assert "timeliness_ruling" not in _kinds(heaps[Pile.OVERDUE])


def test_a_limit_to_charge_waits_from_thirty_days_ahead(town: Town) -> None:
    town.open(observed_on="2026-05-31", remedy_by="2026-06-03")

    waits = [
        "limitation" in _kinds(_desk(town, day, Role.ATTORNEY)[Pile.WAITING])
        for day in ("2027-04-30", "2027-05-01", "2027-05-23")
    ]

    assert waits == [False, True, True]


def test_a_security_that_expires_stands_among_the_cases(town: Town) -> None:
    security = town.post(expires_on="2026-09-01")

    heaps = _desk(town, "2026-06-03", Role.CLERK)

    assert [task.record for task in heaps[Pile.TODAY].tasks] == [security]
    assert heaps[Pile.TODAY].tasks[0].where == "Lakeshore Bank"


def test_a_desk_shows_a_few_and_says_how_many_there_are(town: Town) -> None:
    for _ in range(3):
        town.open(remedy_by="2026-06-03")
    place = Place(today=date(2026, 6, 1), roles=frozenset({Role.OFFICER}))

    with read(town.engine) as session:
        heap = desk(session, {"webster": place}, few=2)[Pile.WEEK]

    assert (len(heap.tasks), heap.count, heap.more) == (2, 3, False)


def test_who_belongs_to_no_village_has_an_empty_desk(town: Town) -> None:
    with read(town.engine) as session:
        assert all(heap.count == 0 for heap in desk(session, {}).values())
