"""What a provider may get wrong or another may forge: which answers are not believed, and where it is not there."""

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey

from runtime.settings import OidcSettings
from tests.web.house import House
from tests.web.provider import CLIENT, SECRET, Claims, TestProvider, running_provider
from tests.web.through_provider import Town, with_provider
from web.app import create_app
from web.oidc import AGE

NOT_ACCEPTED = "What Village Login answered cannot be accepted."


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
