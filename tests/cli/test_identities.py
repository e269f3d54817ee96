"""Accounts at a provider, and the first admin, from the terminal."""

import re
from pathlib import Path

import pytest
from sqlalchemy import Engine

from activities.identities import user_behind
from activities.users import seed
from tests.cli.terminal import Said, check, here

ISSUER = "https://login.example"
PROVIDER = {
    "ABATE_OIDC_ISSUER": ISSUER,
    "ABATE_OIDC_CLIENT_ID": "abate",
    "ABATE_OIDC_CLIENT_SECRET": "hidden",
}


class Terminal:
    """A terminal at a database that nothing else uses."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._capsys, self._folder = capsys, folder

    def give(self, *tokens: str) -> Said:
        return here(self._capsys, *tokens, "--data", str(self._folder))


@pytest.fixture
def terminal(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    sqlite_engine: Engine,
    tmp_path: Path,
) -> Terminal:
    monkeypatch.setenv("ABATE_DATABASE_URL", str(sqlite_engine.url))
    for name, value in PROVIDER.items():
        monkeypatch.setenv(name, value)
    seed(sqlite_engine)
    return Terminal(capsys, tmp_path / "data")


def test_an_account_is_prepared_with_its_user_and_taken_away(
    terminal: Terminal, sqlite_engine: Engine
) -> None:
    add = ("user", "add", "kim", "--role", "clerk", "--village", "webster", "--oidc-subject", "k1")

    added = terminal.give(*add, "--json")
    listed = terminal.give("user", "list", "--json")
    come = user_behind(sqlite_engine, ISSUER, "k1", None)
    gone = terminal.give("user", "unlink", "kim")

    assert added.json["linked"] is True
    kim = next(user for user in listed.json if user["name"] == "kim")
    assert (kim["linked"], kim["has_password"]) == (True, False)
    assert come == "kim"
    assert gone.out == "kim: 1 account unlinked, every session ended.\n"
    assert user_behind(sqlite_engine, ISSUER, "k1", None) is None


def test_an_account_of_another_user_is_refused(terminal: Terminal) -> None:
    kim = ("user", "add", "kim", "--role", "clerk", "--village", "webster", "--oidc-email", "k@v.example")
    lee = ("user", "add", "lee", "--role", "clerk", "--village", "webster", "--oidc-email", "K@V.example")

    assert terminal.give(*kim).code == 0
    check(terminal.give(*lee), 3, "That account at the provider is another user's.")


def test_without_a_provider_there_is_no_account_to_prepare(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in PROVIDER:
        monkeypatch.delenv(name)

    said = terminal.give(
        "user", "add", "kim", "--role", "clerk", "--village", "webster", "--oidc-subject", "k1"
    )

    check(said, 2, "No provider is set to sign in through")
    assert "kim" not in terminal.give("user", "list").out


def test_the_first_admin_is_made_once_though_there_is_one_without_a_password(terminal: Terminal) -> None:
    made = terminal.give("user", "first")
    again = terminal.give("user", "first", "--name", "another")

    assert re.fullmatch(
        r"Sign in as admin with [\w-]{24}, shown this once; choose one of your own then.\n", made.out
    )
    check(again, 3, "There is an admin who can sign in already: admin.")
