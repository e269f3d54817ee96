"""A case whose cost has been assessed, as the clerk enters it."""

from tests.activities.support import Town


def assessed(town: Town, case: str, amount: int = 4000) -> str:
    """Give notice of an amount, hear it and confirm it on 2 April."""
    notice = {"on": "2026-03-23", "hearing_on": "2026-04-01", "served_on": "2026-03-23"}
    town.act(case, "give-cost-notice", None, amount=amount, **notice)
    town.act(case, "record-cost-hearing", on="2026-04-01", outcome="heard")
    town.act(case, "confirm-assessment", on="2026-04-02", amount=amount, resolution="2026-34")
    return case
