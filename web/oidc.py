"""Signing in through an OpenID Connect provider, where the settings name one and the extra `oidc` is installed.

The provider only says who has come; what that person may do is ours alone (`activities/identities.py`).
"""

from datetime import datetime
from importlib.util import find_spec
from typing import Final, NamedTuple, Protocol, Self

from runtime.settings import OidcSettings, SettingsError
from web.seal import Seal

NEEDED: Final = ("authlib", "httpx2", "joserfc")
AGE: Final = 600  # seconds that somebody may take at the provider
PURPOSE: Final = "through a provider"


class Begun(NamedTuple):
    """What a browser keeps while its owner is at the provider, signed, and for a few minutes."""

    state: str
    nonce: str
    verifier: str
    then: str
    at: float

    def packed(self, seal: Seal) -> str:
        """Return what the cookie holds."""
        return seal.pack(list(self), PURPOSE)

    @classmethod
    def opened(cls, seal: Seal, packed: str, now: datetime) -> Self | None:
        """Return what a cookie holds, if we signed it, and not too long ago."""
        found = seal.unpack(packed, PURPOSE) if packed else None
        begun = cls(*found) if found else None
        return begun if begun and 0 <= now.timestamp() - begun.at <= AGE else None


class Come(NamedTuple):
    """Who has come, as the provider says: the subject, and an e-mail address that it has verified."""

    subject: str
    email: str | None


class ProviderUnreachable(Exception):  # noqa: N818  the name says what is so
    """The provider does not answer, or not as a provider answers."""


class NotBelieved(Exception):  # noqa: N818  likewise
    """What the provider answered is not to be believed: forged, for another, too late, or not asked for."""


class Provider(Protocol):
    """A provider, as the pages know it."""

    name: str
    issuer: str

    def begin(self, back: str, then: str, now: datetime) -> tuple[str, Begun]:
        """Return the address to send a browser to, and what it keeps; raise ProviderUnreachable."""

    def finish(self, code: str, begun: Begun, back: str, now: datetime) -> Come:
        """Return who has come with a code; raise ProviderUnreachable, NotBelieved."""


def provider_of(settings: OidcSettings | None) -> Provider | None:
    """Return the provider of the settings; raise SettingsError where what it takes is not installed."""
    if settings is None:
        return None
    if any(find_spec(name) is None for name in NEEDED):
        installed = "what sign-in through a provider takes to be installed: pip install 'abate[oidc]'"
        raise SettingsError("ABATE_OIDC_ISSUER", settings.issuer, installed)
    from web.oidc_client import Client  # noqa: PLC0415  only where the extra is there

    return Client(settings)
