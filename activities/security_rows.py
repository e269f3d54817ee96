"""The rows that a security projects to: computed from it, the law and a day alone, so that they can be rebuilt."""

from datetime import date
from typing import Any

from sqlmodel import SQLModel

from activities.rows import Footing, Rows, comes_next, next_due, setting_on
from models.deadline import DeadlineRow
from models.security import SecurityRow
from rules import security_engine
from rules.acts import Due
from rules.guarantee import Security, expiry, is_over, status
from rules.law import Law
from rules.ledger import dollars


def security_projection(security: Security, law: Law, footing: Footing) -> dict[type[SQLModel], Rows]:
    """Return every row of a security, table by table."""
    due = security_agenda(security, law, footing.as_of)
    deadlines = [{"case_id": security.id, "village": security.village, **item.model_dump()} for item in due]
    return {DeadlineRow: deadlines, SecurityRow: [_security(security, footing, due)]}


def security_agenda(security: Security, law: Law, today: date) -> tuple[Due, ...]:
    """Return what falls due for a security as seen on a day."""
    return security_engine.agenda(security, setting_on(law, today))


def nothing_ahead(security: Security, today: date, due: tuple[Due, ...]) -> bool:
    """Whether nothing more is to be waited for: it is over, and all that passed is noted."""
    return is_over(security, today) and not due


def security_headline(security: Security, today: date, due: tuple[Due, ...]) -> str:
    """Return a security in a line: what it is, how it stands, what is left and what comes next."""
    what = f"{security.kind.replace('_', ' ')} {security.number} of {security.issuer}"
    stands = f"{status(security, today).replace('_', ' ')}, {dollars(security.left)} left"
    aside = f", {dollars(security.pending)} of it asked for" if security.pending else ""
    return f"{what}: {stands}{aside}{comes_next(due)}"


def _security(security: Security, footing: Footing, due: tuple[Due, ...]) -> dict[str, Any]:
    today = footing.as_of
    return {
        "id": security.id,
        "village": security.village,
        "case": security.case,
        "kind": security.kind.value,
        "purpose": security.purpose.value,
        "issuer": security.issuer,
        "number": security.number,
        "amount": security.amount,
        "drawn": security.drawn,
        "pending": security.pending,
        "available": security.left,
        "status": status(security, today).value,
        "over": nothing_ahead(security, today, due),
        "posted_on": security.posted_on,
        "expires_on": expiry(security, today),
        "released_on": security.released_on,
        "headline": security_headline(security, today, due),
        "next_due": next_due(due),
        "seq": footing.seq,
        "head": footing.head,
        "as_of": today,
    }
