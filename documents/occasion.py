"""What a paper is made of: the law, and a case or a security as it stood when something happened or was asked."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from documents.paper import Paper
from rules.acts import Setting
from rules.case import Case
from rules.events import Event
from rules.guarantee import Security
from rules.law import Law
from rules.values import Role


class Occasion(NamedTuple):
    """An event of a case, with the case as it stood right after it."""

    law: Law
    case: Case
    event: Any


class SecurityOccasion(NamedTuple):
    """An event of a security, with the security as it stood right after it."""

    law: Law
    security: Security
    event: Any


class Asked(NamedTuple):
    """A statement that a person asks for: of the case as it stands today, about a respondent or a violation.

    `of` is the key it is about, where the statement needs one; `sections` are those of the securities that were
    drawn on for the case, by their ids.
    """

    case: Case
    setting: Setting
    of: str | None
    sections: Mapping[str, str] = {}

    @property
    def law(self) -> Law:
        """The law it is made under."""
        return self.setting.law

    @property
    def today(self) -> date:
        """The day it is made, in the village."""
        return self.setting.today


Maker = Callable[[Occasion], Iterable[Paper]]
SecurityMaker = Callable[[SecurityOccasion], Iterable[Paper]]
Makers = dict[type[Event], tuple[Maker, ...]]
SecurityMakers = dict[type[Event], tuple[SecurityMaker, ...]]


class Statement(NamedTuple):
    """A paper that is made when it is asked for: by whom it may be, and of which keys of a case.

    `make` raises Incomplete naming what is missing, NotFound for a key that the case does not have.
    """

    kind: str
    title: str
    roles: frozenset[Role]
    make: Callable[[Asked], Paper]
    keys: Callable[[Case], Iterable[str]] | None = None
