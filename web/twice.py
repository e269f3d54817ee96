"""Asks before the very same is recorded a second time: a form that was gone back to has a key of its own.

Where it did happen twice, sending the form again records it: the form that asks has a key that says so.
"""

import hashlib
from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from activities.keys import mark_of
from models.session import read
from queries.replays import recorded_alike
from rules.calendar import say
from rules.refusals import Conflict
from web import counter
from web.auth import Person
from web.office import Office
from web.subjects import AnyCommand, Record

WITHIN: Final = timedelta(days=1)
"""What is older may well be the same again, such as a note that nobody was met."""


class SameAgain(Conflict):
    """The same was recorded a short time ago; under the key `op` it is recorded once more."""

    op: str = ""


def ask(here: Office, me: Person, record: Record, command: AnyCommand, op: str) -> None:
    """Raise SameAgain where the person recorded the very same on a record within a day, and was not asked yet."""
    key = counter.key_of(me, op)
    mark = mark_of(counter.order_of(me, record.id, record.village, command, key))
    with read(here.engine) as session:
        before = recorded_alike(session, record.id, mark)
    once_more = hashlib.sha256(f"{mark}/{len(before)}".encode()).hexdigest()[:32]
    if not before or key in before or op == once_more:
        return
    last = max(before.values())
    if here.clock() - last > WITHIN:
        return
    local = last.astimezone(ZoneInfo(here.law(record.village).village.zone))
    asked = SameAgain(
        f"You recorded the very same on {say(local.date())} at {local:%H:%M}; nothing was added now.",
        remedy="If it happened twice, send the form once more; else go back to the record.",
    )
    asked.op = once_more
    raise asked
