"""Tokens: shown once, carrying the rights of their user, ended by being revoked."""

import re

from activities.users import add_user
from rules.values import Role
from tests.web.house import House
from tests.web.programs import ask, token_of
from tests.workflows.town_hall import opening


async def test_a_program_opens_a_case_and_acts_on_it_once_under_one_key(house: House) -> None:
    token = await token_of(house, "officer")
    key = {"idempotency-key": "open-1"}

    opened = [await ask(house, token, "/cases", opening(), **key) for _ in range(2)]
    case = opened[0].json()["case"]
    noted = [
        await ask(house, token, f"/cases/{case}/commands/add-note", {"text": "x"}, **{"idempotency-key": "n"})
        for _ in range(2)
    ]

    assert opened[1].json()["case"] == case
    assert [each.status_code for each in noted] == [200, 200]
    assert len(house.town.op_ids(case)) == 1
    assert (await ask(house, token, f"/cases/{case}")).json()["chain_ok"] is True


async def test_a_key_used_for_something_else_is_refused(house: House) -> None:
    token, case = await token_of(house, "officer"), await house.open_case()
    notes = [
        await ask(
            house, token, f"/cases/{case}/commands/add-note", {"text": text}, **{"idempotency-key": "n"}
        )
        for text in ("seen", "not seen", "seen")
    ]
    elsewhere = await ask(house, token, "/cases", opening(), **{"idempotency-key": "o"})
    moved = await ask(
        house, token, "/cases", opening(property={"address": "2 Elm St"}), **{"idempotency-key": "o"}
    )

    assert [each.status_code for each in notes] == [200, 409, 200]
    assert (notes[1].json()["kind"], notes[1].json()["field"]) == ("conflict", "op_id")
    assert (elsewhere.status_code, moved.status_code) == (201, 409)
    assert len(house.town.op_ids(case)) == 1


async def test_what_is_refused_is_a_problem_that_a_program_can_read(house: House) -> None:
    token, case = await token_of(house, "officer"), await house.open_case()
    body = {"respondent": "r1", "mode": "personal", "delivered_on": "2026-05-06"}

    refused = await ask(house, token, f"/cases/{case}/commands/serve-notice", body)
    unreadable = await ask(house, token, f"/cases/{case}/commands/add-note", {})

    assert refused.status_code == 409
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["kind"] in {"not_allowed", "out_of_order"}
    assert refused.json()["status"] == 409
    assert (unreadable.status_code, unreadable.json()["field"]) == (422, "text")


async def test_a_token_has_the_rights_of_its_user_and_no_more(house: House) -> None:
    case = await house.open_case()
    viewer, neighbor = await token_of(house, "viewer"), await token_of(house, "neighbor")

    denied = await ask(house, viewer, f"/cases/{case}/commands/add-note", {"text": "x"})
    hidden = await ask(house, neighbor, f"/cases/{case}")

    assert (denied.status_code, hidden.status_code) == (403, 404)
    assert house.town.op_ids(case) == []


async def test_a_revoked_token_opens_nothing_and_nobody_revokes_anothers(house: House) -> None:
    name = house.new_user(roles={})
    add_user(house.engine, name, {"webster": (Role.VIEWER,)})
    token, visitor = await token_of(house, name), house.visitor(name)
    listed = re.search(r'name="token" value="([0-9a-f]{64})"', (await visitor.get("/tokens")).text)
    assert listed

    others = await house.visitor("officer").send("/tokens/revoke", {"token": listed[1]})
    still = await ask(house, token, "/cases")
    await visitor.send("/tokens/revoke", {"token": listed[1]})
    after = await ask(house, token, "/cases")

    assert (others.status_code, still.status_code, after.status_code) == (404, 200, 401)
    assert after.headers["www-authenticate"] == "Bearer"
    assert token not in (await visitor.get("/tokens")).text


async def test_neither_a_cookie_nor_a_wrong_token_opens_the_interface(house: House) -> None:
    with_cookie = await house.visitor("officer").get("/api/v1/cases")
    wrong = await ask(house, "abate_wrong", "/cases")

    assert (with_cookie.status_code, wrong.status_code) == (401, 401)
