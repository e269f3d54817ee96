"""Users: added with roles in villages; their passwords kept as hashes that only the right one fits."""

import pytest
from sqlalchemy import Engine, text

from activities.users import add_user, seed, set_password
from models.session import read
from queries.setting import roles_of
from queries.users import find_user, list_users, password_fits, villages_of
from rules.refusals import Malformed, NotAllowed, NotFound
from rules.values import Role

SECRET = "correct horse battery"


def test_a_user_is_something_in_each_of_its_villages(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER, Role.CLERK], "williamsville": [Role.VIEWER]})

    with read(engine) as session:
        assert villages_of(session, "ann") == ("webster", "williamsville")
        assert roles_of(session, "ann", "webster") == {Role.OFFICER, Role.CLERK}
        [view] = list_users(session)
    assert view.roles == {"webster": (Role.CLERK, Role.OFFICER), "williamsville": (Role.VIEWER,)}
    assert not view.has_password


def test_adding_twice_adds_once_and_keeps_the_password(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER]}, password=SECRET)

    view = add_user(engine, "ann", {"webster": [Role.OFFICER, Role.ATTORNEY]})

    assert view.roles == {"webster": (Role.ATTORNEY, Role.OFFICER)}
    assert view.has_password


def test_only_the_right_password_fits(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER]}, password=SECRET, must_change=True)

    with read(engine) as session:
        assert password_fits(session, "ann", SECRET)
        assert not password_fits(session, "ann", SECRET.upper())
        assert not password_fits(session, "nobody", SECRET)
        kept = session.execute(text('SELECT password_hash FROM "user"')).scalar_one()
    assert kept.startswith("$argon2id$")
    assert SECRET not in kept


def test_a_new_password_replaces_the_old_one(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER]}, password=SECRET, must_change=True)

    set_password(engine, "ann", "another long secret")

    with read(engine) as session:
        assert password_fits(session, "ann", "another long secret")
        assert not password_fits(session, "ann", SECRET)
        found = find_user(session, "ann")
    assert found is not None
    assert not found.must_change


def test_without_a_password_nobody_comes_in(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.OFFICER]})

    with read(engine) as session:
        assert not password_fits(session, "ann", "")
        assert not password_fits(session, "ann", "nobody's")


@pytest.mark.parametrize("name", ["", "system", "two words", "a\nb", "x" * 101])
def test_a_name_that_will_not_do_is_refused(engine: Engine, name: str) -> None:
    with pytest.raises(Malformed):
        add_user(engine, name, {"webster": [Role.OFFICER]})


def test_what_is_no_village_is_refused(engine: Engine) -> None:
    with pytest.raises(NotFound):
        add_user(engine, "ann", {"atlantis": [Role.OFFICER]})
    with pytest.raises(NotAllowed):
        add_user(engine, "ann", {"two-year-town": [Role.OFFICER]})
    with pytest.raises(Malformed):
        add_user(engine, "ann", {"webster": [Role.SYSTEM]})
    with read(engine) as session:
        assert list_users(session) == ()


def test_a_short_password_and_a_user_that_is_not_there_are_refused(engine: Engine) -> None:
    with pytest.raises(Malformed, match="has 5 characters"):
        add_user(engine, "ann", {"webster": [Role.OFFICER]}, password="short")
    with pytest.raises(NotFound):
        set_password(engine, "ann", SECRET)


def test_a_new_database_has_one_user_of_each_role_and_no_password(engine: Engine) -> None:
    seed(engine)
    seed(engine)

    with read(engine) as session:
        users = {view.name: view for view in list_users(session)}
    assert set(users) == {"officer", "attorney", "clerk", "viewer", "admin"}
    assert users["clerk"].roles == {"webster": (Role.CLERK,), "williamsville": (Role.CLERK,)}
    assert not any(view.has_password for view in users.values())


def test_seeding_adds_nobody_where_there_is_somebody(engine: Engine) -> None:
    add_user(engine, "ann", {"webster": [Role.ADMIN]})

    seed(engine)

    with read(engine) as session:
        assert [view.name for view in list_users(session)] == ["ann"]
