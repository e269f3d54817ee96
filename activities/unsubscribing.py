"""The address that ends one kind of mail for one person: signed, so that nobody can make another's; it never expires.

RFC 8058 asks that it work for whoever holds it, without signing in.
"""

from typing import Final, NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

from rules.reminders import MailKind

_SALT: Final = "unsubscribe"


class Wish(NamedTuple):
    """Whose mails of which kind are to end."""

    user: str
    kind: MailKind


def token_of(key: str, wish: Wish) -> str:
    """Return the token of a wish, signed with the installation's key."""
    return URLSafeSerializer(key, salt=_SALT).dumps(list(wish))


def opened(key: str, token: str) -> Wish | None:
    """Return the wish that a token of ours holds, or None."""
    try:
        user, kind = URLSafeSerializer(key, salt=_SALT).loads(token)
        return Wish(str(user), MailKind(kind))
    except (BadSignature, UnicodeError, TypeError, ValueError):
        return None
