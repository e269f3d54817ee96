"""What every paper of prosecution bears: any name, many violations, the units and tiers of any village."""

import pytest

from documents.catalog import STATEMENTS
from documents.paper import Paper
from rules.acts import ATTORNEY, OFFICER
from tests.documents.prosecuted import LATE, charged, grid, said, statement
from tests.documents.reading import paper, papers, sound
from tests.rules.play import Play

KINDS = {
    "verbal-warning-record",
    "accusatory-draft",
    "charged-offenses",
    "disposition-record",
    "vacated-conviction",
    "settlement",
    "injunction-referral",
    "schedule-of-offenses",
    "prior-judgments",
}


LONG = "Pfaffenhofener Straßenbaugesellschaft Ütersen-Żółć & Søn "


def everything(play: Play) -> list[Paper]:
    """Bring every paper of prosecution about in one case."""
    play.do("confirm-compliance", violation="v1", cured_on="2026-06-25")
    play.do(
        "give-verbal-warning", on="2026-05-04", to="the foreman", words="Reset the fence before it rains."
    )
    play.do("record-disposition", counts=["c1"], outcome="convicted", on="2026-11-25", fine="300")
    play.do("record-disposition", counts=["c2"], outcome="dismissed", on="2026-11-25")
    play.do("settle", counts=["c3", "c4"], amount="900", due_on="2027-01-15", terms="The fence stays up.")
    play.do("refer-for-injunction", on="2026-11-26", authorized_by="Board of Trustees")
    play.do("vacate-conviction", count="c1", on="2026-11-27", reason="the plea was withdrawn")
    return [*papers(play), statement(play, "schedule-of-offenses"), statement(play, "prior-judgments", "r1")]


@pytest.mark.parametrize(
    ("village", "name"),
    [
        ("webster", LONG * 4),
        ("williamsville", "W" * 300),
        ("webster", "김민준 건설"),
        ("williamsville", 'O"Neil <b>\\u0007 #x $y$'),
    ],
)
def test_any_name_is_set_on_every_paper_and_stays_on_the_page(village: str, name: str) -> None:
    person = {"name": name, "role": "landowner", "address": name, "kind": "corporation"}
    made = {each.kind: each for each in everything(charged(village, respondents=[person]))}

    assert made.keys() >= KINDS
    for kind in KINDS:
        assert sound(made[kind], village)


def test_twelve_violations_are_all_in_the_schedule_and_the_referral() -> None:
    violations = [
        {"provision": f"§ 130-{number}", "nature": f"fence {number} down", "observed_on": "2026-11-20"}
        for number in range(1, 13)
    ]
    play = Play("webster").open(violations=violations)
    play.do("refer-for-injunction", on="2026-11-26", authorized_by="Board of Trustees")

    for each in (statement(play, "schedule-of-offenses"), paper(play, "injunction-referral")):
        text = said(each)
        assert all(f"fence {number} down" in text for number in range(1, 13))


@pytest.mark.parametrize("village", ["two-year-town", "laporte-like", "romeoville-like"])
def test_the_papers_of_other_units_and_tiers_can_be_made(village: str) -> None:
    play = Play(village).open(observed_on="2026-01-05")
    first, *_ = (each.on for each in play.dated())
    play.do(
        "charge-offenses", respondent="r1", violation="v1", dates=[str(first)], allow_unsupported=True, **LATE
    )
    play.do(
        "record-disposition", counts=["c1"], outcome="convicted", on="2026-11-25", departure_reason="as read"
    )
    schedule = statement(play, "schedule-of-offenses")

    assert len(grid(schedule, "Every offense of v1").rows) == len(play.dated()) > 1
    assert said(statement(play, "prior-judgments", "r1"))
    assert "charged-offenses" in {each.kind for each in papers(play)}


def test_statements_are_for_attorney_and_officer() -> None:
    for kind in ("schedule-of-offenses", "schedule-of-a-violation", "prior-judgments"):
        assert STATEMENTS[kind].roles == ATTORNEY | OFFICER
