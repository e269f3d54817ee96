"""What a form lets one choose from: the respondents, violations, counts and costs of the case at hand."""

from dataclasses import dataclass, field
from typing import NamedTuple

from rules.calendar import say
from rules.case import Case, Count
from rules.guarantee import Security
from rules.parsing import Place
from web.words import money, plain


class Choice(NamedTuple):
    """One thing to choose: what is sent, and how it reads."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices by the letter their keys begin with; what is asked for in another way than its model says.

    `hidden` are fields that the page answers itself; `kinds` and `hints` are by the name of the field.
    """

    by_letter: dict[str, tuple[Choice, ...]] = field(default_factory=dict)
    hidden: frozenset[Place] = frozenset()
    kinds: dict[int | str, str] = field(default_factory=dict)
    hints: dict[int | str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, pattern: str) -> tuple[Choice, ...]:
        """Return the choices for a field whose keys are written like this, e.g. `^v[1-9]…`."""
        return self.by_letter.get(pattern[1:2], ())


ATTACHED = frozenset[Place]({("sha256",), ("filename",), ("size",)})


def choices_of(case: Case) -> Choices:
    """Return what there is to choose from in a case."""
    return Choices(
        by_letter={
            "r": tuple(
                Choice(key, f"{key} — {each.name}, {plain(each.role)}")
                for key, each in case.respondents.items()
            ),
            "v": tuple(
                Choice(key, f"{key} — {each.provision}: {_short(each.nature)}")
                for key, each in case.violations.items()
            ),
            "c": tuple(
                Choice(key, f"{key} — offense of {say(each.offense_on)}, {_became(each)}")
                for key, each in case.counts.items()
            ),
            "k": _costs(case),
        },
        hidden=ATTACHED,
        kinds={"path": "file"},
    )


def choices_on(security: Security) -> Choices:
    """Return what there is to choose from on a security: its draws, and cases it is known to be for."""
    known = dict.fromkeys([security.case, *(each.case for each in security.draws.values())])
    return Choices(
        by_letter={
            "d": tuple(
                Choice(key, f"{key} — {money(each.amount)} for {each.case}, {plain(each.state)}")
                for key, each in security.draws.items()
            )
        },
        hints={"case": tuple(case for case in known if case)},
    )


def _costs(case: Case) -> tuple[Choice, ...]:
    return tuple(
        Choice(key, f"{key} — {plain(each.kind)}, {money(each.amount)}, {say(each.on)}")
        for key, each in case.abatement.costs.items()
    )


def _became(count: Count) -> str:
    outcome = f", {plain(count.outcome)}" if count.outcome else ""
    return f"{count.violation}, {count.respondent}{outcome}"


def _short(text: str, most: int = 80) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
