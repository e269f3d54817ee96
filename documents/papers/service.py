"""The affidavit of service on a respondent: each mode with the days recorded of it, sworn to by whoever served.

It states what is recorded and nothing more. Mail that was sent and not yet received can be sworn to as sent:
whether service is complete is for the rule of the village, not for the oath.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

from documents.blocks import Block, Facts, Heading, Items, Jurat, Signature, Words
from documents.occasion import Asked, Statement
from documents.paper import Paper
from documents.wording import about, day, plain
from rules.acts import respondent
from rules.case import Case, Notice, Respondent, Service
from rules.law import Law
from rules.refusals import Incomplete
from rules.standing import latest_notice
from rules.values import PartyKind, Role, ServiceMode

BLANK: Final = "____________________"
MAIL: Final = frozenset(
    {
        ServiceMode.CERTIFIED_MAIL,
        ServiceMode.REGISTERED_MAIL,
        ServiceMode.FIRST_CLASS_MAIL,
        ServiceMode.POSTING_AND_MAIL,
    }
)


class Told(NamedTuple):
    """What an affidavit is about."""

    case: Case
    law: Law
    notice: Notice
    who: Respondent


def _affidavit(asked: Asked) -> Paper:
    who = respondent(asked.case, asked.of or "")
    notice = latest_notice(asked.case, who.key)
    if notice is None or not notice.services.get(who.key):
        raise Incomplete(
            f"No service on {who.key} ({who.name}) is recorded, so there is nothing to swear to.",
            remedy="Record it with serve-notice first.",
            field="respondent",
        )
    told = Told(asked.case, asked.law, notice, who)
    return Paper(
        kind="affidavit-of-service",
        title="Affidavit of Service",
        dated=asked.today,
        of=who.key,
        about=(
            *about(asked.case),
            ("Paper served", f"notice of violation {notice.key} of {day(notice.on)}"),
            ("Respondent", who.name),
        ),
        blocks=tuple(_oaths(told)),
    )


def _oaths(told: Told) -> Iterator[Block]:
    """Yield an oath for each person who served, in the order in which they are recorded."""
    services = told.notice.services[told.who.key]
    servers = dict.fromkeys(_server(told, each) for each in services)
    for name in servers:
        if len(servers) > 1:
            yield Heading(text=f"Affidavit of {name}")
        own = tuple(each for each in services if each.by == name)
        yield Words(text=f"{name}, being duly sworn, says:")
        yield Items(items=tuple(_sworn(told, own)), numbered=True)
        proofs = tuple(("Proof", f"{plain(each.mode)}: {each.proof}") for each in own if each.proof)
        if proofs:
            yield Facts(rows=proofs)
        yield Signature(office=name)
        yield Jurat(state=told.law.state.name, county=told.law.village.county)


def _server(told: Told, service: Service) -> str:
    if service.by is None:
        raise Incomplete(
            f"Who served {told.who.key} by {plain(service.mode)} is not recorded; an affidavit names who swears to it.",
            section=told.law.state.server.section if told.law.state.server else None,
            remedy="Give serve-notice once more with the same dates and by.",
            field="by",
        )
    return service.by


def _sworn(told: Told, services: tuple[Service, ...]) -> Iterator[str]:
    if told.law.state.server is not None:
        yield f"I am {told.law.state.server.words} [{told.law.state.server.section}]."
    for each in services:
        yield from _acts(told, each)


def _acts(told: Told, service: Service) -> Iterator[str]:
    copy = f"a true copy of the notice of violation {told.notice.key}, dated {day(told.notice.on)}"
    if service.mode is ServiceMode.PERSONAL:
        yield _handed_over(told, copy, service.delivered_on)
        return
    if service.mode not in MAIL or service.mode is ServiceMode.POSTING_AND_MAIL:
        yield _posted(told, copy, service.posted_on)
    if service.mode in MAIL:
        yield _mailed(told, copy, service)


def _handed_over(told: Told, copy: str, on: date | None) -> str:
    if on is None:
        return "No day of delivery in person is recorded."
    name = told.who.name
    to = (
        f"a person authorized to receive it for {name}, {BLANK} (name and office),"
        if told.who.kind is PartyKind.CORPORATION
        else f"{name} in person,"
    )
    return f"On {day(on)} I served {name} by delivering {copy}, to {to} at {BLANK} (place)."


def _posted(told: Told, copy: str, on: date | None) -> str:
    if on is None:
        return "No day of posting is recorded."
    place = told.case.property
    return f"On {day(on)} I posted {copy}, on the property, {place.address or place.description or place.parcel}."


def _mailed(told: Told, copy: str, service: Service) -> str:
    by = "mail" if service.mode is ServiceMode.POSTING_AND_MAIL else plain(service.mode)
    if service.mailed_on is None:
        sent = f"No day of sending by {by} is recorded."
    else:
        sent = (
            f"On {day(service.mailed_on)} I sent {copy}, by {by} to {told.who.name} at {told.who.address}, in a "
            "postpaid envelope which I left in the care of the United States Postal Service."
        )
    if service.delivered_on is not None:
        return f"{sent} By the proof of it, it was received on {day(service.delivered_on)}."
    return f"{sent} No day on which it was received is recorded."


def _served(case: Case) -> Iterator[str]:
    for key in case.respondents:
        notice = latest_notice(case, key)
        if notice is not None and notice.services.get(key):
            yield key


STATEMENTS: Final = (
    Statement(
        kind="affidavit-of-service",
        title="Affidavit of Service",
        roles=frozenset({Role.OFFICER, Role.CLERK, Role.ATTORNEY}),
        make=_affidavit,
        keys=_served,
    ),
)
