"""The lines of a village's levy: what of each case was certified for a fiscal year, by parcel, and what was paid since.

A line once certified stays; a later payment adds a correction. Parts and corrections add up to the cent.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from rules.assessment import shares
from rules.case import Assessment, Case, LevyEntry
from rules.commands import Part
from rules.events import ParcelPart
from rules.ledger import NOUGHT, Account, balance
from rules.values import RespondentRole, Value


class LevyLine(Value):
    """One line for the assessor: a parcel, its owner, dollars, and the resolution and lien they rest on."""

    case: str
    parcel: str
    owner: str
    amount: Decimal
    resolution: str
    lien_on: date
    on: date
    what: str


def levy_lines(case: Case, fiscal_year: int) -> Iterator[LevyLine]:
    """Yield the lines of one case for a fiscal year: each certification, then the payments that correct it."""
    for levy in case.abatement.levies:
        if levy.fiscal_year != fiscal_year:
            continue
        assessment = _assessment(case, levy)
        yield from _lines(case, assessment, levy.on, levy.amount, "certified")
        for on, paid in _corrections(case, levy):
            yield from _lines(case, assessment, on, -paid, "paid since, correction")


def _assessment(case: Case, levy: LevyEntry) -> Assessment:
    confirmed = [each for each in case.abatement.assessments.values() if each.on <= levy.on]
    return confirmed[-1]


def _corrections(case: Case, levy: LevyEntry) -> Iterator[tuple[date, Decimal]]:
    """Yield the payments on a certified amount: the oldest certification is paid first."""
    before = sum((each.amount for each in _earlier(case, levy)), NOUGHT)
    left, skipped = levy.amount, before
    for entry in case.abatement.entries:
        paid = -min(balance([entry], Account.LEVIED), NOUGHT)
        ours = max(paid - skipped, NOUGHT)
        skipped = max(skipped - paid, NOUGHT)
        taken = min(ours, left)
        left -= taken
        if taken:
            yield entry.on, taken


def _earlier(case: Case, levy: LevyEntry) -> Iterator[LevyEntry]:
    for each in case.abatement.levies:
        if each is levy:
            return
        yield each


def _lines(case: Case, assessment: Assessment, on: date, amount: Decimal, what: str) -> Iterator[LevyLine]:
    for part in _parts(case, assessment, amount):
        yield LevyLine(
            case=case.id,
            parcel=part.parcel,
            owner=_owner(case),
            amount=part.amount,
            resolution=assessment.resolution,
            lien_on=assessment.on,
            on=on,
            what=what,
        )


def _parts(case: Case, assessment: Assessment, amount: Decimal) -> tuple[ParcelPart, ...]:
    if not assessment.parts:
        return (ParcelPart(parcel=case.property.parcel or case.property.address or case.id, amount=amount),)
    weighed = [Part(parcel=part.parcel, share=part.amount) for part in assessment.parts if part.amount]
    sign = -1 if amount < 0 else 1
    return tuple(
        ParcelPart(parcel=part.parcel, amount=sign * part.amount) for part in shares(abs(amount), weighed)
    )


def _owner(case: Case) -> str:
    owners = [r.name for r in case.respondents.values() if r.role is RespondentRole.LANDOWNER]
    return "; ".join(owners)
