"""Money at a running office: securities posted, and cases in which the village has done the work."""

import json
from typing import Any

from tests.cli.office import Office
from tests.cli.terminal import Said

LETTER: dict[str, Any] = {
    "village": "webster",
    "kind": "letter_of_credit",
    "purpose": "maintenance",
    "amount": 12_000,
    "issuer": "Lakeshore Bank",
    "number": "LC-1042",
    "posted_on": "2025-06-01",
    "expires_on": "2027-05-31",
    "irrevocable": True,
}


def post(office: Office, **changes: Any) -> Said:
    """Post a letter of credit as the clerk."""
    return office.give("security", "post", "--json", "-", "--as", "clerk", stdin=json.dumps(LETTER | changes))


def posted(office: Office, **changes: Any) -> str:
    """Post a letter of credit and return its id."""
    said = post(office, **changes)
    assert said.code == 0, said.err
    return str(said.json["security"])


def act(office: Office, record: str, command: str, role: str, **fields: Any) -> Said:
    """Give a command that is carried out, on a case or on a security."""
    group = ("security",) if "-S-" in record else ()
    said = office.give(*group, "act", record, command, "--json", "-", "--as", role, stdin=json.dumps(fields))
    assert said.code == 0, said.err
    return said


def worked(office: Office, cost: float = 10_000, **changes: Any) -> str:
    """Open a case of this spring's in which the village has done the work, at a cost."""
    case = office.open(violation={"observed_on": "2026-03-02", "remedy_by": "2026-03-13"}, **changes)
    notice = {"on": "2026-03-05", "received_on": "2026-03-06", "emergency": True, "what": "rebuild it"}
    act(office, case, "give-maintenance-notice", "officer", **notice)
    act(office, case, "authorize-village-work", "officer", on="2026-03-11")
    act(office, case, "record-cost", "clerk", on="2026-03-12", kind="contractor", amount=cost, invoice="A-77")
    return case


def certified(office: Office, amount: float = 4000) -> str:
    """Bring a case to the tax roll of 2026."""
    case = worked(office)
    notice = {"on": "2026-03-23", "hearing_on": "2026-04-01", "served_on": "2026-03-23"}
    act(office, case, "give-cost-notice", "clerk", amount=amount, **notice)
    act(office, case, "record-cost-hearing", "clerk", on="2026-04-01", outcome="heard")
    act(office, case, "confirm-assessment", "clerk", on="2026-04-02", amount=amount, resolution="2026-34")
    act(office, case, "certify-for-levy", "clerk", on="2026-05-05", fiscal_year=2026)
    return case
