"""The HTTP interface: securities, deadlines, exposure and the levy under a token, each with the user's rights."""

import pytest

from rules import engine, security_engine
from tests.web.house import House
from tests.web.programs import ask, token_of
from tests.workflows.town_hall import LETTER


async def test_a_security_is_posted_once_under_its_key_and_drawn_on(house: House) -> None:
    clerk, attorney, case = await token_of(house, "clerk"), await token_of(house, "attorney"), ""
    case = await house.town.worked()
    fields, key = {**LETTER, "village": "webster"}, {"idempotency-key": "post-1"}

    posted = [await ask(house, clerk, "/securities", fields, **key) for _ in range(2)]
    at = f"/securities/{posted[0].json()['security']}"
    asked = {"case": case, "amount": 5000, "on": "2026-04-01", "reason": "the work"}
    draw = await ask(house, clerk, f"{at}/commands/request-draw", asked)
    own = await ask(house, clerk, f"{at}/commands/approve-draw", {"draw": "d1"})
    other = await ask(house, attorney, f"{at}/commands/approve-draw", {"draw": "d1"})
    shown = (await ask(house, clerk, at)).json()

    assert [each.status_code for each in posted] == [201, 201]
    assert posted[0].json()["security"] == posted[1].json()["security"]
    assert (draw.status_code, own.status_code, other.status_code) == (200, 403, 200)
    assert (shown["amount"], shown["pending"], shown["draws"]["d1"]["state"]) == (12000, 5000, "approved")
    assert at.rpartition("/")[2] in [each["id"] for each in (await ask(house, clerk, "/securities")).json()]


async def test_every_command_has_an_address_and_actions_say_why_not(house: House) -> None:
    token, case, security = await token_of(house, "officer"), await house.open_case(), await house.town.post()

    described = (await house.stranger().client.get("/api/v1/openapi.json")).json()["paths"]
    on_case = (await ask(house, token, f"/cases/{case}/actions")).json()
    on_security = (await ask(house, token, f"/securities/{security}/actions")).json()

    for path, names in (
        ("cases", engine.case_commands()),
        ("securities", [e["command"] for e in on_security]),
    ):
        assert {f"/api/v1/{path}/{{record_id}}/commands/{name}" for name in names} <= set(described)
    assert {each["command"] for each in on_case} == set(engine.case_commands())
    assert all(each["why"] for each in on_security if not each["allowed"])
    assert {each["command"] for each in on_security} <= set(security_engine.ACTS)


async def test_deadlines_exposure_and_the_levy_are_those_of_the_law(house: House) -> None:
    token = await token_of(house, "viewer")

    due = await ask(house, token, "/deadline?village=webster&rule=appeal&from=2026-06-04")
    exposure = await ask(
        house,
        token,
        "/exposure?village=webster&observed=2026-05-01&through=2026-05-10&stay=2026-05-08&prior=2024-01-01:2024-02-01",
    )
    levy = await ask(house, token, "/levy?village=webster&fiscal_year=2026")

    assert due.json()["due"] == "2026-06-22"
    assert exposure.json()["count"] + exposure.json()["stayed"] == len(exposure.json()["offenses"])
    assert levy.json()["total"] == 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/deadline?village=williamsville&rule=appeal&from=2026-06-04", 404),
        ("/levy?village=williamsville&fiscal_year=2026", 404),
        ("/deadline?village=webster&rule=tea&from=2026-06-04", 422),
        ("/deadline?village=webster&rule=appeal&from=9999-12-31", 422),
        ("/exposure?village=webster&observed=1900-01-01&through=2100-01-01", 422),
        ("/exposure?village=webster&observed=2026-05-01&through=2026-04-01", 422),
        ("/exposure?village=webster&observed=2026-05-01&through=2026-05-02&prior=x", 422),
        ("/cases?phase=nowhere", 422),
        ("/cases?limit=0", 422),
        ("/nowhere", 404),
    ],
)
async def test_what_cannot_be_answered_is_a_problem(house: House, path: str, status: int) -> None:
    answered = await ask(house, await token_of(house, "viewer"), path)

    assert answered.status_code == status
    assert answered.headers["content-type"] == "application/problem+json"
    assert answered.json()["status"] == status


async def test_a_list_comes_in_parts(house: House) -> None:
    for _ in range(3):
        await house.open_case()
    token = await token_of(house, "viewer")

    whole = (await ask(house, token, "/cases")).json()
    part = (await ask(house, token, "/cases?offset=1&limit=2")).json()

    assert part == whole[1:3]
