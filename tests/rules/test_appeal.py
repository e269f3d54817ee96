from rules.exposure import Status
from rules.standing import appeal_state, is_stayed, phase, stays, stop_work
from tests.rules.play import Play


def appealed(village: str = "williamsville", on: str = "2026-05-20", today: str = "2026-11-30") -> Play:
    return (
        Play(village, today)
        .open()
        .served()
        .do("file-appeal", respondent="r1", on=on, grounds="no sediment left")
    )


def test_an_appeal_on_the_last_day_is_in_time_and_stays_enforcement() -> None:
    play = appealed(on="2026-05-21")

    assert appeal_state(play.case, "r1", play.law) == "pending"
    assert phase(play.case, play.law, play.today) == "under_appeal"
    assert is_stayed(play.case, play.law, play.today)


def test_a_late_appeal_is_recorded_and_waits_for_a_person() -> None:
    play = appealed(on="2026-05-22")

    assert appeal_state(play.case, "r1", play.law) == "late"
    assert phase(play.case, play.law, play.today) == "final"
    assert not is_stayed(play.case, play.law, play.today)
    [item] = play.agenda("timeliness_ruling")
    assert "the window closed on Thu 21 May 2026" in item.explanation


def test_a_late_appeal_accepted_stays_from_its_filing() -> None:
    play = appealed(on="2026-05-22").do(
        "rule-on-timeliness", respondent="r1", accepted=True, reason="mail strike"
    )

    assert appeal_state(play.case, "r1", play.law) == "pending"
    assert str(stays(play.case, play.law)[0].first) == "2026-05-22"


def test_a_late_appeal_rejected_leaves_the_case_final() -> None:
    play = appealed(on="2026-05-22").do(
        "rule-on-timeliness", respondent="r1", accepted=False, reason="no excuse"
    )

    assert appeal_state(play.case, "r1", play.law) == "rejected"
    assert phase(play.case, play.law, play.today) == "final"
    assert play.agenda("timeliness_ruling") == []


def test_an_appeal_filed_in_time_but_entered_late_puts_the_case_back_under_appeal() -> None:
    play = Play("williamsville").open().served()
    assert phase(play.case, play.law, play.today) == "final"

    play.do("file-appeal", respondent="r1", on="2026-05-15", grounds="x")

    assert phase(play.case, play.law, play.today) == "under_appeal"


def test_only_a_served_respondent_appeals() -> None:
    play = Play("williamsville").open().do("add-respondent", name="B", role="developer", address="x").served()

    assert "has not been served" in play.refuses("file-appeal", respondent="r2", on="2026-05-15", grounds="x")
    assert "before r1 was served on 2026-05-06" in play.refuses(
        "file-appeal", respondent="r1", on="2026-05-05", grounds="x"
    )


def test_webster_reads_no_stay() -> None:
    play = appealed("webster")

    assert phase(play.case, play.law, play.today) == "under_appeal"
    assert not is_stayed(play.case, play.law, play.today)
    assert "Nothing is stayed" in play.refuses("certify-imminent-peril", on="2026-05-21", facts="flood")


def test_stayed_offenses_are_dated_and_wait_for_release() -> None:
    play = appealed(today="2026-07-01")  # weekly from 4 May: three before 20 May, then stayed
    assert play.statuses() == {"accrued": 3, "stayed": 6}
    assert play.exposure().count == 3

    play.do("decide-appeal", on="2026-06-15", outcome="affirmed")
    assert play.statuses() == {"accrued": 6, "stayed": 3}
    assert [str(o.on) for o in play.dated() if o.status is Status.STAYED] == [
        "2026-05-25",
        "2026-06-01",
        "2026-06-08",
    ]

    play.do("release-stayed", violation="v1", reason="affirmed")
    assert play.statuses() == {"accrued": 9}
    assert "already released" in play.refuses("release-stayed", violation="v1", reason="again")


def test_imminent_peril_ends_the_stay_that_day() -> None:
    play = appealed(today="2026-06-30").do(
        "certify-imminent-peril", on="2026-06-01", facts="embankment seeping"
    )

    assert not is_stayed(play.case, play.law, play.today)
    assert [str(o.on) for o in play.dated() if o.status is Status.STAYED] == ["2026-05-25"]


def test_an_annulment_voids_every_offense_and_stop_work_falls() -> None:
    play = (
        Play("williamsville")
        .open()
        .served()
        .do("order-stop-work", on="2026-05-07", allowed_work="silt fence")
    )
    play.do("file-appeal", respondent="r1", on="2026-05-20", grounds="x").do(
        "decide-appeal", on="2026-06-15", outcome="annulled"
    )

    assert set(play.statuses()) == {"void"}
    assert play.exposure().count == 0
    assert play.exposure().maximum == 0
    assert not stop_work(play.case, play.law).in_force
    assert play.case.open_violations == ()


def test_a_modification_says_what_it_changes() -> None:
    play = appealed().do("add-violation", provision="§ 112-28F", nature="y", observed_on="2026-05-10")

    assert "says what it changes" in play.refuses("decide-appeal", on="2026-06-15", outcome="modified")
    assert "not in the notice appealed from" in play.refuses(
        "decide-appeal", on="2026-06-15", outcome="modified", violations={"v2": "annulled"}
    )
    play.do("decide-appeal", on="2026-06-15", outcome="modified", remedy_by="2027-02-01")
    assert str(play.case.violations["v1"].remedy_by) == "2027-02-01"
    assert appeal_state(play.case, "r1", play.law) == "modified"


def test_a_whole_outcome_contradicted_by_one_ruling_is_refused() -> None:
    assert "Record the outcome as modified" in appealed().refuses(
        "decide-appeal", on="2026-06-15", outcome="affirmed", violations={"v1": "annulled"}
    )


def test_a_decision_before_the_appeal_is_refused() -> None:
    assert "before r1 appealed on 2026-05-20" in appealed().refuses(
        "decide-appeal", on="2026-05-19", outcome="affirmed"
    )


def test_a_withdrawn_appeal_is_lost() -> None:
    play = appealed().do("withdraw-appeal", respondent="r1", on="2026-06-01")

    assert appeal_state(play.case, "r1", play.law) == "withdrawn"
    assert phase(play.case, play.law, play.today) == "final"


def test_a_second_appeal_from_the_same_notice_is_a_conflict() -> None:
    assert "already appealed" in appealed().refuses(
        "file-appeal", respondent="r1", on="2026-05-21", grounds="x"
    )


def test_a_hearing_is_on_the_agenda_until_decided() -> None:
    play = appealed().do("schedule-hearing", on="2026-12-10", body="Zoning Board of Appeals")
    assert [str(item.due) for item in play.agenda("hearing")] == ["2026-12-10"]

    play.do("decide-appeal", on="2026-11-30", outcome="affirmed")

    assert play.agenda("hearing") == []


def test_the_window_is_on_the_agenda_with_its_reckoning_until_noted() -> None:
    play = Play("williamsville", today="2026-05-10").open().served()
    [item] = play.agenda("appeal_window")
    assert str(item.due) == "2026-05-21"
    assert "15 days from service" in item.explanation

    play.on("2026-05-22").do("deadline-passed", keys=[item.key])

    assert play.agenda("appeal_window") == []
