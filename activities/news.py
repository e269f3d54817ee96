"""What a mail tells of the event that set it off: where, what, of which section; no respondent by name."""

from datetime import date
from typing import Any

from activities.held import Held
from documents.letter import NewsFacts
from rules.calendar import say
from rules.case import Case
from rules.commands import Property
from rules.events import AppealFiled, Event
from rules.guarantee import Security, expiry
from rules.ledger import dollars
from rules.reminders import News
from rules.security_acts import section_of
from rules.security_events import DrawEnded, NonrenewalNoticed, SecurityDeadlineNoted


def facts_of(news: News, held: Held[Case] | Held[Security]) -> NewsFacts:
    """Return what there is to tell of an event of a record."""
    told, place = held.standing, held.law.village.name
    if isinstance(told, Case):
        return NewsFacts(
            village=place, record=told.id, where=_where(told.property), **_of_a_case(news.event, told.id)
        )
    more = _of_a_security(news.event, told, held.footing.as_of)
    section = section_of(told, held.law)
    return NewsFacts(village=place, record=told.id, where=_what(told), section=section, **more)


def _of_a_case(event: Event, case: str) -> dict[str, Any]:
    assert isinstance(event, AppealFiled)
    return {
        "headline": f"An appeal was filed in {case}",
        "facts": (
            ("On", say(event.on)),
            ("Notice appealed from", event.notice),
            ("Respondent", event.respondent),
        ),
    }


def _of_a_security(event: Event, security: Security, today: date) -> dict[str, Any]:
    match event:
        case DrawEnded():
            return _drawn(event, security)
        case NonrenewalNoticed():
            facts = (("Notice given", say(event.on)), ("Ends", say(event.expires_on)), _left(security))
            safe = f"it is to be replaced or drawn on by {say(event.expires_on)}"
            late = (
                f"the notice is late and by its own words the letter renews; unless the issuer agrees, {safe}"
            )
            return {
                "headline": f"{security.id} will not be renewed",
                "facts": facts,
                "explanation": late if event.late else safe,
            }
        case SecurityDeadlineNoted():
            ends = expiry(security, today) or event.on
            verb = "expires" if ends >= today else "expired"
            return {
                "headline": f"{security.id} {verb} on {say(ends)}",
                "facts": (_left(security),),
                "explanation": event.explanation,
            }
        case _:
            raise TypeError(f"no mail is of {event.kind}")


def _drawn(event: DrawEnded, security: Security) -> dict[str, Any]:
    draw = security.draws[event.draw]
    asked = ("Asked", dollars(draw.amount))
    paid = ("Paid", dollars(event.amount)) if event.honored else ("Paid", "nothing")
    return {
        "headline": f"{event.draw} on {security.id} was {'honored' if event.honored else 'refused'}",
        "facts": (("On", say(event.on)), ("For the case", draw.case), asked, paid, _left(security)),
    }


def _left(security: Security) -> tuple[str, str]:
    return ("Left of it", dollars(security.left))


def _what(security: Security) -> str:
    return f"{security.kind.replace('_', ' ')} {security.number} of {security.issuer}"


def _where(place: Property) -> str:
    return place.address or place.parcel or place.description or ""
