"""What the papers about cost share: whom they go to, the work they are for, and its costs as they stood on a day.

A fine is never in them: they tell of recorded cost alone.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final

from documents.blocks import Column, Facts, Grid, Items, Words
from documents.paper import Addressee
from documents.wording import addressee, day, money, plain
from rules.case import Abatement, Case, Cost
from rules.dues import Sums, dues
from rules.law import Law
from rules.law import Lien as LienRule
from rules.ledger import NOUGHT, Balances, balances
from rules.values import RespondentRole

NO_FINE: Final = Words(
    text="The amount is cost of the village's work alone: no fine or penalty is part of it."
)
OWNER_OF_RECORD: Final = "Owner of record"


# --- whom they go to ------------------------------------------------------------------------------------


def charged(case: Case, rule: LienRule) -> tuple[Addressee, ...]:
    """Return whose land may bear the cost: the owners and, where it can be prorated, the beneficial users."""
    users = [RespondentRole.BENEFICIAL_USER] if rule.prorated_among_users else []
    named = tuple(
        addressee(each)
        for role in (RespondentRole.LANDOWNER, *users)
        for each in case.respondents.values()
        if each.role is role
    )
    return named if owners(case) else (_of_record(case), *named)


def owners(case: Case) -> tuple[Addressee, ...]:
    """Return the owners of the property that the case names."""
    return tuple(
        addressee(each) for each in case.respondents.values() if each.role is RespondentRole.LANDOWNER
    )


def _of_record(case: Case) -> Addressee:
    return Addressee(name=OWNER_OF_RECORD, address=case.property.address or case.property.description)


def hall(law: Law) -> str:
    """Return the village's own address in one line."""
    return ", ".join(law.village.letterhead[1:]) or law.village.name


def board(law: Law) -> str:
    """Return the name of the body that hears the cost and confirms it."""
    return f"Board of Trustees of the {law.village.name}"


# --- the work and its costs -----------------------------------------------------------------------------


def work_done(case: Case, on: date) -> tuple[Words, Items, Facts]:
    """Tell what the village's work was for, after which notice, and since when it was authorized."""
    first = "The work was done by the village to correct the following on the property."
    found = tuple(
        f"{each.provision}: {each.nature}, observed {day(each.observed_on)}"
        for each in case.violations.values()
        if each.observed_on <= on
    )
    return Words(text=first), Items(items=found), Facts(rows=tuple(_before_work(case)))


def _before_work(case: Case) -> Iterator[tuple[str, str]]:
    for notice in case.abatement.notices:
        emergency = ", emergency" if notice.emergency else ""
        yield (
            "Notice given",
            f"{day(notice.on)}, with time through {day(notice.do_by)}{emergency} [{notice.section}]",
        )
    if case.abatement.authorized_on is not None:
        yield "Authorized", day(case.abatement.authorized_on)


def costs_through(case: Case, on: date) -> tuple[Cost, ...]:
    """Return the costs through a day, by date and then in the order they were entered."""
    return tuple(
        sorted((cost for cost in case.abatement.costs.values() if cost.on <= on), key=lambda c: c.on)
    )


def cost_grid(case: Case, on: date) -> Grid:
    """Return the costs through a day, one line each, what was taken back with its minus, and their total."""
    costs = costs_through(case, on)
    total = sum((-cost.amount if cost.reverses else cost.amount for cost in costs), NOUGHT)
    return Grid(
        caption=f"Cost of the work through {day(on)}",
        columns=(
            Column(title="No.", weight=2),
            Column(title="Date", weight=5),
            Column(title="What for", weight=7),
            Column(title="Document", weight=7),
            Column(title="Amount", figures=True, weight=5),
        ),
        rows=tuple(_cost_row(cost) for cost in costs),
        foot=("Total", "", "", "", money(total)),
    )


def _cost_row(cost: Cost) -> tuple[str, ...]:
    what = f"{plain(cost.kind)}, takes back {cost.reverses}" if cost.reverses else plain(cost.kind)
    amount = -cost.amount if cost.reverses else cost.amount
    return cost.key, day(cost.on), what, cost.invoice or "none", money(amount)


# --- the account on a day -------------------------------------------------------------------------------


def as_of(work: Abatement, on: date) -> Abatement:
    """Return the village's work as far as its entries go through a day, whatever was entered since."""
    return work.but(
        entries=tuple(each for each in work.entries if each.on <= on),
        assessments={key: each for key, each in work.assessments.items() if each.on <= on},
        levies=tuple(each for each in work.levies if each.on <= on),
    )


def stood(case: Case, on: date) -> Balances:
    """Return where the cost stood at the end of a day."""
    return balances(as_of(case.abatement, on).entries)


def still_owed(case: Case, on: date) -> Sums:
    """Return what was unpaid of each assessment at the end of a day, certified or not, in dollars."""
    found = dues(as_of(case.abatement, on))
    owed = dict(found.unpaid)
    for levied in found.levied:
        for key, certified in levied.certified.items():
            paid = sum((each.paid.get(key, NOUGHT) for each in levied.corrections), NOUGHT)
            owed[key] = owed.get(key, NOUGHT) + certified - paid
    return {key: left for key, left in owed.items() if left}
