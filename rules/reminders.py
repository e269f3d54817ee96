"""Which mails there are, whom each is for, and which events set one off at once."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from rules.events import AppealFiled, Event
from rules.security_events import DrawEnded, NonrenewalNoticed, SecurityDeadlineNoted
from rules.values import Role

OFFICER, ATTORNEY, CLERK = Role.OFFICER, Role.ATTORNEY, Role.CLERK
LADDER: Final = "security_expiry"


class MailKind(StrEnum):
    """The kinds of mail, each of which a person can do without."""

    DIGEST = "digest"
    APPEAL = "appeal"
    DRAW = "draw"
    EXPIRY = "expiry"
    NONRENEWAL = "nonrenewal"


class MailState(StrEnum):
    """Where a mail stands; the last four are final."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    REFUSED = "refused"
    GIVEN_UP = "given_up"
    DROPPED = "dropped"


READERS: Final[dict[MailKind, frozenset[Role]]] = {
    MailKind.DIGEST: frozenset({OFFICER, ATTORNEY, CLERK, Role.VIEWER, Role.ADMIN}),
    MailKind.APPEAL: frozenset({ATTORNEY, OFFICER}),
    MailKind.DRAW: frozenset({CLERK, ATTORNEY}),
    MailKind.EXPIRY: frozenset({CLERK, ATTORNEY}),
    MailKind.NONRENEWAL: frozenset({CLERK, ATTORNEY}),
}
"""By the kind of mail, the roles it is for: nobody else is ever sent it."""

ABOUT: Final[dict[MailKind, str]] = {
    MailKind.DIGEST: "what is overdue, due and waiting, every morning",
    MailKind.APPEAL: "an appeal that is filed",
    MailKind.DRAW: "a draw that is honored or refused",
    MailKind.EXPIRY: "a security that is about to expire",
    MailKind.NONRENEWAL: "notice that a security will not be renewed",
}


class News(NamedTuple):
    """An event that sets off a mail, under its number in the record."""

    seq: int
    kind: MailKind
    event: Event


def kind_of(event: Event) -> MailKind | None:
    """Return the kind of mail that an event sets off, or None."""
    match event:
        case AppealFiled():
            return MailKind.APPEAL
        case DrawEnded():
            return MailKind.DRAW
        case NonrenewalNoticed():
            return MailKind.NONRENEWAL
        case SecurityDeadlineNoted(deadline=deadline) if deadline == LADDER:
            return MailKind.EXPIRY
        case _:
            return None


def news_of(entries: Iterable[tuple[int, Event]]) -> tuple[News, ...]:
    """Return what of one command's events is to be told.

    Of several rungs of the expiry ladder noted at once, after an outage or a late entry, the last tells all.
    """
    found = [News(seq, kind, event) for seq, event in entries if (kind := kind_of(event)) is not None]
    rungs = [each for each in found if each.kind is MailKind.EXPIRY]
    last = max(rungs, key=lambda each: each.event.on, default=None)
    return tuple(each for each in found if each.kind is not MailKind.EXPIRY or each is last)
