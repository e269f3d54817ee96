"""Puts the morning's digests of a village into the outbox: one a day for each person with something on the desk."""

from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Engine
from sqlmodel import Session
from temporalio import activity

from activities.mail_messages import DigestOrder, DigestResult
from activities.outbox import forget, put_digest
from activities.record import moment
from documents.letter import DigestFacts, Line, Pile
from models.session import read, write
from ordinances.load import load_law
from queries import desk
from queries.reminders import readers
from queries.setting import roles_of
from rules.calendar import end_of_day, local_day
from rules.law import Village
from rules.reminders import MailKind

TITLES: Final = {
    desk.Pile.OVERDUE: "Overdue",
    desk.Pile.TODAY: "Due today",
    desk.Pile.WEEK: "Due in the next seven days",
    desk.Pile.WAITING: "Waiting",
}


class Digests:
    """The activity `write_digests`; where no mail is sent, it puts nothing in. `ordinances`: laws beside our own."""

    def __init__(self, engine: Engine, ordinances: Path | None = None, *, sends_mail: bool) -> None:
        self._engine = engine
        self._ordinances = ordinances
        self._sends_mail = sends_mail

    @activity.defn
    def write_digests(self, order: DigestOrder) -> DigestResult:
        """Put in the digests of the day it is in the village; those of that day that are there stay as they are."""
        at = moment(order.at)
        if not self._sends_mail:
            return DigestResult(village=order.village, queued=0)
        village = load_law(order.village, self._ordinances).village
        with read(self._engine) as session:
            found = digests(session, village, at)
        until = end_of_day(local_day(at, village.zone), village.zone)
        with write(self._engine) as session:
            forget(session, order.village, at)
            new = [put_digest(session, village.key, user, facts, at=at, until=until) for user, facts in found]
        return DigestResult(village=order.village, queued=sum(new))


def digests(session: Session, village: Village, at: datetime) -> list[tuple[str, DigestFacts]]:
    """Return the digest of each person who is to have one and has something on the desk."""
    made = [
        (user, _digest(session, village, user, at)) for user in readers(session, village.key, MailKind.DIGEST)
    ]
    return [(user, facts) for user, facts in made if facts.piles]


def _digest(session: Session, village: Village, user: str, at: datetime) -> DigestFacts:
    today = local_day(at, village.zone)
    place = desk.Place(today=today, roles=roles_of(session, user, village.key))
    heaps = desk.desk(session, {village.key: place})
    piles = tuple(_pile(pile, heap) for pile, heap in heaps.items() if heap.count)
    return DigestFacts(village=village.name, day=today, piles=piles)


def _pile(pile: desk.Pile, heap: desk.Heap) -> Pile:
    tally = f"more than {desk.MOST_COUNTED:,}" if heap.more else f"{heap.count:,}"
    return Pile(title=TITLES[pile], count=heap.count, tally=tally, lines=tuple(map(_line, heap.tasks)))


def _line(task: desk.Task) -> Line:
    kept = task.model_dump(include=set(Line.model_fields))
    return Line(**kept, what=task.kind.replace("_", " "))
