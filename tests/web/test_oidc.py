"""Signing in through a provider over HTTP: who is let in, who is not, and which answers are not believed."""

import base64
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey
from structlog.testing import capture_logs

from activities.accounts import take_role
from activities.identities import EMAIL, SUBJECT, prepare, unlink
from activities.sign_in import FREE_ATTEMPTS, OF_ADDRESS, attempt
from activities.users import add_user, set_password
from models.session import read
from queries.users import find_user
from rules.refusals import Conflict, Malformed, NotFound
from rules.values import Role
from runtime.health import serve
from runtime.settings import OidcSettings, SettingsError, load_settings
from tests.web.browsing import Browsing, axe_finds, overflows
from tests.web.house import PASSWORD, PEOPLE, FormPage, House, Visitor
from tests.web.provider import CLIENT, SECRET, Claims, TestProvider, running_provider
from web import oidc
from web.app import create_app
from web.oidc import AGE

NOBODY = "Nobody here is known by your account at Village Login."
_names = count(1)
NOT_ACCEPTED = "What Village Login answered cannot be accepted."


@dataclass(frozen=True)
class Town:
    """A house with a provider."""

    house: House
    provider: TestProvider

    def known(self, claim: str = SUBJECT) -> str:
        """Add a user who has no password, whose account at the provider is prepared, and return the name."""
        name = f"known{next(_names)}"
        add_user(self.house.engine, name, PEOPLE["officer"])
        value = f"subject-of-{name}" if claim == SUBJECT else f"{name.upper()}@Village.example"
        prepare(self.house.engine, name, self.provider.issuer, claim, value)
        return name

    async def come_back(self, visitor: Visitor, login: str, then: str = "/cases") -> Any:
        """Go to the provider, sign in there as someone, and come back."""
        return await visitor.get(await self.back_from(visitor, login, then))

    async def back_from(self, visitor: Visitor, login: str, then: str = "/cases") -> str:
        """Return the address that the provider sends the browser back to."""
        left = await visitor.get("/sign-in/with-provider", params={"then": then})
        async with httpx2.AsyncClient() as browser:
            page = await browser.get(left.headers["location"])
            asked = parse_qs(urlsplit(left.headers["location"]).query)
            form = {name: values[0] for name, values in asked.items()} | {"login": login}
            sent = await browser.post(str(page.url).partition("?")[0], data=form)
        back = urlsplit(sent.headers["location"])
        return f"{back.path}?{back.query}"


def with_provider(house: House, issuer: str) -> House:
    settings = replace(
        house.app.state.office.settings, oidc=OidcSettings(issuer, CLIENT, SECRET, "Village Login")
    )
    app = create_app(house.engine, house.door, settings, house.clock)
    return House(app, house.engine, house.door, house.clock)


@pytest.fixture
async def town(house: House) -> AsyncIterator[Town]:
    async with running_provider() as provider:
        yield Town(with_provider(house, provider.issuer), provider)


# --- who is let in ------------------------------------------------------------------------------------------


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


async def test_an_address_lets_in_the_first_who_comes_with_it_and_no_other_after(town: Town) -> None:
    name = town.known(EMAIL)

    first = await town.come_back(town.house.stranger(), name)
    again = await town.come_back(town.house.stranger(), name)
    town.provider.tell = lambda claims: claims | {"sub": "another with the same address"}
    another = await town.come_back(town.house.stranger(), name)

    assert (first.status_code, again.status_code, another.status_code) == (303, 303, 403)


@pytest.mark.parametrize("verified", [False, "false", None, 1, "yes"])
async def test_an_address_that_is_not_verified_lets_nobody_in(town: Town, verified: Any) -> None:
    name = town.known(EMAIL)
    town.provider.tell = lambda claims: claims | {"email_verified": verified}

    refused = await town.come_back(town.house.stranger(), name)

    assert refused.status_code == 403
    assert NOBODY in refused.text


async def test_who_is_not_prepared_is_not_let_in_and_no_user_is_made(town: Town) -> None:
    visitor = town.house.stranger()

    refused = await town.come_back(visitor, "somebody-else")

    assert refused.status_code == 403
    assert NOBODY in refused.text
    assert (await visitor.get("/cases")).status_code == 303
    with read(town.house.engine) as session:
        assert find_user(session, "somebody-else") is None


@pytest.mark.parametrize("how", ["without a role", "unlinked"])
async def test_who_was_sent_away_is_answered_like_a_stranger(town: Town, how: str) -> None:
    name, engine = town.known(), town.house.engine
    stranger = await town.come_back(town.house.stranger(), "nobody-at-all")

    if how == "unlinked":
        unlink(engine, name)
    else:
        take_role(engine, name, "webster", Role.OFFICER)
    refused = await town.come_back(town.house.stranger(), name)

    assert refused.status_code == stranger.status_code == 403
    assert refused.text == stranger.text


async def test_without_a_password_the_local_form_answers_as_to_a_wrong_one(town: Town) -> None:
    linked, local = town.known(), town.house.new_user()
    visitor = town.house.stranger()

    one = await visitor.sign_in(linked, "a guess of mine")
    other = await visitor.sign_in(local, "a guess of mine")

    assert one.status_code == other.status_code == 422
    assert one.text.replace(linked, local) == other.text


async def test_a_password_given_out_and_never_changed_goes_when_its_owner_comes_another_way(
    town: Town,
) -> None:
    name, visitor = town.known(), town.house.stranger()
    set_password(town.house.engine, name, PASSWORD, must_change=True)

    await town.come_back(visitor, name)

    assert (await visitor.get("/cases")).status_code == 200
    assert (await town.house.stranger().sign_in(name)).status_code == 422


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


# --- what is not believed -----------------------------------------------------------------------------------


def _unsigned(claims: Claims) -> str:
    header = base64.urlsafe_b64encode(json.dumps({"alg": "none"}).encode()).rstrip(b"=").decode()
    body = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    return f"{header}.{body}."


def _with_our_secret(claims: Claims) -> str:
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET))


def _with_another_key(claims: Claims) -> str:
    forger = TestProvider()
    forger.roll_key()
    return forger.signed(claims)


TOLD: dict[str, Claims] = {
    "another nonce": {"nonce": "of another"},
    "no nonce": {"nonce": None},
    "for another client": {"aud": "another-client"},
    "for several, by another": {"aud": [CLIENT, "another-client"], "azp": "another-client"},
    "of another issuer": {"iss": "https://evil.example"},
    "expired": {"exp": 1_700_000_000},
    "never expires": {"exp": None},
    "of the future": {"iat": 9_999_999_999},
    "without a subject": {"sub": None},
    "with an empty subject": {"sub": ""},
    "with a subject that is no text": {"sub": 7},
    "with the hash of another token": {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"},
}


@pytest.mark.parametrize("changed", TOLD.values(), ids=TOLD)
async def test_a_token_that_claims_wrong_things_is_not_believed(town: Town, changed: Claims) -> None:
    name, visitor = town.known(), town.house.stranger()
    town.provider.tell = lambda claims: {
        key: value for key, value in (claims | changed).items() if value is not None
    }

    refused = await town.come_back(visitor, name)

    assert refused.status_code == 403
    assert NOT_ACCEPTED in refused.text
    assert (await visitor.get("/cases")).status_code == 303


@pytest.mark.parametrize("sign", [_unsigned, _with_our_secret, _with_another_key, lambda _: "no.token.atall"],
                         ids=["unsigned", "with our own secret", "with another key", "no token"])  # fmt: skip
async def test_a_token_that_the_provider_did_not_sign_is_not_believed(
    town: Town, sign: Callable[[Claims], str]
) -> None:
    name = town.known()
    town.provider.sign = sign

    refused = await town.come_back(town.house.stranger(), name)

    assert refused.status_code == 403
    assert NOT_ACCEPTED in refused.text


async def test_a_provider_may_change_its_key(town: Town) -> None:
    name = town.known()
    before = await town.come_back(town.house.stranger(), name)

    town.provider.roll_key()
    after = await town.come_back(town.house.stranger(), name)

    assert (before.status_code, after.status_code) == (303, 303)
    assert town.provider.asked == ["metadata", "keys", "keys"]


async def test_what_another_browser_began_is_not_ended_here(town: Town) -> None:
    name, one, other = town.known(), town.house.stranger(), town.house.stranger()
    back = await town.back_from(one, name)

    without = await other.get(back)
    await town.back_from(other, "somebody-else")
    with_its_own = await other.get(back)

    assert (without.status_code, with_its_own.status_code) == (403, 403)
    assert "begun elsewhere or too long ago" in without.text
    assert (await other.get("/cases")).status_code == 303


async def test_a_code_counts_once_and_only_for_a_few_minutes(town: Town) -> None:
    name, visitor = town.known(), town.house.stranger()
    back = await town.back_from(visitor, name)
    cookie = visitor.client.cookies["abate-provider"]
    once = await visitor.get(back)
    visitor.client.cookies.set("abate-provider", cookie)
    twice = await visitor.get(back)
    late = town.house.stranger()
    back = await town.back_from(late, name)
    town.house.clock.ahead += timedelta(seconds=AGE + 1)

    assert (once.status_code, twice.status_code) == (303, 403)
    assert (await late.get(back)).status_code == 403


@pytest.mark.parametrize("answer", ["error=access_denied", "code=x&iss=https%3A%2F%2Fevil.example", "x=y"])
async def test_what_is_no_code_of_this_provider_lets_nobody_in(town: Town, answer: str) -> None:
    visitor = town.house.stranger()
    state = parse_qs(urlsplit(await town.back_from(visitor, town.known())).query)["state"][0]

    refused = await visitor.get(f"/sign-in/back?{answer}&state={state}")

    assert refused.status_code == 403
    assert "Village Login did not sign you in." in refused.text


@pytest.mark.parametrize("then", ["//evil.test", "https://evil.test", "/\\\\evil.test"])
async def test_nobody_is_sent_to_another_host_afterwards(town: Town, then: str) -> None:
    back = await town.come_back(town.house.stranger(), town.known(), then)

    assert back.headers["location"] == "/"


async def test_a_provider_that_is_down_is_said_to_be_and_the_local_form_works(house: House) -> None:
    async with running_provider() as provider:
        town = Town(with_provider(house, provider.issuer), provider)
        name, visitor = town.known(), town.house.stranger()
        back = await town.back_from(visitor, name)
    fresh = with_provider(house, provider.issuer)

    nobody_there = await fresh.stranger().get("/sign-in/with-provider")
    gone_meanwhile = await visitor.get(back)

    for shown in (nobody_there, gone_meanwhile):
        assert shown.status_code == 503
        assert "Village Login cannot be reached at the moment." in shown.text
    assert (await fresh.stranger().sign_in("officer")).status_code == 303


async def test_a_provider_that_says_it_is_another_is_not_one(town: Town) -> None:
    settings = replace(
        town.house.app.state.office.settings,
        oidc=OidcSettings(f"{town.provider.issuer}/", CLIENT, SECRET, "Village Login"),
    )
    app = create_app(town.house.engine, town.house.door, settings, town.house.clock)
    other = House(app, town.house.engine, town.house.door, town.house.clock)

    assert (await other.stranger().get("/sign-in/with-provider")).status_code == 503


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


# --- preparing and settings ---------------------------------------------------------------------------------


def test_an_account_is_one_users(town: Town) -> None:
    engine, issuer = town.house.engine, town.provider.issuer
    name, other = town.known(), town.house.new_user()

    with pytest.raises(Conflict, match="another user's"):
        prepare(engine, other, issuer, SUBJECT, f"subject-of-{name}")
    prepare(engine, name, issuer, SUBJECT, f"subject-of-{name}")
    with pytest.raises(NotFound):
        prepare(engine, "nobody-of-that-name", issuer, SUBJECT, "x")
    for claim, value in ((SUBJECT, " "), (EMAIL, "no address"), (SUBJECT, "x" * 256)):
        with pytest.raises(Malformed):
            prepare(engine, name, issuer, claim, value)


def test_without_what_it_takes_the_application_does_not_start_and_says_what_to_install(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oidc, "find_spec", lambda name: None if name == "authlib" else object())

    with pytest.raises(SettingsError, match=r"ABATE_OIDC_ISSUER .* pip install 'abate\[oidc\]'"):
        with_provider(house, "https://login.example")


GIVEN = {
    "ABATE_OIDC_ISSUER": "https://login.village.example/tenant",
    "ABATE_OIDC_CLIENT_ID": "abate",
    "ABATE_OIDC_CLIENT_SECRET": "hidden",
}


def test_the_settings_go_together_and_the_name_is_the_host_where_none_is_given(house: House) -> None:
    found = load_settings(environ=GIVEN).oidc

    assert found is not None
    assert (found.issuer, found.client_id, found.client_secret, found.name) == (
        "https://login.village.example/tenant", "abate", "hidden", "login.village.example",
    )  # fmt: skip
    assert "hidden" not in repr(found)
    assert load_settings(environ={}).oidc is None


@pytest.mark.parametrize("missing", GIVEN)
def test_one_of_the_settings_alone_is_refused(missing: str) -> None:
    with pytest.raises(SettingsError, match=missing):
        load_settings(environ={name: value for name, value in GIVEN.items() if name != missing})


@pytest.mark.parametrize(
    "issuer", ["http://login.example", "login.example", "https://login.example?x=1", "https://"]
)
def test_an_issuer_is_reached_by_tls(issuer: str) -> None:
    with pytest.raises(SettingsError, match="https://"):
        load_settings(environ=GIVEN | {"ABATE_OIDC_ISSUER": issuer})


# --- in a browser -------------------------------------------------------------------------------------------


async def test_in_a_browser_one_comes_back_to_the_page_one_wanted(chromium: Browsing, town: Town) -> None:
    name = town.known()
    async with serve(town.house.app) as address:
        there = Browsing(chromium.browser, address, town.house)
        async with there.page() as page:
            await page.goto("/parties")
            await page.get_by_role("link", name="Sign in with Village Login").click()
            await page.get_by_label("Who").fill(name)
            await page.get_by_role("button", name="Let me in").click()
            await page.get_by_role("heading", name="Parties").wait_for()

            assert page.url == f"{address}/parties"
            assert await page.get_by_text(name).first.is_visible()
            cookies = {each["name"]: each for each in await page.context.cookies()}
            assert "abate-provider" not in cookies
            assert cookies["abate"]["httpOnly"]


async def test_in_a_browser_nothing_typed_is_lost_on_the_way_through_the_provider(
    chromium: Browsing, town: Town
) -> None:
    name, case = town.known(), await town.house.open_case()
    async with serve(town.house.app) as address:
        there = Browsing(chromium.browser, address, town.house)
        async with there.page(name, look="narrow") as page:
            await page.goto(f"/cases/{case}/do/add-note")
            await page.locator("textarea").fill("typed before")
            await page.context.clear_cookies()
            await page.locator("button.main").click()
            assert await axe_finds(page) == []
            assert not await overflows(page)
            async with page.context.expect_page() as opened:
                await page.get_by_role("link", name="Sign in with Village Login in a new tab").click()
            tab = await opened.value
            await tab.get_by_label("Who").fill(name)
            await tab.get_by_role("button", name="Let me in").click()
            await tab.wait_for_url(f"{address}/**")
            await page.get_by_role("button", name="I have signed in").click()
            await page.get_by_text("nothing has been sent yet").wait_for()

            assert await page.locator("textarea").input_value() == "typed before"
