"""Where a case stands, in words: what comes first of what falls due, and what is in force."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple
from urllib.parse import quote, urlencode

from queries.views import ActionView, CaseView, DueView
from rules.calendar import say
from rules.waiting import WORK


class State(NamedTuple):
    """Something in force: its tone, a word or two, the sentence, the section."""

    tone: str
    badge: str
    words: str
    section: str | None = None


class Agendum(NamedTuple):
    """Something that falls due: how it stands today, and the form that answers it where it may be given."""

    due: DueView
    tone: str
    when: str
    link: str | None


def states(case: CaseView) -> Iterator[State]:
    """Yield what is in force, the gravest first."""
    stop = case.stop_work
    if stop.in_force:
        since = f" since {say(stop.since)}" if stop.since else ""
        allowed = f"; allowed meanwhile: {stop.allowed_work}" if stop.allowed_work else ""
        yield State("bad", "stop work", f"Work must stop{since}{allowed}.", stop.section)
    if case.inspection_hold:
        yield State(
            "bad", "inspection hold", "No further work until what was found is corrected and approved."
        )
    if case.stayed:
        yield State(
            "watch", "stayed", "Enforcement is stayed by an appeal: nothing may be charged or assessed."
        )
    if case.occupancy_held:
        yield State("watch", "occupancy withheld", "Occupancy is withheld until corrections are accepted.")


def agenda(case: CaseView, actions: tuple[ActionView, ...], today: date) -> tuple[Agendum, ...]:
    """Return what waits, is overdue, due today or ahead, the earliest first."""
    allowed = {each.command for each in actions if each.allowed}
    return tuple(_agendum(case.id, each, allowed, today) for each in case.agenda if not _is_past(each, today))


def first_ahead(found: tuple[Agendum, ...], today: date) -> Agendum | None:
    """Return what comes next: today's or the first day ahead."""
    return next((each for each in found if each.due.due >= today), None)


def went_by(case: CaseView, today: date) -> tuple[DueView, ...]:
    """Return the days that merely went by, the latest first."""
    return tuple(each for each in reversed(case.agenda) if _is_past(each, today))


def _is_past(due: DueView, today: date) -> bool:
    """Tell whether nothing is left to do: a window that closed, or a number reached long ago, is not overdue."""
    lasts = _lasts(due)
    return lasts is not None and due.due < today and today - due.due > lasts


def _lasts(due: DueView) -> timedelta | None:
    work = WORK.get(due.kind)
    return work.lasts if work is not None else None


def _agendum(case_id: str, due: DueView, allowed: set[str], today: date) -> Agendum:
    work = WORK.get(due.kind)
    link = None
    if work is not None and work.command in allowed:
        given = f"?{urlencode({work.of: due.of})}" if work.of and due.of else ""
        link = f"/cases/{quote(case_id)}/do/{work.command}{given}"
    if due.due == today:
        return Agendum(due, "watch", "today", link)
    if due.due < today:
        waits = _lasts(due) is not None
        return Agendum(due, "watch" if waits else "bad", "waits" if waits else "overdue", link)
    return Agendum(due, "plain", _ahead(due.due - today), link)


def _ahead(left: timedelta) -> str:
    return "tomorrow" if left.days == 1 else f"in {left.days:,} days"
