"""How mail is set up: one address of a server, whose password nobody gets to read, and what goes with it."""

from pathlib import Path
from typing import Any

import pytest

from runtime.post import post_of
from runtime.settings import MailSettings, SettingsError, load_settings
from runtime.web_key import web_key

REST = {"ABATE_MAIL_FROM": "Abate <abate@village.test>", "ABATE_PUBLIC_URL": "https://abate.village.test/"}


def mail(url: str, tmp_path: Path, **changed: str) -> MailSettings | None:
    return load_settings(data=tmp_path, environ={"ABATE_SMTP_URL": url, **REST, **changed}).mail


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("smtp://mx.test", {"host": "mx.test", "port": 587, "tls": "starttls"}),
        ("smtp://mx.test:25?tls=none", {"port": 25, "tls": "none", "user": None}),
        ("smtp://mx.test?tls=none", {"port": 25}),
        ("smtps://mx.test", {"port": 465, "tls": "implicit"}),
        (
            "smtp://me%40x:p%3Aw%2F@mx.test:587?tls=starttls",
            {"user": "me@x", "password": "p:w/", "port": 587},
        ),
    ],
)
def test_an_address_says_where_how_and_as_whom(url: str, wanted: dict[str, Any], tmp_path: Path) -> None:
    found = mail(url, tmp_path)

    assert found is not None
    assert {name: getattr(found, name) for name in wanted} == wanted


@pytest.mark.parametrize(
    "url",
    [
        "http://mx.test",
        "smtp://",
        "smtp://user@mx.test",
        "smtp://:secret@mx.test",
        "smtp://mx.test:port",
        "smtp://mx.test?tls=perhaps",
        "smtp://mx.test?start=yes",
        "smtp://u:secret@mx.test/path",
    ],
)
def test_an_address_not_understood_is_refused_without_saying_what_it_holds(url: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="ABATE_SMTP_URL is '…'") as refused:
        mail(url, tmp_path)

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ABATE_MAIL_FROM", ""),
        ("ABATE_MAIL_FROM", "abate"),
        ("ABATE_MAIL_FROM", "a@b.test\nBcc: c@d.test"),
        ("ABATE_PUBLIC_URL", ""),
        ("ABATE_PUBLIC_URL", "abate.village.test"),
    ],
)
def test_mail_needs_a_sender_and_an_address_for_links(name: str, value: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=name):
        mail("smtp://mx.test", tmp_path, **{name: value})


def test_without_a_server_there_is_no_mail(tmp_path: Path) -> None:
    settings = load_settings(data=tmp_path, environ=REST)

    assert settings.mail is None
    assert post_of(settings) is None


def test_the_password_is_not_shown(tmp_path: Path) -> None:
    environ = {"ABATE_SMTP_URL": "smtp://me:hunter2@mx.test", "ABATE_WEB_KEY": "k3y", **REST}
    settings = load_settings(data=tmp_path, environ=environ)
    post = post_of(settings)

    assert post is not None
    assert post.server.password == "hunter2"
    assert "hunter2" not in repr(settings) + repr(post)
    assert post.key not in repr(post)
    assert post.office == "https://abate.village.test"


def test_a_worker_that_sends_mail_has_the_key_of_the_pages_and_makes_none(tmp_path: Path) -> None:
    settings = load_settings(data=tmp_path, environ={"ABATE_SMTP_URL": "smtp://mx.test", **REST})

    with pytest.raises(SettingsError, match="ABATE_WEB_KEY"):
        post_of(settings)
    key = web_key(settings)
    post = post_of(settings)

    assert post is not None
    assert post.key == key
