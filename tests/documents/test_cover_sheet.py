"""The cover sheet in Spanish: with each letter that has a day in it, to those whose language it is and nobody else."""

from typing import Any

import pytest

from documents.cover_sheet import ASKS
from documents.paper import Paper
from documents.translated import words_in
from rules.values import Language
from tests.documents.lives import VILLAGES, appealed, flat, person, served, violations
from tests.documents.reading import papers, reads_as, sound
from tests.rules.play import Play

SPANISH: dict[str, Any] = {"respondents": [person("Rosa Díaz Ñúñez", kind="person", language="es")]}


def sheets(play: Play) -> list[Paper]:
    return [each for each in papers(play) if each.kind == "cover-sheet"]


def attached(play: Play) -> list[tuple[str, Paper]]:
    """Give each cover sheet with the kind of the English paper it goes with."""
    made = papers(play)
    covers = [each for each in made if each.kind == "cover-sheet"]
    kinds = [each.kind for each in made if each.kind in ASKS]
    return list(zip(kinds, covers, strict=True))


@pytest.mark.parametrize("village", VILLAGES)
def test_the_sheet_to_the_notice_reads_as_reviewed(village: str) -> None:
    [made] = sheets(served(village, **SPANISH))

    reads_as(f"cover-sheet-notice-{village}", made, village)
    text = flat(made, village)
    assert made.language == "es"
    assert "«Notice of Violation»" in text
    assert "a más tardar el domingo 20 de diciembre de 2026" in text
    assert "15 días a partir de la fecha en que se le notifique" in text
    assert "vale el texto en inglés" in text
    assert ("debe detener todas las obras" in text) is (village == "webster")


def test_nobody_else_gets_one() -> None:
    assert sheets(served("webster")) == []
    assert sheets(served("webster", respondents=[person(language="en")])) == []
    other = [person(language="es"), {**person("Oak LLC"), "role": "applicant"}]
    play = (
        Play("webster").open(respondents=other).do("issue-notice", on="2026-05-05", respondents=["r1", "r2"])
    )
    assert [each.of for each in sheets(play)] == ["r1"]
    assert [each.to[0].name for each in sheets(play)] == ["Elm LLC"]


def test_a_village_that_supplies_no_language_issues_none() -> None:
    law = Play("webster").law
    silent = law.model_copy(update={"village": law.village.model_copy(update={"languages": ()})})

    play = Play("webster", law=silent).open(**SPANISH).served()

    assert sheets(play) == []


def test_a_language_corrected_before_the_notice_counts() -> None:
    play = (
        Play("webster").open().do("correct-respondent", respondent="r1", language="es", reason="asked for it")
    )

    assert len(sheets(play.served())) == 1


def hearing(village: str = "williamsville") -> Play:
    return appealed(village, **SPANISH).do(
        "schedule-hearing",
        on="2026-12-09",
        body="Zoning Board of Appeals",
        hour="7:00 p.m.",
        place="Village Hall",
    )


def test_the_hearing_and_the_decision_come_with_one() -> None:
    play = appealed("williamsville", **SPANISH)
    play.do("schedule-hearing", on="2026-06-10", body="Zoning Board of Appeals", hour="7:00 p.m.")
    play.do("decide-appeal", on="2026-06-10", outcome="affirmed", filed_on="2026-06-12")

    by_kind = dict(attached(play))

    reads_as("cover-sheet-hearing", by_kind["hearing-notice"], "williamsville")
    reads_as("cover-sheet-decision", by_kind["appeal-decision"], "williamsville")
    assert "miércoles 10 de junio de 2026" in flat(by_kind["hearing-notice"], "williamsville")
    assert "a más tardar el lunes 13 de julio de 2026" in flat(by_kind["appeal-decision"], "williamsville")


def test_a_decision_that_asks_for_nothing_has_none() -> None:
    play = appealed("webster", **SPANISH).do("decide-appeal", on="2026-06-10", outcome="annulled")

    assert "appeal-decision" in {each.kind for each in papers(play)}
    assert len(sheets(play)) == 1  # the notice's


def test_an_order_and_an_emergency_come_with_one() -> None:
    order = served("williamsville", **SPANISH).do(
        "order-restoration", on="2026-06-01", do_by="2026-06-30", what="Regrade the bank."
    )
    emergency = served("webster", **SPANISH).do(
        "give-maintenance-notice", on="2026-10-01", received_on="2026-10-02", emergency=True, what="Clear it."
    )

    assert "a más tardar el martes 30 de junio de 2026" in flat(sheets(order)[-1], "williamsville")
    text = flat(sheets(emergency)[-1])
    reads_as("cover-sheet-emergency", sheets(emergency)[-1])
    assert "peligro para la seguridad o la salud pública" in text
    assert "a más tardar el martes 6 de octubre de 2026" in text


def test_the_cost_and_what_is_confirmed_of_it_come_with_one() -> None:
    play = served("webster", **SPANISH)
    play.do(
        "give-maintenance-notice", on="2026-05-11", received_on="2026-05-11", emergency=True, what="Clear it."
    )
    play.do("authorize-village-work", on="2026-05-18")
    play.do("record-cost", on="2026-05-20", kind="labor", amount="900")
    play.do(
        "give-cost-notice", on="2026-06-01", served_on="2026-06-02", amount="900", hearing_on="2026-06-24"
    )
    play.do("record-cost-hearing", on="2026-06-24", outcome="nobody came")
    play.do("confirm-assessment", on="2026-06-25", amount="900", resolution="2026-34")

    by_kind = dict(attached(play))

    assert "miércoles 24 de junio de 2026" in flat(by_kind["cost-notice"])
    assert "sin recargo hasta el lunes 27 de julio de 2026" in flat(by_kind["assessment-notice"])
    for each in by_kind.values():
        assert "multa" not in flat(each) or each.of == "r1"


def test_every_letter_that_asks_for_something_has_its_words() -> None:
    words = words_in(Language.ES)

    assert all(words.explains(kind) for kind in ASKS)
    for kind in ASKS:
        assert words.say("papers", kind, "name")


def test_twelve_violations_and_a_long_name_stay_on_the_page() -> None:
    people = [person("Pfaffenhofener Straßenbaugesellschaft Ütersen " * 6, language="es")]
    [made] = sheets(served("webster", respondents=people, violations=violations(12)))

    assert "v12" in sound(made)
