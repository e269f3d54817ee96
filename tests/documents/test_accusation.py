"""Counts as papers: each pleads its own day with its proof, and what weakens one is marked."""

from datetime import date, timedelta

import pytest

from tests.documents.prosecuted import LATE, VILLAGES, charged, grid, inspected, said, with_priors
from tests.documents.reading import paper, papers, reads_as
from tests.rules.play import Play


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
