"""How text is written so that it is found: letters and digits in small letters without accents, single spaces between.

The same on every database: what is searched and what is searched for are both written so, and compared as they stand.
"""

import re
import unicodedata

from rules.case import Case

MOST_WORDS = 12


def normal(text: str) -> str:
    """Return text as it is found: `O'Brien, 41 Élm St.` is `obrien 41 elm st`."""
    split = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(letter for letter in split if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", re.sub(r"['’`]", "", bare)))


def wanted(text: str) -> tuple[str, ...]:
    """Return what each word of a search looks for; punctuation within a word keeps its parts together."""
    return tuple(found for found in map(normal, text.split()) if found)[:MOST_WORDS]


def place_of(case: Case) -> str:
    """Return what tells the property of a case from others: its parcel, else its address, else its description."""
    where = case.property
    return normal(where.parcel or where.address or where.description or "")


def text_of(case: Case) -> str:
    """Return all that a case is searched by: number, property, respondents and violations."""
    where = case.property
    told = [case.id, where.address, where.parcel, where.description]
    for person in case.respondents.values():
        told += [person.name, person.address]
    for violation in case.violations.values():
        told += [violation.provision, violation.nature]
    return normal("\n".join(part for part in told if part))
