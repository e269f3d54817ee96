"""A real SMTP server that a test can have fail at any point, and what it took in."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope
from aiosmtpd.smtp import Session as Dialog

from activities.mail_messages import MailRun
from activities.mailman import Mailman
from activities.post import Post
from activities.smtp import Server
from runtime.clock import now

DROP = "drop"
"""The connection ends after the message, before the server has said whether it took it."""

KEPT_AND_DROP = "kept and drop"
"""Likewise, and the server did take it."""


HOLD = "hold"
"""The server has the message and says nothing more."""


@dataclass
class Inbox:
    """What the server took in; `plans` are its answers to the next RCPTs and messages, then it takes everything."""

    at_rcpt: list[str] = field(default_factory=list)
    at_data: list[str] = field(default_factory=list)
    mails: list[EmailMessage] = field(default_factory=list)
    tries: int = 0
    held: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0

    async def handle_RCPT(  # noqa: N802  the name is the server's
        self, server: SMTP, session: Dialog, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self.at_rcpt.pop(0) if self.at_rcpt else "250 OK"
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Dialog, envelope: Envelope) -> str:  # noqa: N802  likewise
        self.tries += 1
        answer = self.at_data.pop(0) if self.at_data else "250 OK"
        if answer == HOLD:
            self.held.set()
            await asyncio.Event().wait()
        if answer in {"250 OK", KEPT_AND_DROP}:
            assert isinstance(envelope.content, bytes)
            self.mails.append(_read(envelope.content))
        if answer in {DROP, KEPT_AND_DROP}:
            assert isinstance(server.transport, asyncio.WriteTransport)
            server.transport.abort()
        return answer

    @property
    def ids(self) -> list[str]:
        return [mail["Message-ID"] for mail in self.mails]

    @property
    def told(self) -> list[tuple[str, str]]:
        return sorted((mail["To"], mail["Subject"]) for mail in self.mails)


@dataclass
class Clock:
    """The real clock, moved on by hand."""

    ahead: timedelta = timedelta(0)

    def __call__(self) -> datetime:
        return now() + self.ahead


@dataclass
class PostOffice:
    """A mailman before a server of a test's own."""

    inbox: Inbox
    post: Post
    clock: Clock
    engine: Any

    async def send(self) -> MailRun:
        return await Mailman(self.engine, self.post).send_mail()

    async def send_until_nothing_waits(self) -> list[MailRun]:
        """Send, and go on at the moment that each run says, as the workflow does."""
        runs = [await self.send()]
        while runs[-1].next_at is not None:
            self.clock.ahead += max(timedelta(0), runs[-1].next_at - self.clock())
            runs.append(await self.send())
        return runs


def post_for(port: int, clock: Callable[[], datetime]) -> Post:
    """Give what mails are sent with to a server on this machine."""
    server = Server("127.0.0.1", port, "none")
    return Post(server, "Abate <abate@webster.test>", "https://abate.test", "a key", clock)


@asynccontextmanager
async def post_office(engine: Any, *, office: str = "https://abate.test") -> AsyncIterator[PostOffice]:
    """Run a server on a free port."""
    inbox, clock = Inbox(), Clock()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(inbox, hostname="mx.test", loop=loop), host="127.0.0.1", port=0
    )
    inbox.port = server.sockets[0].getsockname()[1]
    post = replace(post_for(inbox.port, clock), office=office)
    try:
        yield PostOffice(inbox, post, clock, engine)
    finally:
        server.close()
        await server.wait_closed()


def _read(content: bytes) -> EmailMessage:
    found = message_from_bytes(content, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found
