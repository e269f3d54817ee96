"""The shapes in which accounts and what can be recovered are shown: the values of the rules, their money as numbers."""

from datetime import date

from pydantic import Field

from queries.dollars import Dollars
from rules.account import Fine, Posted
from rules.recovery import ByDraw, ByLien, Pending, Recovery, Source, sentences
from rules.values import Value

APART = "Paid to the court. A fine is never part of a lien or a levy."


class PostedView(Posted):
    """One entry of an account, and what stands after it."""

    amount: Dollars
    change: Dollars
    balance: Dollars
    lien: Dollars
    levied: Dollars
    recovered: Dollars


class SourceView(Source):
    """A security that could be drawn for a case."""

    left: Dollars
    pending: Dollars
    most: Dollars


class PendingView(Pending):
    """A draw without a result."""

    amount: Dollars


class ByDrawView(ByDraw):
    """What can be recovered by draw."""

    most: Dollars
    securities: tuple[SourceView, ...]
    pending: tuple[PendingView, ...]


class ByLienView(ByLien):
    """What can be recovered by lien."""

    most: Dollars


class RecoveryView(Value):
    """Both ways side by side, in figures and in a sentence each."""

    open: Dollars
    set_aside: Dollars
    draw: ByDrawView
    lien: ByLienView
    words: tuple[str, ...]


def recovery_view(found: Recovery) -> RecoveryView:
    """Return what can be recovered as it is shown."""
    return RecoveryView.model_validate({**found.model_dump(), "words": sentences(found)})


# --- statements -------------------------------------------------------------------------------------------


class FineView(Fine):
    """A fine or a settlement, which is the court's."""

    case: str
    pronounced: Dollars
    paid: Dollars
    unpaid: Dollars


class FinesView(Value):
    """What courts pronounced and was paid to them, apart from the account; totals of what stands."""

    lines: tuple[FineView, ...]
    pronounced: Dollars
    paid: Dollars
    unpaid: Dollars
    note: str = APART


class LineView(PostedView):
    """One line of a statement, which may be of several cases; `total` is what stands over all of them after it."""

    case: str
    total: Dollars


class TotalsView(Value):
    """What the cost comes to and where it stands; balance = recorded - recovered = open + lien."""

    recorded: Dollars
    recovered: Dollars
    open: Dollars
    assessed: Dollars
    lien: Dollars
    levied: Dollars
    balance: Dollars


class CaseAccountView(Value):
    """The statement of account of one case on a day."""

    case: str
    village: str
    property: str
    on: date
    lines: tuple[LineView, ...]
    totals: TotalsView
    fines: FinesView


class PartyCaseView(Value):
    """One case of a party: as what it stands in it, and the balance of the case's account."""

    case: str
    property: str
    roles: tuple[str, ...]
    others: tuple[str, ...] = Field(description="further respondents, to whom the same cost is shown")
    balance: Dollars


class PartyAccountView(Value):
    """The statement of account of one party over all its cases in a village, on a day."""

    party: str
    name: str
    kind: str
    village: str
    on: date
    cases: tuple[PartyCaseView, ...]
    lines: tuple[LineView, ...]
    totals: TotalsView
    fines: FinesView
    note: str = (
        "The cost of village work stands against the property of its case; it is shown to each respondent."
    )


class PartyLine(Value):
    """A party in a list."""

    party: str
    name: str
    kind: str
    village: str
    cases: int
    open_cases: int
