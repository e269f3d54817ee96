"""The frozen base of all facts, and the small vocabularies that commands, events and cases share."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Value(BaseModel):
    """A frozen value that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class FactMarker:
    """Marks a date as the date of a fact: it may be entered late, and never lies in the future."""


FACT = FactMarker()
FactDate = Annotated[date, FACT]

Dollars = Annotated[Decimal, Field(gt=0, max_digits=12, decimal_places=2)]
DollarsOrNone = Annotated[Decimal, Field(ge=0, max_digits=12, decimal_places=2)] | None
Name = Annotated[str, Field(min_length=1, max_length=300)]
Text = Annotated[str, Field(min_length=1, max_length=20_000)]
RespondentKey = Annotated[str, Field(pattern=r"^r[1-9]\d{0,3}$", examples=["r1"])]
ViolationKey = Annotated[str, Field(pattern=r"^v[1-9]\d{0,3}$", examples=["v1"])]
CostKey = Annotated[str, Field(pattern=r"^k[1-9]\d{0,5}$", examples=["k1"])]
CountKey = Annotated[str, Field(pattern=r"^c[1-9]\d{0,5}$", examples=["c1"])]


class Role(StrEnum):
    """What a person is for a village; `system` is the engine itself."""

    OFFICER = "officer"
    ATTORNEY = "attorney"
    CLERK = "clerk"
    VIEWER = "viewer"
    ADMIN = "admin"
    SYSTEM = "system"


def either(roles: Iterable[str]) -> str:
    """Return roles as people name them: "the attorney, the clerk or the officer"."""
    *others, last = (f"the {role}" for role in sorted(roles))
    return f"{', '.join(others)} or {last}" if others else last


class RespondentRole(StrEnum):
    """What a respondent is to the property."""

    LANDOWNER = "landowner"
    DEVELOPER = "developer"
    APPLICANT = "applicant"
    CONTRACTOR = "contractor"
    BENEFICIAL_USER = "beneficial_user"
    OTHER = "other"


class PartyKind(StrEnum):
    """Whether a respondent is a natural person or a body."""

    PERSON = "person"
    CORPORATION = "corporation"


class ServiceMode(StrEnum):
    """How a notice is served."""

    PERSONAL = "personal"
    CERTIFIED_MAIL = "certified_mail"
    REGISTERED_MAIL = "registered_mail"
    FIRST_CLASS_MAIL = "first_class_mail"
    POSTING = "posting"
    POSTING_AND_MAIL = "posting_and_mail"


class ServiceFailure(StrEnum):
    """How an attempt at service came to nothing; whether a refusal is service is for the village's counsel."""

    UNDELIVERABLE = "undeliverable"
    REFUSED = "refused"
    UNCLAIMED = "unclaimed"
    OTHER = "other"


class Language(StrEnum):
    """A language letters are understood in; the papers themselves are English."""

    EN = "en"
    ES = "es"


class Finding(StrEnum):
    """What an inspection found of one violation."""

    CONTINUING = "continuing"
    COMPLIANT = "compliant"
    NOT_CHECKED = "not_checked"


class Shown(StrEnum):
    """What an exhibit shows of one violation."""

    CONTINUING = "continuing"
    COMPLIANT = "compliant"


class CostKind(StrEnum):
    """What a cost of village work was for."""

    LABOR = "labor"
    CONTRACTOR = "contractor"
    MATERIALS = "materials"
    ENGINEERING = "engineering"
    INSPECTION = "inspection"
    ADMINISTRATION = "administration"


class SecurityKind(StrEnum):
    """The forms of security."""

    PERFORMANCE_BOND = "performance_bond"
    CASH_ESCROW = "cash_escrow"
    LETTER_OF_CREDIT = "letter_of_credit"


class GuaranteePurpose(StrEnum):
    """What a security guarantees."""

    CONSTRUCTION = "construction"
    MAINTENANCE = "maintenance"


class DrawOutcome(StrEnum):
    """How a draw ended: paid by the issuer in part or whole, refused by it, or given up before it answered."""

    HONORED = "honored"
    DISHONORED = "dishonored"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class Milestone(StrEnum):
    """A step towards the release of a security."""

    AS_BUILT_PLANS = "as_built_plans"
    ENGINEER_CERTIFICATE = "engineer_certificate"
    FINAL_INSPECTION = "final_inspection"
    FINAL_ACCEPTANCE = "final_acceptance"
    ONE_YEAR_INSPECTION = "one_year_inspection"


class Outcome(StrEnum):
    """How a count ended before the court."""

    CONVICTED = "convicted"
    ACQUITTED = "acquitted"
    DISMISSED = "dismissed"
    ADJOURNED = "adjourned"
    SETTLED = "settled"


class AppealOutcome(StrEnum):
    """What the appeal body decided."""

    AFFIRMED = "affirmed"
    MODIFIED = "modified"
    ANNULLED = "annulled"


class Ruling(StrEnum):
    """What a modifying decision says of one violation."""

    AFFIRMED = "affirmed"
    ANNULLED = "annulled"


class Phase(StrEnum):
    """Where a case stands."""

    OPENED = "opened"
    NOTICED = "noticed"
    SERVED = "served"
    UNDER_APPEAL = "under_appeal"
    FINAL = "final"
    CLOSED = "closed"
