"""Makes other people's words fit for one line of a mail or a calendar: no breaks, nothing that turns text about."""

import unicodedata
from typing import Final

# Marks that change the direction of what comes after them, beyond the words they stand in.
_TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_CONTROLS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})


def one_line(text: str, longest: int | None = None) -> str:
    """Return a text as one line, cut to a length where one is given."""
    words = " ".join(text.split())
    kept = "".join(
        each for each in words if each not in _TURNING and unicodedata.category(each) not in _CONTROLS
    )
    return kept if longest is None or len(kept) <= longest else f"{kept[: longest - 1].rstrip()}…"
