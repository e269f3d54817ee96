"""What an installation that sends mail has for it: the server, the sender, the address of its pages, and a key."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parseaddr

from activities.smtp import Server
from activities.unsubscribing import Wish, token_of
from documents.letter import Links


@dataclass(frozen=True, slots=True)
class Post:
    """The means of sending mail; `office` is the public address of the pages, without a slash at its end.

    `clock` returns the present instant, aware and in UTC.
    """

    server: Server
    sender: str
    office: str
    key: str = field(repr=False)
    clock: Callable[[], datetime]

    @property
    def address(self) -> str:
        """The bare address of the sender, to which what cannot be delivered comes back."""
        return parseaddr(self.sender)[1]

    def links(self, wish: Wish) -> Links:
        """Return where a mail leads."""
        return Links(self.office, f"{self.office}/unsubscribe/{token_of(self.key, wish)}")
