"""Occupancy: an order where the officer withholds it, a statement where the law does, a release in both."""

import pytest

from rules.refusals import Incomplete
from tests.documents.lives import VILLAGES, flat, person, served, statement, violations
from tests.documents.reading import paper, papers, reads_as, sound
from tests.rules.play import Play


def held(**changes: object) -> Play:
    return served("williamsville", **changes).do(
        "hold-occupancy", on="2026-06-01", reason="The basin does not drain."
    )


def released(village: str, **changes: object) -> Play:
    play = held(**changes) if village == "williamsville" else served(village, **changes)
    for key in play.case.violations:
        play.do("confirm-compliance", violation=key, cured_on="2026-06-20")
    return play.do("release-occupancy", on="2026-06-22", reason="All corrections were inspected on June 20.")


def test_the_order_reads_as_reviewed() -> None:
    made = paper(held(), "occupancy-withheld")

    reads_as("occupancy-withheld", made, "williamsville")
    assert "may prevent the occupancy" in flat(made, "williamsville")


def test_where_the_law_withholds_it_no_order_is_issued() -> None:
    kinds = {each.kind for each in papers(released("webster"))}

    assert "occupancy-withheld" not in kinds
    assert "occupancy-released" in kinds


@pytest.mark.parametrize("village", VILLAGES)
def test_the_release_reads_as_reviewed(village: str) -> None:
    made = paper(released(village), "occupancy-released")

    reads_as(f"occupancy-released-{village}", made, village)
    assert "accepts the corrections" in flat(made, village)
    assert "no certificate of occupancy" in flat(made, village)


@pytest.mark.parametrize("village", VILLAGES)
def test_a_statement_says_what_withholds_it(village: str) -> None:
    play = served(village) if village == "webster" else held()
    made = statement(play, "occupancy-statement")

    reads_as(f"occupancy-statement-{village}", made, village)
    by_law = "The ordinance withholds it by itself" in flat(made, village)
    assert by_law is (village == "webster")


@pytest.mark.parametrize("village", VILLAGES)
def test_there_is_nothing_to_state_once_it_is_released(village: str) -> None:
    with pytest.raises(Incomplete, match="not withheld"):
        statement(released(village), "occupancy-statement")


def test_long_names_and_twelve_violations_stay_on_every_page() -> None:
    people = [person("W" * 300)]
    play = held(respondents=people, violations=violations(12))
    for made in (paper(play, "occupancy-withheld"), statement(play, "occupancy-statement")):
        assert "v12" in sound(made, "williamsville")
