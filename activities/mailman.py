"""Empties the outbox: one mail after another over one connection, until nothing more is to go out for now."""

import asyncio
from datetime import datetime
from functools import partial
from typing import Final

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from temporalio import activity

from activities.mail_claim import Claimed, claim, next_due, settle
from activities.mail_messages import MailRun
from activities.post import Post
from activities.smtp import Fate, Outcome, Session
from activities.unsubscribing import Wish
from documents.envelope import Stamp, message_id, seal
from documents.letter import write
from models.session import DatabaseUnreachable

_PATIENCE: Final = (0.2, 1.0, 4.0, 15.0, 30.0, 60.0)
"""Seconds between tries to note that a mail was sent: in all less than the claim on it lasts."""

log = structlog.get_logger(__name__)


class Mailman:
    """The activity `send_mail`; without means of sending it does nothing."""

    def __init__(self, engine: Engine, post: Post | None) -> None:
        self._engine = engine
        self._post = post

    @activity.defn
    async def send_mail(self) -> MailRun:
        """Send what is to go out now; a server at fault ends the run, and the mails wait."""
        post = self._post
        if post is None:
            return MailRun()
        fates: list[Fate] = []
        async with Session(post.server) as session:
            while not _stopping() and (mail := await asyncio.to_thread(claim, self._engine, post.clock())):
                outcome, again_at = await self._send(post, session, mail)
                fates.append(outcome.fate)
                _heartbeat(len(fates))
                if outcome.fate is Fate.NO_SERVER and again_at is not None:
                    return _run(fates, again_at)
        return _run(fates, await asyncio.to_thread(next_due, self._engine))

    async def _send(self, post: Post, session: Session, mail: Claimed) -> tuple[Outcome, datetime | None]:
        known_as = message_id(mail.id, post.sender)
        try:
            outcome = await self._deliver(post, session, mail, known_as)
        except asyncio.CancelledError:
            # Whether it went out is not known: the claim runs out, and it goes again under the same Message-ID.
            raise
        except Exception as error:
            # A letter that cannot be written must not keep the others; what is wrong is in the log.
            log.exception("mail.not_written", mail=mail.id, kind=mail.kind)
            outcome = Outcome(Fate.LATER, f"it could not be written: {type(error).__name__}")
        again_at = await self._settle(mail, outcome, known_as, post.clock())
        log.info("mail.tried", mail=mail.id, kind=mail.kind, attempt=mail.attempt, fate=outcome.fate)
        return outcome, again_at

    async def _settle(self, mail: Claimed, outcome: Outcome, known_as: str, now: datetime) -> datetime | None:
        """Note what became of a mail; a database away for a moment is waited for, or what went out would go again."""
        note = partial(settle, self._engine, mail, outcome, known_as, now)
        for pause in _PATIENCE:
            try:
                return await asyncio.to_thread(note)
            except (DatabaseUnreachable, DBAPIError):
                await asyncio.sleep(pause)
        return await asyncio.to_thread(note)

    async def _deliver(self, post: Post, session: Session, mail: Claimed, known_as: str) -> Outcome:
        links = post.links(Wish(mail.user, mail.kind))
        stamp = Stamp(post.sender, mail.address, mail.queued_at, known_as, links.unsubscribe)
        message = seal(write(mail.kind, mail.facts, links), stamp)
        return await session.deliver(message, sender=post.address, to=mail.address)


def _run(fates: list[Fate], next_at: datetime | None) -> MailRun:
    later = fates.count(Fate.LATER) + fates.count(Fate.NO_SERVER)
    return MailRun(
        sent=fates.count(Fate.TAKEN), refused=fates.count(Fate.REFUSED), later=later, next_at=next_at
    )


def _stopping() -> bool:
    return activity.in_activity() and activity.is_worker_shutdown()


def _heartbeat(done: int) -> None:
    if activity.in_activity():
        activity.heartbeat(done)
