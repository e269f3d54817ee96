"""The one place where what went wrong becomes a status and a sentence; a page for people, problem+json for programs."""

from http import HTTPStatus
from typing import Final

from models.session import DatabaseUnreachable
from rules.refusals import Malformed, NotFound, Refusal, RefusalFacts
from workflows.errors import EngineBusy, EngineUnreachable

STATUS: Final = {
    "malformed": HTTPStatus.UNPROCESSABLE_ENTITY,
    "incomplete": HTTPStatus.UNPROCESSABLE_ENTITY,
    "future_fact": HTTPStatus.UNPROCESSABLE_ENTITY,
    "out_of_order": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no_law_in_force": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not_allowed": HTTPStatus.CONFLICT,
    "conflict": HTTPStatus.CONFLICT,
    "closed": HTTPStatus.CONFLICT,
    "refused": HTTPStatus.CONFLICT,
    "wrong_role": HTTPStatus.FORBIDDEN,
    "forged": HTTPStatus.FORBIDDEN,
    "not_found": HTTPStatus.NOT_FOUND,
    "not_signed_in": HTTPStatus.UNAUTHORIZED,
    "too_many": HTTPStatus.TOO_MANY_REQUESTS,
    "too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "not_checked": HTTPStatus.SERVICE_UNAVAILABLE,
}
"""By the kind of a refusal."""

WHAT_TO_DO: Final = {
    HTTPStatus.FORBIDDEN.value: "Ask one who has that role, or go back to what you may do.",
    HTTPStatus.NOT_FOUND.value: "Check the address, or look for it in the list of cases.",
    HTTPStatus.CONFLICT.value: "Look at the record as it stands now, and decide anew.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE.value: "Send fewer or smaller files at a time.",
    HTTPStatus.UNPROCESSABLE_ENTITY.value: "Go back and try again.",
    HTTPStatus.SERVICE_UNAVAILABLE.value: "Wait a moment and open the page again.",
}
"""By status: what to do where a refusal does not say it itself."""

UNREACHABLE: Final = (DatabaseUnreachable, EngineUnreachable, EngineBusy)


class Answered(Refusal):
    """What a case answered to a command it did not carry out."""

    def __init__(self, facts: RefusalFacts) -> None:
        super().__init__(facts.what)
        self.facts = facts


class Forged(Refusal):
    """The request was not made from one of our own pages."""

    kind = "forged"


class Stale(Forged):
    """The form was made for an earlier session of the same browser."""


class NotSignedIn(Refusal):
    """Nobody is signed in, or the token is not valid; `then` is the page to go on to."""

    kind = "not_signed_in"

    def __init__(self, what: str = "Sign in first.", *, then: str = "/") -> None:
        super().__init__(what)
        self.then = then


class PasswordDue(NotSignedIn):
    """The password was given out by another person and has to be changed first."""


class TooManyAttempts(Refusal):
    """Too many sign-ins failed in a row."""

    kind = "too_many"


class TooLarge(Refusal):
    """What was sent is larger than is taken."""

    kind = "too_large"


def status_of(facts: RefusalFacts) -> int:
    """Return the status that answers a refusal."""
    return STATUS.get(facts.kind, HTTPStatus.CONFLICT).value


def no_page() -> NotFound:
    """Return the refusal for an address nothing is at."""
    return NotFound("There is no such page.", remedy="Check the address.")


def unreadable(what: str) -> Malformed:
    """Return the refusal of a request that cannot be read."""
    return Malformed(what, remedy="Go back and try again.")


def fault(incident: str) -> RefusalFacts:
    """Return what to say of a fault of ours, under the number it has in the log."""
    return RefusalFacts(
        kind="fault",
        what="Something went wrong on our side; it has been noted. Nothing you typed was at fault.",
        remedy=(
            "Go back and try again. Should it happen again, tell whoever runs this installation"
            f" the number of the incident: {incident}."
        ),
    )


def sentence_of(error: Exception) -> str:
    """Return what to say where the database or the engine is out of reach, without naming its address."""
    if isinstance(error, DatabaseUnreachable):
        return "The database cannot be reached at the moment; nothing was written. Try again shortly."
    if isinstance(error, EngineBusy):
        return (
            "No answer came in time. Your entry may still be carried out;"
            " sending the same form again counts once."
        )
    return "The engine that carries out commands cannot be reached at the moment. Try again shortly."
