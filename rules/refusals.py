"""Refusals are values of the law: what is refused, under which section, and what to do instead."""

from pydantic import BaseModel, ConfigDict


class RefusalFacts(BaseModel):
    """A refusal as it travels: from the transaction through the workflow to a form, an exit code or a reply."""

    model_config = ConfigDict(frozen=True)

    kind: str
    what: str
    section: str | None = None
    remedy: str | None = None
    field: str | None = None

    def sentence(self) -> str:
        """Return the refusal as one paragraph a person can read aloud."""
        where = f" [{self.section}]" if self.section else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{self.what}{where}{remedy}"


class Refusal(Exception):  # noqa: N818  the field's word; it is an answer, not a fault
    """A command the law or the record does not allow; nothing was written."""

    kind = "refused"

    def __init__(
        self, what: str, *, section: str | None = None, remedy: str | None = None, field: str | None = None
    ) -> None:
        super().__init__(what)
        self.facts = RefusalFacts(kind=self.kind, what=what, section=section, remedy=remedy, field=field)

    def __str__(self) -> str:
        return self.facts.sentence()


class Malformed(Refusal):
    """The command itself cannot be read: a field is missing, unknown, or of the wrong shape.

    `problems` are what is wrong, each with the path of its field; the sentence says them all.
    """

    kind = "malformed"
    problems: tuple[tuple[tuple[int | str, ...], str], ...] = ()


class NotFound(Refusal):
    """There is no such case, respondent, violation, count or village, or it is not this user's to see."""

    kind = "not_found"


class WrongRole(Refusal):
    """The command is another role's to give."""

    kind = "wrong_role"


class FutureFact(Refusal):
    """A fact is dated after today in the village."""

    kind = "future_fact"


class OutOfOrder(Refusal):
    """Two facts contradict each other in time: a cure before the violation, service before the notice."""

    kind = "out_of_order"


class NoLawInForce(Refusal):
    """No version of the ordinance was in force on the day of the fact."""

    kind = "no_law_in_force"


class NotAllowed(Refusal):
    """The ordinance or the state of the case does not allow this step, or not yet."""

    kind = "not_allowed"


class Incomplete(Refusal):
    """Something the ordinance requires is missing; each missing thing is named."""

    kind = "incomplete"


class Conflict(Refusal):
    """It has been done already, or someone else's entry stands in the way."""

    kind = "conflict"


class CaseClosed(Refusal):
    """The case is closed; it takes facts again once it is reopened."""

    kind = "closed"
