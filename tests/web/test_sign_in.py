"""Signing in, being shut out after too many attempts, and what the cookie is like."""

from datetime import timedelta

import pytest

from activities.sign_in import FREE_ATTEMPTS, LONGEST_LOCK
from tests.web.house import PASSWORD, House

WRONG = "The name or the password is not right."


async def test_who_signs_in_comes_to_the_page_that_was_asked_for(house: House) -> None:
    visitor = house.stranger()

    sent_away = await visitor.get("/cases?phase=served")
    there = await visitor.client.post(
        "/sign-in", data={"name": "officer", "password": PASSWORD, "then": "/cases?phase=served"}
    )

    assert sent_away.headers["location"] == "/sign-in?then=%2Fcases%3Fphase%3Dserved"
    assert (there.status_code, there.headers["location"]) == (303, "/cases?phase=served")
    assert (await visitor.get("/cases")).status_code == 200


@pytest.mark.parametrize(
    "then", ["//evil.test", "https://evil.test", "/\\evil.test", "\\\\evil.test", "javascript:alert(1)"]
)
async def test_nobody_is_sent_to_another_host(house: House, then: str) -> None:
    signed_in = await house.stranger().client.post(
        "/sign-in", data={"name": "officer", "password": PASSWORD, "then": then}
    )

    assert signed_in.headers["location"] == "/"


async def test_a_wrong_password_and_an_unknown_name_are_answered_alike(house: House) -> None:
    visitor, known, unknown = house.stranger(), house.new_user(), "nobody-of-that-name"

    wrong = await visitor.sign_in(known, "not this one")
    nobody = await visitor.sign_in(unknown, "not this one")

    assert wrong.status_code == nobody.status_code == 422
    assert WRONG in wrong.text
    assert wrong.text == nobody.text.replace(unknown, known)


async def test_a_name_is_shut_out_after_five_failures_even_with_the_right_password(house: House) -> None:
    visitor, name = house.stranger(), house.new_user()
    for _ in range(FREE_ATTEMPTS):
        assert (await visitor.sign_in(name, "not this one")).status_code == 422

    shut_out = await visitor.sign_in(name)

    assert shut_out.status_code == 429
    assert "Try again in 1 minute." in shut_out.text


async def test_a_name_that_does_not_exist_is_shut_out_too(house: House) -> None:
    visitor = house.stranger()
    for _ in range(FREE_ATTEMPTS):
        await visitor.sign_in("someone-else-unknown", "not this one")

    assert (await visitor.sign_in("Someone-Else-Unknown", "not this one")).status_code == 429


async def test_each_further_failure_doubles_the_time_up_to_an_hour(house: House) -> None:
    visitor, name = house.stranger(), house.new_user()
    for _ in range(FREE_ATTEMPTS):
        await visitor.sign_in(name, "not this one")

    house.clock.ahead += timedelta(minutes=1, seconds=1)
    again = await visitor.sign_in(name, "not this one")
    shut_out = await visitor.sign_in(name)
    for _ in range(8):
        house.clock.ahead += LONGEST_LOCK + timedelta(seconds=1)
        await visitor.sign_in(name, "not this one")
    at_most = await visitor.sign_in(name)

    assert again.status_code == 422
    assert "2 minutes" in shut_out.text
    assert "60 minutes" in at_most.text


async def test_after_the_time_the_right_password_opens_and_the_count_begins_anew(house: House) -> None:
    visitor, name = house.stranger(), house.new_user()
    for _ in range(FREE_ATTEMPTS):
        await visitor.sign_in(name, "not this one")
    house.clock.ahead += timedelta(minutes=2)

    signed_in = await visitor.sign_in(name)
    wrong = await house.stranger().sign_in(name, "not this one")

    assert signed_in.status_code == 303
    assert wrong.status_code == 422


async def test_an_address_is_shut_out_whatever_names_it_tries_and_no_good_account_resets_it(
    house: House,
) -> None:
    visitor, name = house.stranger(address="2001:db8::1"), house.new_user()
    for number in range(4 * FREE_ATTEMPTS - 1):
        await visitor.sign_in(f"guess{number}", "not this one")
    assert (await visitor.sign_in(name)).status_code == 303
    await house.stranger(address="2001:db8::1").sign_in("guess-more", "not this one")

    neighbor = house.stranger(address="2001:db8::2")  # of the same network
    assert (await neighbor.sign_in(name)).status_code == 429


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(house: House) -> None:
    plain = (await house.stranger().sign_in("officer")).headers["set-cookie"]
    behind_tls = (await house.stranger(secure=True).sign_in("officer")).headers["set-cookie"]

    assert plain.startswith("abate=")
    assert behind_tls.startswith("__Host-abate=")
    for cookie in (plain, behind_tls):
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
    assert "Secure" in behind_tls
    assert "Secure" not in plain


async def test_a_cookie_with_another_signature_is_nobodys(house: House) -> None:
    visitor = house.visitor("officer")
    signed = visitor.client.cookies["abate"]
    visitor.client.cookies.clear()
    visitor.client.cookies.set("abate", signed[:-2] + ("aa" if signed[-2:] != "aa" else "bb"))

    assert (await visitor.get("/cases")).headers["location"].startswith("/sign-in")


async def test_who_signs_out_is_out_for_good(house: House) -> None:
    visitor = house.visitor("officer")
    signed = visitor.client.cookies["abate"]

    out = await visitor.send("/sign-out")
    visitor.client.cookies.set("abate", signed)

    assert out.headers["location"] == "/sign-in"
    assert (await visitor.get("/cases")).status_code == 303
