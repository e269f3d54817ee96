import pytest

from rules import engine
from rules.standing import (
    appeal_state,
    appeal_window,
    last_served_on,
    latest_appeal_window,
    phase,
    served_on,
)
from tests.rules.play import Play

PERSON = {"name": "Dana Roe", "role": "developer", "address": "PO Box 12"}


def two(village: str = "williamsville") -> Play:
    return Play(village).open().do("add-respondent", **PERSON)


def test_the_notice_holds_its_six_contents_in_the_ordinances_order() -> None:
    play = Play("williamsville").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    contents = play.case.notices["n1"].contents

    assert [each["section"] for each in contents] == [f"§ 112-28H(3)(a)[{n}]" for n in range(1, 7)]
    assert contents[0]["text"] == ["Elm LLC, 9 Main Street"]
    assert "a fine of $350 to $700 [§ 112-28H(3)(d), second offense]" in contents[4]["text"]
    assert contents[5]["text"] == ["may be appealed to the Village in writing within 15 days of service"]


def test_webster_states_no_maximum() -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    assert "not less than $250, no maximum stated" in " ".join(play.case.notices["n1"].contents[4]["text"])


def test_every_missing_content_is_named_with_its_section() -> None:
    violation = {"provision": "§ 1", "nature": "x", "observed_on": "2026-05-04"}
    play = Play("williamsville").open(
        respondents=[{"name": "A", "role": "landowner"}], violations=[violation], property={"parcel": "1-2-3"}
    )

    said = play.refuses("issue-notice", on="2026-05-05", respondents=["r1"])

    assert "the address of r1 (A) [§ 112-28H(3)(a)[1]]" in said
    assert "the address or a description of the place [§ 112-28H(3)(a)[2]]" in said
    assert "the remedial measures for v1 [§ 112-28H(3)(a)[4]]" in said
    assert "the time schedule (remedy_by) for v1 [§ 112-28H(3)(a)[4]]" in said


def test_webster_addresses_the_owner() -> None:
    play = Play("webster").open(respondents=[PERSON | {"role": "applicant"}])

    said = play.refuses("issue-notice", on="2026-05-05", respondents=["r1"])

    assert "must be addressed to the landowner" in said
    assert "§ 130-28C" in said


def test_a_role_the_ordinance_does_not_name_gets_no_notice() -> None:
    play = Play("williamsville").open().do("add-respondent", name="B", role="contractor", address="x")

    assert "not addressed to a contractor (r2)" in play.refuses(
        "issue-notice", on="2026-05-05", respondents=["r1", "r2"]
    )


def test_a_notice_before_the_violation_is_refused() -> None:
    said = Play("webster").open().refuses("issue-notice", on="2026-05-03", respondents=["r1"])

    assert "before v1 was observed on 2026-05-04" in said


def test_the_same_notice_is_not_issued_twice_but_a_new_violation_may_have_its_own() -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    assert "already stands" in play.refuses("issue-notice", on="2026-05-06", respondents=["r1"])
    play.do(
        "add-violation",
        provision="§ 2",
        nature="y",
        observed_on="2026-05-06",
        remedy="z",
        remedy_by="2026-06-01",
    )
    play.do("issue-notice", on="2026-05-07", respondents=["r1"])
    assert play.case.notices["n2"].violations == ("v1", "v2")


def test_a_notice_entered_after_the_cure_covers_what_existed_on_its_day() -> None:
    play = Play("webster").open().do("confirm-compliance", violation="v1", cured_on="2026-06-01")
    assert "No violation of the case existed on 2026-06-01" in play.refuses(
        "issue-notice", on="2026-06-01", respondents=["r1"]
    )

    play.do("issue-notice", on="2026-05-05", respondents=["r1"])

    assert play.case.notices["n1"].violations == ("v1",)


def test_mail_is_complete_on_delivery_and_the_clock_starts_then() -> None:
    play = two().do("issue-notice", on="2026-05-05", respondents=["r1"])
    play.do("serve-notice", respondent="r1", mode="certified_mail", mailed_on="2026-05-06")
    notice = play.case.notices["n1"]
    assert served_on(notice, "r1", play.law) is None
    assert appeal_window(notice, "r1", play.law) is None

    play.do("serve-notice", respondent="r1", mode="certified_mail", delivered_on="2026-05-11")

    notice = play.case.notices["n1"]
    assert str(served_on(notice, "r1", play.law)) == "2026-05-11"
    window = appeal_window(notice, "r1", play.law)
    assert window is not None
    assert str(window.due) == "2026-05-26"


def test_posting_and_mail_is_complete_when_both_are_done() -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    play.do("serve-notice", respondent="r1", mode="posting_and_mail", posted_on="2026-05-06")
    assert served_on(play.case.notices["n1"], "r1", play.law) is None
    play.do("serve-notice", respondent="r1", mode="posting_and_mail", mailed_on="2026-05-08")
    assert str(served_on(play.case.notices["n1"], "r1", play.law)) == "2026-05-08"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        pytest.param(
            {"delivered_on": "2026-05-04"}, "before the notice n1 was issued", id="before the notice"
        ),
        pytest.param(
            {"mailed_on": "2026-05-09", "delivered_on": "2026-05-08"},
            "before it was mailed",
            id="before mailing",
        ),
        pytest.param({"delivered_on": "2026-12-01"}, "in the future", id="tomorrow"),
    ],
)
def test_service_is_refused(fields: dict[str, str], said: str) -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    assert said in play.refuses("serve-notice", respondent="r1", mode="certified_mail", **fields)


def test_a_recorded_date_is_replaced_only_with_a_reason() -> None:
    play = Play("webster").open().served()

    assert "already recorded" in play.refuses(
        "serve-notice", respondent="r1", mode="personal", delivered_on="2026-05-06"
    )
    assert "delivered_on is already recorded as 2026-05-06" in play.refuses(
        "serve-notice", respondent="r1", mode="personal", delivered_on="2026-05-07"
    )
    play.do(
        "serve-notice",
        respondent="r1",
        mode="personal",
        delivered_on="2026-05-07",
        correction_reason="misread receipt",
    )
    assert str(served_on(play.case.notices["n1"], "r1", play.law)) == "2026-05-07"


def test_service_without_a_notice_is_refused() -> None:
    assert "No notice of violation has been issued" in Play("webster").open().refuses(
        "serve-notice", respondent="r1", mode="personal", delivered_on="2026-05-06"
    )


def test_phases_follow_each_respondents_own_clock() -> None:
    play = two()
    today = play.today
    assert phase(play.case, play.law, today) == "opened"
    play.do("issue-notice", on="2026-05-05", respondents=["r1", "r2"])
    play.do("serve-notice", respondent="r1", mode="personal", delivered_on="2026-05-06")
    assert phase(play.case, play.law, today) == "noticed"

    play.do("serve-notice", respondent="r2", mode="personal", delivered_on="2026-11-16")

    assert phase(play.case, play.law, play.on("2026-12-01").today) == "served"
    assert phase(play.case, play.law, play.on("2026-12-02").today) == "final"


def test_a_withdrawn_notice_takes_its_windows_and_appeals_with_it() -> None:
    play = (
        Play("williamsville")
        .open()
        .served()
        .do("file-appeal", respondent="r1", on="2026-05-10", grounds="no")
    )

    play.do("withdraw-notice", on="2026-05-12", reason="wrong parcel")

    assert phase(play.case, play.law, play.today) == "opened"
    assert play.agenda("appeal_window") == []
    assert play.case.appeals[0].moot


def test_an_extension_must_be_later() -> None:
    play = Play("webster").open()

    assert "is no extension" in play.refuses(
        "extend-remedy-date", violation="v1", to="2026-12-20", reason="frost"
    )
    play.do("extend-remedy-date", violation="v1", to="2027-01-20", reason="frost")
    assert [str(item.due) for item in play.agenda("remedy_date")] == ["2027-01-20"]


def test_a_failed_attempt_starts_no_clock() -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    play.do("record-failed-service", respondent="r1", on="2026-05-06", reason="nobody home")

    assert phase(play.case, play.law, play.today) == "noticed"
    assert play.agenda("appeal_window") == []


def twice_served() -> Play:
    """Certified and first-class mail, sent together and received on different days."""
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])
    for mode in ("certified_mail", "first_class_mail"):
        play.do("serve-notice", respondent="r1", mode=mode, mailed_on="2026-05-06")
    return play


def test_certified_and_first_class_mail_are_two_services_of_one_notice() -> None:
    play = twice_served()
    assert {each.mode.value for each in play.case.notices["n1"].services["r1"]} == {
        "certified_mail",
        "first_class_mail",
    }
    assert play.agenda("appeal_window") == []

    play.do("serve-notice", respondent="r1", mode="first_class_mail", delivered_on="2026-05-08")
    play.do("serve-notice", respondent="r1", mode="certified_mail", delivered_on="2026-05-14")

    notice = play.case.notices["n1"]
    assert str(served_on(notice, "r1", play.law)) == "2026-05-08"
    assert str(last_served_on(notice, "r1", play.law)) == "2026-05-14"


def test_the_window_closes_by_the_first_service_and_the_later_side_is_told_to_who_rules() -> None:
    play = twice_served()
    play.do("serve-notice", respondent="r1", mode="first_class_mail", delivered_on="2026-05-08")
    play.do("serve-notice", respondent="r1", mode="certified_mail", delivered_on="2026-05-14")
    notice = play.case.notices["n1"]
    first = appeal_window(notice, "r1", play.law)
    latest = latest_appeal_window(notice, "r1", play.law)
    assert first is not None
    assert latest is not None
    assert (str(first.due), str(latest.due)) == ("2026-05-26", "2026-05-29")

    play.do("file-appeal", respondent="r1", on="2026-05-28", grounds="no violation")

    [ruling] = play.agenda("timeliness_ruling")
    assert "the window closed on Tue 26 May 2026" in ruling.explanation
    assert "reckoned from the later service it runs through Fri 29 May 2026" in ruling.explanation


def test_one_mode_that_comes_back_leaves_the_clock_to_the_other() -> None:
    play = twice_served()
    play.do(
        "record-failed-service",
        respondent="r1",
        on="2026-05-22",
        reason="returned to sender",
        mode="certified_mail",
        outcome="unclaimed",
    )
    assert play.agenda("appeal_window") == []
    play.do("serve-notice", respondent="r1", mode="first_class_mail", delivered_on="2026-05-08")

    [failure] = play.case.notices["n1"].failures
    assert (failure.mode, failure.outcome) == ("certified_mail", "unclaimed")
    assert [str(item.due) for item in play.agenda("appeal_window")] == ["2026-05-26"]


def test_a_refusal_is_recorded_and_starts_no_clock() -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    play.do(
        "record-failed-service",
        respondent="r1",
        on="2026-05-06",
        reason="would not take it",
        mode="personal",
        outcome="refused",
    )

    assert play.agenda("appeal_window") == []
    assert phase(play.case, play.law, play.today) == "noticed"


def test_who_served_is_added_afterwards_and_replaced_only_with_a_reason() -> None:
    play = Play("webster").open().served()
    same = {"respondent": "r1", "mode": "personal", "delivered_on": "2026-05-06"}

    play.do("serve-notice", **same, by="Ana Ruiz", proof="body camera")
    [service] = play.case.notices["n1"].services["r1"]
    assert (service.by, service.proof) == ("Ana Ruiz", "body camera")

    assert "already recorded" in play.refuses("serve-notice", **same, by="Ana Ruiz")
    assert "by is already recorded as Ana Ruiz" in play.refuses("serve-notice", **same, by="Lee Park")
    play.do("serve-notice", **same, by="Lee Park", correction_reason="the wrong officer was named")
    [service] = play.case.notices["n1"].services["r1"]
    assert service.by == "Lee Park"


def test_a_notice_is_no_longer_offered_while_one_of_everything_to_everyone_stands() -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])
    said = engine.may(play.case, "issue-notice", play.setting("officer"))
    assert said is not None
    assert "already stands: n1" in said.facts.what
    assert said.facts.section == "§ 130-28C"

    again = play.do("withdraw-notice", on="2026-05-06", reason="wrong name")

    assert engine.may(again.case, "issue-notice", again.setting("officer")) is None


@pytest.mark.parametrize("more", ["add-respondent", "add-violation"])
def test_another_respondent_or_violation_makes_a_second_notice_possible(more: str) -> None:
    fields = {
        "add-respondent": {"name": "Oak LLC", "role": "landowner", "address": "2 Oak Street"},
        "add-violation": {
            "provision": "§ 130-23B",
            "nature": "no permit",
            "observed_on": "2026-05-05",
            "remedy": "apply",
            "remedy_by": "2026-12-20",
        },
    }
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    play.do(more, **fields[more])
    play.do("issue-notice", on="2026-05-06", respondents=["r2" if more == "add-respondent" else "r1"])

    assert set(play.case.notices) == {"n1", "n2"}


def test_one_to_whom_no_notice_goes_does_not_keep_the_offer_open() -> None:
    play = Play("webster").open().do("issue-notice", on="2026-05-05", respondents=["r1"])

    play.do("add-respondent", name="Digger LLC", role="contractor", address="3 Pit Road")

    assert engine.may(play.case, "issue-notice", play.setting("officer")) is not None


def test_one_who_joins_later_gets_a_notice_of_their_own_while_the_owners_stands() -> None:
    play = (
        Play("webster")
        .open()
        .served()
        .do("add-respondent", name="Roe", role="applicant", address="3 Oak Street")
    )

    play.do("issue-notice", on="2026-05-12", respondents=["r2"])

    assert {key: notice.respondents for key, notice in play.case.notices.items()} == {
        "n1": ("r1",),
        "n2": ("r2",),
    }


def test_the_owner_must_have_been_told_of_every_violation_that_another_is() -> None:
    play = (
        Play("webster")
        .open()
        .served()
        .do("add-respondent", name="Roe", role="applicant", address="3 Oak Street")
    )
    play.do("add-violation", provision="§ 130-23B", nature="no permit", observed_on="2026-05-05",
            remedy="apply", remedy_by="2026-12-20")  # fmt: skip

    said = play.refuses("issue-notice", on="2026-05-12", respondents=["r2"])

    assert "must be addressed to the landowner. [§ 130-28C]" in said


def test_an_appeal_from_a_withdrawn_notice_is_moot_until_another_notice_is_issued() -> None:
    play = (
        Play("williamsville").open().served().do("file-appeal", respondent="r1", on="2026-05-20", grounds="x")
    )
    play.do("withdraw-notice", on="2026-05-22", reason="wrong lot")
    withdrawn = appeal_state(play.case, "r1", play.law)

    play.do("issue-notice", on="2026-05-25", respondents=["r1"])
    reissued = appeal_state(play.case, "r1", play.law)
    play.do("serve-notice", respondent="r1", mode="personal", delivered_on="2026-05-26")
    play.do("file-appeal", respondent="r1", on="2026-05-28", grounds="again")

    assert (withdrawn, reissued) == ("moot", None)
    assert appeal_state(play.case, "r1", play.law) == "pending"
