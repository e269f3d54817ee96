"""A case as it is shown: the agreed names, what is counted how, and nobody's but one's own village's."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Engine

from models.session import read
from ordinances.load import load_law
from queries.cases import actions, list_cases, show, village_of
from queries.views import ActionView, CaseView
from rules.refusals import NotFound
from rules.values import Phase, Role
from tests.activities.support import Town

VIEWER = frozenset({Role.VIEWER})
AT_LEAST = {
    "id", "village", "phase", "property", "opened_on", "closed_on", "respondents", "violations", "exposure",
    "stop_work", "stayed", "occupancy_held", "counts", "costs", "agenda", "events", "chain_ok",
}  # fmt: skip


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _show(town: Town, case: str, roles: frozenset[Role] = VIEWER) -> CaseView:
    with read(town.engine) as session:
        law = load_law(village_of(session, case))
        return show(session, law, case, now=town.at, roles=roles, actor="viewer")


def _actions(town: Town, case: str, role: Role) -> dict[str, ActionView]:
    with read(town.engine) as session:
        law = load_law(village_of(session, case))
        found = actions(session, law, case, now=town.at, roles=frozenset({role}), actor=role)
    return {each.command: each for each in found}


def _json(view: CaseView) -> dict[str, Any]:
    return view.model_dump(mode="json")


def test_a_case_shows_all_that_was_agreed(town: Town) -> None:
    case = town.served()

    shown = _json(_show(town.after(3), case))

    assert shown.keys() >= AT_LEAST
    assert shown["respondents"]["r1"].keys() >= {"name", "role", "served_on", "appeal_due", "appeal"}
    assert shown["violations"]["v1"].keys() >= {"observed_on", "cured_on", "remedy_by", "offenses"}
    assert shown["violations"]["v1"]["offenses"].keys() == {"countable", "stayed", "void", "charged", "last"}
    assert shown["exposure"].keys() >= {"count", "minimum", "maximum", "reading", "other_reading"}
    assert shown["stop_work"].keys() == {"in_force", "since", "section", "allowed_work"}
    assert shown["costs"] == dict.fromkeys(("recorded", "recovered", "open", "assessed", "lien", "levied"), 0)
    assert shown["agenda"][0].keys() >= {"kind", "due", "of", "section", "explanation"}
    assert shown["events"][0].keys() >= {"seq", "kind", "effective_on", "recorded_at", "actor"}
    assert shown["chain_ok"] is True


def test_money_is_a_number_and_no_maximum_is_null(town: Town) -> None:
    exposure = _json(_show(town.after(0), town.open()))["exposure"]
    later = _json(_show(town.after(2), town.open(observed_on="2026-05-31")))["exposure"]

    assert (exposure["count"], exposure["minimum"], exposure["maximum"]) == (0, 0, 0)
    assert (later["count"], later["minimum"], later["maximum"]) == (3, 750, None)


def test_a_corrected_cure_leaves_void_offenses_and_says_so_of_those_charged(town: Town) -> None:
    case = town.served(observed_on="2026-05-20")
    town.act(case, "record-inspection", on="2026-05-24", inspector="BD", findings={"v1": "continuing"})
    town.act(case, "confirm-compliance", violation="v1", cured_on="2026-05-30")
    days = ["2026-05-21", "2026-05-28"]
    town.after(40).act(
        case, "charge-offenses", respondent="r1", violation="v1", dates=days,
        court="Court", returnable_on="2026-08-01", allow_unsupported=True,
    )  # fmt: skip
    town.act(case, "correct-cure-date", violation="v1", cured_on="2026-05-26", reason="photograph found")

    shown = _show(town, case)

    offenses = shown.violations["v1"].offenses
    assert (offenses.countable, offenses.charged, offenses.void) == (5, 1, 4)
    assert offenses.last is not None
    assert offenses.last.isoformat() == "2026-05-25"
    assert [(flag.kind, flag.of) for flag in shown.flags] == [("void_offense_charged", "c2")]


def test_evidence_is_counted_beside_the_offenses(town: Town) -> None:
    case = town.served(observed_on="2026-05-20")
    town.act(case, "record-inspection", on="2026-05-24", inspector="BD", findings={"v1": "continuing"})

    evidence = _show(town, case).violations["v1"].evidence

    assert (evidence.observed, evidence.inferred, evidence.unsupported) == (2, 3, 7)


def test_a_settlement_left_unpaid_has_lapsed_and_a_vacated_conviction_says_so(town: Town) -> None:
    case = _charged(town, "2026-05-20", "2026-05-21", "2026-05-22")
    town.on("2026-07-06").act(case, "settle", counts=["c1"], amount=300, due_on="2026-07-20")
    town.act(case, "record-disposition", counts=["c2"], outcome="convicted", on="2026-07-01", fine=250)
    town.act(case, "vacate-conviction", count="c2", on="2026-07-05", reason="plea withdrawn")

    before, after = _show(town, case), _show(town.on("2026-07-21"), case)

    assert [count.outcome for count in before.counts.values()] == ["settled", "vacated", None]
    assert [count.outcome for count in after.counts.values()] == [None, "vacated", None]
    assert [bool(count.disposed_on) for count in before.counts.values()] == [True, True, False]
    assert [bool(count.disposed_on) for count in after.counts.values()] == [False, True, False]


def test_a_sentence_on_a_prior_that_fell_is_flagged(town: Town) -> None:
    first = _convicted(town, "2026-02-02", on="2026-03-02")
    second = _convicted(town, "2026-04-06", on="2026-05-11", fine=400)
    town.act(first, "vacate-conviction", count="c1", on="2026-06-01", reason="plea withdrawn")

    flags = _show(town, second).flags

    assert [(flag.kind, flag.of) for flag in flags] == [("sentenced_on_vacated_prior", "c1")]
    assert "sentenced as offense number 2" in flags[0].words


def test_offenses_past_their_limit_are_told_apart_with_the_figures_without_them(town: Town) -> None:
    exposure = _show(
        town.on("2026-06-01"), town.open(observed_on="2025-05-25", remedy_by="2026-06-20")
    ).exposure

    late = exposure.time_barred
    assert late is not None
    assert (late.count, str(late.through)) == (7, "2025-05-31")
    assert late.section == "Criminal Procedure Law § 30.10(2)(d)"
    assert late.without.count == exposure.count - 7
    assert late.without.minimum == 250 * late.without.count
    assert late.without.maximum is None


def test_the_exposure_names_both_readings_and_what_it_rests_on(town: Town) -> None:
    _convicted(town, "2026-02-02", on="2026-03-02")
    case = town.served("williamsville", observed_on="2026-05-18")

    exposure = _show(town, case).exposure

    assert (exposure.reading, exposure.respondent, exposure.section) == (
        "prior_conviction",
        "r1",
        "§ 112-28H(3)(d)",
    )
    assert (exposure.count, exposure.minimum, exposure.maximum) == (2, Decimal(700), Decimal(1400))
    assert (exposure.other_reading.minimum, exposure.other_reading.maximum) == (Decimal(1050), Decimal(1700))
    assert exposure.by_respondent["r1"].highest_ordinal == 2
    assert {each.question for each in exposure.interpretations} >= {"tier_reading", "appeal_stay"}


def _charged(town: Town, *days: str, village: str = "webster") -> str:
    case = town.served(village, observed_on=days[0])
    town.act(
        case, "charge-offenses", respondent="r1", violation="v1", dates=list(days),
        court="Court", returnable_on="2026-08-01", allow_unsupported=True,
    )  # fmt: skip
    return case


def _convicted(town: Town, day: str, *, on: str, fine: int = 300) -> str:
    town.on(on)
    case = _charged(town, day, village="williamsville")
    town.act(
        case,
        "confirm-compliance",
        violation="v1",
        cured_on=(date.fromisoformat(day) + timedelta(2)).isoformat(),
    )
    town.act(case, "record-disposition", counts=["c1"], outcome="convicted", on=on, fine=fine)
    town.on("2026-06-01")
    return case


# --- actions ----------------------------------------------------------------------------------------------


def test_every_command_is_allowed_or_says_why_not(town: Town) -> None:
    found = _actions(town, town.open(), Role.OFFICER)

    assert found["issue-notice"].allowed
    assert found["issue-notice"].why is None
    lift = found["lift-stop-work"]
    assert (lift.allowed, lift.section) == (False, "§ 130-28D")
    assert lift.why
    charge = found["charge-offenses"]
    assert (charge.allowed, charge.roles) == (False, ("attorney",))
    assert "attorney" in (charge.why or "")


def test_deadlines_are_no_command_of_a_person(town: Town) -> None:
    assert "deadline-passed" not in _actions(town, town.open(), Role.OFFICER)


# --- whose ------------------------------------------------------------------------------------------------


def test_a_case_of_another_village_is_answered_like_none(town: Town) -> None:
    case = town.open()

    with pytest.raises(NotFound) as foreign:
        _show(town, case, frozenset())
    with read(town.engine) as session, pytest.raises(NotFound) as absent:
        village_of(session, "webster-2026-9999")

    assert str(foreign.value).replace(case, "X") == str(absent.value).replace("webster-2026-9999", "X")


def test_lists_hold_the_cases_of_the_villages_asked_for_the_newest_first(town: Town) -> None:
    first, second, third = town.open(), town.served("williamsville"), town.served()

    with read(town.engine) as session:
        everything = list_cases(session, ["webster", "williamsville"])
        mine = list_cases(session, ["webster"])
        served = list_cases(session, ["webster"], Phase.SERVED)
        foreign = list_cases(session, ["webster"], village="williamsville")

    assert [line.id for line in everything] == [third, first, second]
    assert [line.id for line in mine] == [third, first]
    assert [line.id for line in served] == [third]
    assert foreign == ()
    assert mine[0].address == "41 Elm St"


def test_a_service_by_two_modes_shows_both_sides_and_one_mode_shows_the_same_day_twice(town: Town) -> None:
    case = town.served()
    one = _json(_show(town, case))["respondents"]["r1"]
    assert one["served_on_latest"] == one["served_on"]
    assert one["appeal_due_latest"] == one["appeal_due"]

    later = town.after(5).at.date().isoformat()
    town.act(case, "serve-notice", respondent="r1", mode="first_class_mail", delivered_on=later)

    two = _json(_show(town, case))["respondents"]["r1"]
    assert (two["served_on"], two["appeal_due"]) == (one["served_on"], one["appeal_due"])
    assert two["served_on_latest"] == later
    assert two["appeal_due_latest"] > two["appeal_due"]


def test_a_respondent_without_service_has_neither_side(town: Town) -> None:
    shown = _json(_show(town, town.open()))["respondents"]["r1"]

    assert (shown["served_on_latest"], shown["appeal_due_latest"], shown["language"]) == (None, None, None)
