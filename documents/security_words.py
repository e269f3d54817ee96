"""What every paper of a security says: which one it is, its issuer, its law, what is left, and who signs."""

from datetime import date
from decimal import Decimal
from typing import Final

from documents.blocks import Block, Quote, Signature
from documents.occasion import SecurityOccasion
from documents.paper import Addressee
from documents.wording import day, money, plain, weekday
from rules.guarantee import Security, expiry, guarantee_of
from rules.values import Role

NOT_RECORDED: Final = "not on record: take it from the paper itself"


def about_security(security: Security, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Name the security a paper is about, and what more is to be named."""
    rows = (
        ("Security", f"{plain(security.kind)} no. {security.number} of {security.issuer}"),
        ("Purpose", plain(security.purpose)),
        ("Posted", f"{day(security.posted_on)}, for {money(security.amount)}"),
    )
    linked = (("Case", security.case),) if security.case else ()
    return (*rows, *linked, *more)


def to_issuer(security: Security) -> tuple[Addressee, ...]:
    """Return the issuer as a paper is addressed."""
    return (Addressee(name=security.issuer, address=security.issuer_address),)


def of_village(of: SecurityOccasion, office: str) -> Addressee:
    """Return an office of the village as a paper is addressed."""
    return Addressee(name=f"{office}, {of.law.village.name}")


def in_its_words(of: SecurityOccasion) -> tuple[Block, ...]:
    """Quote the section that asks for the guarantee; nothing where none does."""
    rule = guarantee_of(of.security, of.law)
    return () if rule is None else (Quote(words=rule.words, source=rule.section),)


def remains(security: Security) -> Decimal:
    """Return the face with its interest, less what was drawn and released in part; a release takes nothing of it."""
    return security.amount + security.credited - security.drawn - security.reduced


def last_day(security: Security, on: date) -> str:
    """Say until when a security is good, as it stands on a day."""
    ends = expiry(security, on)
    if ends is None:
        return "it has no day of expiry"
    if ends < on:
        return f"it expired on {weekday(ends)}; an expiry never moves to a later day"
    renews = security.evergreen_notice_days is not None and security.nonrenewal_on is None
    more = ", unless it renews by its own terms" if renews else ""
    return f"through {weekday(ends)}{more}; an expiry never moves to a later day"


def signed(of: SecurityOccasion, role: Role) -> Signature:
    """Return the line that an officer of the village signs on."""
    return Signature(office=f"Village {role.value.title()}, {of.law.village.name}")
