"""Cases whose cost goes to a lien and the levy, in either village, and securities drawn for them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tests.rules.play import Play
from tests.rules.test_security import ESCROW, LETTER, Held

STATEMENT: Final = (
    "We hereby certify that the applicant has failed to maintain the facilities secured by Letter of Credit LC-1042 "
    "and that the amount drawn is due and payable to us."
)
BOND: Final[dict[str, Any]] = LETTER | {
    "kind": "performance_bond",
    "purpose": "construction",
    "issuer": "Genesee Surety Company",
    "issuer_address": "Claims Department, 100 State Street, Albany, New York 12207",
    "number": "B-7781",
    "estimated_cost": 9600,
    "original_at": "Village Clerk's safe",
}
DRAWABLE: Final[dict[str, Any]] = LETTER | {
    "issuer_address": "Letter of Credit Desk, 1 Main Street, Rochester, New York 14604",
    "draw_statement": STATEMENT,
    "original_at": "Village Clerk's safe",
}
CASH: Final[dict[str, Any]] = ESCROW
COSTS: Final = (
    {"on": "2026-03-12", "kind": "labor", "amount": "1840.50", "invoice": "DPW time sheets 11 and 12"},
    {"on": "2026-03-13", "kind": "contractor", "amount": "5210.00", "invoice": "Erie Excavating 2216"},
    {"on": "2026-03-13", "kind": "materials", "amount": "310.25", "invoice": "Quarry 88-104"},
    {"on": "2026-03-16", "kind": "materials", "amount": "310.25", "reverses": "k3"},
    {"on": "2026-03-16", "kind": "materials", "amount": "301.25", "invoice": "Quarry 88-104, corrected"},
)


def worked(village: str, today: str = "2026-11-30", **opening: Any) -> Play:
    """Play a case up to the village's own work on it."""
    play = Play(village, today).open(observed_on="2026-03-02", **opening)
    if village == "webster":
        notice = {"on": "2026-03-05", "received_on": "2026-03-06", "emergency": True, "what": "rebuild"}
        play.do("give-maintenance-notice", **notice)
    else:
        play.do("order-restoration", on="2026-03-03", do_by="2026-03-06", what="regrade the slope")
    return play.do("authorize-village-work", on="2026-03-11")


def costed(village: str, **opening: Any) -> Play:
    """Play it on to its recorded cost: $7,351.75, of which a line was taken back and entered anew."""
    play = worked(village, **opening)
    for cost in COSTS:
        play.do("record-cost", **cost)
    return play


def noticed(village: str, amount: str = "7351.75", **opening: Any) -> Play:
    """Play it on to the notice of cost and hearing."""
    notice = {"on": "2026-03-18", "amount": amount, "hearing_on": "2026-04-01", "served_on": "2026-03-20"}
    return costed(village, **opening).do(
        "give-cost-notice", **notice, hour="7:00 p.m.", place="Village Hall, board room"
    )


def assessed(village: str, amount: str = "7351.75", **opening: Any) -> Play:
    """Play it on to the resolution that confirms the amount."""
    play = noticed(village, **opening)
    play.do(
        "record-cost-hearing", on="2026-04-01", outcome="The owner objected to k2; the bills were examined."
    )
    return play.do("confirm-assessment", on="2026-04-02", amount=amount, resolution="2026-34")


def prorated(parcels: int = 12) -> Play:
    """Play it on in Webster to its division among so many parcels."""
    parts = [
        {"parcel": f"079.18-1-{number}", "share": number, "owner": f"Owner {number} of Elm Street"}
        for number in range(1, parcels + 1)
    ]
    return assessed("webster").do("prorate", parts=parts)


def liened(village: str) -> Play:
    """Play it on to a payment on the lien and its filing with the county clerk."""
    play = assessed(village).do("record-cost-payment", on="2026-04-10", amount="1000.01", receipt="R-17")
    return play.do("record-lien", on="2026-04-20", county_clerk_ref="Liber 12, page 345")


def levied(village: str) -> Play:
    """Play it on to its certification for the levy."""
    return liened(village).do("certify-for-levy", on="2026-05-12", fiscal_year=2026)


def released(village: str) -> Play:
    """Play it on to a lien paid and released."""
    play = liened(village).do("record-cost-payment", on="2026-04-28", amount="6351.74", receipt="R-31")
    return play.do("release-lien", on="2026-05-04")


def drawn(
    village: str, asked: float = 6000, approval: Mapping[str, Any] = MappingProxyType({}), **fields: Any
) -> Held:
    """Hold a security of which an amount was asked for a case's cost and approved by another."""
    held = Held(village, **fields).for_case(8000)
    held.do(
        "request-draw",
        "officer",
        case=f"{village}-2026-0001",
        amount=asked,
        on="2026-03-16",
        reason="The silt fence was not rebuilt by March 10, 2026; the village rebuilt it.",
    )
    return held.on("2026-03-17").do("approve-draw", draw="d1", **approval)
