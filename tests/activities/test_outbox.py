"""What goes into the outbox with the record: for whom, once, and not at all where no mail is sent."""

from threading import Thread

import pytest
from sqlalchemy import Engine, select
from sqlmodel import col

from activities import outbox
from activities.record import Records
from activities.reminders import choose, drop_calendar_key, make_calendar_key, unsubscribe
from activities.users import add_user
from models.mail import MailRow
from models.session import read
from rules.reminders import MailKind
from rules.values import Role
from tests.activities.support import ROLES, Town


@pytest.fixture
def town(engine: Engine) -> Town:
    """Give a town whose people all have an address, and whose office sends mail."""
    town = Town(engine)
    town.records = Records(engine, sends_mail=True)
    for role in ROLES:
        choose(engine, role, f"{role}@webster.test", ())
    return town


def queued(town: Town) -> list[tuple[str, str, str]]:
    with read(town.engine) as session:
        return [
            (row.kind, row.record, row.user)
            for row in session.scalars(select(MailRow).order_by(col(MailRow.kind), col(MailRow.user)))
        ]


def _appeal(town: Town) -> str:
    case = town.served()
    town.after(3).act(case, "file-appeal", respondent="r1", on="2026-06-03", grounds="no silt")
    return case


def _drawn(town: Town, *, honored: bool) -> str:
    case, security = town.worked(), town.post()
    town.act(
        security, "request-draw", actor="clerk", case_=case, amount=6000, on="2026-06-01", reason="outlet"
    )
    town.act(security, "approve-draw", draw="d1")
    town.act(security, "record-draw-result", draw="d1", on="2026-06-01", honored=honored)
    return security


def test_an_appeal_is_told_to_attorney_and_officer(town: Town) -> None:
    case = _appeal(town)

    assert queued(town) == [("appeal", case, "attorney"), ("appeal", case, "officer")]


@pytest.mark.parametrize("honored", [True, False])
def test_the_result_of_a_draw_is_told_to_attorney_and_clerk_once(town: Town, *, honored: bool) -> None:
    security = _drawn(town, honored=honored)

    assert queued(town) == [("draw", security, "attorney"), ("draw", security, "clerk")]


def test_a_nonrenewal_is_told_to_attorney_and_clerk(town: Town) -> None:
    security = town.post(evergreen_notice_days=60)
    town.act(security, "record-nonrenewal", on="2026-05-30")

    assert queued(town) == [("nonrenewal", security, "attorney"), ("nonrenewal", security, "clerk")]


def test_of_rungs_noted_at_once_the_last_is_told(town: Town) -> None:
    security = town.post(expires_on="2026-06-20")
    keys = [timer.key for timer in town.look(security).timers if timer.due.isoformat() < "2026-06-01"]

    town.act(security, "deadline-passed", keys=keys)

    assert len(keys) == 3  # 90, 60 and 30 days before
    assert queued(town) == [("expiry", security, "attorney"), ("expiry", security, "clerk")]


def test_each_rung_has_a_mail_of_its_own(town: Town) -> None:
    security = town.post(expires_on="2026-09-15")
    for day in ("2026-06-18", "2026-07-18", "2026-08-17", "2026-09-06", "2026-09-16"):
        due = [timer for timer in town.on(day).look(security).timers if timer.due.isoformat() < day]
        town.act(security, "deadline-passed", keys=[timer.key for timer in due])

    assert queued(town).count(("expiry", security, "clerk")) == 5


def test_a_command_repeated_puts_nothing_in_and_has_the_outbox_looked_at_again(town: Town) -> None:
    case = town.served()
    order = town.after(3).order(
        case, "file-appeal", {"respondent": "r1", "on": "2026-06-03", "grounds": "x"}, actor="officer"
    )

    first = town.records.record(order)
    add_user(town.engine, "newcomer", {"webster": [Role.ATTORNEY]})
    choose(town.engine, "newcomer", "new@webster.test", ())
    again = town.records.record(order)

    assert len(queued(town)) == 2
    assert (
        [each.kind for each in first.follow_ups][:1]
        == [each.kind for each in again.follow_ups][:1]
        == ["mail"]
    )


def test_a_fault_in_the_telling_does_not_undo_what_is_told_of(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_told: object) -> None:
        raise KeyError("d1")

    monkeypatch.setattr(outbox, "facts_of", broken)

    case = _appeal(town)

    assert town.look(case).phase == "under_appeal"
    assert queued(town) == []


def test_what_is_refused_is_not_told(town: Town) -> None:
    case = town.open()

    town.refuse(case, "file-appeal", respondent="r1", on="2026-06-01", grounds="x")

    assert queued(town) == []


def test_without_a_mail_server_nothing_is_put_in(town: Town) -> None:
    town.records = Records(town.engine)

    _appeal(town)

    assert queued(town) == []


def test_who_has_no_address_or_does_not_want_the_kind_or_works_elsewhere_is_not_told(town: Town) -> None:
    choose(town.engine, "officer", "", ())
    unsubscribe(town.engine, "attorney", MailKind.APPEAL)
    add_user(town.engine, "elsewhere", {"williamsville": [Role.ATTORNEY]})
    choose(town.engine, "elsewhere", "e@williamsville.test", ())

    _appeal(town)

    assert queued(town) == []


def test_the_case_is_named_and_no_respondent(town: Town) -> None:
    case = _appeal(town)

    with read(town.engine) as session:
        facts = [row.facts for row in session.scalars(select(MailRow))]
    assert all(f"An appeal was filed in {case}" in told for told in facts)
    assert facts
    assert not any("Elm Street Builders" in told for told in facts)


def test_choices_that_are_sent_at_once_wait_for_one_another(town: Town) -> None:
    told: list[str] = []

    def click() -> None:
        try:
            for _ in range(8):
                choose(town.engine, "officer", "o@webster.test", [*MailKind])
                drop_calendar_key(town.engine, "officer")
                make_calendar_key(town.engine, "officer", now=town.at)
        except Exception as error:  # noqa: BLE001  whatever it is, it is told
            told.append(type(error).__name__)

    threads = [Thread(target=click) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert told == []
