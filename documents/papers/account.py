"""The statement of a case's account, made when it is asked for: every entry, what is unpaid, and the fines apart."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Signature, Words
from documents.cost_tables import charged, hall
from documents.occasion import Asked, Statement
from documents.paper import Paper
from documents.wording import about, addressees, day, listed, money, plain, weekday
from rules.account import Fine, Posted, Standing, fines, statement
from rules.acts import STAFF
from rules.dues import Levied, dues
from rules.ledger import NOUGHT, Account, balance, balances
from rules.standing import governing


def _account(asked: Asked) -> Paper:
    case, rule = asked.case, governing(asked.case, asked.law).lien
    return Paper(
        kind="statement-of-account",
        title="Statement of Account",
        dated=asked.today,
        to=charged(case, rule) if rule else addressees(case, case.respondents),
        about=about(case),
        blocks=(
            Words(
                text=f"The cost of the village's work and what became of it, through {day(asked.today)}. The lien is "
                "part of the balance, and what is levied is part of the lien."
            ),
            *_entries(statement(case, asked.setting, asked.sections)),
            *_stands(asked),
            *_fines(fines(case, asked.setting), asked),
            Heading(text="Questions"),
            Words(text=f"Village Clerk, {hall(asked.law)}."),
            Signature(
                office=f"Village Clerk, {asked.law.village.name}",
                attests=f"This is the account as it stands in the records of the {asked.law.village.name}.",
            ),
        ),
    )


def _entries(posted: tuple[Posted, ...]) -> Iterator[Block]:
    if not posted:
        yield Words(text="No cost is recorded and none was paid.")
        return
    last = posted[-1]
    yield Grid(
        caption="Entries, in dollars",
        columns=(
            Column(title="Day", weight=16),
            Column(title="Entry", weight=17),
            Column(title="Document, section", weight=20),
            *(
                Column(title=title, figures=True, weight=12)
                for title in ("Change", "Balance", "Lien", "Levied")
            ),
        ),
        rows=tuple(_row(each) for each in posted),
        foot=("Total", "", "", *map(_plain_money, (last.balance, last.balance, last.lien, last.levied))),
    )


def _row(each: Posted) -> tuple[str, ...]:
    moved = "" if each.change else f", {money(each.amount)}"
    section = f"[{each.section}]" if each.section else ""
    figures = map(_plain_money, (each.change, each.balance, each.lien, each.levied))
    return (
        day(each.on),
        f"{each.of or ''} {plain(each.what)}{moved}".strip(),
        "\n".join(filter(None, (each.document, section))) or "none",
        *figures,
    )


def _plain_money(amount: Decimal) -> str:
    return f"{amount:,.2f}"


# --- what stands ----------------------------------------------------------------------------------------


def _stands(asked: Asked) -> Iterator[Block]:
    work = asked.case.abatement
    stand, aside = balances(work.entries), sum(work.draws.values(), NOUGHT)
    yield Heading(text="What is unpaid")
    yield Facts(
        rows=(
            ("Cost recorded", money(stand.recorded)),
            ("Drawn", f"{money(balance(work.entries, Account.DRAWN))} on securities"),
            ("Paid", money(balance(work.entries, Account.PAID))),
            ("Balance", money(stand.open + stand.lien)),
            ("Not yet assessed", money(stand.open)),
            ("Lien", f"{money(stand.lien)}, of which {money(stand.levied)} is certified for a tax levy"),
            *((("Asked for", f"{money(aside)} of securities, not paid yet"),) if aside else ()),
        )
    )
    yield from _when(asked)


def _when(asked: Asked) -> Iterator[Block]:
    work, found = asked.case.abatement, dues(asked.case.abatement)
    rows = (
        *(_unlevied(key, left, asked) for key, left in found.unpaid.items()),
        *(_levied(each, asked) for each in found.levied),
    )
    if rows:
        yield Grid(
            caption="What was assessed and is unpaid",
            columns=(
                Column(title="No.", weight=2),
                Column(title="Resolution", weight=4),
                Column(title="When", weight=7),
                Column(title="Unpaid", figures=True, weight=3),
            ),
            rows=rows,
            foot=("Lien", "", "", money(balances(work.entries).lien)),
        )


def _unlevied(key: str, left: Decimal, asked: Asked) -> tuple[str, ...]:
    assessment = asked.case.abatement.assessments[key]
    last = assessment.payable_through
    payable = "payable" if last >= asked.today else "was payable"
    return key, assessment.resolution, f"{payable} without penalty through {weekday(last)}", money(left)


def _levied(levied: Levied, asked: Asked) -> tuple[str, ...]:
    paid = sum((sum(each.paid.values(), NOUGHT) for each in levied.corrections), NOUGHT)
    return (
        ", ".join(levied.certified),
        listed(asked.case.abatement.assessments[key].resolution for key in levied.certified),
        f"certified on {day(levied.on)} for the tax levy of {levied.fiscal_year}",
        money(sum(levied.certified.values(), NOUGHT) - paid),
    )


# --- the court's ----------------------------------------------------------------------------------------

STANDS: Final = {
    Standing.STANDS: "stands",
    Standing.VACATED: "vacated",
    Standing.LAPSED: "lapsed, not paid by its day",
}


def _fines(found: tuple[Fine, ...], asked: Asked) -> Iterator[Block]:
    yield Heading(
        text="Fines, apart from this account",
        section=governing(asked.case, asked.law).penalties["default"].section,
    )
    if not found:
        yield Words(
            text="No fine was pronounced in this case. A fine is owed only if and as the court pronounces it."
        )
        return
    yield Words(
        text="What the court pronounced, or counts were settled for, is paid to the court. It is no part of the "
        "balance above, of the lien or of any tax levy."
    )
    yield Grid(
        caption="Fines and settlements, in dollars",
        columns=(
            Column(title="Day", weight=6),
            Column(title="Of", weight=3),
            Column(title="Respondent", weight=7),
            Column(title="Court", weight=7),
            Column(title="Standing", weight=4),
            *(Column(title=title, figures=True, weight=5) for title in ("Pronounced", "Paid", "Unpaid")),
        ),
        rows=tuple(
            (
                day(each.on),
                each.of,
                listed(asked.case.respondents[key].name for key in each.respondents),
                each.court,
                STANDS[each.standing],
                *map(_plain_money, (each.pronounced, each.paid, each.unpaid)),
            )
            for each in found
        ),
        foot=("Total", "", "", "", "", "", *_totals(found)),
    )


def _totals(found: tuple[Fine, ...]) -> tuple[str, str]:
    paid = sum((each.paid for each in found), NOUGHT)
    return _plain_money(paid), _plain_money(sum((each.unpaid for each in found), NOUGHT))


STATEMENTS: Final = (Statement("statement-of-account", "Statement of Account", STAFF, _account),)
