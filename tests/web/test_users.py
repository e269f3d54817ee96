"""What an admin may do to whom."""

import re

from activities.users import add_user
from models.session import read
from queries.users import find_user, password_fits
from rules.values import Role
from tests.web.house import PASSWORD, House

ADMIN = {"webster": (Role.ADMIN,)}


def _roles(house: House, name: str) -> dict[str, tuple[Role, ...]]:
    with read(house.engine) as session:
        found = find_user(session, name)
    return found.roles if found else {}


async def test_an_admin_adds_a_user_whose_password_is_shown_once(house: House) -> None:
    admin, stranger = house.visitor("admin"), house.stranger()

    added = await admin.send("/users", {"name": "new.clerk", "village": "webster", "role": "clerk"})
    secret = re.search(r"<code>([a-z0-9-]{24})</code>", added.text)
    assert secret
    signed_in = await stranger.sign_in("new.clerk", secret[1])

    assert signed_in.status_code == 303
    assert (await stranger.get("/cases")).headers["location"] == "/password"
    assert _roles(house, "new.clerk") == {"webster": (Role.CLERK,)}
    assert secret[1] not in (await admin.get("/users")).text


async def test_a_name_that_is_taken_is_not_given_another_password(house: House) -> None:
    name = house.new_user(roles={"williamsville": (Role.OFFICER,)})

    added = await house.visitor("admin").send("/users", {"name": name, "village": "webster", "role": "clerk"})

    assert added.status_code == 409
    assert name in added.text
    assert _roles(house, name) == {"williamsville": (Role.OFFICER,)}
    with read(house.engine) as session:
        assert password_fits(session, name, PASSWORD)


async def test_roles_are_given_and_taken_in_ones_own_village_alone(house: House) -> None:
    admin, name = house.visitor("admin"), house.new_user(roles={"webster": (Role.VIEWER,)})

    given = await admin.send("/users/role", {"name": name, "village": "webster", "role": "clerk"})
    elsewhere = await admin.send("/users/role", {"name": name, "village": "williamsville", "role": "clerk"})
    system = await admin.send("/users/role", {"name": name, "village": "webster", "role": "system"})
    held = _roles(house, name)
    taken = await admin.send(
        "/users/role", {"name": name, "village": "webster", "role": "viewer", "take": "1"}
    )

    assert (given.status_code, elsewhere.status_code, system.status_code) == (303, 404, 422)
    assert held == {"webster": (Role.CLERK, Role.VIEWER)}
    assert taken.status_code == 303
    assert _roles(house, name) == {"webster": (Role.CLERK,)}


async def test_an_admin_cannot_lock_themselves_out(house: House) -> None:
    name = house.new_user(roles=ADMIN)

    taken = await house.visitor(name).send(
        "/users/role", {"name": name, "village": "webster", "role": "admin", "take": "1"}
    )

    assert taken.status_code == 409
    assert _roles(house, name) == ADMIN


async def test_an_account_that_is_also_anothers_cannot_be_taken_over(house: House) -> None:
    for path in ("/users/password", "/users/revoke"):
        tried = await house.visitor("admin").send(path, {"name": "both"})

        assert tried.status_code == 409
        assert "also works for a village that you do not administer" in tried.text
    with read(house.engine) as session:
        assert password_fits(session, "both", PASSWORD)


async def test_users_of_another_village_are_neither_seen_nor_touched(house: House) -> None:
    admin = house.visitor("admin")

    shown = await admin.get("/users")
    tried = [
        await admin.send(path, {"name": "neighbor", "village": "webster", "role": "viewer"})
        for path in ("/users/password", "/users/revoke", "/users/role")
    ]

    assert "neighbor" not in shown.text
    assert "officer in williamsville" not in shown.text
    assert [each.status_code for each in tried] == [404, 404, 404]


async def test_a_reset_ends_sessions_and_the_new_password_has_to_be_changed(house: House) -> None:
    name = house.new_user()
    signed_in = house.visitor(name)

    reset = await house.visitor("admin").send("/users/password", {"name": name})

    assert re.search(r"<code>[a-z0-9-]{24}</code>", reset.text)
    assert (await signed_in.get("/cases")).status_code == 303
    with read(house.engine) as session:
        found = find_user(session, name)
    assert found
    assert found.must_change


async def test_who_is_sent_away_has_no_session_no_token_and_no_calendar_any_more(house: House) -> None:
    name = house.new_user()
    visitor = house.visitor(name)
    made = await visitor.send("/reminders/calendar")
    calendar = re.search(r"/calendar/[\w-]+\.ics", made.text)
    assert calendar
    there = await house.stranger().client.get(calendar[0])

    said = await house.visitor("admin").send("/users/revoke", {"name": name})

    assert there.status_code == 200
    assert said.status_code == 303
    assert (await visitor.get("/cases")).status_code == 303
    assert (await house.stranger().client.get(calendar[0])).status_code == 404


async def test_the_page_is_the_admins_alone(house: House) -> None:
    for name in ("officer", "attorney", "clerk", "viewer"):
        visitor = house.visitor(name)

        assert (await visitor.get("/users")).status_code == 403
        assert (
            await visitor.send("/users", {"name": "x", "village": "webster", "role": "admin"})
        ).status_code == 403
        assert ">Users<" not in (await visitor.get("/cases")).text


async def test_roles_taken_away_count_at_once(house: House) -> None:
    name = house.new_user()
    visitor, case = house.visitor(name), await house.open_case()
    assert (await visitor.get(f"/cases/{case}")).status_code == 200

    await house.visitor("admin").send(
        "/users/role", {"name": name, "village": "webster", "role": "officer", "take": "1"}
    )
    add_user(house.engine, name, {"williamsville": (Role.OFFICER,)})

    assert (await visitor.get(f"/cases/{case}")).status_code == 404
