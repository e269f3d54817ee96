"""The statement of a case's account: its entries by date, each with document and section, and what then stands.

The balance is what is not recovered; assessing and certifying move it and do not change it.
Fines are the court's: they are told apart, and are never part of a lien or a levy (LAW.md § 6).
"""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum

from rules.acts import Setting
from rules.case import Case
from rules.ledger import NOUGHT, Account, Entry, balance
from rules.standing import governing, has_lapsed
from rules.values import Value


class Posted(Value):
    """One entry as a statement shows it, and what stands after it in the order shown, in dollars.

    `n` numbers the entries in the order they were made; `of` is the cost or the assessment it is of.
    `change` is what it adds to the balance: a cost, or less what was recovered.
    """

    n: int
    on: date
    what: str
    of: str | None
    document: str | None
    section: str | None
    amount: Decimal
    change: Decimal
    balance: Decimal
    lien: Decimal
    levied: Decimal
    recovered: Decimal


def statement(case: Case, setting: Setting, sections: Mapping[str, str]) -> tuple[Posted, ...]:
    """Return the entries by date; `sections` are those of the securities drawn on, by their ids."""
    entries, named = case.abatement.entries, list(_named(case))
    stand = dict.fromkeys(Account, NOUGHT)
    shown: list[Posted] = []
    for place in sorted(range(len(entries)), key=lambda each: (entries[each].on, each)):
        entry, before = entries[place], _unrecovered(stand)
        for line in entry.lines:
            stand[line.account] += line.amount
        shown.append(
            Posted(
                n=place + 1,
                on=entry.on,
                what=entry.what,
                of=named[place],
                document=entry.document,
                section=entry.section or _section(entry, case, setting, sections),
                amount=max(line.amount for line in entry.lines),
                change=_unrecovered(stand) - before,
                balance=_unrecovered(stand),
                lien=stand[Account.LIEN] + stand[Account.LEVIED],
                levied=stand[Account.LEVIED],
                recovered=stand[Account.DRAWN] + stand[Account.PAID],
            )
        )
    return tuple(shown)


def _unrecovered(stand: Mapping[Account, Decimal]) -> Decimal:
    return stand[Account.OPEN] + stand[Account.LIEN] + stand[Account.LEVIED]


def _named(case: Case) -> Iterator[str | None]:
    """Yield the key that each entry is of: costs and assessments are entered in the order of their keys."""
    costs, assessments = iter(case.abatement.costs), iter(case.abatement.assessments)
    for entry in case.abatement.entries:
        if balance([entry], Account.SPENT):
            yield next(costs)
        else:
            yield next(assessments) if balance([entry], Account.LIEN) > 0 else None


def _section(entry: Entry, case: Case, setting: Setting, sections: Mapping[str, str]) -> str | None:
    version, levy = governing(case, setting.law), setting.law.village.levy
    if balance([entry], Account.DRAWN):
        return sections.get((entry.document or "").partition("/")[0])
    if balance([entry], Account.SPENT):
        return version.abatement.section if version.abatement else None
    if balance([entry], Account.LEVIED) > 0:
        return levy.section if levy else None
    return version.lien.section if version.lien else None


def drawn_on(case: Case) -> frozenset[str]:
    """Return the securities that the entries tell of."""
    drawn = (entry for entry in case.abatement.entries if balance([entry], Account.DRAWN))
    return frozenset((entry.document or "").partition("/")[0] for entry in drawn)


# --- what the court pronounced ----------------------------------------------------------------------------


class Standing(StrEnum):
    """Whether what was pronounced or agreed is still to be paid."""

    STANDS = "stands"
    VACATED = "vacated"
    LAPSED = "lapsed"


class Fine(Value):
    """What the court pronounced on a count, or the sum counts were settled for, and what was paid on it, in dollars.

    `of` is the count or the settlement. Nothing is unpaid of what was vacated or has lapsed.
    """

    of: str
    respondents: tuple[str, ...]
    on: date
    court: str
    standing: Standing
    pronounced: Decimal
    paid: Decimal
    unpaid: Decimal
    section: str


def fines(case: Case, setting: Setting) -> tuple[Fine, ...]:
    """Return the fines and settlements of a case by date; they are paid to the court."""
    section = governing(case, setting.law).penalties["default"].section
    found = (*_pronounced(case, section), *_settled(case, setting.today, section))
    return tuple(sorted(found, key=lambda each: (each.on, each.of)))


def _pronounced(case: Case, section: str) -> Iterator[Fine]:
    for key, count in case.counts.items():
        pronounced = (count.fine or NOUGHT) + (count.surcharge or NOUGHT)
        if count.disposed_on is None or count.settlement is not None or not pronounced:
            continue
        standing = Standing.STANDS if count.is_conviction else Standing.VACATED
        yield Fine(
            of=key,
            respondents=(count.respondent,),
            on=count.disposed_on,
            court=count.court,
            standing=standing,
            pronounced=pronounced,
            paid=count.paid,
            unpaid=_unpaid(standing, pronounced, count.paid),
            section=section,
        )


def _settled(case: Case, today: date, section: str) -> Iterator[Fine]:
    for key, settlement in case.settlements.items():
        counts = [case.counts[each] for each in settlement.counts if case.counts[each].settlement == key]
        if not counts:
            continue
        paid = sum((count.paid for count in counts), NOUGHT)
        standing = Standing.LAPSED if has_lapsed(settlement, case, today) else Standing.STANDS
        yield Fine(
            of=key,
            respondents=tuple(dict.fromkeys(count.respondent for count in counts)),
            on=settlement.on,
            court=counts[0].court,
            standing=standing,
            pronounced=settlement.amount,
            paid=paid,
            unpaid=_unpaid(standing, settlement.amount, paid),
            section=section,
        )


def _unpaid(standing: Standing, pronounced: Decimal, paid: Decimal) -> Decimal:
    return max(pronounced - paid, NOUGHT) if standing is Standing.STANDS else NOUGHT
