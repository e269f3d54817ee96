"""The notice of violation as paper: complete, in the ordinance's order, and sound under any names."""

import pytest

from documents.paper import Paper
from documents.render import render
from tests.documents.reading import AT, issue, paper, reads_as, sound
from tests.rules.play import Play

LONG = "Pfaffenhofener Straßenbaugesellschaft Ütersen-Żółć & Søn "


def noticed(village: str, **changes: object) -> Paper:
    play = Play(village).open(**changes)  # type: ignore[arg-type]  # the fields of a command
    return paper(play.do("issue-notice", on="2026-05-05", respondents=["r1"]), "notice-of-violation")


@pytest.mark.parametrize("village", ["webster", "williamsville"])
def test_the_notice_reads_as_reviewed(village: str) -> None:
    reads_as(f"notice-{village}", noticed(village), village)


def test_webster_s_notice_halts_all_work_but_the_remedy_it_orders() -> None:
    text = sound(noticed("webster"))

    assert "halt all construction and maintenance" in text
    assert "v1: reset it" in text.partition("authorized and may go on")[2]
    assert "halt all construction" not in sound(noticed("williamsville"), "williamsville")


def test_the_same_notice_twice_is_the_same_bytes() -> None:
    one, two = (render(issue(noticed("webster")), AT).pdf for _ in range(2))

    assert one == two


@pytest.mark.parametrize(
    "name", [LONG * 4, "W" * 300, "김민준 건설", "שלום בע״מ", "Elm 🏗️ LLC", 'O"Neil <b>\\u0007 #x $y$']
)
def test_a_name_of_any_kind_is_set_and_stays_on_the_page(name: str) -> None:
    person = {"name": name, "role": "landowner", "address": "9 Main Street", "kind": "corporation"}

    assert "9 Main Street" in sound(noticed("webster", respondents=[person]))


def test_letters_the_typeface_lacks_are_written_in_others_and_named() -> None:
    person = {"name": "김민준", "role": "landowner", "address": "9 Main Street", "kind": "person"}
    text = sound(noticed("webster", respondents=[person]))

    assert "GimMinJun" in text
    assert "Gim: U+AE40 HANGUL SYLLABLE GIM" in text


def test_twelve_violations_are_all_named() -> None:
    violations = [
        {
            "provision": "§ 130-23B",
            "nature": f"silt fence {number} down",
            "observed_on": "2026-05-04",
            "remedy": f"reset fence {number}",
            "remedy_by": "2026-12-20",
        }
        for number in range(1, 13)
    ]
    text = sound(noticed("webster", violations=violations))

    assert all(f"silt fence {number} down" in text for number in range(1, 13))


def test_failed_service_orders_another_and_lists_every_attempt() -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])
    for day in ("2026-05-08", "2026-05-12"):
        play.do("record-failed-service", respondent="r1", on=day, reason="nobody at home")
    slip = paper(play, "failed-service")

    reads_as("failed-service", slip)
    assert sound(slip).count("nobody at home") == 2
