import pytest

from rules.parties import party_key
from rules.refusals import Refusal
from tests.rules.play import Play


def test_a_violation_before_the_ordinance_names_the_day_it_came_into_force() -> None:
    with pytest.raises(Refusal, match="before § 130-28 came into force on 2020-11-12"):
        Play("webster").open(observed_on="2019-01-01")


def test_a_violation_observed_tomorrow_is_refused() -> None:
    with pytest.raises(Refusal, match="in the future"):
        Play("webster", today="2026-05-03").open(observed_on="2026-05-04")


def test_a_remedy_date_before_the_violation_is_refused() -> None:
    violation = {"provision": "§ 1", "nature": "x", "observed_on": "2026-05-04", "remedy_by": "2026-05-03"}

    with pytest.raises(Refusal, match="before the violation was observed on 2026-05-04"):
        Play("webster").open(violations=[violation])


def test_keys_are_given_out_in_order() -> None:
    play = Play("webster").open()

    play.do("add-respondent", name="Zoë O'Brien & Söhne", role="contractor")
    play.do("add-violation", provision="§ 130-24D", nature="pond", observed_on="2026-06-01")

    assert list(play.case.respondents) == ["r1", "r2"]
    assert list(play.case.violations) == ["v1", "v2"]


def test_a_case_opens_before_anyone_is_known() -> None:
    play = Play("webster").open(respondents=[])

    assert play.case.respondents == {}
    assert play.exposure().count == 210


def test_the_same_respondent_twice_is_a_conflict() -> None:
    play = Play("webster").open()

    assert "already respondent r1" in play.refuses("add-respondent", name="ELM llc", role="landowner")


def test_a_correction_keeps_the_earlier_entry() -> None:
    play = Play("webster").open()

    play.do("correct-respondent", respondent="r1", name="Elm Street LLC", reason="registered name")

    assert play.case.respondents["r1"].name == "Elm Street LLC"
    assert play.events[1].facts.name == "Elm LLC"  # type: ignore[attr-defined]


def test_a_correction_of_nothing_is_refused() -> None:
    assert "Nothing to correct" in Play("webster").open().refuses(
        "correct-respondent", respondent="r1", reason="x"
    )


def test_a_respondent_is_linked_to_a_party_and_unlinked_again_each_with_a_reason() -> None:
    play = Play("webster").open()

    play.do("correct-respondent", respondent="r1", party="corporation:elm-group", reason="same owner")
    linked = party_key(play.case.respondents["r1"])
    play.do("correct-respondent", respondent="r1", unlink=True, reason="another Elm")
    own = party_key(play.case.respondents["r1"])
    play.do("correct-respondent", respondent="r1", party="corporation:elm", reason="the same after all")

    assert (linked, own) == ("corporation:elm-group", "webster-2026-0001:r1")
    assert party_key(play.case.respondents["r1"]) == "corporation:elm"
    assert [event.reason for event in play.events[-3:]] == ["same owner", "another Elm", "the same after all"]  # type: ignore[attr-defined]


def test_a_link_stays_when_only_the_name_is_corrected() -> None:
    play = Play("webster").open().do("correct-respondent", respondent="r1", party="p", reason="x")

    play.do("correct-respondent", respondent="r1", name="Oak LLC", reason="renamed")

    assert party_key(play.case.respondents["r1"]) == "p"


def test_a_respondent_is_not_unlinked_twice_nor_linked_at_once() -> None:
    play = Play("webster").open().do("correct-respondent", respondent="r1", unlink=True, reason="x")

    assert "of its own already" in play.refuses(
        "correct-respondent", respondent="r1", unlink=True, reason="x"
    )
    assert "at once" in play.refuses(
        "correct-respondent", respondent="r1", unlink=True, party="p", reason="x"
    )


def test_an_inspection_cannot_find_a_violation_before_it_was_observed() -> None:
    play = Play("webster").open()

    said = play.refuses("record-inspection", on="2026-05-03", inspector="B", findings={"v1": "continuing"})

    assert "before it was observed on 2026-05-04" in said


def test_an_inspection_after_the_cure_cannot_find_it_continuing() -> None:
    play = Play("webster").open().do("confirm-compliance", violation="v1", cured_on="2026-06-01")

    said = play.refuses("record-inspection", on="2026-06-01", inspector="B", findings={"v1": "continuing"})

    assert "confirmed in compliance from 2026-06-01" in said
    play.do("record-inspection", on="2026-06-01", inspector="B", findings={"v1": "compliant"})


def test_an_unknown_violation_is_named_with_those_there_are() -> None:
    play = Play("webster").open()

    said = play.refuses("record-inspection", on="2026-06-01", inspector="B", findings={"v9": "continuing"})

    assert "There is no violation v9" in said
    assert "Give v1." in said


def test_closing_names_everything_that_is_still_open() -> None:
    play = Play("williamsville").open().do("order-stop-work", on="2026-05-05", allowed_work="silt fence")
    play.do(
        "charge-offenses",
        respondent="r1",
        violation="v1",
        dates=["2026-05-04"],
        court="Village Court",
        returnable_on="2026-12-10",
    )

    said = play.refuses("close-case", on="2026-11-30", reason="done")

    assert "violation v1 is still open" in said
    assert "counts c1 pend before the court" in said
    assert "stop work stands [§ 112-28H(3)(b)]" in said


def test_a_closed_case_takes_notes_and_nothing_else_until_reopened() -> None:
    play = Play("williamsville").open().do("confirm-compliance", violation="v1", cured_on="2026-05-20")
    play.do("close-case", on="2026-06-01", reason="cured")

    assert "is closed since 2026-06-01" in play.refuses(
        "add-violation", provision="x", nature="y", observed_on="2026-05-30"
    )
    play.do("add-note", text="a neighbor called")
    assert "before it was closed" in play.refuses("reopen-case", on="2026-05-31", reason="again")
    play.do("reopen-case", on="2026-07-01", reason="again")
    assert play.case.closed_on is None


def test_a_case_closes_no_earlier_than_its_last_fact() -> None:
    play = Play("williamsville").open().do("confirm-compliance", violation="v1", cured_on="2026-05-20")

    assert "before the last fact of the case on 2026-05-20" in play.refuses(
        "close-case", on="2026-05-19", reason="x"
    )


def test_a_long_note_with_quotes_and_other_scripts_is_kept_whole() -> None:
    text = ('"quoted" — naïve 눈 🙂 ' * 700)[:10_000].strip()

    play = Play("webster").open().do("add-note", text=text)

    assert play.events[-1].text == text  # type: ignore[attr-defined]


def test_only_the_named_roles_may_give_a_command() -> None:
    play = Play("webster").open()

    assert "charge-offenses is for the attorney; clerk acts as clerk" in play.refuses(
        "charge-offenses",
        "clerk",
        respondent="r1",
        violation="v1",
        dates=["2026-05-04"],
        court="C",
        returnable_on="2026-12-10",
    )


def test_a_threshold_falls_due_on_the_day_the_number_is_reached() -> None:
    play = Play("webster", today="2026-05-10").open().do("set-exposure-threshold", offenses=10)

    [item] = [item for item in play.agenda("exposure_threshold") if item.key.endswith(":10")]

    assert item.due.isoformat() == "2026-05-13"


def test_a_passed_remedy_date_is_noted_once_and_stays_on_the_agenda() -> None:
    play = Play("webster", today="2027-01-05").open()
    [item] = play.agenda("remedy_date")

    play.do("deadline-passed", keys=[item.key])
    play.do("deadline-passed", keys=[item.key])

    assert [event.on.isoformat() for event in play.events if event.kind == "deadline-noted"] == ["2026-12-20"]
    assert [item.passed for item in play.agenda("remedy_date")] == [True]


def test_due_today_is_not_overdue() -> None:
    play = Play("webster", today="2026-12-20").open()
    [item] = play.agenda("remedy_date")

    play.do("deadline-passed", keys=[item.key])

    assert "deadline-noted" not in [event.kind for event in play.events]


def test_a_language_is_recorded_and_corrected_like_the_rest() -> None:
    play = Play("webster").open()
    assert play.case.respondents["r1"].language is None

    play.do("add-respondent", name="Rosa Díaz", role="applicant", address="2 Elm Street", language="es")
    play.do("correct-respondent", respondent="r1", language="es", reason="asked for it at the counter")
    assert {each.language for each in play.case.respondents.values()} == {"es"}

    play.do("correct-respondent", respondent="r1", language="en", reason="prefers English")
    assert play.case.respondents["r1"].language == "en"
