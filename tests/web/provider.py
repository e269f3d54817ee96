"""A real OpenID Connect provider, small: discovery, keys, a page to sign in on, and codes for RS256-signed tokens."""

import base64
import hashlib
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any
from urllib.parse import unquote, urlencode

from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from runtime.clock import now
from runtime.health import serve

CLIENT, SECRET = "abate-in-webster", "s3cret/of:ours & nobody's"
Claims = dict[str, Any]


@cache  # a key takes a while to make
def _new_key(name: str) -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": name})


@dataclass
class TestProvider:
    """What a provider knows; `tell` changes what it claims, and `sign` how it signs."""

    __test__ = False

    issuer: str = ""
    key: RSAKey = field(default_factory=lambda: _new_key("first"))
    tell: Callable[[Claims], Claims] = dict
    sign: Callable[[Claims], str] | None = None
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    redirects: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    def roll_key(self) -> None:
        """Sign with another key from now on."""
        self.key = _new_key("second")

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self.describe),
                Route("/keys", self.keys),
                Route("/authorize", self.authorize, methods=["GET", "POST"]),
                Route("/token", self.token, methods=["POST"]),
            ]
        )

    async def describe(self, _: Request) -> Response:
        self.asked.append("metadata")
        return JSONResponse(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "response_types_supported": ["code"],
                "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
                "code_challenge_methods_supported": ["S256"],
            }
        )

    async def keys(self, _: Request) -> Response:
        self.asked.append("keys")
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})

    async def authorize(self, request: Request) -> Response:
        """Ask who is there, and send them back with a code."""
        given = request.query_params if request.method == "GET" else await request.form()
        asked = {name: str(value) for name, value in given.items()}
        right = asked["client_id"] == CLIENT and asked["response_type"] == "code" and (
            asked["code_challenge_method"] == "S256" and "openid" in asked["scope"].split()
        )  # fmt: skip
        if not right or (self.redirects and asked["redirect_uri"] not in self.redirects):
            return HTMLResponse("this client is not known", 400)
        if "login" not in asked:
            hidden = "".join(
                f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
                for name, value in asked.items()
            )
            asking = '<label>Who <input name="login"></label><button>Let me in</button>'
            return HTMLResponse(f'<title>Provider</title><form method="post">{hidden}{asking}</form>')
        code = secrets.token_urlsafe()
        self.codes[code] = asked
        back = urlencode({"code": code, "state": asked["state"], "iss": self.issuer})
        return RedirectResponse(f"{asked['redirect_uri']}?{back}", 302)

    async def token(self, request: Request) -> Response:
        """Give the tokens for a code, once, to the client that proves to be the one who asked."""
        form = await request.form()
        scheme, _, packed = request.headers.get("authorization", "").partition(" ")
        name, _, secret = base64.b64decode(packed).decode().partition(":")
        asked = self.codes.pop(str(form.get("code")), None)
        proof = hashlib.sha256(str(form.get("code_verifier")).encode()).digest()
        challenge = base64.urlsafe_b64encode(proof).rstrip(b"=").decode()
        known = scheme == "Basic" and {secret, unquote(secret)} & {SECRET} and unquote(name) == CLIENT
        if not (known and asked and asked["code_challenge"] == challenge):
            return JSONResponse({"error": "invalid_grant"}, 400)
        if asked["redirect_uri"] != form.get("redirect_uri"):
            return JSONResponse({"error": "invalid_grant"}, 400)
        token = (self.sign or self.signed)(self.tell(self.claims(asked)))
        told = {"access_token": secrets.token_urlsafe(), "token_type": "Bearer", "id_token": token}
        return JSONResponse(told, headers={"cache-control": "no-store"})

    def claims(self, asked: dict[str, str]) -> Claims:
        at = int(now().timestamp())
        login = asked["login"]
        return {
            "iss": self.issuer,
            "sub": f"subject-of-{login}",
            "aud": CLIENT,
            "iat": at,
            "exp": at + 300,
            "nonce": asked["nonce"],
            "email": f"{login}@village.example",
            "email_verified": True,
        }

    def signed(self, claims: Claims) -> str:
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)


@asynccontextmanager
async def running_provider() -> AsyncIterator[TestProvider]:
    """Serve a provider on this machine."""
    provider = TestProvider()
    async with serve(provider.app()) as address:
        provider.issuer = address
        yield provider
