"""The register of securities: many as lines with the ladder of their expiry, and one in full."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Query, Request, Response

from models.session import read
from queries.securities import list_securities
from queries.security_views import SecurityLine
from queries.views import ActionView, DueView
from rules.guarantee import SecurityStatus
from rules.security import POSTERS
from rules.waiting import WORK
from web.auth import Me
from web.entries import details
from web.office import Here, Office
from web.render import page
from web.sections import cited_for
from web.subjects import SECURITIES

router = APIRouter()
LIVE: Final = frozenset({SecurityStatus.ACTIVE, SecurityStatus.NOT_RENEWED})
TONES: Final = {
    SecurityStatus.ACTIVE: "good",
    SecurityStatus.NOT_RENEWED: "watch",
    SecurityStatus.EXPIRED: "bad",
    SecurityStatus.EXHAUSTED: "quiet",
    SecurityStatus.RELEASED: "quiet",
}
PAGE: Final = 50
NUMBER: Final = re.compile(r"[0-9]{1,5}")


class Rung(NamedTuple):
    """A step of the ladder: the live securities that expire within so many days and not within fewer."""

    words: str
    securities: tuple[SecurityLine, ...]


class Agendum(NamedTuple):
    """Something that falls due, how it stands, and the form that answers it where it may be given."""

    due: DueView
    tone: str
    when: str
    link: str | None


@router.get("/securities")
def securities(
    request: Request,
    here: Here,
    me: Me,
    status: str = "",
    village: str = "",
    number: Annotated[str, Query(alias="page")] = "",
) -> Response:
    """List the securities of the person's villages, what falls due first at the head."""
    wanted = SecurityStatus(status) if status in tuple(SecurityStatus) else None
    with read(here.engine) as session:
        every = list_securities(session, me.villages, None, village or None)
    found = [each for each in every if wanted in (None, each.status)]
    pages = max(1, -(-len(found) // PAGE))
    shown = min(max(int(number), 1), pages) if NUMBER.fullmatch(number) else 1
    return page(
        request,
        "securities.html",
        securities=found[(shown - 1) * PAGE : shown * PAGE],
        found=len(found),
        number=shown,
        pages=pages,
        ladder=_ladder(here, every),
        statuses=tuple(SecurityStatus),
        wanted={"status": wanted, "village": village},
        tones=TONES,
        may_post=bool(me.villages_as(*POSTERS)),
        today={key: here.today(key) for key in me.villages},
    )


@router.get("/securities/{security_id}")
def security(request: Request, here: Here, me: Me, security_id: str) -> Response:
    """Show a security in full."""
    found, actions = SECURITIES.show(here, me, security_id)
    law = here.law(found.village)
    today = here.today(found.village)
    allowed = frozenset(each.command for each in actions if each.allowed)
    return page(
        request,
        "security.html",
        security=found,
        tones=TONES,
        place=law.village,
        today=today,
        cited=cited_for(law, found.posted_on, found.purpose),
        allowed=[each for each in actions if each.allowed],
        refused=_refused(actions),
        agenda=[_agendum(found.id, each, allowed, today) for each in found.agenda if not each.passed],
        noted=[each for each in found.agenda if each.passed],
        entries=found.events[::-1],
        details=details,
    )


# --- the ladder -------------------------------------------------------------------------------------------


def _ladder(here: Office, found: Sequence[SecurityLine]) -> tuple[Rung, ...]:
    """Return the live securities by the rung of their state's ladder that they stand on, the last one first."""
    live = [each for each in found if each.expires_on and each.status in LIVE]
    if not live:
        return ()
    days = sorted(here.law(live[0].village).state.expiry_ladder.days)
    left = {each.id: (each.expires_on - here.today(each.village)).days for each in live if each.expires_on}
    return tuple(
        Rung(f"within {last} days", tuple(each for each in live if first < left[each.id] <= last))
        for first, last in pairwise((-1, *days))
    )


# --- one --------------------------------------------------------------------------------------------------


def _refused(actions: Sequence[ActionView]) -> list[ActionView]:
    return sorted((each for each in actions if not each.allowed), key=lambda each: not each.yours)


def _agendum(security_id: str, due: DueView, allowed: frozenset[str], today: date) -> Agendum:
    work, link = WORK.get(due.kind), None
    if work is not None and work.command in allowed:
        given = f"?{work.of}={due.of}" if work.of and due.of else ""
        link = SECURITIES.address(security_id, work.command) + given
    left = (due.due - today).days
    if left < 0:
        ended = work is not None and work.lasts is not None
        return Agendum(due, "quiet" if ended else "bad", "passed" if ended else "overdue", link)
    return Agendum(
        due, "watch" if left == 0 else "plain", "today" if left == 0 else f"in {left:,} days", link
    )
