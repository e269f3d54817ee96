"""What a person is sent by mail, and where; the calendar that goes along; and the way out of a kind of mail."""

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request, Response

from activities.reminders import choose, drop_calendar_key, make_calendar_key, unsubscribe
from activities.unsubscribing import Wish, opened
from models.session import read
from queries.reminders import mails_of, wishes_of
from rules.refusals import Malformed
from rules.reminders import ABOUT, READERS, MailKind
from runtime.web_key import web_key
from web.auth import Me, Person
from web.errors import no_page, status_of
from web.office import Here, Office
from web.render import go, page

router = APIRouter()
by_token = APIRouter()
"""The pages that whoever holds the address may open, without signing in."""

APART: Final = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}
"""An address that is a secret is neither found by searching nor told to another host."""


@router.get("/reminders")
def reminders(request: Request, here: Here, me: Me) -> Response:
    """Show what the person has chosen, and the last mails."""
    return _page(request, here, me)


@router.post("/reminders")
def choose_post(
    request: Request,
    here: Here,
    me: Me,
    email: Annotated[str, Form()] = "",
    kinds: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Keep the address, and which of the kinds shown are wanted; the others stay as they are."""
    shown = kinds_for(me)
    with read(here.engine) as session:
        unwanted = {kind for kind in wishes_of(session, me.name).unwanted if kind not in shown}
    unwanted |= {kind for kind in shown if kind.value not in (kinds or ())}
    try:
        choose(here.engine, me.name, email, unwanted)
    except Malformed as refusal:
        status, trouble = status_of(refusal.facts), refusal.facts.sentence()
        return _page(request, here, me, status=status, trouble=trouble, typed=email, unwanted=unwanted)
    return go(request, "/reminders", flash="What you are sent is as you chose.")


@router.post("/reminders/calendar")
def make_calendar(request: Request, here: Here, me: Me) -> Response:
    """Make the address of a calendar and show it, this once; the one before ends."""
    secret = make_calendar_key(here.engine, me.name, now=here.clock())
    office = here.settings.public_url or str(request.base_url).rstrip("/")
    return _page(request, here, me, calendar=f"{office}/calendar/{secret}.ics")


@router.post("/reminders/calendar/end")
def end_calendar(request: Request, here: Here, me: Me) -> Response:
    """End the calendar."""
    drop_calendar_key(here.engine, me.name)
    return go(request, "/reminders", flash="The address of your calendar has ended.")


@by_token.get("/unsubscribe/{token}")
def ask(request: Request, here: Here, token: str) -> Response:
    """Ask whether a kind of mail is to end: what merely looks at addresses in mails must end nothing."""
    return _unsubscribe_page(request, _wish(here, token), done=False)


@by_token.post("/unsubscribe/{token}")
def end(request: Request, here: Here, token: str) -> Response:
    """End a kind of mail, for a person on the page or for a mail program with one click (RFC 8058)."""
    wish = _wish(here, token)
    unsubscribe(here.engine, wish.user, wish.kind)
    return _unsubscribe_page(request, wish, done=True)


def kinds_for(me: Person) -> tuple[MailKind, ...]:
    """Return the kinds of mail that are for one of a person's roles."""
    return tuple(kind for kind, roles in READERS.items() if me.is_any(*roles))


def _wish(here: Office, token: str) -> Wish:
    wish = opened(web_key(here.settings), token)
    if wish is None:
        raise no_page()
    return wish


def _unsubscribe_page(request: Request, wish: Wish, *, done: bool) -> Response:
    answer = page(request, "unsubscribe.html", about=ABOUT[wish.kind], done=done)
    answer.headers.update(APART)
    return answer


def _page(
    request: Request,
    here: Office,
    me: Person,
    *,
    status: int = 200,
    trouble: str | None = None,
    typed: str | None = None,
    unwanted: set[MailKind] | None = None,
    calendar: str | None = None,
) -> Response:
    with read(here.engine) as session:
        wishes, mails = wishes_of(session, me.name), mails_of(session, me.name, me.villages)
    refused = wishes.unwanted if unwanted is None else unwanted
    return page(
        request,
        "reminders.html",
        status=status,
        sends_mail=here.settings.mail is not None,
        email=wishes.email or "" if typed is None else typed,
        kinds=[(kind, ABOUT[kind], kind not in refused) for kind in kinds_for(me)],
        mails=[(each, ABOUT[each.kind]) for each in mails],
        calendar=calendar,
        since=wishes.calendar_since,
        trouble=trouble,
    )
