"""Keeps what people choose of their reminders: where these go, which kinds, and the key of the calendar."""

import re
import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import Engine, delete
from sqlmodel import Session, col

from activities.sign_in import hashed
from activities.tables import insert_or_ignore
from models.mail import CalendarKeyRow, UnsubscribedRow
from models.session import write
from models.user import UserRow
from rules.refusals import Malformed, NotFound
from rules.reminders import MailKind

LONGEST: Final = 254
# What every server takes (RFC 5321, 4.1.2, without quoted names), no control character or second line among it.
_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+"
)
_LONGEST_NAME: Final = 64


def choose(engine: Engine, user: str, email: str, unwanted: Collection[MailKind]) -> None:
    """Keep where a person's reminders go, nowhere if it is empty, and which kinds are not wanted; raises Malformed."""
    address = checked(email.strip()) if email.strip() else None
    with write(engine) as session:
        _user(session, user).email = address
        session.execute(delete(UnsubscribedRow).where(col(UnsubscribedRow.user) == user))
        session.add_all(UnsubscribedRow(user=user, kind=kind.value) for kind in set(unwanted))


def unsubscribe(engine: Engine, user: str, kind: MailKind) -> None:
    """End one kind of mail for a person, as often as asked; raises NotFound."""
    with write(engine) as session:
        _user(session, user)
        insert_or_ignore(session, UnsubscribedRow, [{"user": user, "kind": kind.value}])


def checked(address: str) -> str:
    """Return an address that can be sent to; raises Malformed."""
    name = address.partition("@")[0]
    if len(address) > LONGEST or len(name) > _LONGEST_NAME or not _ADDRESS.fullmatch(address):
        raise Malformed(
            f"{address[:LONGEST]!r} is no e-mail address.",
            remedy="Give one like clerk@village.example, or none.",
            field="email",
        )
    return address


def make_calendar_key(engine: Engine, user: str, *, now: datetime) -> str:
    """Make the secret of a person's calendar, which ends the one before, and return it: it is shown once."""
    secret = secrets.token_urlsafe(32)
    with write(engine) as session:
        _user(session, user)
        session.merge(CalendarKeyRow(user=user, hash=hashed(secret), made_at=now))
    return secret


def drop_calendar_key(engine: Engine, user: str) -> None:
    """End a person's calendar; one that is not there has ended already."""
    with write(engine) as session:
        _user(session, user)
        session.execute(delete(CalendarKeyRow).where(col(CalendarKeyRow.user) == user))


def _user(session: Session, name: str) -> UserRow:
    """Return a user, held until the transaction ends: of two clicks at once the later one waits. Raise NotFound."""
    row = session.get(UserRow, name, with_for_update=True)
    if row is None:
        raise NotFound(f"There is no user {name}.", remedy="Check the name.", field="name")
    return row
