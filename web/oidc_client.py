"""What is said to an OpenID Connect provider, and what of its answers is believed.

The authorization code flow with PKCE. The provider's metadata and keys are asked for once an hour; a key that is
not known is asked for anew, as providers change theirs.
"""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, cast

import httpx2
import structlog
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, KeySetSerialization

from runtime.settings import OidcSettings
from web.oidc import Begun, Come, NotBelieved, ProviderUnreachable

# Signatures that only the provider can make. Not HS…, whose key we hold too, and not none.
ALGORITHMS: Final = [
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512",
]  # fmt: skip
TIMEOUT: Final = 5.0
LEEWAY: Final = 60  # seconds by which two clocks may differ
KNOWN_FOR: Final = timedelta(hours=1)
SCOPE: Final = "openid email"

log = structlog.get_logger(__name__)


class Client:
    """One provider; for many threads at once."""

    def __init__(self, settings: OidcSettings) -> None:
        self.name, self.issuer = settings.name, settings.issuer
        self._settings = settings
        self._known: tuple[datetime, Mapping[str, Any]] | None = None
        self._keys: KeySet | None = None

    def begin(self, back: str, then: str, now: datetime) -> tuple[str, Begun]:
        """Return the address to send a browser to, and what it keeps; raise ProviderUnreachable."""
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        begun = Begun(state, nonce, verifier, then, now.timestamp())
        known = self._metadata(now)
        with self._client(known, back) as client:
            address, _ = client.create_authorization_url(
                known["authorization_endpoint"],
                state=begun.state,
                nonce=begun.nonce,
                code_verifier=begun.verifier,
            )
        return str(address), begun

    def finish(self, code: str, begun: Begun, back: str, now: datetime) -> Come:
        """Return who has come with a code; raise ProviderUnreachable, NotBelieved."""
        known = self._metadata(now)
        with self._client(known, back) as client:
            tokens = _asked(
                lambda: client.fetch_token(
                    known["token_endpoint"],
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=begun.verifier,
                )
            )
        try:
            claims = self._claims(tokens, begun, known, now)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            raise NotBelieved(f"{type(error).__name__}: {error}") from error
        return Come(claims["sub"], _verified(claims))

    # --- what is believed ---------------------------------------------------------------------------------

    def _claims(
        self, tokens: Mapping[str, Any], begun: Begun, known: Mapping[str, Any], now: datetime
    ) -> CodeIDToken:
        signed = self._opened(str(tokens["id_token"]), known)
        expected = {
            "iss": {"essential": True, "value": self.issuer},
            "aud": {"essential": True, "value": self._settings.client_id},
            "sub": {"essential": True},
            "exp": {"essential": True},
        }
        asked = {"nonce": begun.nonce, "client_id": self._settings.client_id}
        if "access_token" in tokens:
            asked["access_token"] = tokens["access_token"]
        claims = CodeIDToken(signed.claims, signed.header, expected, asked)
        claims.validate(now=int(now.timestamp()), leeway=LEEWAY)
        if not claims["sub"]:
            raise ValueError("the subject is empty")
        return claims

    def _opened(self, token: str, known: Mapping[str, Any]) -> jwt.Token:
        if self._keys is not None:
            try:
                return jwt.decode(token, self._keys, algorithms=ALGORITHMS)
            except (JoseError, ValueError):
                log.info("oidc.keys_asked_for_anew")
        keys = cast("KeySetSerialization", _answer(known["jwks_uri"]))
        self._keys = KeySet.import_key_set(keys)
        return jwt.decode(token, self._keys, algorithms=ALGORITHMS)

    # --- what is asked ------------------------------------------------------------------------------------

    def _metadata(self, now: datetime) -> Mapping[str, Any]:
        if self._known is not None and now - self._known[0] < KNOWN_FOR:
            return self._known[1]
        found = _answer(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        wanted = ("authorization_endpoint", "token_endpoint", "jwks_uri")
        if found.get("issuer") != self.issuer or not all(isinstance(found.get(name), str) for name in wanted):
            raise ProviderUnreachable(f"what it says of itself is not that of {self.issuer}")
        self._known = (now, found)
        return found

    def _client(self, known: Mapping[str, Any], back: str) -> OAuth2Client:
        ways = known.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        way = "client_secret_basic" if "client_secret_basic" in ways else "client_secret_post"
        return OAuth2Client(
            self._settings.client_id,
            self._settings.client_secret,
            token_endpoint_auth_method=way,
            scope=SCOPE,
            redirect_uri=back,
            code_challenge_method="S256",
            timeout=TIMEOUT,
        )


def _asked(ask: Callable[[], Any]) -> Mapping[str, Any]:
    """Return the provider's answer; what it refuses is not believed, what does not come is unreachable."""
    try:
        found = ask()
    except OAuthError as error:
        raise NotBelieved(f"the provider refused the code: {error.error}") from error
    except (httpx2.HTTPError, ValueError) as error:
        raise ProviderUnreachable(f"{type(error).__name__}") from error
    if not isinstance(found, Mapping):
        raise ProviderUnreachable("its answer is no object")
    return found


def _answer(address: str) -> Mapping[str, Any]:
    def ask() -> Any:
        answered = httpx2.get(address, timeout=TIMEOUT)
        answered.raise_for_status()
        return answered.json()

    return _asked(ask)


def _verified(claims: Mapping[str, Any]) -> str | None:
    """Return the e-mail address, if the provider has verified it; some write that as a text."""
    email, verified = claims.get("email"), claims.get("email_verified")
    return email if isinstance(email, str) and (verified is True or verified == "true") else None
