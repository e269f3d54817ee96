"""Cases charged and judged in either village, and what is looked for in the papers of prosecution."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from documents.blocks import Grid
from documents.catalog import STATEMENTS
from documents.occasion import Asked
from documents.paper import Paper
from rules.penalties import Prior
from tests.rules.play import Play

VILLAGES = ("webster", "williamsville")


DATES = {
    "webster": ["2026-05-04", "2026-05-05", "2026-05-18", "2026-06-20"],
    "williamsville": ["2026-05-04", "2026-05-11", "2026-05-18", "2026-06-22"],
}  # observed by nobody named, inferred, observed, unsupported


LATE = {"court": "Village Justice Court", "returnable_on": "2026-12-18", "on": "2026-11-20"}


def inspected(village: str, **changes: Any) -> Play:
    play = Play(village).open(**changes).served()
    play.do("record-inspection", on="2026-05-18", inspector="B. Ortiz", findings={"v1": "continuing"})
    return play.do("record-inspection", on="2026-06-15", inspector="C. Hall", findings={"v1": "continuing"})


def charged(village: str, dates: list[str] | None = None, **changes: Any) -> Play:
    play = inspected(village, **changes)
    return play.do(
        "charge-offenses",
        respondent="r1",
        violation="v1",
        dates=dates or DATES[village],
        allow_unsupported=True,
        **LATE | {"court": play.law.village.court},
    )


def convicted(village: str, **more: Any) -> Play:
    fine = {"webster": "250", "williamsville": "350"}[village]
    sentence = {
        "counts": ["c1", "c2"],
        "outcome": "convicted",
        "on": "2026-11-25",
        "fine": fine,
        "surcharge": "25",
    }
    return charged(village).do("record-disposition", **sentence | more)


def mixed(village: str) -> Play:
    """Give a case with a conviction, a settlement, a pending count and a void day; Webster's days end in July."""
    play = with_priors(charged(village))
    if village == "webster":
        play.do("confirm-compliance", violation="v1", cured_on="2026-07-10")
    fine = {"webster": "250", "williamsville": "400"}[village]
    play.do("record-disposition", counts=["c1"], outcome="convicted", on="2026-11-25", fine=fine)
    play.do("settle", counts=["c2"], amount="100", due_on="2027-01-16")
    return play.do(
        "void-offenses", violation="v1", reason="snow", **{"from": "2026-06-29", "to": "2026-06-29"}
    )


def with_priors(play: Play) -> Play:
    village = play.village
    play.priors = {
        "r1": (
            prior("2022-03-01", "2022-06-15", f"{village}-2022-0007", "c1"),
            prior("2022-03-08", "2022-06-15", f"{village}-2022-0007", "c2"),
            prior("2019-03-08", "2020-06-15", f"{village}-2019-0003", "c1"),
        )
    }
    return play


def prior(offense_on: str, convicted_on: str, case: str, count: str) -> Prior:
    days = {"offense_on": date.fromisoformat(offense_on), "convicted_on": date.fromisoformat(convicted_on)}
    return Prior(case=case, count=count, **days)


def statement(play: Play, kind: str, of: str | None = None) -> Paper:
    return STATEMENTS[kind].make(Asked(play.case, play.setting("attorney"), of))


def said(of: Paper) -> str:
    """Give all words of a paper in order, without setting it."""
    return " ".join(words_in([block.model_dump(exclude={"block"}) for block in of.blocks]))


def words_in(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list | tuple):
        for each in told.values() if isinstance(told, dict) else told:
            yield from words_in(each)


def grid(of: Paper, caption: str) -> Grid:
    return next(each for each in of.blocks if isinstance(each, Grid) and each.caption == caption)
