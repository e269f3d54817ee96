"""Papers in the record: issued once for each event that calls for them, frozen, sealed, and corrected by new ones."""

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from sqlalchemy import Engine, text

from activities.audit import Audits
from activities.messages import AuditOrder, CaseRef
from activities.papers import Papers
from activities.statements import Asking, correct, issue_statement
from models.session import read, write
from ordinances.load import load_law
from queries.documents import document_views, stored_paper, verify_documents
from queries.record import fold_case
from rules.refusals import Conflict, Malformed, NotFound, WrongRole
from rules.values import Role
from tests.activities.support import OWNER, Town, village_of
from tests.documents.reading import text_of


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine)


def issue(town: Town, case: str) -> tuple[str, ...]:
    return Papers(town.engine).issue_papers(CaseRef(case=case, village=village_of(case), at=town.at)).issued


def kinds(town: Town, case: str) -> list[tuple[str, str]]:
    with read(town.engine) as session:
        return [(each.key, each.kind) for each in document_views(session, case)]


def faults(town: Town, case: str) -> list[str]:
    with read(town.engine) as session:
        return list(verify_documents(session, case))


def test_a_command_that_calls_for_a_paper_says_so(town: Town) -> None:
    case = town.open()
    effect = town.act(case, "issue-notice", on="2026-06-01", respondents=["r1"])

    assert [each.kind for each in effect.follow_ups] == ["papers"]


def test_what_an_event_calls_for_is_issued_once(town: Town) -> None:
    case = town.served()

    assert issue(town, case) == ("p1",)
    assert issue(town, case) == ()
    assert kinds(town, case) == [("p1", "notice-of-violation")]


def test_a_cover_sheet_is_issued_after_its_letter_in_its_own_language(town: Town) -> None:
    case = town.open(respondents=[OWNER | {"language": "es"}])
    town.act(case, "issue-notice", on="2026-06-01", respondents=["r1"])

    assert issue(town, case) == ("p1", "p2")
    assert issue(town, case) == ()
    with read(town.engine) as session:
        told = [(each.kind, each.of, each.language) for each in document_views(session, case)]
    assert sorted(told) == [("cover-sheet", "r1", "es"), ("notice-of-violation", "n1", "en")]


def test_a_paper_bears_the_moment_and_the_person_of_its_event(town: Town) -> None:
    case = town.served()
    entered = town.at
    town.after(30)
    issue(town, case)

    with read(town.engine) as session:
        (view,) = document_views(session, case)
    assert (view.issued_by, view.issued_at, view.of) == ("officer", entered, "n1")


def test_two_workers_at_once_issue_each_paper_once(town: Town) -> None:
    case = town.served()
    town.act(case, "record-failed-service", respondent="r1", on="2026-06-01", reason="moved")
    together = Barrier(3)

    def work() -> None:
        together.wait()
        issue(town, case)

    threads = [Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(kind for _, kind in kinds(town, case)) == ["failed-service", "notice-of-violation"]
    assert faults(town, case) == []


def test_a_paper_is_shown_again_byte_for_byte(town: Town) -> None:
    case = town.served()
    issue(town, case)

    with read(town.engine) as session:
        one, two = (stored_paper(session, case, "p1") for _ in range(2))
    assert one == two
    assert one.content.startswith(b"%PDF")
    assert one.filename == f"{case}-p1-notice-of-violation.pdf"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE document_file SET content = :x", "has a file that was changed"),
        ("DELETE FROM document_file", "has lost its file"),
        ("UPDATE document SET title = 'Another'", "was changed after it was issued"),
        ("DELETE FROM document WHERE number = 1", "does not follow from the paper before it"),
    ],
)
def test_a_paper_that_was_changed_is_found(town: Town, change: str, said: str) -> None:
    case = town.served()
    town.act(case, "record-failed-service", respondent="r1", on="2026-06-01", reason="moved")
    issue(town, case)
    with write(town.engine) as session:
        session.connection().execute(text(change), {"x": b"%PDF-1.7"} if ":x" in change else {})

    assert any(said in fault for fault in faults(town, case))


def test_the_village_of_the_paper_is_that_of_the_case(town: Town) -> None:
    case = town.served()
    done = Papers(town.engine).issue_papers(CaseRef(case=case, village="williamsville", at=town.at))

    assert done.issued == ()


# --- the audit ------------------------------------------------------------------------------------------


def audited(town: Town) -> list[tuple[str, bool]]:
    found = Audits(town.engine).audit(AuditOrder(at=town.at)).differences
    return [(each.kind, each.repaired) for each in found]


def test_the_audit_issues_what_an_errand_left_out_but_does_not_race_with_it(town: Town) -> None:
    case = town.served()

    assert audited(town) == []
    assert kinds(town, case) == []

    town.at += timedelta(hours=1)

    assert audited(town) == [("paper_missing", True)]
    assert kinds(town, case) == [("p1", "notice-of-violation")]
    assert audited(town) == []


def test_the_audit_finds_a_stored_file_that_was_changed(town: Town) -> None:
    case = town.served()
    issue(town, case)
    with write(town.engine) as session:
        session.connection().execute(text("UPDATE document_file SET content = :x"), {"x": b"%PDF-1.7"})

    assert audited(town) == [("paper_changed", False)]


# --- corrections ----------------------------------------------------------------------------------------


def asking(town: Town, case: str, op_id: str = "op-x", role: Role = Role.OFFICER) -> Asking:
    return Asking(case, role.value, frozenset({role}), town.at, op_id)


def fix(town: Town, case: str, key: str = "p1", reason: str = "the address was wrong", **more: Any) -> str:
    return correct(town.engine, load_law(village_of(case)), asking(town, case, **more), key, reason)


def test_a_correction_is_a_new_paper_that_names_the_one_it_replaces(town: Town) -> None:
    case = town.served()
    issue(town, case)
    town.act(case, "correct-respondent", respondent="r1", address="9 New Street", reason="it had moved")

    assert fix(town, case) == "p2"
    assert fix(town, case) == "p2", "asked twice under one key, issued once"
    with read(town.engine) as session:
        old, new = document_views(session, case)
        printed = text_of(stored_paper(session, case, "p2").content)
    assert (old.replaced_by, new.replaces) == ("p2", "p1")
    assert "replaces p1 of June 1, 2026: the address was wrong" in printed
    assert "9 New Street" in printed
    assert faults(town, case) == []


def test_a_correction_that_changes_nothing_is_refused_and_so_is_a_second_one_of_the_same(town: Town) -> None:
    case = town.served()
    issue(town, case)

    with pytest.raises(Conflict, match="Nothing that p1 says has changed"):
        fix(town, case)
    with pytest.raises(Malformed, match="reason"):
        fix(town, case, reason="  ")
    with pytest.raises(Malformed, match="longer than 20,000"):
        fix(town, case, reason="x" * 20_001)

    town.act(case, "correct-respondent", respondent="r1", address="9 New Street", reason="it had moved")
    fix(town, case)
    with pytest.raises(Conflict, match="p1 was replaced by p2"):
        fix(town, case, op_id="another")
    with pytest.raises(NotFound, match="There is no paper p9"):
        fix(town, case, "p9")
    with pytest.raises(WrongRole):
        fix(town, case, "p2", role=Role.VIEWER)


def test_a_corrected_notice_says_nothing_that_holds_no_more(town: Town) -> None:
    case = town.served()
    issue(town, case)
    with read(town.engine) as session:
        wrong = fold_case(session, case).respondents["r1"].address
    town.act(case, "correct-respondent", respondent="r1", address="9 New Street", reason="it had moved")
    town.act(case, "extend-remedy-date", violation="v1", to="2026-12-24", reason="rain")
    fix(town, case)

    with read(town.engine) as session:
        old, new = (
            " ".join(text_of(stored_paper(session, case, key).content).split()) for key in ("p1", "p2")
        )
    assert wrong
    assert (wrong in old, wrong in new) == (True, False)
    assert (new.count("9 New Street"), "by Thursday, December 24, 2026" in new) == (2, True)


def test_a_notice_that_was_withdrawn_is_not_issued_again(town: Town) -> None:
    case = town.served()
    issue(town, case)
    town.act(case, "correct-respondent", respondent="r1", address="9 New Street", reason="it had moved")
    town.act(case, "withdraw-notice", on="2026-06-01", reason="wrong house")

    with pytest.raises(Conflict, match="n1 was withdrawn"):
        fix(town, case)


def test_a_correction_can_be_wrong_as_well_and_is_corrected(town: Town) -> None:
    case = town.served()
    issue(town, case)
    town.act(case, "correct-respondent", respondent="r1", address="9 New Street", reason="it had moved")
    fix(town, case)
    town.act(case, "correct-respondent", respondent="r1", address="19 New Street", reason="a slip")

    assert fix(town, case, "p2", op_id="another") == "p3"
    with read(town.engine) as session:
        printed = text_of(stored_paper(session, case, "p3").content)
    assert ("replaces p2" in printed, "19 New Street" in printed) == (True, True)
    assert faults(town, case) == []


def test_two_who_correct_a_paper_at_once_issue_one_correction(town: Town) -> None:
    case = town.served()
    issue(town, case)
    town.act(case, "correct-respondent", respondent="r1", address="9 New Street", reason="it had moved")
    together, told = Barrier(3), list[str]()

    def work(op_id: str) -> None:
        together.wait()
        try:
            told.append(fix(town, case, op_id=op_id))
        except Conflict as refusal:
            told.append(refusal.facts.sentence())

    threads = [Thread(target=work, args=(op_id,)) for op_id in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(told)[2:] == ["p2"]
    assert all("p1 was replaced by p2" in each for each in sorted(told)[:2])
    assert (len(kinds(town, case)), faults(town, case)) == (2, [])


def test_under_the_key_of_one_paper_no_other_is_asked_for(town: Town) -> None:
    case, law = town.served(), load_law("webster")
    asked = asking(town, case)

    assert issue_statement(town.engine, law, asked, "schedule-of-offenses") == "p1"
    assert issue_statement(town.engine, law, asked, "schedule-of-offenses") == "p1"
    with pytest.raises(Conflict, match="p1 was issued, which is another paper"):
        issue_statement(town.engine, law, asked, "statement-of-account")


def test_the_papers_of_another_village_are_not_there(town: Town) -> None:
    case = town.served()
    issue(town, case)
    town.act(case, "correct-respondent", respondent="r1", address="9 New Street", reason="it had moved")

    with pytest.raises(NotFound):
        correct(
            town.engine, load_law("webster"), Asking(case, "stranger", frozenset(), town.at, "x"), "p1", "why"
        )
