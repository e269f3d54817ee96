"""Commands that arrive at the same moment, from two threads that know nothing of each other."""

import threading
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Engine
from sqlmodel import col, select

from activities.accrual import Accruals
from activities.messages import AccrualOrder
from activities.numbers import reserve
from models.event import EventRow
from models.offense import OffenseRow
from models.party import PartyRow
from models.session import read
from queries.record import verify
from tests.activities.histories import rows
from tests.activities.support import OWNER, Town

T = TypeVar("T")


def at_once(*calls: Callable[[], T]) -> list[T]:
    """Make all calls at the same moment; give what they return, or raise what one raises."""
    gate = threading.Barrier(len(calls))
    done: list[T] = []
    failed: list[BaseException] = []

    def run(call: Callable[[], T]) -> None:
        try:
            gate.wait()
            done.append(call())
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test is to see it
            failed.append(error)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return done


def test_the_same_op_id_at_once_is_carried_out_once(engine: Engine) -> None:
    town = Town(engine)
    case = town.open()
    order = town.order(case, "add-note", {"text": "twice"})

    effects = at_once(*[lambda: town.records.record(order)] * 4)

    assert sorted(effect.replayed for effect in effects) == [False, True, True, True]
    with read(engine) as session:
        notes = session.exec(select(EventRow).where(col(EventRow.op_id) == order.op_id)).all()
        assert len(notes) == 1
        assert verify(session, case) is None


def test_different_commands_at_once_are_all_carried_out(engine: Engine) -> None:
    town = Town(engine)
    case = town.open()
    orders = [town.order(case, "add-note", {"text": f"note {number}"}) for number in range(6)]

    effects = at_once(*[lambda order=order: town.records.record(order) for order in orders])

    assert sorted(effect.seq for effect in effects) == [4, 5, 6, 7, 8, 9]
    with read(engine) as session:
        assert verify(session, case) is None


def test_a_number_is_given_out_once_however_many_ask(engine: Engine) -> None:
    town = Town(engine)

    numbers = at_once(*[lambda key=key: reserve(engine, "webster", 2026, f"key-{key}") for key in range(8)])

    assert sorted(numbers) == [f"webster-2026-{number:04}" for number in range(1, 9)]
    assert reserve(town.engine, "webster", 2026, "key-3") in numbers


def test_the_same_key_asking_at_once_gets_one_number(engine: Engine) -> None:
    Town(engine)

    numbers = at_once(*[lambda: reserve(engine, "webster", 2026, "one key")] * 6)

    assert set(numbers) == {"webster-2026-0001"}


def test_two_cases_of_one_party_opened_at_once_share_its_row(engine: Engine) -> None:
    town = Town(engine)
    names = ["Elm Street Builders LLC", "ELM STREET BUILDERS", "Elm Street Builders, Inc."]

    at_once(*[lambda name=name: town.open(respondents=[{**OWNER, "name": name}]) for name in names])

    with read(engine) as session:
        parties = session.exec(select(PartyRow)).all()
        first = rows(engine)["respondent"][0]
    assert [party.key for party in parties] == ["corporation:elm-street-builders"]
    assert parties[0].name == first[3]


def test_two_nightly_runs_at_once_date_every_offense_once(engine: Engine) -> None:
    town = Town(engine)
    cases = [town.open(village) for village in ("webster", "williamsville") for _ in range(4)]
    town.after(23)
    order = AccrualOrder(village="webster", at=town.at)

    results = at_once(*[lambda: Accruals(engine, page=2).date_offenses(order)] * 3)

    assert sum(result.offenses for result in results) == 4 * 23
    with read(engine) as session:
        kept = session.exec(select(OffenseRow).where(col(OffenseRow.case_id).in_(cases[:4]))).all()
    assert len(kept) == 4 * 23


def test_a_cure_entered_during_a_nightly_run_voids_what_it_dated(engine: Engine) -> None:
    town = Town(engine)
    cases = [town.open() for _ in range(6)]
    town.after(20)
    night = AccrualOrder(village="webster", at=town.at)
    cures = [
        town.order(case, "confirm-compliance", {"violation": "v1", "cured_on": "2026-06-11"})
        for case in cases
    ]

    at_once(
        lambda: Accruals(engine, page=1).date_offenses(night).offenses,
        *[lambda cure=cure: town.records.record(cure).seq for cure in cures],
    )

    with read(engine) as session:
        kept = session.exec(select(OffenseRow)).all()
    accrued = [row for row in kept if row.status == "accrued"]
    assert len(accrued) == 6 * 10
    assert {row.status for row in kept if row.offense_on.isoformat() >= "2026-06-11"} == {"void"}
