"""Asks before a new respondent is linked to a party that bears the same name in other cases.

The party's key is filled in beforehand: sending the form again links, another key keeps the two apart.
"""

from collections.abc import Iterator
from typing import Any

from models.session import read
from queries.namesakes import Same, namesake, opened_under
from rules.commands import AddRespondent, Command, NewRespondent, OpenCase
from rules.parsing import Place
from rules.refusals import Malformed
from web.office import Office
from web.words import count


def ask(
    here: Office,
    village: str,
    command: Command,
    values: dict[str, Any],
    *,
    case: str | None = None,
    key: str | None = None,
) -> None:
    """Raise Malformed, a question beside each field, where new respondents would be linked unasked; fill keys in.

    `case` is the one they are added to, `key` that of the command: sent a second time, it is not asked about.
    """
    problems: list[tuple[Place, str]] = []
    with read(here.engine) as session:
        if key is not None and opened_under(session, village, key):
            return
        for person, at, fields in _new(command, values):
            same = namesake(session, village, person.name, person.kind, but=case)
            if same is not None:
                fields["party"] = same.key
                problems.append(((*at, "party"), _question(same)))
    if problems:
        question = Malformed("Is it the same party?", remedy="Leave the key or change it, and send again.")
        question.problems = tuple(problems)
        raise question


def _question(same: Same) -> str:
    return (
        f"is asked for: {same.name} is known from {count(same.cases, 'case')}, first {same.case}."
        f" If it is the same, leave this key and send again; if not, write another, such as {same.key}-2"
    )


def _new(command: Command, values: dict[str, Any]) -> Iterator[tuple[NewRespondent, Place, dict[str, Any]]]:
    """Yield each respondent that is to be added without a party given, with its place and what was typed."""
    if isinstance(command, AddRespondent) and command.party is None:
        yield command, (), values
    if isinstance(command, OpenCase):
        for number, person in enumerate(command.respondents):
            if person.party is None:
                yield person, ("respondents", number), values["respondents"][number]
