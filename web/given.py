"""What a form is filled in with before anyone has typed: what there is only one of, the court, the sum at stake."""

from typing import Any

from pydantic import BaseModel

from rules.abatement import uncommitted
from rules.acts import Setting
from rules.case import Case
from rules.commands import ChargeOffenses, ConfirmAssessment, GiveCostNotice
from rules.guarantee import Security
from rules.shapes import Shape, properties
from web.choices import Choices


def only_choices(model: type[BaseModel], choices: Choices) -> dict[str, Any]:
    """Return the fields that must be chosen and leave no choice: the one respondent, the one violation."""
    fields, required = properties(model)
    found = ((name, _only(fields[name], choices)) for name in required)
    return {name: value for name, value in found if value is not None}


def _only(shape: Shape, choices: Choices) -> str | list[str] | None:
    several = shape.get("type") == "array"
    pattern = (shape["items"] if several else shape).get("pattern", "")
    found = choices.of(pattern)
    if len(found) != 1:
        return None
    return [found[0].value] if several else found[0].value


def of_case(case: Case, command: str, setting: Setting) -> dict[str, Any]:
    """Return the village's court, or the sum that notice is to be given of or that is to be confirmed after it."""
    notice = case.abatement.cost_notice
    if command == ChargeOffenses.name_ and setting.law.village.court:
        return {"court": setting.law.village.court}
    if command == ConfirmAssessment.name_ and notice is not None:
        return {"amount": notice.amount}
    if command == GiveCostNotice.name_ and (still_open := uncommitted(case)):
        return {"amount": still_open}
    return {}


def of_security(security: Security, _: str, __: Setting) -> dict[str, Any]:
    """Return the case the security was posted for."""
    return {"case": security.case} if security.case else {}
