"""Cases in the making from which papers of appeals, occupancy, village work and service are drawn."""

from typing import Any

from documents.catalog import STATEMENTS
from documents.occasion import Asked
from documents.paper import Paper
from documents.render import render
from rules.acts import Setting
from tests.documents.reading import AT, issue, text_of
from tests.rules.play import Play

VILLAGES = ("webster", "williamsville")


def served(village: str, **changes: Any) -> Play:
    """A notice of May 5, 2026, handed over the next day."""
    return Play(village).open(**changes).served()


def appealed(village: str, on: str = "2026-05-20", **changes: Any) -> Play:
    """An appeal of the landowner, in time unless another day is given."""
    return served(village, **changes).do(
        "file-appeal", respondent="r1", on=on, grounds="The fence stood on the day of the inspection."
    )


def statement(play: Play, kind: str, of: str | None = None) -> Paper:
    """Make a statement as someone would ask for it on the day of the play."""
    setting: Setting = play.setting("officer")
    return STATEMENTS[kind].make(Asked(play.case, setting, of))


def flat(of: Paper, village: str = "webster") -> str:
    """Give the text of a paper as one line, to look for sentences in; `sound` checks the rest of it."""
    return " ".join(text_of(render(issue(of, village), AT).pdf).split())


def person(name: str = "Elm LLC", **more: Any) -> dict[str, Any]:
    """A landowner who can be served."""
    return {
        "name": name,
        "role": "landowner",
        "address": "9 Main Street",
        "kind": "corporation",
    } | more


def violations(number: int) -> list[dict[str, Any]]:
    """So many violations, each with its remedy."""
    return [
        {
            "provision": "§ 130-23B",
            "nature": f"silt fence {each} down",
            "observed_on": "2026-05-04",
            "remedy": f"reset fence {each}",
            "remedy_by": "2026-12-20",
        }
        for each in range(1, number + 1)
    ]
