"""What a person begins the day with: overdue, due today, due this week, and waiting."""

from typing import NamedTuple
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request, Response

from models.session import read
from queries.desk import Pile, Place, Task, desk
from rules import engine, security_engine
from rules.series import Series, series_of
from rules.waiting import WORK
from web.auth import Me, Person
from web.office import Here, Office
from web.render import page

router = APIRouter()
TITLES = {
    Pile.OVERDUE: "Overdue",
    Pile.TODAY: "Due today",
    Pile.WEEK: "Due in the next seven days",
    Pile.WAITING: "Waiting",
}
NOTHING = {
    Pile.OVERDUE: "Nothing is overdue.",
    Pile.TODAY: "Nothing is due today.",
    Pile.WEEK: "Nothing is due in the next seven days.",
    Pile.WAITING: "Nothing waits.",
}


class Entry(NamedTuple):
    """A task with the address of its record, and of the form that answers it where this person may fill it in."""

    task: Task
    record: str
    act: str | None
    command: str | None


@router.get("/")
def show(request: Request, here: Here, me: Me, whose: str = "mine") -> Response:
    """Show the desk; `whose=all` shows the work of every role."""
    places = places_of(here, me)
    with read(here.engine) as session:
        heaps = desk(session, places, everyones=whose == "all")
    piles = [
        (
            pile,
            TITLES[pile],
            NOTHING[pile],
            heap,
            [_entry(me, task) for task in heap.tasks],
        )
        for pile, heap in heaps.items()
    ]
    return page(
        request,
        "desk.html",
        piles=piles,
        whose=whose,
        places=places,
        names={key: here.law(key).village.name for key in places},
        may_open=bool(me.villages_as(*engine.OPENERS)),
    )


def places_of(here: Office, me: Person) -> dict[str, Place]:
    """Return the person's villages, with the day it is in each and the roles held there."""
    return {key: Place(today=here.today(key), roles=held) for key, held in me.roles.items()}


def _entry(me: Person, task: Task) -> Entry:
    work, security = WORK.get(task.kind), series_of(task.record) is Series.SECURITY
    record = f"/{'securities' if security else 'cases'}/{quote(task.record)}"
    if work is None or work.command is None or not _may(me, task, work.command):
        return Entry(task, record, None, None)
    given = f"?{urlencode({work.of: task.of})}" if work.of and task.of else ""
    return Entry(task, record, f"{record}/do/{work.command}{given}", work.command)


def _may(me: Person, task: Task, command: str) -> bool:
    """Tell whether the command is for a role of this person; the case itself has the last word."""
    act = engine.ACTS.get(command) or security_engine.ACTS[command]
    return bool(act.roles & me.roles_in(task.village))
