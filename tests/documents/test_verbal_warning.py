"""The record of a verbal warning."""

from tests.documents.reading import paper, reads_as
from tests.rules.play import Play


def test_a_verbal_warning_is_recorded_with_what_the_state_asks_for() -> None:
    play = Play("webster").open()
    play.do(
        "give-verbal-warning", on="2026-05-04", to="the foreman", words="Reset the fence before it rains."
    )

    reads_as("verbal-warning", paper(play, "verbal-warning-record"))
