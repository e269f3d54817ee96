"""Which respondents of a village are one party: by the key given or, failing it, by the same kind and the same name.

Letter case, punctuation and endings like "LLC" are left aside (COMMANDS.md); initials may be spaced or not.
"""

import re
import unicodedata
from itertools import groupby

from rules.case import Respondent
from rules.values import PartyKind

# What no family name is; the others end the name of a body only.
PLAIN = frozenset({"llc", "inc", "incorporated", "corp", "corporation", "ltd", "limited"})
ENDINGS = PLAIN | {"co", "company", "lp", "llp", "lllp", "pc", "pllc", "plc", "lc", "pa"}
CONNECTIVES = frozenset({"and"})  # "Smith & Co" and "Smith and Co"


def party_key(respondent: Respondent) -> str:
    """Return the key of the party a respondent is linked to within its village."""
    return respondent.party or key_of(respondent.name, respondent.kind)


def own_key(case: str, respondent: str) -> str:
    """Return the key of a party that is this one respondent and nobody else."""
    return f"{case}:{respondent}"


def key_of(name: str, kind: PartyKind) -> str:
    """Return the key that a kind and a name make, e.g. `corporation:elm-street-builders`."""
    words = _words(name)
    endings = ENDINGS if kind is PartyKind.CORPORATION else PLAIN
    while len(words) > 1 and words[-1] in endings:
        words.pop()
        while len(words) > 1 and words[-1] in CONNECTIVES:
            words.pop()
    return f"{kind.value}:{'-'.join(words) or ' '.join(name.casefold().split())}"


def _words(name: str) -> list[str]:
    """Return the words of a name without case and punctuation; initials in a row are one word."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    closed = re.sub(r"[.'’]", "", plain)
    words = re.findall(r"[^\W_]+", closed)
    runs = [list(run) for _, run in groupby(words, key=lambda word: len(word) == 1)]
    return [word for run in runs for word in (["".join(run)] if len(run[0]) == 1 else run)]
