"""Sentences of the rules as a page tells them: days in words, commands and fields by the names that forms give them.

The rules write days as YYYY-MM-DD, and commands and fields by their names in the contract, as terminals and programs
need them. What stands in quotation marks is somebody's own and stays as it is.
"""

import re
from datetime import date
from typing import Final

from rules.calendar import say
from rules.commands import COMMANDS
from rules.refusals import RefusalFacts
from rules.security_commands import SECURITY_COMMANDS
from rules.shapes import properties
from web.labels import label_of
from web.words import title

MODELS: Final = {**COMMANDS, **SECURITY_COMMANDS}
FIELDS: Final = frozenset(
    name for model in MODELS.values() for name in (*properties(model)[0], "observed_on") if "_" in name
)
NAMES: Final = re.compile(
    rf"`?(?<![\w'@./-])(?:{'|'.join((*(name for name in MODELS if '-' in name), *FIELDS))})(?![\w'@/-])`?"
)
DAYS: Final = re.compile(
    r"(?<![\w'-])(\d{4}-\d{2}-\d{2})(?![\w'-])( \(\w+ \d+ \w+ \d{4}\))?"
)  # or told both ways

SENT_BEFORE: Final = "This form was sent before, filled in otherwise, and that was recorded; this was not."
ONCE_MORE: Final = "See the record for what was; send this as well, if it is still to be done."


def told(text: str, command: str = "") -> str:
    """Return a sentence of the rules for people, its fields by the labels that a command's form gives them."""
    return DAYS.sub(_day, NAMES.sub(lambda found: _named(found[0].strip("`"), command), text))


def told_refusal(facts: RefusalFacts, command: str = "") -> RefusalFacts:
    """Return a refusal for people; where its sentence begins with the field it is about, that is its label too."""
    if facts.field == "op_id":  # a form has a key, but nobody sees it
        return facts.model_copy(update={"field": None, "what": SENT_BEFORE, "remedy": ONCE_MORE})
    name = (facts.field or "").rpartition(".")[2]
    what = facts.what
    if name and not name.isdecimal() and what.startswith(f"{name} "):
        what = f"“{label_of(command, (name,))}”{what.removeprefix(name)}"
    remedy = facts.remedy and told(facts.remedy, command)
    return facts.model_copy(update={"what": told(what, command), "remedy": remedy})


def _named(name: str, command: str) -> str:
    return f"“{title(name) if name in MODELS else label_of(command, (name,))}”"


def _day(found: re.Match[str]) -> str:
    try:
        said = say(date.fromisoformat(found[1]))
    except ValueError:
        return found[0]
    again = found[2] or ""
    return said if again == f" ({said})" else said + again
