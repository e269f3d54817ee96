"""What became of each assessment: how much is unpaid and uncertified, what each levy took, and what was paid on it.

A payment goes to the oldest assessment first; on what is levied, to the oldest certification first.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from rules.case import Abatement, LevyEntry
from rules.ledger import NOUGHT, Account, Entry, balance
from rules.values import Value

Sums = dict[str, Decimal]
"""Dollars by the key of the assessment."""


class Correction(Value):
    """A payment on a certified amount: the day it was made, and dollars by assessment."""

    on: date
    paid: Sums


class Levied(Value):
    """One certification: dollars by assessment, and the payments made on it since."""

    fiscal_year: int
    on: date
    certified: Sums
    corrections: tuple[Correction, ...] = ()


class Dues(Value):
    """What is unpaid and uncertified by assessment, in the order they were confirmed, and every certification."""

    unpaid: Sums
    levied: tuple[Levied, ...]


def dues(work: Abatement) -> Dues:
    """Return what became of each assessment, told by the entries in the order they were made."""
    tally = _Tally(work)
    for entry in work.entries:
        tally.take(entry)
    return Dues(unpaid={key: left for key, left in tally.unpaid.items() if left}, levied=tuple(tally.levied))


class _Tally:
    """The entries added up one by one."""

    def __init__(self, work: Abatement) -> None:
        self.unpaid: Sums = {}
        self.levied: list[Levied] = []
        self._assessments = iter(work.assessments)
        self._levies = iter(work.levies)

    def take(self, entry: Entry) -> None:
        lien, levied = balance([entry], Account.LIEN), balance([entry], Account.LEVIED)
        if levied > 0:
            self._certify(next(self._levies))
        elif lien > 0:
            self.unpaid[next(self._assessments)] = lien
        else:
            self.unpaid = _less(self.unpaid, _oldest_first(self.unpaid, -lien))
            self._correct(entry.on, -levied)

    def _certify(self, levy: LevyEntry) -> None:
        taken = dict(levy.assessments) or _oldest_first(self.unpaid, levy.amount)
        self.unpaid = _less(self.unpaid, taken)
        self.levied.append(Levied(fiscal_year=levy.fiscal_year, on=levy.on, certified=taken))

    def _correct(self, on: date, paid: Decimal) -> None:
        for place, each in enumerate(self.levied):
            taken = _oldest_first(_left(each), paid)
            if taken:
                made = Correction(on=on, paid=taken)
                self.levied[place] = each.model_copy(update={"corrections": (*each.corrections, made)})
                paid -= sum(taken.values(), NOUGHT)


def _left(levied: Levied) -> Sums:
    left = levied.certified
    for correction in levied.corrections:
        left = _less(left, correction.paid)
    return left


def _oldest_first(sums: Mapping[str, Decimal], amount: Decimal) -> Sums:
    """Return how an amount is taken from sums, the first ones first."""
    taken: Sums = {}
    for key, left in sums.items():
        if min(left, amount) > 0:
            taken[key] = min(left, amount)
            amount -= taken[key]
    return taken


def _less(sums: Mapping[str, Decimal], taken: Mapping[str, Decimal]) -> Sums:
    return {key: left - taken.get(key, NOUGHT) for key, left in sums.items()}
