"""Signing in through a provider over HTTP: it opens an ordinary session, beside the local form and like it."""

from urllib.parse import parse_qs, urlsplit

import pytest
from structlog.testing import capture_logs

from activities.sign_in import FREE_ATTEMPTS, OF_ADDRESS, attempt
from tests.web.house import FormPage, House
from tests.web.provider import SECRET
from tests.web.through_provider import Town


async def test_who_is_known_by_subject_is_signed_in_with_an_ordinary_session(town: Town) -> None:
    name, visitor = town.known(), town.house.stranger()

    back = await town.come_back(visitor, name)
    listed = await visitor.get("/sessions")
    visitor.csrf = FormPage.read(listed.text, "/sign-out").values["_csrf"]
    out = await visitor.send("/sign-out")

    assert (back.status_code, back.headers["location"]) == (303, "/cases")
    assert name in listed.text
    assert out.headers["location"] == "/sign-in"
    assert "Village Login may still know you" in (await visitor.get("/sign-in")).text
    assert (await visitor.get("/cases")).status_code == 303


async def test_the_page_offers_the_provider_beside_the_form_and_without_one_it_does_not(
    town: Town, house: House
) -> None:
    offered, plain = (
        await town.house.stranger().get("/sign-in?then=/levy"),
        await house.stranger().get("/sign-in"),
    )

    assert "Sign in with Village Login" in offered.text
    assert "/sign-in/with-provider?then=/levy" in offered.text
    assert 'name="password"' in offered.text
    assert "provider" not in plain.text
    assert (await house.stranger().get("/sign-in/with-provider")).status_code == 404
    assert (await house.stranger().get("/sign-in/back")).status_code == 404


async def test_without_a_password_the_local_form_answers_as_to_a_wrong_one(town: Town) -> None:
    linked, local = town.known(), town.house.new_user()
    visitor = town.house.stranger()

    one = await visitor.sign_in(linked, "a guess of mine")
    other = await visitor.sign_in(local, "a guess of mine")

    assert one.status_code == other.status_code == 422
    assert one.text.replace(linked, local) == other.text


async def test_a_name_that_is_locked_out_still_comes_in_through_the_provider(town: Town) -> None:
    name = town.known()
    for _ in range(FREE_ATTEMPTS):
        await town.house.stranger().sign_in(name, "a guess of another")

    assert (await town.house.stranger().sign_in(name)).status_code == 429
    assert (await town.come_back(town.house.stranger(), name)).status_code == 303


async def test_an_address_that_keeps_failing_is_shut_out(town: Town) -> None:
    address = "10.99.0.1"
    for _ in range(4 * FREE_ATTEMPTS - 1):
        attempt(town.house.engine, [OF_ADDRESS + address], now=town.house.clock())
    await town.come_back(town.house.stranger(address=address), "nobody-at-all")

    shut_out = await town.come_back(town.house.stranger(address=address), town.known())

    assert shut_out.status_code == 429


@pytest.mark.parametrize("then", ["//evil.test", "https://evil.test", "/\\\\evil.test"])
async def test_nobody_is_sent_to_another_host_afterwards(town: Town, then: str) -> None:
    back = await town.come_back(town.house.stranger(), town.known(), then)

    assert back.headers["location"] == "/"


async def test_no_secret_code_or_token_is_in_the_log_and_no_secret_with_the_browser(town: Town) -> None:
    name, visitor = town.known(), town.house.stranger()

    with capture_logs() as logged:
        back = await town.back_from(visitor, name)
        cookie = visitor.client.cookies["abate-provider"]
        await visitor.get(back)

    code = parse_qs(urlsplit(back).query)["code"][0]
    assert code not in str(logged)
    assert SECRET not in str(logged)
    assert SECRET not in back + cookie
    assert SECRET not in repr(town.house.app.state.office.settings)
    assert "abate-provider" not in visitor.client.cookies
