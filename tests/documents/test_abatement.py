"""The order to restore, the notice to maintain and the authorization of village work."""

from typing import Any

import pytest

from documents.paper import Paper
from tests.documents.lives import VILLAGES, flat, person, served, violations
from tests.documents.reading import paper, papers, reads_as, sound
from tests.rules.play import Play


def ordered(**changes: Any) -> Play:
    return served("williamsville", **changes).do(
        "order-restoration", on="2026-06-01", do_by="2026-06-30", what="Regrade and seed the bank."
    )


def notified(*, emergency: bool, **changes: Any) -> Play:
    time = {} if emergency else {"do_by": "2026-12-20"}
    return Play("webster", today="2026-12-31").open(**changes).served().do(
        "give-maintenance-notice",
        on="2026-12-03",
        received_on="2026-12-04",
        emergency=emergency,
        what="Clear the outlet of the basin.",
        **time,
    )  # fmt: skip


def authorized(village: str, **changes: Any) -> Play:
    play = ordered(**changes) if village == "williamsville" else notified(emergency=True, **changes)
    day = "2026-07-01" if village == "williamsville" else "2026-12-09"
    return play.do("authorize-village-work", on=day, authorized_by="Superintendent of Public Works")


def test_the_order_to_restore_reads_as_reviewed() -> None:
    made = paper(ordered(), "restoration-order")

    reads_as("restoration-order", made, "williamsville")
    text = flat(made, "williamsville")
    assert "must be done by Tuesday, June 30, 2026" in text
    assert "the cost of which shall become a lien upon the property until paid" in text


def test_an_emergency_says_the_two_days_and_how_they_were_reckoned() -> None:
    made = paper(notified(emergency=True), "maintenance-notice")

    reads_as("maintenance-emergency", made)
    text = flat(made)
    assert "Emergency Notice" in made.title
    assert "public safety or public health is in danger" in text
    assert "Received Friday, December 4, 2026" in text
    assert "must be done by Tuesday, December 8, 2026" in text
    assert "2 days from receipt on Friday, December 4, 2026, that day excluded" in text
    assert "General Construction Law § 20" in text


def test_a_notice_that_is_no_emergency_gives_a_reasonable_time() -> None:
    made = paper(notified(emergency=False), "maintenance-notice")

    reads_as("maintenance-notice", made)
    assert "in danger" not in flat(made)
    assert "must be done by Sunday, December 20, 2026" in flat(made)


def test_the_work_ordered_may_go_on_while_all_other_work_is_stopped() -> None:
    webster = flat(paper(notified(emergency=True), "maintenance-notice"))
    free = flat(paper(ordered(), "restoration-order"), "williamsville")

    assert (
        "Stop work is in force on the property [§ 130-28D]. The work ordered above is authorized" in webster
    )
    assert "Stop work" not in free


@pytest.mark.parametrize("village", VILLAGES)
def test_the_authorization_names_the_notices_that_ran_out(village: str) -> None:
    made = paper(authorized(village), "village-work-authorization")

    reads_as(f"village-work-{village}", made, village)
    assert "Superintendent of Public Works" in flat(made, village)


def of_work(village: str, **changes: Any) -> list[Paper]:
    kinds = {"restoration-order", "maintenance-notice", "village-work-authorization"}
    return [each for each in papers(authorized(village, **changes)) if each.kind in kinds]


@pytest.mark.parametrize("village", VILLAGES)
def test_no_paper_of_village_work_speaks_of_a_fine(village: str) -> None:
    made = of_work(village)

    assert len(made) == 2
    for each in made:
        assert "fine" not in flat(each, village).casefold().split()
        assert "penalty" not in flat(each, village).casefold()


@pytest.mark.parametrize("village", VILLAGES)
def test_long_names_and_twelve_violations_stay_on_every_page(village: str) -> None:
    people = [person("Pfaffenhofener Straßenbaugesellschaft Ütersen-Żółć & Søn " * 5)]
    for each in of_work(village, respondents=people, violations=violations(12)):
        assert "v12" in sound(each, village)
