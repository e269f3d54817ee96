"""A security on record: posted under its own series of numbers, and never seen from another village."""

from typing import Any

import pytest
from sqlalchemy import Engine, text

from activities.messages import Order
from activities.numbers import reserve
from models.security import SecurityRow
from models.session import read, write
from queries.record import fold_security, load, verify
from rules.guarantee import SecurityStatus
from rules.refusals import NotFound, RefusalFacts
from rules.series import Series
from tests.activities.support import LETTER, Town


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _post(town: Town, op_id: str = "form-1", village: str = "webster", **fields: Any) -> Order:
    security = reserve(town.engine, village, 2026, op_id, Series.SECURITY)
    return town.order(security, "post-security", LETTER | {"village": village} | fields, op_id=op_id)


def _refused(town: Town, order: Order) -> RefusalFacts:
    refusal = town.records.record(order).refusal
    assert refusal is not None
    return refusal


def test_securities_and_cases_are_numbered_apart(town: Town) -> None:
    numbers = [reserve(town.engine, "webster", 2026, "one key", series) for series in Series]

    assert numbers == ["webster-2026-0001", "webster-S-2026-0001"]
    assert reserve(town.engine, "webster", 2026, "one key", Series.SECURITY) == "webster-S-2026-0001"
    assert reserve(town.engine, "webster", 2026, "next key", Series.SECURITY) == "webster-S-2026-0002"
    assert reserve(town.engine, "williamsville", 2026, "one key") == "williamsville-2026-0001"


def test_posting_answers_the_security_and_its_status_and_wakes_on_its_ladder(town: Town) -> None:
    effect = town.records.record(_post(town))

    assert effect.result == {
        "security": "webster-S-2026-0001",
        "status": "active",
        "events": ["security-posted"],
    }
    assert effect.phase is SecurityStatus.ACTIVE
    assert not effect.over
    assert str(effect.next_due) == "2027-03-02"
    assert [timer.kind for timer in effect.timers] == ["security_expiry"] * 5
    assert effect.timers[0].wakes_at.isoformat() == "2027-03-03T05:00:00+00:00"
    assert (
        effect.headline
        == "letter of credit LC-1042 of Lakeshore Bank: active, $12,000 left; next: security expiry 2027-03-02"
    )


def test_a_posting_given_twice_posts_once(town: Town) -> None:
    order = _post(town)

    first, second = town.records.record(order), town.after(3).records.record(order)

    assert second.replayed
    assert second.result == first.result
    with read(town.engine) as session:
        assert len(load(session, order.case)) == 1
        assert verify(session, order.case) is None


def test_the_row_is_what_the_events_tell(town: Town) -> None:
    security = town.post(case=town.open(), evergreen_notice_days=60, expires_on="2026-05-31")

    with read(town.engine) as session:
        row = session.get(SecurityRow, security)
        told = fold_security(session, security)
    assert row is not None
    assert (row.village, row.case, row.kind, row.purpose) == (
        "webster",
        "webster-2026-0001",
        "letter_of_credit",
        "maintenance",
    )
    assert [float(each) for each in (row.amount, row.drawn, row.pending)] == [12_000, 0, 0]
    assert row.available == told.left
    assert (row.status, row.over, row.released_on) == ("active", False, None)
    assert str(row.expires_on) == "2027-05-31"  # it has renewed once


def test_a_security_of_another_village_is_as_one_that_is_not_there(town: Town) -> None:
    security = town.post()

    foreign = town.refuse(
        security, "record-milestone", actor="stranger", kind="as_built_plans", on="2026-06-01"
    )
    missing = town.refuse("webster-S-2026-0099", "release-security", on="2026-06-01")
    order = town.order(security, "release-security", {"on": "2026-06-01"}, village="williamsville")
    astray = _refused(town, order)

    assert (foreign.kind, foreign.what) == ("not_found", f"There is no security {security}.")
    assert missing.what == "There is no security webster-S-2026-0099."
    assert astray.what == foreign.what


def test_a_security_cannot_be_linked_to_a_case_that_is_not_there_or_of_another_village(town: Town) -> None:
    elsewhere, security = town.open("williamsville"), town.post()

    said = [
        _refused(town, _post(town, f"form-{number}", case=case)).what
        for number, case in enumerate([elsewhere, "webster-2026-0099", security])
    ]

    assert said == [f"There is no case {case}." for case in (elsewhere, "webster-2026-0099", security)]


@pytest.mark.parametrize("actor", ["officer", "attorney", "viewer"])
def test_only_the_clerk_posts(town: Town, actor: str) -> None:
    assert _refused(town, _post(town).model_copy(update={"actor": actor})).kind == "wrong_role"


def test_a_security_is_posted_only_under_a_number_reserved_for_it(town: Town) -> None:
    order = _post(town)
    town.records.record(order)

    again = _refused(town, order.model_copy(update={"op_id": "another"}))
    invented = _refused(town, order.model_copy(update={"case": "webster-S-2026-0777"}))

    assert again.kind == invented.kind == "conflict"


def test_no_security_is_posted_under_a_specimen(town: Town) -> None:
    order = _post(town, village="two-year-town")
    with write(town.engine) as session:
        session.execute(text("INSERT INTO membership VALUES ('clerk', 'two-year-town', 'clerk')"))

    assert "specimen" in _refused(town, order).what


def test_a_stranger_learns_nothing_of_a_village_by_posting(town: Town) -> None:
    refusal = _refused(town, _post(town).model_copy(update={"actor": "stranger"}))

    assert (refusal.kind, refusal.what) == ("not_found", "There is no village webster.")


def test_a_command_on_a_case_is_none_on_a_security_and_the_other_way_round(town: Town) -> None:
    case, security = town.open(), town.post()

    on_security = town.refuse(security, "add-note", actor="clerk", text="x")
    on_case = town.refuse(case, "release-security", actor="clerk", on="2026-06-01")

    assert (on_security.kind, on_case.kind) == ("malformed", "malformed")
    assert "no command 'add-note'" in on_security.what


def test_each_is_folded_by_the_law_of_its_own_series(town: Town) -> None:
    case = town.worked()

    with read(town.engine) as session, pytest.raises(NotFound, match="There is no security"):
        fold_security(session, case)


def test_a_released_security_has_nothing_ahead(town: Town) -> None:
    security = town.post()
    town.act(security, "record-milestone", "clerk", kind="final_acceptance", on="2026-05-01")

    effect = town.act(security, "release-security", "clerk", on="2026-06-01")

    assert (effect.phase, effect.over, effect.timers) == (SecurityStatus.RELEASED, True, ())
    assert effect.headline == "letter of credit LC-1042 of Lakeshore Bank: released, $0 left"


def test_an_expired_security_is_over_once_all_that_passed_is_noted(town: Town) -> None:
    security = town.post()
    town.on("2027-06-15")

    seen = town.look(security)
    noted = town.act(security, "deadline-passed", keys=[timer.key for timer in seen.timers])

    assert (seen.phase, seen.over, len(seen.timers)) == (SecurityStatus.EXPIRED, False, 5)
    assert (noted.over, noted.timers) == (True, ())
    with read(town.engine) as session:
        days = [str(entry.effective_on) for entry in load(session, security)]
    assert days == ["2025-06-01", "2027-03-02", "2027-04-01", "2027-05-01", "2027-05-21", "2027-05-31"]
