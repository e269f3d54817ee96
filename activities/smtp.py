"""Hands mails to an SMTP server over one connection, and tells of each what became of it.

A server that is at fault is told apart from a mail that is: after the first nothing more is tried for now.
"""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from enum import StrEnum
from types import TracebackType
from typing import Final, Literal, NamedTuple, Self

from aiosmtplib import SMTP
from aiosmtplib.errors import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)

from documents.plain_line import one_line

Tls = Literal["starttls", "implicit", "none"]
DIALOG: Final = timedelta(minutes=2)
"""The longest that one mail may take, from the connection to the server's last word."""

_ANSWER_SECONDS: Final = 45.0
_LONGEST_REASON: Final = 300
_PERMANENT: Final = 500
_CLOSING: Final = 421


@dataclass(frozen=True, slots=True)
class Server:
    """Where mails are handed in, and as whom."""

    host: str
    port: int
    tls: Tls
    user: str | None = None
    password: str | None = field(default=None, repr=False)


class Fate(StrEnum):
    """What became of a mail: taken, refused for good, to be tried again, or not tried for the server's own fault."""

    TAKEN = "taken"
    REFUSED = "refused"
    LATER = "later"
    NO_SERVER = "no_server"


class Outcome(NamedTuple):
    """The fate of a mail, and the server's words where it was not taken."""

    fate: Fate
    why: str = ""


class Session:
    """One connection, made with the first mail and kept for those that follow."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._client: SMTP | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def deliver(self, message: EmailMessage, *, sender: str, to: str) -> Outcome:
        """Hand one mail in; whatever goes wrong on the way is an outcome."""
        try:
            async with asyncio.timeout(DIALOG.total_seconds()):
                client = await self._connected()
                await client.sendmail(sender, [to], message.as_bytes())
        except SMTPRecipientsRefused as error:
            return await self._answered(error.recipients[0])
        except SMTPDataError as error:
            return await self._answered(error)
        except (
            SMTPException,
            OSError,
            TimeoutError,
        ) as error:  # before ValueError: a bad certificate is that, too
            await self.close()
            return Outcome(Fate.NO_SERVER, _reason(error))
        except ValueError as error:  # an address that no server can be told
            return Outcome(Fate.REFUSED, _words(str(error)))
        return Outcome(Fate.TAKEN)

    async def close(self) -> None:
        """Take leave of the server, or drop the connection where it does not listen."""
        client, self._client = self._client, None
        if client is None:
            return
        try:
            async with asyncio.timeout(5):
                await client.quit()
        except (SMTPException, OSError, TimeoutError):
            client.close()

    async def _connected(self) -> SMTP:
        if self._client is None or not self._client.is_connected:
            server = self._server
            client = SMTP(
                hostname=server.host,
                port=server.port,
                username=server.user,
                password=server.password,
                use_tls=server.tls == "implicit",
                start_tls=server.tls == "starttls",
                timeout=_ANSWER_SECONDS,
            )
            await client.connect()
            self._client = client
        return self._client

    async def _answered(self, error: SMTPResponseException) -> Outcome:
        if error.code == _CLOSING:
            await self.close()
            return Outcome(Fate.NO_SERVER, _reason(error))
        return Outcome(Fate.REFUSED if error.code >= _PERMANENT else Fate.LATER, _reason(error))


def _reason(error: Exception) -> str:
    match error:
        case SMTPResponseException():
            return _words(f"{error.code} {error.message}")
        case SMTPServerDisconnected():
            return _words(f"the server ended the connection: {error.message}")
        case SMTPException():
            return _words(str(error))
        case TimeoutError():
            return "the server did not answer in time"
        case _:
            return _words(f"{type(error).__name__}: {error}")


def _words(text: str) -> str:
    return one_line(text, _LONGEST_REASON)
