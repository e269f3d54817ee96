"""Money on a terminal: what was spent and how it is recovered, statements of account, and the levy."""

from collections.abc import Sequence

from console import speak
from queries.levy import LevyView
from queries.money_views import CaseAccountView, FinesView, LineView, PartyAccountView, PartyLine, TotalsView
from queries.views import CaseView


def costs(case: CaseView) -> None:
    """Print the cost of village work in a case and both ways to recover it, where there is any."""
    if not case.account:
        return
    stand = case.costs
    speak.heading("Cost of village work; it is recovered once")
    levied = f", {speak.dollars(stand.levied)} of it levied" if stand.levied else ""
    speak.sentence(
        f"{speak.dollars(stand.recorded)} recorded: {speak.dollars(stand.recovered)} recovered, "
        f"{speak.dollars(stand.lien)} a lien{levied}, {speak.dollars(stand.open)} open. "
        f"abate case account {case.id} has the entries."
    )
    for words in case.recovery.words:
        speak.sentence(words)


# --- statements -------------------------------------------------------------------------------------------


def case_account(found: CaseAccountView) -> None:
    """Print the statement of a case."""
    speak.heading(f"Statement of account, {found.case}, {found.on}")
    speak.sentence(found.property)
    _lines(found.lines, found.totals, several=False)
    _fines(found.fines)


def party_account(found: PartyAccountView) -> None:
    """Print the statement of a party."""
    speak.heading(f"Statement of account, {found.name} ({found.party}) in {found.village}, {found.on}")
    rows = [
        (each.case, each.property, ", ".join(each.roles), "; ".join(each.others), each.balance)
        for each in found.cases
    ]
    speak.table(("case", "where", "as", "others in it", "balance"), rows)
    _lines(found.lines, found.totals, several=True)
    if found.lines:
        speak.sentence(found.note)
    _fines(found.fines)


def parties(found: Sequence[PartyLine]) -> None:
    """Print parties, one a line."""
    if not found:
        speak.sentence("No party.")
        return
    rows = [(each.party, each.name, each.village, each.cases, each.open_cases) for each in found]
    speak.table(("party", "name", "village", "cases", "open"), rows)


def _lines(found: Sequence[LineView], totals: TotalsView, *, several: bool) -> None:
    speak.heading("Cost of village work")
    if not found:
        speak.sentence("None is recorded.")
        return
    names = ("on", "entry", "of", "document", "section", "amount", "balance")
    rows = [
        (
            each.on,
            each.what,
            each.of,
            each.document,
            each.section,
            speak.signed(each.change) if each.change else f"({speak.dollars(each.amount)})",
            each.total,
        )
        for each in found
    ]
    if several:
        speak.table(("case", *names), [(each.case, *row) for each, row in zip(found, rows, strict=True)])
    else:
        speak.table(names, rows)
    levied = f" ({speak.dollars(totals.levied)} of it levied)" if totals.levied else ""
    speak.sentence(
        f"{speak.dollars(totals.recorded)} recorded, {speak.dollars(totals.recovered)} recovered, "
        f"{speak.dollars(totals.balance)} not recovered: {speak.dollars(totals.open)} open, "
        f"{speak.dollars(totals.lien)} a lien{levied}."
    )


def _fines(found: FinesView) -> None:
    if not found.lines:
        return
    speak.heading("Apart from it, what the court pronounced")
    speak.sentence(found.note)
    rows = [
        (each.case, each.of, each.on, each.court, each.standing, each.pronounced, each.paid, each.unpaid)
        for each in found.lines
    ]
    speak.table(("case", "of", "on", "court", "", "pronounced or agreed", "paid", "unpaid"), rows)


# --- the levy ---------------------------------------------------------------------------------------------


def levy(found: LevyView) -> None:
    """Print a levy."""
    speak.heading(f"Levy of {found.village}, fiscal year from {found.begins_on} [{found.section}]")
    closes = f"It closes on {found.closes_on}" if found.open else f"It closed on {found.closes_on}"
    speak.sentence(f"{closes}; a payment after certification is a correction, and no line is ever changed.")
    rows = [
        (each.parcel, each.owner, each.amount, each.resolution, each.lien_on, each.on, each.what, each.case)
        for each in found.lines
    ]
    if rows:
        names = ("parcel", "owner", "amount", "resolution", "lien date", "entered on", "", "case")
        speak.table(names, rows)
    speak.sentence(
        f"{speak.dollars(found.certified)} certified, {speak.dollars(-found.corrections)} paid since: "
        f"total {speak.dollars(found.total)}."
    )
    if found.other_years:
        speak.sentence(f"Of other fiscal years {speak.dollars(found.other_years)} is levied and unpaid.")
