"""The calendar of a person: the agenda of their villages by their roles, each change told in place."""

from datetime import date, timedelta

import pytest
from sqlalchemy import Engine

from activities.accounts import take_role
from activities.rebuild import rebuild
from activities.reminders import drop_calendar_key, make_calendar_key
from activities.sign_in import hashed
from documents.calendar_file import Entry
from models.session import read
from queries.calendar_feed import TOLD_SINCE, feed, owner_of
from rules.values import Role
from tests.activities.support import Town


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def entries(town: Town, user: str = "officer", record: str | None = None) -> dict[str, Entry]:
    with read(town.engine) as session:
        found = feed(session, user, town.at)
    return {each.key: each for each in found if record in (None, each.record)}


def test_a_date_that_moves_keeps_its_key_and_its_revision_grows(town: Town) -> None:
    case = town.served(remedy_by="2026-06-20")
    before = entries(town)["remedy_date:v1"]

    town.after(1).act(case, "extend-remedy-date", violation="v1", to="2026-07-01", reason="rain")
    after = entries(town)["remedy_date:v1"]

    assert (before.due, after.due) == (date(2026, 6, 20), date(2026, 7, 1))
    assert after.sequence > before.sequence
    assert after.changed_at == before.changed_at + timedelta(days=1)


def test_what_does_not_change_keeps_its_revision(town: Town) -> None:
    case = town.served(remedy_by="2026-06-20")
    before = entries(town)

    town.after(1).act(case, "add-note", text="seen")
    town.look(case)

    assert entries(town) == before


def test_what_has_left_the_agenda_is_told_as_gone_for_a_while(town: Town) -> None:
    case = town.served(remedy_by="2026-06-20")
    before = entries(town)["remedy_date:v1"]

    town.after(3).act(case, "confirm-compliance", violation="v1", cured_on="2026-06-02")
    after = entries(town)["remedy_date:v1"]
    town.at += TOLD_SINCE + timedelta(days=1)

    assert (before.gone, after.gone) == (False, True)
    assert after.sequence > before.sequence
    assert "remedy_date:v1" not in entries(town)


def test_what_comes_back_is_told_anew_under_its_key(town: Town) -> None:
    case = town.served()
    town.after(3).act(case, "file-appeal", respondent="r1", on="2026-06-03", grounds="x")
    town.act(case, "schedule-hearing", on="2026-07-01", body="Zoning Board")
    first = entries(town, "clerk")["hearing:Zoning Board"]

    town.act(case, "schedule-hearing", on="2026-07-08", body="Trustees")
    gone = entries(town, "clerk")["hearing:Zoning Board"]
    town.act(case, "schedule-hearing", on="2026-07-15", body="Zoning Board")
    again = entries(town, "clerk")["hearing:Zoning Board"]

    assert (first.gone, gone.gone, again.gone) == (False, True, False)
    assert first.sequence < gone.sequence < again.sequence
    assert again.due == date(2026, 7, 15)


def test_each_role_has_its_own_work_and_who_only_looks_has_all(town: Town) -> None:
    town.served(remedy_by="2026-06-20")
    town.post(expires_on="2026-09-15")

    officer, clerk, viewer = (set(entries(town, user)) for user in ("officer", "clerk", "viewer"))

    assert "remedy_date:v1" in officer
    assert "security_expiry" in clerk
    assert not officer & clerk
    assert officer | clerk <= viewer


def test_nobody_has_what_is_of_another_village(town: Town) -> None:
    case = town.served()
    take_role(town.engine, "officer", "webster", Role.OFFICER)

    assert entries(town, "officer", case) == {}
    assert entries(town, "viewer", case) != {}
    assert entries(town, "stranger") == {}


def test_of_the_same_kind_each_has_a_key_of_its_own(town: Town) -> None:
    town.post(
        "williamsville", kind="cash_escrow", purpose="construction", posted_on="2025-04-01", expires_on=None
    )

    keys = [key for key in entries(town, "clerk") if key.startswith("escrow_interest")]

    assert keys == ["escrow_interest", "escrow_interest#2"]


def test_a_rebuild_leaves_what_was_told_as_it_was(town: Town) -> None:
    town.served(remedy_by="2026-06-20")
    before = entries(town)

    rebuild(town.engine)

    assert entries(town) == before


def test_a_calendar_opens_by_its_secret_until_that_is_renewed_or_dropped(town: Town) -> None:
    def owner(secret: str) -> str | None:
        with read(town.engine) as session:
            return owner_of(session, hashed(secret))

    first = make_calendar_key(town.engine, "clerk", now=town.at)
    second = make_calendar_key(town.engine, "clerk", now=town.at)

    assert (owner(first), owner(second)) == (None, "clerk")
    drop_calendar_key(town.engine, "clerk")
    assert owner(second) is None
