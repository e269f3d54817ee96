"""What a person sees where something cannot be had, may not be done, or went wrong: a page of the office, always."""

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError
from structlog.testing import capture_logs

from activities.users import add_user
from models.session import read
from runtime.settings import load_settings
from tests.activities.support import Town
from tests.web.browsing import Browsing, axe_finds, overflows
from tests.web.house import HOST, PEOPLE, House
from web.app import create_app

NAVIGATION = '<nav aria-label="Main">'
PRIVATE = "what nobody should read"


def fails(*_: object, **__: object) -> None:
    raise RuntimeError(PRIVATE)


async def test_an_address_where_nothing_is_keeps_the_navigation(house: House) -> None:
    signed_in = await house.visitor("officer").get("/nowhere/at/all")
    stranger = await house.stranger().get("/nowhere/at/all")

    assert (signed_in.status_code, stranger.status_code) == (404, 404)
    assert NAVIGATION in signed_in.text
    assert "Check the address" in signed_in.text
    assert 'href="/cases"' in signed_in.text
    assert NAVIGATION not in stranger.text
    assert 'href="/sign-in"' in stranger.text


async def test_what_is_too_large_is_said_on_a_page_with_the_navigation(house: House) -> None:
    sent = await house.visitor("officer").client.post(
        "/password", data={"current": "x"}, headers={"content-length": "99999999"}
    )

    assert sent.status_code == 413
    assert NAVIGATION in sent.text
    assert "Send fewer or smaller files" in sent.text


async def test_what_is_anothers_to_do_is_said_with_whom_to_ask(house: House) -> None:
    shown = await house.visitor("viewer").get("/users")

    assert shown.status_code == 403
    assert NAVIGATION in shown.text
    assert "Ask one who has that role." in shown.text


async def test_a_conflict_says_what_to_do(house: House) -> None:
    shown = await house.visitor("admin").send(
        "/users/role", {"name": "admin", "village": "webster", "role": "admin", "take": "1"}
    )

    assert shown.status_code == 409
    assert NAVIGATION in shown.text
    assert "Ask another admin." in shown.text


async def test_the_way_back_leads_to_pages_of_ours_alone(house: House) -> None:
    visitor = house.visitor("officer")

    ours = await visitor.get("/nowhere", headers={"referer": f"{HOST}/cases?q=elm"})
    foreign = await visitor.get("/nowhere", headers={"referer": "https://evil.test/cases"})
    twisted = await visitor.get("/nowhere", headers={"referer": f"{HOST}//evil.test/"})

    assert '<a href="/cases?q=elm">Back to the page before</a>' in ours.text
    assert "Back to the page before" not in foreign.text + twisted.text


async def test_a_fault_has_a_number_that_the_log_has_too_and_the_headers_of_every_page(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.sessions.sessions_of", fails)

    with capture_logs() as logged:
        shown = await house.visitor("officer").get("/sessions")

    (line,) = [each for each in logged if each["event"] == "request.failed"]
    (done,) = [each for each in logged if each["event"] == "request.done"]
    assert shown.status_code == done["status"] == 500
    assert re.fullmatch(r"[0-9a-f]{4}-[0-9a-f]{4}", line["incident"])
    assert line["incident"] in shown.text
    assert NAVIGATION in shown.text
    assert "tell whoever runs this installation" in shown.text
    assert PRIVATE not in shown.text
    assert "frame-ancestors" in shown.headers["content-security-policy"]


async def test_a_fault_is_told_to_a_program_with_its_number(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.programs.token_of", fails)

    with capture_logs() as logged:
        shown = await house.stranger().client.get("/api/v1/cases", headers={"authorization": "Bearer x"})

    (line,) = [each for each in logged if each["event"] == "request.failed"]
    told: dict[str, Any] = shown.json()
    assert shown.status_code == told["status"] == 500
    assert line["incident"] in told["detail"]
    assert PRIVATE not in shown.text


async def test_a_fault_while_a_fault_is_told_is_told_in_plain_words(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.sessions.sessions_of", fails)
    monkeypatch.setattr("web.app.page", fails)

    with capture_logs() as logged:
        shown = await house.visitor("officer").get("/sessions")

    assert {"request.failed", "fault.page_failed"} <= {each["event"] for each in logged}
    assert shown.status_code == 500
    assert shown.headers["content-type"].startswith("text/plain")
    assert "the number of the incident: " in shown.text
    assert PRIVATE not in shown.text


@pytest.mark.parametrize("look", ["light", "tiny"])
async def test_an_error_is_a_page_for_everyone(chromium: Browsing, look: str) -> None:
    async with chromium.page("officer", look=look) as page:
        answered = await page.goto("/cases/webster-1999-0001")

        assert answered is not None
        assert answered.status == 404
        assert await axe_finds(page) == []
        assert not await overflows(page)


async def test_what_postgresql_cannot_keep_is_no_fault_of_ours_and_is_not_logged(
    postgresql_engine: Engine, house: House, tmp_path: Path
) -> None:
    Town(postgresql_engine)
    add_user(postgresql_engine, "officer", PEOPLE["officer"])
    app = create_app(postgresql_engine, house.door, load_settings(data=tmp_path, environ={}), house.clock)
    visitor = House(app, postgresql_engine, house.door, house.clock).visitor("officer")

    with capture_logs() as logged:
        looked = await visitor.get("/cases/%00")
        found = await visitor.get("/cases/%00/papers")
        asked = await visitor.send("/sign-in", {"name": f"{PRIVATE}\0", "password": "x"})

    assert [each.status_code for each in (looked, found, asked)] == [422, 422, 422]
    assert NAVIGATION in looked.text
    assert {each["event"] for each in logged} == {"request.not_data", "request.done"}
    assert PRIVATE not in str(logged)


async def test_a_fault_of_the_database_does_not_log_what_a_statement_was_given(house: House) -> None:
    with pytest.raises(DBAPIError) as caught, read(house.engine) as session:
        session.execute(text("SELECT * FROM nowhere WHERE a = :a"), {"a": PRIVATE})

    assert PRIVATE not in str(caught.value)
