"""Sessions: how long they last, and how they are ended from elsewhere; passwords, and what a change of them ends."""

from datetime import timedelta

import pytest

from activities.sign_in import IDLE, LONGEST
from models.session import read
from queries.sign_in import sessions_of
from queries.users import password_fits
from tests.web.house import PASSWORD, House

NEW = "another good password"


async def test_a_session_ends_when_it_is_left_alone(house: House) -> None:
    visitor = house.visitor("viewer")

    house.clock.ahead = IDLE - timedelta(minutes=1)
    in_time = await visitor.get("/cases")
    house.clock.ahead += IDLE - timedelta(minutes=1)
    still = await visitor.get("/cases")
    house.clock.ahead += IDLE + timedelta(minutes=1)
    too_late = await visitor.get("/cases")

    assert [in_time.status_code, still.status_code, too_late.status_code] == [200, 200, 303]


async def test_a_session_in_use_ends_after_its_longest_time_all_the_same(house: House) -> None:
    visitor = house.visitor("viewer")
    step = IDLE - timedelta(hours=1)

    while house.clock.ahead + step < LONGEST:
        house.clock.ahead += step
        assert (await visitor.get("/cases")).status_code == 200
    house.clock.ahead = LONGEST + timedelta(seconds=1)

    assert (await visitor.get("/cases")).status_code == 303


async def test_a_session_is_listed_and_revoked_from_another(house: House) -> None:
    name = house.new_user()
    here, there = house.visitor(name), house.visitor(name)
    with read(house.engine) as session:
        listed = sessions_of(session, name, now=house.clock())
    shown = await here.get("/sessions")

    ended = await here.send("/sessions/end", {"session": there.key})

    assert len(listed) == 2
    assert "a test" in shown.text
    assert ended.status_code == 303
    assert (await here.get("/cases")).status_code == 200
    assert (await there.get("/cases")).status_code == 303


async def test_nobody_ends_the_session_of_another(house: House) -> None:
    victim, attacker = house.new_user(), house.visitor("officer")
    visitor = house.visitor(victim)
    with read(house.engine) as session:
        key = sessions_of(session, victim, now=house.clock())[0].id

    tried = await attacker.send("/sessions/end", {"session": key})

    assert tried.status_code == 404
    assert (await visitor.get("/cases")).status_code == 200


async def test_a_given_password_is_changed_before_anything_else(house: House) -> None:
    name = house.new_user(must_change=True)
    visitor = house.visitor(name)

    kept_away = await visitor.get("/cases")
    changed = await visitor.send("/password", {"current": PASSWORD, "new": NEW, "again": NEW})

    assert kept_away.headers["location"] == "/password"
    assert changed.headers["location"] == "/"
    assert (await visitor.get("/cases")).status_code == 200


async def test_a_new_password_ends_every_other_session(house: House) -> None:
    name = house.new_user()
    here, there = house.visitor(name), house.visitor(name)

    await here.send("/password", {"current": PASSWORD, "new": NEW, "again": NEW})

    assert (await here.get("/cases")).status_code == 200
    assert (await there.get("/cases")).status_code == 303
    with read(house.engine) as session:
        assert password_fits(session, name, NEW)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(("wrong", NEW, NEW), "This is not your present password.", id="wrong"),
        pytest.param((PASSWORD, NEW, NEW + "x"), "The two do not match.", id="mistyped"),
        pytest.param((PASSWORD, "short", "short"), "The password has 5 characters.", id="short"),
        pytest.param((PASSWORD, PASSWORD, PASSWORD), "This is the password you have.", id="the same"),
    ],
)
async def test_a_password_that_will_not_do_is_said_beside_its_field(
    house: House, typed: tuple[str, str, str], said: str
) -> None:
    visitor = house.visitor(house.new_user())

    refused = await visitor.send("/password", dict(zip(("current", "new", "again"), typed, strict=True)))

    assert refused.status_code == 422
    assert said in refused.text
    assert 'aria-invalid="true"' in refused.text


async def test_guessing_the_present_password_is_throttled_like_signing_in(house: House) -> None:
    visitor = house.visitor(house.new_user())
    for _ in range(5):
        await visitor.send("/password", {"current": "a wrong guess", "new": NEW, "again": NEW})

    assert (
        await visitor.send("/password", {"current": PASSWORD, "new": NEW, "again": NEW})
    ).status_code == 429
