"""Rebuilding: the same rows again from the events alone, whatever had become of them."""

from typing import Any

from sqlalchemy import Engine, text

from activities.accrual import Accruals
from activities.messages import AccrualOrder
from activities.rebuild import rebuild
from models.session import write
from tests.activities.histories import PROJECTIONS, rows
from tests.activities.support import OWNER, Town


def _busy(engine: Engine) -> Town:
    """Give a town with an appeal, a cure entered late, counts of two cases of one party, a draw, and nights."""
    town = Town(engine, "2026-06-01")
    stayed = town.served("williamsville", observed_on="2026-05-01")
    cured = town.open(observed_on="2026-05-10")
    town.open(respondents=[{**OWNER, "name": "Elm Street Builders, Inc."}])
    for _ in range(3):
        Accruals(engine).date_offenses(AccrualOrder(village="webster", at=town.after(3).at))
    town.act(stayed, "file-appeal", respondent="r1", on="2026-06-08", grounds="x")
    town.act(cured, "confirm-compliance", violation="v1", cured_on="2026-05-20")
    charge: dict[str, Any] = {
        "respondent": "r1",
        "violation": "v1",
        "from": "2026-05-12",
        "to": "2026-05-15",
        "court": "Village Court",
        "returnable_on": "2026-07-01",
        "allow_unsupported": True,
    }
    town.act(cured, "charge-offenses", **charge)
    town.act(cured, "record-disposition", counts=["c1", "c2"], outcome="convicted", on="2026-06-10", fine=300)
    town.act(
        town.post(), "request-draw", "officer", case_=town.worked(), amount=60, on="2026-03-16", reason="x"
    )
    town.after(20)
    for village in ("webster", "williamsville"):
        Accruals(engine).date_offenses(AccrualOrder(village=village, at=town.at))
    return town


def test_rebuilding_what_is_whole_changes_nothing(engine: Engine) -> None:
    _busy(engine)
    before = rows(engine)
    told: list[tuple[int, int]] = []

    left = rebuild(engine, progress=lambda done, of: told.append((done, of)))

    assert left == ()
    assert told == [(number, 5) for number in range(1, 6)]
    assert rows(engine) == before
    assert all(before.values())


def test_rows_that_were_changed_are_as_they_were(engine: Engine) -> None:
    _busy(engine)
    before = rows(engine)
    with write(engine) as session:
        for statement in (
            "DELETE FROM offense WHERE status = 'void'",
            "UPDATE offense SET status = 'void' WHERE status = 'stayed'",
            "UPDATE violation SET next_offense_on = NULL",
            "DELETE FROM respondent WHERE name LIKE '%Inc.'",
            "UPDATE party SET name = ''",
            "UPDATE party SET key = 'person:nobody' WHERE village = 'webster'",
            "DELETE FROM count WHERE key = 'c2'",
            "DELETE FROM deadline",
        ):
            session.execute(text(statement))

    rebuild(engine)

    assert rows(engine) == before


def test_rows_that_are_all_gone_come_back_from_the_events(engine: Engine) -> None:
    town = _busy(engine)
    for case in [row[0] for row in rows(engine)["case"]]:
        town.look(case)
    before = rows(engine)
    with write(engine) as session:
        for model in PROJECTIONS:
            session.execute(text(f'DELETE FROM "{model.__tablename__}"'))

    rebuild(engine)

    after = rows(engine)
    of_a_day = ("case", "security", "deadline")  # the day they were made on is lost with them
    assert {name: found for name, found in after.items() if name not in of_a_day} == {
        name: found for name, found in before.items() if name not in of_a_day
    }
    assert [len(after[name]) for name in of_a_day[:2]] == [len(before[name]) for name in of_a_day[:2]]


def test_a_case_whose_record_is_not_whole_keeps_its_rows(engine: Engine) -> None:
    _busy(engine)
    before = rows(engine)
    with write(engine) as session:
        session.execute(text("DELETE FROM event WHERE case_id = 'webster-2026-0001' AND seq = 5"))

    left = rebuild(engine)

    assert [(each.case, each.kind) for each in left] == [("webster-2026-0001", "not_rebuilt")]
    assert rows(engine) == before
