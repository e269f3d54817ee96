"""Papers in the record: issued once for each event that calls for them, frozen, sealed, and corrected by new ones."""

from threading import Barrier, Thread

import pytest
from sqlalchemy import Engine, text

from activities.messages import CaseRef
from activities.papers import Papers
from models.session import read, write
from queries.documents import document_views, stored_paper, verify_documents
from tests.activities.support import Town, village_of


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
