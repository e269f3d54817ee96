"""The audit: what differs is said and made anew; what was tampered with is said and left alone."""

import pytest
from sqlalchemy import Engine, text
from temporalio.testing import ActivityEnvironment

from activities import audit
from activities.accrual import Accruals
from activities.audit import Audits
from activities.messages import AccrualOrder, AuditOrder, AuditResult
from models.session import read, write
from tests.activities.histories import rows
from tests.activities.support import Town


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def look(town: Town, village: str | None = None) -> AuditResult:
    return Audits(town.engine).audit(AuditOrder(village=village, at=town.at))


def change(town: Town, *statements: str) -> None:
    """Change rows behind the program's back."""
    with write(town.engine) as session:
        for statement in statements:
            session.execute(text(statement))


def test_where_nothing_differs_nothing_is_said(town: Town) -> None:
    town.served("williamsville")
    town.open()

    result = look(town)

    assert (result.cases, result.events, result.differences) == (2, 8, ())


@pytest.mark.parametrize(
    ("statement", "kind", "said"),
    [
        pytest.param(
            "DELETE FROM offense WHERE offense_on = '2026-05-20'",
            "offense_missing",
            "v1: offense 2026-05-20 was missing",
            id="an offense taken out",
        ),
        pytest.param(
            "UPDATE offense SET status = 'void' WHERE offense_on = '2026-05-20'",
            "offense_differs",
            "2026-05-20 is void, not accrued",
            id="an offense of another status",
        ),
        pytest.param(
            "UPDATE offense SET offense_on = '2026-05-01' WHERE offense_on = '2026-05-20'",
            "offense_unfounded",
            "v1: offense 2026-05-01 was no offense",
            id="an offense before the violation",
        ),
        pytest.param(
            "DELETE FROM deadline WHERE kind = 'remedy_date'",
            "deadline_missing",
            "the row of remedy_date:v1:2026-06-21 was missing",
            id="a deadline taken out",
        ),
        pytest.param(
            "UPDATE deadline SET due = '2027-01-01' WHERE kind = 'remedy_date'",
            "deadline_differs",
            "due is 2027-01-01, not 2026-06-21",
            id="a deadline put off",
        ),
        pytest.param(
            "UPDATE \"case\" SET phase = 'final'",
            "case_differs",
            "phase is final, not opened",
            id="the phase",
        ),
        pytest.param(
            "UPDATE violation SET cured_on = '2026-05-25'",
            "violation_differs",
            "cured_on is 2026-05-25, not None",
            id="a cure nobody entered",
        ),
        pytest.param(
            "UPDATE violation SET next_offense_on = NULL",
            "violation_differs",
            "its next offense is kept as None, not 2026-06-01",
            id="an accrual switched off",
        ),
        pytest.param(
            "UPDATE violation SET next_offense_on = '2027-06-01'",
            "violation_differs",
            "its next offense is kept as 2027-06-01",
            id="an accrual put off",
        ),
        pytest.param(
            "UPDATE violation SET step_days = 7", "violation_differs", "its next offense", id="another step"
        ),
        pytest.param(
            "UPDATE respondent SET name = 'Nobody'",
            "respondent_differs",
            "r1: name is Nobody, not Elm Street Builders LLC",
            id="a respondent's name",
        ),
        pytest.param(
            "UPDATE party SET name = 'Nobody'",
            "party_differs",
            "corporation:elm-street-builders",
            id="a party's name",
        ),
        pytest.param('DELETE FROM "case"', "case_missing", "the case had no row", id="the case taken out"),
        pytest.param(
            "UPDATE \"case\" SET as_of = '2031-01-01'",
            "case_differs",
            "its rows are of 2031-01-01, which is not yet",
            id="a day that is not yet",
        ),
    ],
)
def test_a_row_that_differs_is_named_and_made_anew(town: Town, statement: str, kind: str, said: str) -> None:
    town.open(observed_on="2026-05-10")
    whole = rows(town.engine)
    change(town, statement)

    found = look(town).differences
    again = look(town).differences

    assert kind in {each.kind for each in found}
    assert any(said in each.detail for each in found)
    assert all(each.repaired for each in found)
    assert again == ()
    if kind != "offense_unfounded":
        assert rows(town.engine) == whole


def test_an_offense_that_is_none_is_made_void_and_not_deleted(town: Town) -> None:
    case = town.open(observed_on="2026-05-10")
    change(town, f"INSERT INTO offense VALUES ('{case}', 'v1', '2026-04-01', 'accrued')")

    look(town)

    with read(town.engine) as session:
        status = session.execute(
            text("SELECT status FROM offense WHERE offense_on = '2026-04-01'")
        ).scalar_one()
    assert status == "void"


def test_nights_that_were_missed_are_made_up_for_and_said(town: Town) -> None:
    town.open()
    town.after(12)

    found = look(town).differences

    assert [each.kind for each in found] == ["offense_missing"]
    assert (
        "offenses 2026-06-01, 2026-06-02, 2026-06-03 and 8 more, the last 2026-06-11 were" in found[0].detail
    )
    assert len(rows(town.engine)["offense"]) == 12


def test_the_night_that_is_still_to_come_is_no_difference(town: Town) -> None:
    town.open()
    town.after(1)

    assert look(town).differences == ()
    assert len(rows(town.engine)["offense"]) == 1


def test_after_the_nightly_run_nothing_differs(town: Town) -> None:
    town.open()
    town.after(30)
    Accruals(town.engine).date_offenses(AccrualOrder(village="webster", at=town.at))

    assert look(town).differences == ()


def test_a_tampered_event_is_named_and_nothing_of_its_case_is_touched(town: Town) -> None:
    case = town.open()
    other = town.open()
    change(
        town,
        f"UPDATE event SET actor = 'nobody' WHERE case_id = '{case}' AND seq = 2",
        "UPDATE \"case\" SET phase = 'final'",
    )

    first = look(town).differences
    second = look(town).differences

    tampered = [each for each in first if each.kind == "tampered"]
    assert [(each.case, each.repaired) for each in tampered] == [(case, False)]
    assert "event 2 (respondent-added) was changed" in tampered[0].detail
    assert {each.case for each in first if each.repaired} == {other}
    assert second == tuple(tampered)
    assert {row[0]: row[4] for row in rows(town.engine)["case"]} == {case: "final", other: "opened"}


def test_a_lost_last_event_is_not_covered_up_by_looking_at_the_case(town: Town) -> None:
    case = town.open()
    change(town, "DELETE FROM event WHERE seq = 3")

    town.after(3).look(case)
    found = look(town).differences
    refusal = town.refuse(case, "add-note", text="hm")

    assert [each.kind for each in found] == ["tampered"]
    assert refusal.kind == "conflict"
    assert "event 3 is missing" in refusal.what


def test_the_cases_of_a_village_are_audited_alone(town: Town) -> None:
    town.open("webster")
    town.open("williamsville")
    change(town, "UPDATE \"case\" SET phase = 'final'")

    result = look(town, "webster")

    assert result.cases == 1
    assert {each.case for each in result.differences} == {"webster-2026-0001"}


def test_a_case_whose_agenda_is_another_now_is_to_look_again(town: Town) -> None:
    case = town.open()
    change(town, "DELETE FROM deadline")

    poked = look(town).follow_ups
    again = look(town).follow_ups

    assert [(each.kind, each.case) for each in poked] == [("poke", case)]
    assert again == ()


def test_open_cases_come_in_pages(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "OPEN_PAGE", 2)
    cases = [town.open() for _ in range(3)]
    closed = town.open()
    town.act(closed, "confirm-compliance", violation="v1", cured_on="2026-06-01")
    town.act(closed, "close-case", on="2026-06-01", reason="done")

    first = Audits(town.engine).open_cases(AuditOrder())
    second = Audits(town.engine).open_cases(AuditOrder(after=first.cases[-1].case))

    assert [each.case for each in first.cases] == cases[:2]
    assert [each.case for each in second.cases] == cases[2:]
    assert (first.more, second.more) == (True, False)


def test_an_audit_goes_on_where_an_earlier_attempt_left_off(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "PAGE", 2)
    for _ in range(5):
        town.open()
    change(town, "UPDATE \"case\" SET phase = 'final'")
    environment = ActivityEnvironment()
    said: list[tuple[object, ...]] = []
    environment.on_heartbeat = lambda *details: said.append(details)
    order = AuditOrder(at=town.at)
    whole = environment.run(Audits(town.engine).audit, order)

    environment.info = type(environment.info)(
        **{**vars(environment.info), "heartbeat_details": said[0], "attempt": 2}
    )
    resumed = environment.run(Audits(town.engine).audit, order)

    assert [details[0] for details in said[:3]] == [f"webster-2026-000{number}" for number in (2, 4, 5)]
    assert resumed.cases == whole.cases == 5
    assert resumed.differences == whole.differences[:2]
