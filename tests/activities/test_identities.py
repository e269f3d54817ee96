"""Accounts at a provider on both databases: whose they are, awaited by an address once, and taken away."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine
from sqlmodel import select

from activities.accounts import make_first_admin, take_role
from activities.identities import EMAIL, SUBJECT, prepare, unlink, user_behind
from activities.users import add_user
from models.identity import IdentityRow
from models.session import read
from queries.users import find_user, list_users
from rules.refusals import Conflict, NotFound
from rules.values import Role

ISSUER, OTHER = "https://login.example", "https://other.example"


def _kept(engine: Engine) -> set[tuple[str, str, str]]:
    with read(engine) as session:
        return {(row.claim, row.value, row.user) for row in session.exec(select(IdentityRow))}


def test_preparing_twice_writes_once(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER]})

    prepare(engine, "ann", ISSUER, SUBJECT, "a1")
    prepare(engine, "ann", ISSUER, SUBJECT, " a1 ")

    assert _kept(engine) == {(SUBJECT, "a1", "ann")}
    assert user_behind(engine, ISSUER, "a1", None) == "ann"
    assert user_behind(engine, OTHER, "a1", None) is None  # a subject is one issuer's
    assert user_behind(engine, ISSUER, "A1", None) is None


def test_an_address_is_exchanged_for_the_subject_once_however_many_come_at_once(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER]})
    prepare(engine, "ann", ISSUER, EMAIL, "Ann@Village.example")

    with ThreadPoolExecutor(4) as crowd:
        come = list(crowd.map(lambda _: user_behind(engine, ISSUER, "a1", "ANN@village.example"), range(8)))

    assert come == ["ann"] * 8
    assert _kept(engine) == {(SUBJECT, "a1", "ann")}
    assert user_behind(engine, ISSUER, "a2", "ann@village.example") is None


def test_a_user_without_a_role_is_let_in_no_more_and_keeps_being_awaited(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER]})
    prepare(engine, "ann", ISSUER, EMAIL, "ann@village.example")
    take_role(engine, "ann", "webster", Role.OFFICER)

    assert user_behind(engine, ISSUER, "a1", "ann@village.example") is None
    assert _kept(engine) == {(EMAIL, "ann@village.example", "ann")}


def test_unlinking_takes_every_account_away(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER]})
    prepare(engine, "ann", ISSUER, SUBJECT, "a1")
    prepare(engine, "ann", OTHER, EMAIL, "ann@village.example")
    with read(engine) as session:
        linked = [user.linked for user in list_users(session)]

    assert [unlink(engine, "ann"), unlink(engine, "ann")] == [2, 0]
    with read(engine) as session:
        after = find_user(session, "ann")
    assert linked == [True]
    assert after is not None
    assert not after.linked
    assert user_behind(engine, ISSUER, "a1", None) is None
    with pytest.raises(NotFound):
        unlink(engine, "nobody")


def test_an_admin_who_comes_through_a_provider_is_an_admin_already(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.ADMIN]})
    prepare(engine, "ann", ISSUER, SUBJECT, "a1")

    with pytest.raises(Conflict, match="an admin who can sign in already: ann"):
        make_first_admin(engine, "admin", "correct horse battery")
    unlink(engine, "ann")
    make_first_admin(engine, "admin", "correct horse battery")

    with read(engine) as session:
        made = find_user(session, "admin")
    assert made is not None
    assert made.roles == {"webster": (Role.ADMIN,), "williamsville": (Role.ADMIN,)}
