"""The lines of a village's levy: what of each case was certified for a fiscal year, by parcel, and what was paid since.

A line once certified stays; a later payment adds a correction. Parts and corrections add up to the cent, by parcel too.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from rules.assessment import shares
from rules.case import Assessment, Case
from rules.commands import Part
from rules.dues import Levied, dues
from rules.ledger import NOUGHT
from rules.values import RespondentRole, Value

CERTIFIED, CORRECTION = "certified", "paid since, correction"


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
    for levied in dues(case.abatement).levied:
        if levied.fiscal_year == fiscal_year:
            for key, amount in levied.certified.items():
                yield from _of_assessment(case, case.abatement.assessments[key], amount, levied)


def _of_assessment(
    case: Case, assessment: Assessment, certified: Decimal, levied: Levied
) -> Iterator[LevyLine]:
    """Yield what was certified of an assessment, and each payment as the difference it makes to every parcel."""
    left, stands = certified, by_parcel(case, assessment, certified)
    yield from _lines(case, assessment, levied.on, stands, CERTIFIED)
    for correction in levied.corrections:
        left -= correction.paid.get(assessment.key, NOUGHT)
        now = by_parcel(case, assessment, left)
        change = {parcel: now[parcel] - before for parcel, before in stands.items()}
        yield from _lines(case, assessment, correction.on, change, CORRECTION)
        stands = now


def _lines(
    case: Case, assessment: Assessment, on: date, sums: dict[str, Decimal], what: str
) -> Iterator[LevyLine]:
    for parcel, amount in sums.items():
        if amount:
            yield LevyLine(
                case=case.id,
                parcel=parcel,
                owner=owner_of(case, assessment, parcel),
                amount=amount,
                resolution=assessment.resolution,
                lien_on=assessment.on,
                on=on,
                what=what,
            )


def by_parcel(case: Case, assessment: Assessment, amount: Decimal) -> dict[str, Decimal]:
    """Return what each parcel bears of an amount of dollars, in proportion to the assessment's parts."""
    if not assessment.parts:
        return {_parcel(case): amount}
    weighed = [Part(parcel=part.parcel, share=part.amount) for part in assessment.parts if part.amount]
    return {part.parcel: part.amount for part in shares(amount, weighed)}


def _parcel(case: Case) -> str:
    return case.property.parcel or case.property.address or case.id


def owner_of(case: Case, assessment: Assessment, parcel: str) -> str:
    """Return the owner of a parcel: the case's own landowners, for another whom the division named, or nobody."""
    told = next((part.owner for part in assessment.parts if part.parcel == parcel), None)
    if told or parcel != _parcel(case):
        return told or ""
    owners = [r.name for r in case.respondents.values() if r.role is RespondentRole.LANDOWNER]
    return "; ".join(owners)
