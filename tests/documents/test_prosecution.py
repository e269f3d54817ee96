"""Counts as papers: each pleads its own day, nothing is owed before conviction, each village keeps its own law."""

import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from documents.blocks import Grid
from documents.catalog import STATEMENTS
from documents.occasion import Asked
from documents.paper import Paper
from documents.render import render
from rules.acts import ATTORNEY, OFFICER
from rules.law import Reading
from rules.penalties import Prior
from rules.refusals import NotFound
from tests.documents.reading import AT, issue, paper, papers, reads_as, sound
from tests.rules.play import Play

READINGS = (Reading.PRIOR_CONVICTION, Reading.PRIOR_OFFENSE)
CAPTION = "One row for each count, the latest judgment first"
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


# --- the accusatory draft -------------------------------------------------------------------------------


@pytest.mark.parametrize("village", VILLAGES)
def test_the_accusatory_draft_reads_as_reviewed(village: str) -> None:
    reads_as(f"accusatory-draft-{village}", paper(charged(village), "accusatory-draft"), village)


@pytest.mark.parametrize("village", VILLAGES)
def test_the_schedule_of_what_was_charged_reads_as_reviewed(village: str) -> None:
    reads_as(f"charged-offenses-{village}", paper(charged(village), "charged-offenses"), village)


def test_each_count_pleads_its_own_day_place_violation_section_and_proof() -> None:
    text = said(paper(charged("webster"), "accusatory-draft"))
    _, *counts = text.split("Count ")

    days = ("May 4, 2026", "May 5, 2026", "May 18, 2026", "June 20, 2026")
    proofs = ("Observed. ", "Inferred. ", "Observed. B. Ortiz found", "Unsupported. ")
    assert len(counts) == len(days)
    for count, on, proof in zip(counts, days, proofs, strict=True):
        assert f"On {on}, at 41 Elm Street" in count
        assert "violated § 130-23B: silt fence down" in count
        assert "punishable under § 130-28E" in count
        assert proof in count


def test_a_count_says_who_found_what_and_that_nobody_is_named() -> None:
    text = said(paper(charged("webster"), "accusatory-draft"))

    assert "found on this day; the record does not say by whom" in text
    assert "found on May 4, 2026 (by whom is not recorded) and on May 18, 2026 by B. Ortiz" in text
    assert "last found on June 15, 2026 by C. Hall, and by nobody on or after this day" in text
    told = said(paper(charged("webster"), "charged-offenses"))
    assert "No witness is named in the record for c1." in told
    assert "Witnesses of the counts: B. Ortiz and C. Hall." in told


def test_a_day_next_to_a_finding_of_compliance_is_unsupported_and_says_so() -> None:
    play = Play("webster").open(observed_on="2026-05-04")
    play.do("record-inspection", on="2026-05-06", inspector="B. Ortiz", findings={"v1": "compliant"})
    play.do("record-inspection", on="2026-05-08", inspector="C. Hall", findings={"v1": "continuing"})
    days = ["2026-05-05", "2026-05-06", "2026-05-07"]
    play.do("charge-offenses", respondent="r1", violation="v1", dates=days, allow_unsupported=True, **LATE)
    text = said(paper(play, "accusatory-draft"))

    assert "After this day compliance was found on May 6, 2026 by B. Ortiz" in text
    assert "Compliance was found on this day by B. Ortiz" in text
    assert "Before this day compliance was found on May 6, 2026 by B. Ortiz" in text


def test_a_weekly_offense_pleads_the_week_it_completed() -> None:
    text = said(paper(charged("williamsville"), "accusatory-draft"))
    _, first, second, *_ = text.split("Count ")

    assert "completed" not in first
    assert (
        "On this day the violation completed its first week, having been first found on May 4, 2026."
        in second
    )
    assert "completed its" not in said(paper(charged("webster"), "accusatory-draft"))


def test_the_draft_has_the_caption_the_return_and_a_verification() -> None:
    draft = paper(charged("webster"), "accusatory-draft")
    text = said(draft)

    assert text.startswith(
        "Webster Village Justice Court New York Monroe The People of the State of New York Elm LLC"
    )
    assert "Returnable before the Webster Village Justice Court on Friday, December 18, 2026" in text
    assert "False statements made herein are punishable as a class A misdemeanor" in text
    assert draft.blocks[-1].block == "jurat"


def test_the_draft_alleges_no_earlier_conviction_and_the_schedule_does() -> None:
    play = with_priors(inspected("williamsville"))
    play.do("charge-offenses", respondent="r1", violation="v1", dates=["2026-05-18"], **LATE)

    assert "second offense" not in said(paper(play, "accusatory-draft"))
    assert grid(paper(play, "charged-offenses"), "The counts").rows[0][4:] == (
        "second",
        "$350.00 to $700.00",
        "§ 112-28H(3)(d), second offense",
    )


def test_unsupported_and_time_barred_counts_are_marked() -> None:
    play = Play("webster").open(observed_on="2025-11-18")
    play.do("record-inspection", on="2025-11-20", inspector="B. Ortiz", findings={"v1": "continuing"})
    days = ["2025-11-19", "2025-11-20", "2025-11-21"]
    allowed = {"allow_unsupported": True, "allow_time_barred": True}
    play.do("charge-offenses", respondent="r1", violation="v1", dates=days, **LATE, **allowed)
    draft = said(paper(play, "accusatory-draft"))
    schedule = said(paper(play, "charged-offenses"))

    assert "Unsupported: c3. A count falls without facts of its own" in draft
    assert "Time-barred at the limit that ends first: c1 [Criminal Procedure Law § 30.10(2)(d)]" in draft
    assert draft.count("Marked for the village attorney: time-barred after November 19, 2026.") == 1
    assert draft.count("Marked for the village attorney: unsupported.") == 1
    assert [row[3] for row in grid(paper(play, "charged-offenses"), "The counts").rows] == [
        "charged, time-barred",
        "charged",
        "charged, unsupported",
    ]
    assert "expressly allowed" in schedule
    assert "The first time limit among the counts is Friday, November 20, 2026" in schedule


def test_no_draft_is_made_where_nobody_looked_up_how_counts_are_brought() -> None:
    play = charged("webster")
    play.law = play.law.model_copy(update={"state": play.law.state.model_copy(update={"accusation": None})})

    assert [each.kind for each in papers(play) if "charged" in each.kind or "draft" in each.kind] == [
        "charged-offenses"
    ]


def test_many_counts_are_summed_up_and_each_still_pleaded() -> None:
    days = [str(date(2026, 5, 4) + timedelta(days)) for days in range(45)]
    play = charged("webster", days)
    draft = paper(play, "accusatory-draft")
    text = said(draft)

    assert grid(draft, "Counts in short").rows == (
        ("May 4, 2026", "June 15, 2026", "43", "3 observed and 40 inferred", "–"),
        ("June 16, 2026", "June 17, 2026", "2", "2 unsupported", "unsupported"),
    )
    assert all(f"Count {number} (c{number}): " in text for number in range(1, 46))
    rows = grid(paper(play, "charged-offenses"), "The counts").rows
    assert [row[0] for row in rows] == [f"c{number}" for number in range(1, 46)]


def test_a_violation_described_at_length_is_described_once() -> None:
    wordy = {
        "provision": "§ 130-23B",
        "nature": "silt fence down " * 100,
        "observed_on": "2026-05-04",
        "remedy": "reset it",
        "remedy_by": "2026-12-20",
    }
    text = said(paper(charged("webster", violations=[wordy]), "accusatory-draft"))

    assert text.count("silt fence down") == 100
    assert text.count("violated § 130-23B: as stated among the common facts") == 4


# --- dispositions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("village", VILLAGES)
def test_a_conviction_is_recorded_beside_the_range_of_its_tier(village: str) -> None:
    reads_as(f"disposition-{village}", paper(convicted(village, jail_days=3), "disposition-record"), village)


def test_what_was_pronounced_on_all_counts_adds_up() -> None:
    table = grid(
        paper(convicted("webster"), "disposition-record"),
        "What was pronounced on each count, beside the range of its tier",
    )

    assert table.foot == ("All", "2 counts", "", "$500.00", "$50.00", "")
    assert table.rows[0][2] == "first offense: not less than $250.00, no maximum stated [§ 130-28E]"


def test_williamsville_s_judgment_is_in_the_window_for_five_years_and_webster_s_raises_nothing() -> None:
    one = said(paper(convicted("williamsville"), "disposition-record"))
    other = said(paper(convicted("webster"), "disposition-record"))

    assert (
        "offenses after November 25, 2026 and before May 11, 2031; on that day itself the lower tier" in one
    )
    assert "These counts, pronounced on one day, are one judgment" in one
    assert "the section looks back at no earlier judgment, so this one raises no later fine" in other


def test_a_departure_from_the_range_is_marked_with_its_reason() -> None:
    play = convicted("williamsville", fine="500", jail_days=200, departure_reason="agreed with the defense")
    text = said(paper(play, "disposition-record"))

    assert "$500.00*" in text
    assert "200 days*" in text
    assert "Why the court departed from the range (where marked *): agreed with the defense" in text
    assert "*" not in said(paper(convicted("williamsville"), "disposition-record"))


@pytest.mark.parametrize("outcome", ["acquitted", "dismissed", "adjourned"])
def test_without_conviction_nothing_is_owed(outcome: str) -> None:
    play = charged("webster").do("record-disposition", counts=["c1"], outcome=outcome, on="2026-11-25")
    text = said(paper(play, "disposition-record"))

    assert "There is no conviction" in text
    assert "$" not in text


@pytest.mark.parametrize("village", VILLAGES)
def test_a_vacated_conviction_reads_as_reviewed(village: str) -> None:
    play = convicted(village)
    play.do("record-fine-payment", count="c1", amount="100", on="2026-11-26")
    play.do("vacate-conviction", count="c1", on="2026-11-29", reason="the plea was withdrawn")

    reads_as(f"vacated-conviction-{village}", paper(play, "vacated-conviction"), village)


# --- settlement, injunction, warning --------------------------------------------------------------------


@pytest.mark.parametrize("village", VILLAGES)
def test_a_settlement_reads_as_reviewed(village: str) -> None:
    play = charged(village).do(
        "settle", counts=["c2", "c3"], amount="900", due_on="2027-01-16", terms="Fence up."
    )

    reads_as(f"settlement-{village}", paper(play, "settlement"), village)


def test_a_settlement_says_that_it_reverts_and_has_both_sides_sign() -> None:
    play = charged("webster").do("settle", counts=["c2", "c3"], amount="900", due_on="2027-01-16")
    text = said(paper(play, "settlement"))

    assert "$900.00 in all to the Village of Webster on or before Saturday, January 16, 2027" in text
    assert "this settlement reverts: the counts pend again before the Webster Village Justice Court" in text
    assert "no longer owed" in text
    assert "not a charge upon the property and is not collected with its taxes" in text
    assert "Village Attorney, for the Village of Webster" in text
    assert "Elm LLC, or attorney for the defendant" in text


@pytest.mark.parametrize("village", VILLAGES)
def test_a_referral_for_an_injunction_reads_as_reviewed(village: str) -> None:
    play = charged(village).do("refer-for-injunction", on="2026-11-26", authorized_by="Board of Trustees")

    reads_as(f"injunction-referral-{village}", paper(play, "injunction-referral"), village)


def test_a_referral_warns_of_a_stay() -> None:
    play = Play("williamsville").open().served()
    play.do("file-appeal", respondent="r1", on="2026-05-12", grounds="not ours")
    play.do("refer-for-injunction", on="2026-11-26", authorized_by="Board of Trustees")

    assert "stayed by an appeal" in said(paper(play, "injunction-referral"))


def test_a_verbal_warning_is_recorded_with_what_the_state_asks_for() -> None:
    play = Play("webster").open()
    play.do(
        "give-verbal-warning", on="2026-05-04", to="the foreman", words="Reset the fence before it rains."
    )

    reads_as("verbal-warning", paper(play, "verbal-warning-record"))


# --- the schedule of offenses ---------------------------------------------------------------------------


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


@pytest.mark.parametrize("village", VILLAGES)
def test_the_schedule_of_offenses_reads_as_reviewed(village: str) -> None:
    reads_as(f"schedule-{village}", statement(mixed(village), "schedule-of-offenses"), village)


@pytest.mark.parametrize("village", VILLAGES)
def test_the_schedule_agrees_with_the_exposure_under_both_readings(village: str) -> None:
    play = mixed(village)
    schedule = statement(play, "schedule-of-offenses")

    for row, reading in zip(grid(schedule, "Both readings, the village's first").rows, READINGS, strict=True):
        expected = play.exposure(reading)
        top = "no maximum stated" if expected.maximum is None else f"${expected.maximum:,.2f}"
        assert row[2:] == (f"{expected.count:,}", f"${expected.minimum:,.2f}", top)
    assert len(grid(schedule, "Every offense of v1").rows) == len(play.dated())


def test_the_schedule_tells_what_became_of_each_offense() -> None:
    rows = grid(statement(mixed("williamsville"), "schedule-of-offenses"), "Every offense of v1").rows
    told = {row[1]: row[2:] for row in rows}

    second = "§ 112-28H(3)(d), second offense"
    assert told["May 4, 2026"] == ("observed", "convicted", "c1", "–")
    assert told["May 11, 2026"] == ("inferred", "settled", "c2", "–")
    assert told["May 25, 2026"] == ("inferred", "countable", "–", "fifth")
    assert told["June 22, 2026"] == ("unsupported", "charged", "c4", "9th")
    assert told["June 29, 2026"] == ("unsupported", "void", "–", "–")
    assert second in said(statement(mixed("williamsville"), "schedule-of-offenses"))


def test_nothing_in_the_schedule_is_called_owed() -> None:
    for village in VILLAGES:
        text = said(statement(mixed(village), "schedule-of-offenses"))
        assert (
            "Nothing here is owed. These figures are exposure: what could be imposed, if convicted." in text
        )
        assert text.count("owed") == 1


def test_stayed_offenses_are_listed_and_not_added_up() -> None:
    play = Play("williamsville").open().served()
    play.do("file-appeal", respondent="r1", on="2026-05-12", grounds="not ours")
    schedule = statement(play, "schedule-of-offenses")

    assert grid(schedule, "Both readings, the village's first").rows[0][2] == "2"
    assert grid(schedule, "In short").rows[-1][2:] == ("28", "28 unsupported", "stayed", "–")


def test_respondents_with_other_histories_are_told_apart() -> None:
    play = inspected("williamsville").do("add-respondent", name="Roe", role="contractor", kind="person")
    play = with_priors(play)
    schedule = statement(play, "schedule-of-offenses")

    assert [row[1] for row in grid(schedule, "Both readings, the village's first").rows] == [
        "Elm LLC (r1)",
        "Roe (r2)",
        "Elm LLC (r1)",
        "Roe (r2)",
    ]
    assert "r1 second, r2 first" in said(schedule)


def test_the_schedule_of_one_violation_adds_up_its_own_offenses() -> None:
    first = {"provision": "§ 112-28D", "nature": "no plan", "observed_on": "2026-05-04"}
    second = {"provision": "§ 112-28E", "nature": "no fence", "observed_on": "2026-11-02"}
    play = Play("williamsville").open(violations=[first, second])
    schedule = statement(play, "schedule-of-a-violation", "v2")

    assert schedule.of == "v2"
    own, other = grid(schedule, "Both readings, the village's first").rows
    assert own[2:] == ("4", "$0.00", "$1,400.00")
    assert other[2:] == ("4", "$2,800.00", "$4,000.00")


def test_a_schedule_before_any_respondent_is_of_whoever_is_charged() -> None:
    play = Play("webster").open(respondents=[])

    assert "whoever is charged" in said(statement(play, "schedule-of-offenses"))


def test_a_violation_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound, match="no violation v9"):
        statement(Play("webster").open(), "schedule-of-a-violation", "v9")


def test_five_years_of_days_are_listed_in_time_and_can_be_taken_in_at_a_glance() -> None:
    play = Play("webster").open(observed_on="2021-11-30")
    for months in range(20):
        on = str(date(2021, 12, 20) + timedelta(90 * months))
        play.do("record-inspection", on=on, inspector="B. Ortiz", findings={"v1": "continuing"})
    begun = time.process_time()
    schedule = statement(play, "schedule-of-offenses")
    rendered = render(issue(schedule), AT)
    spent = time.process_time() - begun

    assert len(grid(schedule, "Every offense of v1").rows) == 1826
    assert len(grid(schedule, "In short").rows) == 3
    assert rendered.pdf.startswith(b"%PDF")
    assert spent < 3


# --- prior judgments ------------------------------------------------------------------------------------


@pytest.mark.parametrize("village", VILLAGES)
def test_the_statement_of_prior_judgments_reads_as_reviewed(village: str) -> None:
    reads_as(f"prior-judgments-{village}", statement(mixed(village), "prior-judgments", "r1"), village)


def test_judgments_tell_when_they_fall_out_and_what_an_offense_of_today_would_be() -> None:
    told = statement(mixed("williamsville"), "prior-judgments", "r1")

    assert [(row[0], row[1], row[5], row[6]) for row in grid(told, CAPTION).rows] == [
        ("November 25, 2026", "2026-0001", "May 4, 2031", "in the window"),
        ("June 15, 2022", "2022-0007", "March 8, 2027", "in the window"),
        ("June 15, 2022", "2022-0007", "March 8, 2027", "in the window"),
        ("June 15, 2020", "2019-0003", "March 8, 2024", "out of the window"),
    ]
    own, other = grid(told, "Both readings, the village's first; nothing here is owed").rows
    assert own[2:] == ("third offense", "$700.00 to $1,000.00", "§ 112-28H(3)(d), third offense")
    assert other[2] == "31st offense"


def test_on_the_anniversary_the_lower_tier_applies_and_is_flagged() -> None:
    play = with_priors(Play("williamsville").open()).on("2027-03-08")
    told = statement(play, "prior-judgments", "r1")
    own, _ = grid(told, "Both readings, the village's first; nothing here is owed").rows

    assert own[2] == "first offense; an earlier offense leaves the window on this very day"
    assert grid(told, CAPTION).rows[0][6] == "out of the window"


def test_a_judgment_of_today_counts_from_tomorrow() -> None:
    play = charged("williamsville").do(
        "record-disposition", counts=["c1"], outcome="convicted", on="2026-11-30", fine="300"
    )
    told = statement(play, "prior-judgments", "r1")

    assert grid(told, CAPTION).rows[0][6] == "in the window for offenses after its day"
    assert (
        grid(told, "Both readings, the village's first; nothing here is owed").rows[0][2] == "first offense"
    )


def test_webster_looks_back_at_nothing() -> None:
    text = said(statement(with_priors(Play("webster").open()), "prior-judgments", "r1"))

    assert "§ 130-28 looks back at nothing: no earlier judgment raises a fine" in text
    assert "raises nothing" in text


def test_a_respondent_without_judgments_is_said_to_have_none() -> None:
    text = said(statement(Play("webster").open(), "prior-judgments", "r1"))

    assert (
        "No judgment of conviction of Elm LLC in the Village of Webster under § 130-28 stands on record."
        in text
    )


# --- all of them ----------------------------------------------------------------------------------------

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
