"""The filing of a lien with the county clerk: once for each assessment, and its reference when it is known."""

from rules import engine
from rules.refusals import Refusal
from tests.rules.play import Play
from tests.rules.test_assessment import assessed


def may(play: Play) -> Refusal | None:
    return engine.may(play.case, "record-lien", play.setting("clerk"))


def test_a_lien_that_is_filed_under_its_reference_is_not_offered_for_filing() -> None:
    play = assessed()
    assert may(play) is None

    play.do("record-lien", on="2026-04-20", county_clerk_ref="Liber 12, page 345")

    said = may(play)
    assert said is not None
    assert "filed since 2026-04-20, under Liber 12, page 345" in said.facts.what
    assert said.facts.section == "§ 130-28A"


def test_the_county_clerk_s_reference_may_come_later() -> None:
    play = assessed().do("record-lien", on="2026-04-20")
    assert "Give county_clerk_ref" in play.refuses("record-lien", on="2026-04-21")

    play.do("record-lien", on="2026-04-20", county_clerk_ref="Liber 12, page 345")

    assert play.case.abatement.lien_ref == "Liber 12, page 345"
    assert may(play) is not None


def test_a_later_assessment_is_filed_anew() -> None:
    play = assessed(600).do("record-lien", on="2026-04-20", county_clerk_ref="Liber 12, page 345")
    later = {"on": "2026-04-20", "amount": 400, "hearing_on": "2026-04-21", "served_on": "2026-04-20"}
    play.do("give-cost-notice", **later).do("record-cost-hearing", on="2026-04-21", outcome="heard")
    play.do("confirm-assessment", on="2026-04-21", amount=400, resolution="2026-35")

    assert may(play) is None
    play.do("record-lien", on="2026-04-22")
    assert may(play) is None


def test_a_paid_lien_is_not_offered_for_filing() -> None:
    play = assessed().do("record-cost-payment", on="2026-04-10", amount=1000)

    said = may(play)

    assert said is not None
    assert "The lien is paid" in said.facts.what
