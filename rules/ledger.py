"""The account of a case's village work: append-only balanced entries, every balance computed, never a fine in it.

Each entry's lines add up to nought. What was spent stands in `open` until it is recovered or assessed;
assessed, it stands in `lien`, and once certified in `levied`, until it is paid (LAW.md § 6).
"""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from enum import StrEnum

from rules.values import Value

NOUGHT = Decimal(0)


class Account(StrEnum):
    """Where an amount of cost stands."""

    SPENT = "spent"  # by the village; the other side of all the rest
    OPEN = "open"  # neither recovered nor assessed
    LIEN = "lien"  # assessed, unpaid, not on a tax roll
    LEVIED = "levied"  # assessed, unpaid, certified for the levy
    DRAWN = "drawn"  # recovered from a security
    PAID = "paid"  # recovered by payment


class Line(Value):
    """One side of an entry."""

    account: Account
    amount: Decimal


class Entry(Value):
    """One balanced entry: when, what for, by which document, under which section."""

    on: date
    what: str
    document: str | None = None
    section: str | None = None
    lines: tuple[Line, ...]


class Balances(Value):
    """What a case's cost comes to and where it stands, in dollars."""

    recorded: Decimal
    recovered: Decimal
    open: Decimal
    lien: Decimal
    levied: Decimal


def entry(
    on: date,
    what: str,
    lines: dict[Account, Decimal],
    *,
    document: str | None = None,
    section: str | None = None,
) -> Entry:
    """Return a balanced entry, its lines of nought left out; raise ValueError where it does not balance."""
    if sum(lines.values(), NOUGHT) != 0:
        message = f"{what} does not balance: {lines}"
        raise ValueError(message)
    kept = tuple(Line(account=account, amount=amount) for account, amount in lines.items() if amount)
    return Entry(on=on, what=what, document=document, section=section, lines=kept)


def balance(entries: Iterable[Entry], account: Account) -> Decimal:
    """Return what stands in an account."""
    return sum((line.amount for each in entries for line in each.lines if line.account is account), NOUGHT)


def balances(entries: tuple[Entry, ...]) -> Balances:
    """Return all balances; lien includes what is levied, so that lien + recovered + open = recorded."""
    levied = balance(entries, Account.LEVIED)
    return Balances(
        recorded=-balance(entries, Account.SPENT),
        recovered=balance(entries, Account.DRAWN) + balance(entries, Account.PAID),
        open=balance(entries, Account.OPEN),
        lien=balance(entries, Account.LIEN) + levied,
        levied=levied,
    )


def dollars(amount: Decimal) -> str:
    """Return an amount as people write it: $1,250.50, $300."""
    return f"${amount:,.2f}".removesuffix(".00")
