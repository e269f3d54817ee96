"""Signs what goes out with a browser and comes back: the session's id, a flash sentence, an uploaded file's name."""

from typing import Any

from itsdangerous import BadSignature, Signer, URLSafeSerializer


class Seal:
    """One key for all that is signed, a salt for each purpose."""

    def __init__(self, key: str) -> None:
        self._key = key

    def sign(self, text: str, purpose: str) -> str:
        """Return a text with its signature."""
        return Signer(self._key, salt=purpose).sign(text).decode()

    def opened(self, signed: str, purpose: str) -> str | None:
        """Return the text that was signed for this purpose, or None."""
        try:
            return Signer(self._key, salt=purpose).unsign(signed).decode()
        except (BadSignature, UnicodeError):
            return None

    def mark(self, text: str, purpose: str) -> str:
        """Return the signature of a text alone."""
        return Signer(self._key, salt=purpose).get_signature(text).decode()

    def pack(self, value: Any, purpose: str) -> str:
        """Return a JSON value, signed, that fits into a cookie or a hidden field."""
        return URLSafeSerializer(self._key, salt=purpose).dumps(value)

    def unpack(self, packed: str, purpose: str) -> Any:
        """Return the value that was packed for this purpose, or None."""
        try:
            return URLSafeSerializer(self._key, salt=purpose).loads(packed)
        except (BadSignature, UnicodeError):
            return None
