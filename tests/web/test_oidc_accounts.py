"""Accounts at a provider: awaited by subject or by address, linked to one user, and nobody else's way in."""

from typing import Any

import pytest

from activities.accounts import take_role
from activities.identities import EMAIL, SUBJECT, prepare, unlink
from activities.users import set_password
from models.session import read
from queries.users import find_user
from rules.refusals import Conflict, Malformed, NotFound
from rules.values import Role
from tests.web.house import PASSWORD
from tests.web.through_provider import Town

NOBODY = "Nobody here is known by your account at Village Login."


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


async def test_a_password_given_out_and_never_changed_goes_when_its_owner_comes_another_way(
    town: Town,
) -> None:
    name, visitor = town.known(), town.house.stranger()
    set_password(town.house.engine, name, PASSWORD, must_change=True)

    await town.come_back(visitor, name)

    assert (await visitor.get("/cases")).status_code == 200
    assert (await town.house.stranger().sign_in(name)).status_code == 422


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
