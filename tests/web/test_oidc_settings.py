"""The settings of a provider go together, and without what they take the application does not start."""

import pytest

from runtime.settings import SettingsError, load_settings
from tests.web.house import House
from tests.web.through_provider import with_provider
from web import oidc

GIVEN = {
    "ABATE_OIDC_ISSUER": "https://login.village.example/tenant",
    "ABATE_OIDC_CLIENT_ID": "abate",
    "ABATE_OIDC_CLIENT_SECRET": "hidden",
}


def test_without_what_it_takes_the_application_does_not_start_and_says_what_to_install(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oidc, "find_spec", lambda name: None if name == "authlib" else object())

    with pytest.raises(SettingsError, match=r"ABATE_OIDC_ISSUER .* pip install 'abate\[oidc\]'"):
        with_provider(house, "https://login.example")


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
