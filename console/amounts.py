"""An amount that cannot be read is refused like any other: with the section of the command it stands in."""

from collections.abc import Mapping
from typing import Any

from console.desk import Desk
from console.place import law_of
from models.session import DatabaseUnreachable
from queries.record import fold_case, fold_security
from rules.refusals import Malformed, NotFound
from rules.sections import section_of_command, section_of_purpose
from rules.security_acts import section_of
from rules.series import Series, series_of
from rules.standing import governing

AMOUNTS = frozenset({"amount", "estimated_cost", "fine", "surcharge"})


def sectioned(fault: Malformed, desk: Desk, record: str, command: str) -> Malformed:
    """Return the fault with the section where it is of an amount; as it was where the record cannot be seen."""
    if not _of_an_amount(fault):
        return fault
    try:
        return _with(fault, _section(desk, record, command))
    except (NotFound, DatabaseUnreachable):
        return fault


def sectioned_posting(fault: Malformed, desk: Desk, fields: Mapping[str, Any]) -> Malformed:
    """Return the fault of a posting with the section of its purpose where it is of an amount."""
    village = fields.get("village")
    if not _of_an_amount(fault) or not isinstance(village, str):
        return fault
    try:
        return _with(fault, section_of_purpose(law_of(village, desk.settings), fields.get("purpose")))
    except NotFound:
        return fault


def _of_an_amount(fault: Malformed) -> bool:
    return (fault.facts.field or "").rpartition(".")[2] in AMOUNTS


def _with(fault: Malformed, section: str | None) -> Malformed:
    facts = fault.facts
    return Malformed(facts.what, section=section, remedy=facts.remedy, field=facts.field)


def _section(desk: Desk, record: str, command: str) -> str | None:
    series = series_of(record)
    with desk.looking_at(record, series) as look:
        if series is Series.SECURITY:
            return section_of(fold_security(look.session, record), look.law)
        version = governing(fold_case(look.session, record), look.law)
        return section_of_command(command, version, look.law)
