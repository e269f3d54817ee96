"""The parts of an ordinance: notice, appeal, stop work, occupancy, abatement, lien and guarantees."""

from typing import Literal, Self

from pydantic import Field, model_validator

from rules.law_values import Period, Strict
from rules.values import RespondentRole


class Content(Strict):
    """One thing a notice of violation must contain, in the ordinance's words."""

    key: Literal["parties", "location", "nature", "remedy", "penalties", "appeal"]
    section: str
    words: str


class Notice(Strict):
    """The notice of violation: to whom, whether it must issue, and what it must contain."""

    section: str
    duty: Literal["may", "shall"]
    addressees: tuple[str, ...] = Field(min_length=1, description="roles it may be addressed to")
    required: tuple[str, ...] = Field(default=(), description="roles of which at least one must be addressed")
    contents: tuple[Content, ...]

    @model_validator(mode="after")
    def roles_and_contents_agree(self) -> Self:
        """Refuse an unknown role, a required role that may not be addressed, and a content given twice."""
        for at, role in enumerate(self.addressees):
            if role not in tuple(RespondentRole):
                message = f"addressees.{at}: {role!r} is not one of {', '.join(RespondentRole)}"
                raise ValueError(message)
        for at, role in enumerate(self.required):
            if role not in self.addressees:
                message = f"required.{at}: {role!r} is not among the addressees"
                raise ValueError(message)
        keys = [content.key for content in self.contents]
        for at, key in enumerate(keys):
            if key in keys[:at]:
                message = f"contents.{at}.key: {key!r} stands twice"
                raise ValueError(message)
        return self


class Review(Strict):
    """Review of the decision by a court: by what proceeding, and until when it is begun."""

    words: str
    within: Period
    section: str


class Appeal(Strict):
    """The appeal from the notice: to whom, and the period to file it. Absent where the text gives none."""

    to: str
    within: Period
    section: str
    review: Review | None = Field(
        default=None, description="absent where no statute was found that surely applies"
    )


class StopWork(Strict):
    """Stop work: with the notice or by separate order, what may go on, and how it is lifted."""

    section: str
    arises: Literal["notice", "order"]
    carve_out: str | None = Field(
        default=None, description="the work that may go on, in the ordinance's words"
    )
    lift_in_writing: bool
    words: str


class InspectionHold(Strict):
    """The hold on further work that follows an inspection which finds a violation."""

    section: str
    allowed_work: str | None = None
    in_writing: bool
    words: str


class Occupancy(Strict):
    """Withholding of occupancy: by the officer's choice, or by itself until corrections are accepted."""

    section: str
    holds: Literal["discretionary", "automatic"]
    words: str


class Injunction(Strict):
    """That the violation may be restrained by injunction."""

    section: str


class Emergency(Strict):
    """The clock that runs when public safety or health is in danger."""

    within: Period
    section: str


class Abatement(Strict):
    """Work by the village: after what time, and who bears its cost."""

    section: str
    by: Literal["restoration_order", "maintenance_notice"] = Field(
        description="the notice that must go before"
    )
    after: Literal["reasonable_time"]
    emergency: Emergency | None = None
    words: str


class Lien(Strict):
    """The cost of village work as a lien, its proration and its way to the tax bill."""

    section: str
    prorated_among_users: bool
    on_tax_bill: bool
    words: str


class Guarantee(Strict):
    """One kind of security the ordinance may require, how its amount is found, and when it is released."""

    purpose: Literal["construction", "maintenance"]
    section: str
    kinds: tuple[Literal["performance_bond", "cash_escrow", "letter_of_credit"], ...]
    must_be_irrevocable: bool = Field(
        description="a letter of credit must be irrevocable; says nothing of bond or cash"
    )
    percent_of_estimate: int | None = Field(
        default=None, ge=1, description="absent where the village sets the amount"
    )
    release_needs: tuple[
        Literal[
            "as_built_plans",
            "engineer_certificate",
            "final_inspection",
            "final_acceptance",
            "one_year_inspection",
        ],
        ...,
    ]
    minimum_term: Period | None = None
    partial_release: bool
    interest_reinvested: bool
    words: str
